#pragma once

#include <string>

#include "learning/training/training.hpp"
#include "render/layout.hpp"

namespace attn {

// A curve of learning as a table that is printed row by row, while it comes about. Every row is as
// wide as the header, so nothing has to be known of the rows to come.

/// The names of the columns: step, both losses, and the accuracy where there is one.
std::string curve_header(bool has_accuracy, const Layout& layout);

/// One point of the curve under that header.
std::string curve_row(const CurvePoint& point, const Layout& layout);

/// The same as tab-separated fields: step training_loss held_out_loss held_out_accuracy. Numbers
/// are exact; an accuracy that does not exist is empty.
std::string curve_record_header();
std::string curve_record(const CurvePoint& point);

}  // namespace attn

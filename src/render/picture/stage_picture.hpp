#pragma once

#include <optional>
#include <string>

#include "render/layout.hpp"
#include "render/matrix/matrix_view.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Whether a view draws one stage as something else than a matrix: rows, bars, arcs, a chain.
bool is_stage_picture(View view);

/// Whether a view draws several stages as one picture: panels, a flow.
bool is_trace_picture(View view);

/// Whether a view is more than a way to write or shade a matrix: those above, and boxes. It shows
/// weights where no stage is named.
bool is_picture(View view);

/// Whether a view shows one query at a time where it is asked to.
bool shows_single_rows(View view);

/// Why a view cannot draw a stage, as a sentence; "" where it can, as every view of a matrix does.
std::string why_not_drawn(View view, const Stage& stage);

/// The row of a stage that has this word, or this number where no row has such a word. None where
/// the stage has no such row, or several of that word.
std::optional<arma::uword> find_row(const Stage& stage, const std::string& name);

/// The query that gives the largest share of its attention to another word; the first of equals.
/// Where all attend only to themselves, the first that attends to anything.
/// Shapes: at least one row and column, and a label for each of them, as weights have; nothing is
///         checked
arma::uword most_telling_row(const Stage& stage);

/// A stage as the picture that the layout asks for, without its heading. The row of `selected`, or
/// that which the layout names, is drawn alone where a picture shows single rows; a stage without
/// such a row is drawn whole.
/// Errors: std::logic_error where no such picture is asked for
std::string picture_text(const Stage& stage, const Layout& layout, unsigned indent,
                         std::optional<Cell> selected = {});

}  // namespace attn

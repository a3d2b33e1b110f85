// The curve of a run, its weights before and after, how far it is, and its JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "learning/report/report.hpp"
#include "learning/tasks/tasks.hpp"
#include "learning/training/training.hpp"
#include "render/layout.hpp"
#include "render/report/report.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Models that learned the same data, in one table; JSON of schema attn.learn/1: "config" without
/// what differs between the models, and "comparison".
Report learning_comparison_report(const std::vector<ComparedModel>& models,
                                  const LearnSettings& settings);

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

/// A run of learning as one JSON object of schema attn.learn/1: "config", "parameters", "curve",
/// "levels", "measures", "weights" of one held-out sequence before and after, "samples" and
/// "notes".
nlohmann::ordered_json learning_json(const LearningReport& report);

/// How far a run is, and how fast.
struct LearningPace {
  std::string task{};  ///< what is learned, or by what
  std::uint64_t n_done = 0, n_steps = 0;
  double loss = 0.0;
  bool drops = false;  ///< in training
  std::optional<double> held_out_loss{};
  double steps_per_second = 0.0;
};

/// The same as one line that never fills the screen's width: "copy  step 60/100  loss 0.150 with
/// dropout  held out 0.068  20,000 steps/s  0 s left".
std::string learning_progress_line(const LearningPace& pace, const Layout& layout);

/// The line above everything: what learns what, and the settings that matter for it.
ReportTitle learning_title(const LearnSettings& settings, const std::optional<ReadText>& read,
                           std::size_t n_parameters);

/// What came of a run, without its curve: the weights before and after, texts that were made up on
/// the way, the measures, and what they say in words.
std::string learning_text(const LearningReport& report, const Layout& layout);

/// The curve with a line that says what its marks mean, under a heading.
std::string learning_curve_text(const LearningReport& report, const Layout& layout);

/// What was learned, in words, and what the reader should know about the numbers. For programs,
/// too.
std::vector<std::string> learning_notes(const LearningReport& report);

/// The losses of a run as a picture: in training `*`, on held-out sequences `.`, where both meet
/// `#`, and what they are held against as dashed lines with their names. The lowest line is 0, and
/// the picture is as wide as all `n_steps`, however few were made.
///
/// A loss that is no number leaves a gap. Empty without any point.
std::string loss_curve_text(const std::vector<CurvePoint>& points, const std::vector<Level>& levels,
                            std::uint64_t n_steps, const Layout& layout);

/// The highest number of such a picture; 1 where all are 0.
double greatest_loss(const std::vector<CurvePoint>& points, const std::vector<Level>& levels);

/// Whether there is room for the names of the levels beside their lines.
bool curve_names_levels(const Layout& layout);

/// The weights of one head before and after learning, side by side where both fit whole, else one
/// below the other: as numbers where there is room for them, else as shades.
std::string weight_pair_text(const Stage& before, const Stage& after, const Layout& layout);

}  // namespace attn

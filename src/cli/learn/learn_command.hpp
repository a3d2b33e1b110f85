#pragma once

#include "cli/flags/screen_flags.hpp"
#include "cli/learn/learn_file.hpp"
#include "cli/learn/learn_flags.hpp"
#include "cli/learn/learn_output.hpp"

namespace attn {

/// All flags of `attn learn`, and what follows from them for its output.
struct LearnCommand {
  LearnFlags flags{};
  LearnFileFlags files{};
  ScreenFlags screen{};
  Flag curve{"--curve"}, json{"--json"}, plain{"--plain"};

  void add_to(FlagTable& table);

  bool is_for_programs() const { return json || plain; }

  /// Whether a person sits before a terminal and sees how it learns.
  bool is_live() const;

  /// How the curve is printed while it comes about.
  PrintedCurve::Form curve_form() const;

  /// Whether standard error says how far a run is: where nothing else comes meanwhile.
  bool has_progress() const;
  bool shows_progress_of_comparison() const;
};

}  // namespace attn

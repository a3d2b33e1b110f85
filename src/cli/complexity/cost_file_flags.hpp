#pragma once

#include <string>
#include <vector>

#include "cli/flags/flag_group.hpp"
#include "render/figure/finished_figure.hpp"

namespace attn {

/// The files that costs are written to.
struct CostFiles {
  std::vector<std::string> paths{};
  bool overwrite = false;
  FigureWidth figure_width{};
};

/// The same, as typed.
struct CostFileFlags {
  Flag files{"--output"}, force{"--force"}, figure_width{"--figure-width"};

  void add_to(const FlagGroup& group);

  /// Errors: InputError for a name of an unknown kind; SurroundingsError
  CostFiles read() const;
};

/// Writes a figure to all of them, and says so.
/// Errors: InputError; SurroundingsError
void write_cost_files(const CostFiles& files, const Figure& figure);

}  // namespace attn

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/complexity/cost_page_file.hpp"
#include "cli/flags/flag_group.hpp"
#include "render/drawing/figures.hpp"

namespace attn {

/// The files of -o, and how they are written.
struct CostFiles {
  std::vector<std::string> paths{};
  bool overwrite = false, opens = false;
  FigureWidth figure_width{};
};

/// The same, as typed.
struct CostFileFlags {
  Flag files{"--output"}, force{"--force"}, open{"--open"}, figure_width{"--figure-width"};

  void add_to(const FlagGroup& group);

  /// Errors: InputError for a file name of another kind, or a file that exists; SurroundingsError
  ///         for one that cannot be written or drawn.
  CostFiles read() const;
};

/// What goes into files: a page, and where there are curves, a figure of them.
struct CostFileContents {
  MakeCostPage page;
  std::function<Figure(const FigureWidth& width)> figure{};
};

/// Writes all of them, and says so. The page that is to be opened then, which is a temporary one
/// where none was named; "" for none.
/// Errors: InputError; SurroundingsError
std::string write_cost_files(const CostFiles& files, const CostFileContents& contents,
                             const TellExample& example);

}  // namespace attn

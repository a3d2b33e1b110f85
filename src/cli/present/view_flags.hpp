#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/flags/screen_flags.hpp"
#include "render/drawing/figures.hpp"

namespace attn {

enum class Screen { text, step, shapes, summary, quiet, json, plain };

/// What is shown, how, and where else it goes.
struct ViewChoice {
  Layout layout;
  Screen screen = Screen::text;
  std::vector<std::string> stages;  ///< as typed; empty for all
  std::string from, to;             ///< the ends of a range of stages; empty for open
  std::vector<std::string> groups;  ///< "head 1": the groups wanted; empty for all
  std::string row;                  ///< as typed: the query that a picture shows alone
  std::vector<std::string> files;   ///< -o
  FigureWidth figure_width;         ///< of those that are figures
  bool overwrite = false;
  std::string opened{};       ///< the page among the files that is opened; "" for none
  bool result_alone = false;  ///< --quiet beside --plain: of the records, those of the result

  bool names_stages() const { return !stages.empty() || !from.empty() || !to.empty(); }
};

/// The same, as typed.
struct ViewFlags : ScreenFlags {
  Flag stages{"--stage"}, files{"--output"};
  Flag from{"--from"}, to{"--to"}, view{"--view"}, row{"--row"}, precision{"--precision"};
  Flag summary{"--summary"}, shapes_only{"--shapes-only"}, quiet{"--quiet"}, step{"--step"},
      json{"--json"}, plain{"--plain"}, arithmetic{"--arithmetic"}, force{"--force"},
      open{"--open"}, figure_width{"--figure-width"};

  void add_to(FlagTable& table);

  /// Whether what comes out is read by programs, which speak no language. Figures are not.
  bool is_for_programs() const;

  /// Errors: InputError naming the flag, or the file that cannot be written.
  ViewChoice read() const;
};

}  // namespace attn

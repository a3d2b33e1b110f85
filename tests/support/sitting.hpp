#pragma once

#include "support/pseudo_terminal.hpp"
#include "support/small_course.hpp"

namespace attn {

/// A learner before a terminal, in which attn exercise runs.
struct Sitting {
  Sitting(const Learner& who, const std::string& arguments, unsigned rows = 24,
          unsigned columns = 80, const std::string& before = "")
      : terminal("env HOME=" + who.folder.path().string() + " ATTN_COURSE=" +
                     who.folder.path("course") + " " + before + " attn exercise " + arguments,
                 rows, columns) {}

  /// Waits until something stands on the screen, and a prompt waits for a line.
  bool shows(const std::string& part) {
    return terminal.wait_for([&part](const TerminalScreen& screen) {
      const std::string left = screen.before_cursor();
      return screen.shows(part) && left.ends_with("> ");
    });
  }

  /// Types something, and waits for what it is answered with.
  bool replies(const std::string& typed, const std::string& answer) {
    terminal.type(typed);
    return shows(answer);
  }

  int exit_code() { return terminal.exit_code(); }

  PseudoTerminal terminal;
};

}  // namespace attn

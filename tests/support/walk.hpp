#pragma once

#include <string>

#include "support/catch.hpp"
#include "support/pseudo_terminal.hpp"

namespace attn {

inline const std::string kWalk = "attn attend 'The cat sat down' --causal --step";

/// A walk through the stages, looked at only when a screen is complete: the cursor then rests
/// behind its last line.
class Walk {
 public:
  Walk(unsigned rows, unsigned columns, const std::string& command = kWalk)
      : terminal(command, rows, columns) {}

  void press(const std::string& keys) { terminal.type(keys); }

  bool shows(const std::string& part) {
    return terminal.wait_for([&part](const TerminalScreen& screen) {
      return screen.shows(part) && screen.before_cursor().ends_with("q quit");
    });
  }

  /// A stage by its place: " 3/9" stands only there.
  bool is_at(unsigned stage, unsigned n) {
    return shows(" " + std::to_string(stage) + "/" + std::to_string(n));
  }

  /// What keys show, and the stage that they lead to.
  bool replies(const std::string& keys, const std::string& part) {
    press(keys);
    return shows(part);
  }
  bool leads_to(const std::string& keys, unsigned stage, unsigned n) {
    press(keys);
    return is_at(stage, n);
  }

  const TerminalScreen& screen() const { return terminal.screen(); }

  std::string text() const { return terminal.screen().text(); }

  /// Everything is again as a shell wants it.
  void check_left_in_order() {
    REQUIRE(terminal.wait_until_ended());
    CHECK(terminal.is_set_up_as_before());
    CHECK(terminal.screen().cursor_is_visible());
    CHECK(terminal.screen().before_cursor().empty());
  }

  PseudoTerminal terminal;
};

}  // namespace attn

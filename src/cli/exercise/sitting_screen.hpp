#pragma once

#include <string>

#include "cli/exercise/session.hpp"
#include "trace/document.hpp"

namespace attn {

/// What stands above the prompt of a sitting: at the top the exercise, what it gives and the
/// question, which stay in sight; below that what was said last. Where a terminal cannot be
/// cleared, each of them is printed once, one after the other.
class SittingScreen {
 public:
  explicit SittingScreen(ExerciseSession& session) : session_(session) {}

  /// Whether the terminal is cleared.
  void clears(bool clears) { clears_ = clears; }

  /// Sets what stays in sight.
  void pin(Document top) {
    top_ = std::move(top);
    is_new_ = true;
  }

  /// Sets what the person has typed of an answer: whole lines with their prompts.
  void take_typed(std::string typed) { typed_ = std::move(typed); }

  /// Sets what is said; the screen shows as much of it as fits.
  void say(Document said) { said_ = std::move(said); }

  /// Draws all of it anew, as wide as the terminal is now.
  void draw();

  /// Prints everything that was said.
  void draw_in_full();

  /// Prints a page in the place of everything. Returns whether a pager showed it, so that the
  /// person has read it.
  bool show(const Document& page);

 private:
  std::string text_of(const Document& page) const;
  std::string footer() const;

  ExerciseSession& session_;
  Document top_, said_;
  std::string typed_;
  bool clears_ = false, is_new_ = true;
};

}  // namespace attn

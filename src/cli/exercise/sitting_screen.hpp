#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/exercise/session.hpp"
#include "cli/terminal/line_editor.hpp"
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

  /// Sets what stays in sight: the fullest of `tops` that leaves room for what is said and for so
  /// many rows to type; the last, which is the barest, where none does. Blank lines go before that.
  /// Where the terminal is not cleared, it is the last.
  void pin(std::vector<Document> tops, std::size_t n_rows_to_type) {
    tops_ = std::move(tops);
    n_rows_to_type_ = n_rows_to_type;
    is_new_ = true;
  }

  /// Sets what the person has typed of an answer: whole lines with their prompts.
  void take_typed(std::string typed) { typed_ = std::move(typed); }

  /// Sets what is said; the screen shows as much of it as fits.
  void say(Document said) { said_ = std::move(said); }

  /// Draws all of it anew, as wide as the terminal is now.
  void draw();

  /// What is said.
  const Document& said() const { return said_; }

  /// Shows a page in the place of everything, and reads a line below its end; nothing at the end of
  /// the input. Where the terminal is cleared and too small for the page, it comes a screenful at a
  /// time: keys turn them; the first one shown is the last of them `from_its_end`.
  std::optional<std::string> show(const Document& page, LineEditor& editor,
                                  const std::string& prompt, bool from_its_end = false);

 private:
  struct ShownPage {
    Document page;
    std::size_t at = 0;  // one beyond the last is the last
    std::size_t n_screenfuls = 1;
  };

  void draw_below();
  void draw_page();
  std::string turning_keys(std::size_t place, std::size_t n) const;
  void turn(const KeyPress& press);
  std::string text_of(const Document& page) const;
  std::string footer() const;
  const Document& top_that_fits(std::size_t n_other_lines) const;

  ExerciseSession& session_;
  std::vector<Document> tops_{{}};
  std::size_t n_rows_to_type_ = 0;
  Document said_;
  std::optional<ShownPage> page_;  // in the place of them
  std::string typed_;
  bool clears_ = false, is_new_ = true;
};

}  // namespace attn

#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/exercise/session.hpp"
#include "cli/terminal/keys.hpp"
#include "practice/exercise/exercise.hpp"
#include "trace/document.hpp"

namespace attn {

/// What a person may type at a question instead of an answer.
enum class Order { hint, show, answers, undo, skip, next, more, solution, help, quit };

/// The order that a line is: its word or its key, with or without a colon before it. Nothing if it
/// is part of an answer; without a colon that is also so where it could be the answer to the field.
std::optional<Order> order_of(const std::string& line, const Field& field);

/// The same where no answer can be typed.
std::optional<Order> order_of(const std::string& line);

/// A line of the help: "h, hint", and what it does.
struct OrderHelp {
  std::string names, does;
};
std::vector<OrderHelp> order_help();

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

/// How a person left an exercise of a sitting.
enum class Leaving { passed, left, quit };

/// How an exercise was left, and whether its answers are kept.
struct Left {
  Leaving how;
  bool is_kept = true;
};

/// Asks the questions of one exercise, one after the other. Every answer is kept when it is given,
/// the rows of a matrix one by one; the next sitting goes on at the first question that is open.
/// The last words are said at Ctrl-C as long as answers are kept.
Left sit_at_questions(ExerciseSession& session, SittingScreen& screen, LineEditor& editor,
                      const std::string& last_words);

/// Answers the questions of a course at the terminal, one after the other: those of the exercise
/// that the command names, else the next open one; then of the next exercise, until the person
/// leaves. Returns the exit code.
int sit_down(ExerciseSession& session);

/// Whether a person sits before it: both input and output are a terminal, and no document is
/// wanted.
bool is_interactive(const ExerciseSession& session);

}  // namespace attn

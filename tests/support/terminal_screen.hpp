#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What a person sees in a terminal: a tiny one that knows the commands our program uses, and
/// refuses all others.
class TerminalScreen {
 public:
  TerminalScreen(unsigned rows, unsigned columns) : n_columns_(columns), lines_(rows) {}

  /// Shows the bytes. What is incomplete at their end waits for more.
  /// Errors: std::runtime_error at a command it does not know.
  void show(std::string_view bytes);

  void resize(unsigned rows, unsigned columns);  ///< long lines flow into the next

  /// The lines from the top to the last that is not empty, without spaces at their ends.
  std::string text() const;
  bool shows(const std::string& part) const { return text().find(part) != std::string::npos; }

  /// What stands to the left of the cursor, in its line.
  std::string before_cursor() const;

  bool cursor_is_visible() const { return cursor_is_visible_; }
  bool is_colored() const { return is_colored_; }      ///< a colour was ever set
  bool is_asked() const { return is_asked_; }          ///< what kind of terminal it is
  unsigned n_wrapped() const { return n_wrapped_; }    ///< lines that were too long for it
  unsigned n_scrolled() const { return n_scrolled_; }  ///< lines lost at the top

 private:
  using Cells = std::vector<std::string>;  // one a column; "" behind a wide character

  std::size_t obey(std::string_view sequence);  // returns its length, 0 if it is incomplete
  void put(std::string_view character);
  void edit(char command, std::size_t n);
  void line_feed();
  void erase_below();

  std::size_t n_columns_;
  std::vector<Cells> lines_;
  std::size_t row_ = 0, column_ = 0;
  std::string pending_;
  bool cursor_is_visible_ = true, is_colored_ = false, is_asked_ = false, inserts_ = false;
  unsigned n_wrapped_ = 0, n_scrolled_ = 0;
};

}  // namespace attn

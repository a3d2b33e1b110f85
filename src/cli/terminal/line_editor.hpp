#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "cli/terminal/raw_terminal.hpp"

namespace attn {

/// Lines that a person types at a prompt and can edit while they do: arrows, the lines typed
/// before, Ctrl-A, Ctrl-W and so on. Several lines pasted at once arrive as one, with ";" for the
/// line ends, so that a matrix can be looked at before it is handed in. Where the terminal cannot
/// do that (TERM=dumb, no libedit), lines arrive as the terminal hands them over.
class LineEditor {
 public:
  /// `redraw` draws what stands above the prompt anew: after the terminal got another size, after
  /// Ctrl-L, and when the program goes on after Ctrl-Z.
  explicit LineEditor(std::function<void()> redraw);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  /// Whether lines can be edited, and the screen be drawn anew.
  bool can_edit() const { return editing_ != nullptr; }

  /// The next line without its end; nothing at the end of the input (Ctrl-D, a terminal that is
  /// gone).
  /// Errors: InputError if it cannot be read, or is far too long.
  std::optional<std::string> read(const std::string& prompt);

  /// Brings a line back when earlier ones are asked for.
  void remember(const std::string& line);

  /// A single key, between two lines; what it types is not shown. Only where lines can be edited.
  KeyPress read_key();

 private:
  class Editing;
  class Plain;
  std::unique_ptr<Editing> editing_;
  std::unique_ptr<Plain> plain_;
};

/// A pasted text as one line: what ends a line becomes " ; ", or a space within brackets; line ends
/// at its own ends go.
std::wstring pasted_line(const std::wstring& text);

}  // namespace attn

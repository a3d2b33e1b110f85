#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "cli/terminal/terminal_keeper.hpp"

namespace attn {

/// What a person pressed. Other keys are `other`.
enum class Key {
  next,
  back,
  first,
  last,
  previous_group,
  next_group,
  up,
  down,
  left,
  right,
  page_up,
  page_down,
  row_start,
  row_end,
  explain,
  view,
  help,
  quit,
  escape,
  interrupt,
  suspend,
  resized,
  digit,
  other,
};

struct KeyPress {
  Key key = Key::other;
  unsigned digit = 0;  ///< with Key::digit: 0 to 9
  char letter = 0;     ///< what it types, where that is one visible ASCII character
};

/// Waits for a key of a terminal that hands over every byte as it comes. A closed terminal counts
/// as quit.
KeyPress next_key_press();

/// Reads single keys from the terminal while it lives, and puts the terminal back as it was when
/// it ends: on return, on an exception, and on SIGINT, SIGTERM, SIGHUP or SIGQUIT.
class RawTerminal {
 public:
  RawTerminal();
  ~RawTerminal();
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;

  /// Waits for a key. A closed terminal counts as quit.
  KeyPress read_key();

  /// The same, but waits no longer than this: then nothing.
  std::optional<KeyPress> read_key_within(std::chrono::milliseconds time);

  /// Gives the terminal back as it was while another program uses it.
  void lend(const std::function<void()>& use);

  /// Hands the terminal back to the shell until the person brings us to the front again.
  void suspend();

 private:
  void enter();
  void leave();

  TerminalKeeper keeper_;
};

}  // namespace attn

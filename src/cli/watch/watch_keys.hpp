#pragma once

#include <string>

#include "cli/terminal/raw_terminal.hpp"

namespace attn {

/// What a key does while a file is watched.
enum class WatchKey {
  hint,
  editor,
  page,
  list,
  next,
  go_on,  ///< to the next exercise after a pass
  again,
  quit,
  interrupt,
  suspend,
  redraw,
  none
};

WatchKey watch_key(const KeyPress& press);

/// The keys in one line: "h hint   e edit ...".
std::string watch_keys_line();

}  // namespace attn

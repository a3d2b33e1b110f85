#include "cli/watch/watch_keys.hpp"

#include "base/message.hpp"

namespace attn {
namespace {

WatchKey key_of_letter(char letter) {
  switch (letter) {
    case 'h':
      return WatchKey::hint;
    case 'e':
      return WatchKey::editor;
    case 'p':
      return WatchKey::page;
    case 'l':
      return WatchKey::list;
    case 'n':
      return WatchKey::next;
    case 'r':
      return WatchKey::again;
    case 'q':
      return WatchKey::quit;
    default:
      return WatchKey::none;
  }
}

}  // namespace

WatchKey watch_key(const KeyPress& press) {
  if (press.letter != 0) return key_of_letter(press.letter);
  switch (press.key) {
    case Key::next:  // Enter
      return WatchKey::go_on;
    case Key::quit:
      return WatchKey::quit;
    case Key::interrupt:
      return WatchKey::interrupt;
    case Key::suspend:
      return WatchKey::suspend;
    case Key::resized:
      return WatchKey::redraw;
    default:
      return WatchKey::none;
  }
}

std::string watch_keys_line() {
  return translated("h hint   e edit   p page   l list   n next   r again   q quit");
}

}  // namespace attn

#include "support/terminal_screen.hpp"

#include <algorithm>
#include <stdexcept>

#include "render/text/text.hpp"

namespace attn {
namespace {

std::string joined(const std::vector<std::string>& cells, std::size_t n) {
  std::string line;
  for (std::size_t i = 0; i < std::min(n, cells.size()); ++i) line += cells[i];
  return line;
}

// How many bytes the UTF-8 character takes that begins with this one.
std::size_t bytes_of(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

}  // namespace

void TerminalScreen::show(std::string_view bytes) {
  pending_ += bytes;
  std::string_view left = pending_;
  while (!left.empty()) {
    std::size_t used = 1;
    if (left[0] == '\r') {
      column_ = 0;
    } else if (left[0] == '\n') {
      line_feed();
    } else if (left[0] == '\b') {
      column_ -= std::min<std::size_t>(column_, 1);
    } else if (left[0] == '\a') {
      // a bell is not seen
    } else if (left[0] == '\033') {
      used = obey(left);
    } else {
      used = bytes_of(left[0]);
      if (used > left.size())
        used = 0;
      else
        put(left.substr(0, used));
    }
    if (used == 0) break;
    left.remove_prefix(used);
  }
  pending_ = std::string(left);
}

std::size_t TerminalScreen::obey(std::string_view sequence) {
  if (sequence.size() > 1 && (sequence[1] == '=' || sequence[1] == '>')) return 2;  // of the keypad
  if (sequence.size() > 1 && sequence[1] == ']') {  // a question up to its end, ESC and backslash
    const std::size_t last = sequence.find('\\');
    return last == std::string_view::npos ? 0 : last + 1;
  }
  const std::size_t end = sequence.find_first_not_of("0123456789;?", 2);
  if (sequence.size() < 3 || end == std::string_view::npos) return 0;
  const std::string command(sequence.substr(1, end));
  const std::string number = command.substr(1, command.size() - 2);
  if (command == "[?25l" || command == "[?25h") {
    cursor_is_visible_ = command.back() == 'h';
  } else if (command == "[?2004h" || command == "[?2004l" || command == "[?1h" ||
             command == "[?1l") {
    // how pastes are marked is not seen, nor what the arrow keys send
  } else if (command == "[c") {
    is_asked_ = true;
  } else if (command == "[4h" || command == "[4l") {
    inserts_ = command.back() == 'h';
  } else if (command == "[K") {
    lines_[row_].resize(std::min(column_, lines_[row_].size()));
  } else if (command == "[C" || command == "[D" || command == "[@" || command == "[P") {
    edit(command.back(), 1);
  } else if (command[0] == '[' && !number.empty() &&
             std::string("CDG@P").find(command.back()) != std::string::npos) {
    edit(command.back(), std::stoul(number));
  } else if (command == "[J") {
    erase_below();
  } else if (command == "[2J") {
    lines_.assign(lines_.size(), {});
  } else if (command == "[H") {
    row_ = column_ = 0;
  } else if (command.back() == 'm') {
    is_colored_ = true;
  } else if (command[0] == '[' && command.back() == 'A' && !number.empty()) {
    row_ -= std::min<std::size_t>(row_, std::stoul(number));
  } else {
    throw std::runtime_error("the screen does not know ESC " + command);
  }
  return end + 1;
}

// Moves the cursor in its line, or the characters behind it.
void TerminalScreen::edit(char command, std::size_t n) {
  Cells& line = lines_[row_];
  line.resize(std::max(line.size(), column_), " ");
  const auto here = line.begin() + static_cast<std::ptrdiff_t>(column_);
  if (command == 'G') column_ = std::min(n, n_columns_) - 1;
  if (command == 'C') column_ = std::min(column_ + n, n_columns_ - 1);
  if (command == 'D') column_ -= std::min(column_, n);
  if (command == '@') line.insert(here, n, " ");
  if (command == 'P')
    line.erase(here, here + static_cast<std::ptrdiff_t>(std::min(n, line.size() - column_)));
}

void TerminalScreen::put(std::string_view character) {
  const std::size_t width = display_width(character);
  Cells& line = lines_[row_];
  if (width == 0) {  // joins the character before it
    if (column_ > 0 && column_ <= line.size()) line[column_ - 1] += character;
    return;
  }
  if (column_ + width > n_columns_) {
    ++n_wrapped_;
    column_ = 0;
    line_feed();
    put(character);
    return;
  }
  if (inserts_) edit('@', width);
  line.resize(std::max(line.size(), column_ + width), " ");
  line[column_] = character;
  for (std::size_t i = 1; i < width; ++i) line[column_ + i] = "";
  column_ += width;
}

void TerminalScreen::line_feed() {
  if (row_ + 1 < lines_.size()) {
    ++row_;
    return;
  }
  ++n_scrolled_;
  lines_.erase(lines_.begin());
  lines_.emplace_back();
}

void TerminalScreen::erase_below() {
  lines_[row_].resize(std::min(column_, lines_[row_].size()));
  for (std::size_t row = row_ + 1; row < lines_.size(); ++row) lines_[row].clear();
}

// As terminals do: a line that is too long now goes on in the next.
void TerminalScreen::resize(unsigned rows, unsigned columns) {
  n_columns_ = columns;
  std::vector<Cells> flowed;
  std::size_t cursor_row = 0;
  for (std::size_t row = 0; row < lines_.size(); ++row) {
    Cells rest = lines_[row];
    for (; rest.size() > columns; rest.erase(rest.begin(), rest.begin() + columns))
      flowed.emplace_back(rest.begin(), rest.begin() + columns);
    flowed.push_back(rest);
    if (row == row_) cursor_row = flowed.size() - 1;
  }
  const std::size_t lost = cursor_row + 1 > rows ? cursor_row + 1 - rows : 0;  // at the top
  flowed.erase(flowed.begin(), flowed.begin() + static_cast<std::ptrdiff_t>(lost));
  flowed.resize(rows);
  lines_ = std::move(flowed);
  row_ = cursor_row - lost;
  column_ = std::min<std::size_t>(column_, columns - 1);
}

std::string TerminalScreen::text() const {
  std::string all;
  for (const Cells& cells : lines_) {
    std::string line = joined(cells, cells.size());
    line.erase(line.find_last_not_of(' ') + 1);
    all += line + "\n";
  }
  all.erase(all.find_last_not_of('\n') + 1);
  return all.empty() ? all : all + "\n";
}

std::string TerminalScreen::before_cursor() const { return joined(lines_[row_], column_); }

}  // namespace attn

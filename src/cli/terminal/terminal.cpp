#include "cli/terminal/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/system.hpp"
#include "base/text.hpp"

namespace attn {
namespace {

constexpr unsigned kUsualColumns = 80;
constexpr unsigned kUsualHeight = 24;

winsize size_of(int file) {
  winsize size{};
  if (isatty(file)) ioctl(file, TIOCGWINSZ, &size);
  return size;
}

bool forces_color(const char* name) {
  const std::string_view value = environment(name);
  return !value.empty() && value != "0";
}

// Parts of their names. Others have 256 colours, too, and say so.
constexpr std::array<std::string_view, 14> kColorfulTerminals{
    "256color", "direct", "kitty", "alacritty", "foot",   "ghostty", "wezterm",
    "contour",  "rio",    "iterm", "konsole",   "mintty", "vte",     "mlterm"};

// The locale that decides about characters; "" where nobody chose one.
std::string_view character_locale() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const std::string_view value = environment(name); !value.empty()) return value;
  return "";
}

}  // namespace

bool output_is_terminal() { return isatty(STDOUT_FILENO); }

bool input_is_terminal() { return isatty(STDIN_FILENO); }

bool screen_is_redrawable() {
  const std::string_view name = environment("TERM");
  return input_is_terminal() && output_is_terminal() && !name.empty() && name != "dumb";
}

bool errors_are_redrawable() { return isatty(STDERR_FILENO) && environment("TERM") != "dumb"; }

unsigned terminal_width() {
  for (const int file : {STDOUT_FILENO, STDERR_FILENO})
    if (const unsigned columns = size_of(file).ws_col; columns > 0)
      return std::min(columns, kMaxWidth);
  const std::string_view text = environment("COLUMNS");
  unsigned columns = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), columns);
  const bool is_number = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return is_number && columns > 0 ? std::min(columns, kMaxWidth) : kUsualColumns;
}

unsigned terminal_height() {
  const unsigned rows = size_of(STDOUT_FILENO).ws_row;
  return rows > 0 ? rows : kUsualHeight;
}

bool shows_heat_colors() {
  const std::string_view terminal = environment("TERM");
  if (terminal.empty() || !environment("COLORTERM").empty()) return true;
  return std::any_of(
      kColorfulTerminals.begin(), kColorfulTerminals.end(),
      [terminal](std::string_view name) { return terminal.find(name) != std::string_view::npos; });
}

bool shows_unicode() {
  if (environment("TERM") == "linux") return false;
  const std::string_view locale = character_locale();
  if (locale == "C" || locale == "POSIX") return false;
  const std::size_t dot = locale.find('.');
  if (dot == std::string_view::npos) return true;  // it does not say
  const std::string_view charset = locale.substr(dot + 1, locale.find('@', dot) - dot - 1);
  const std::string name = lower_case(std::string(charset));
  return name == "utf-8" || name == "utf8";
}

bool shows_true_color() {
  const std::string_view kind = environment("COLORTERM");
  return kind == "truecolor" || kind == "24bit";
}

bool wants_color(ColorChoice choice) {
  if (choice == ColorChoice::always) return true;
  if (choice == ColorChoice::never || !environment("NO_COLOR").empty()) return false;
  if (forces_color("CLICOLOR_FORCE") || forces_color("FORCE_COLOR")) return true;
  return environment("TERM") != "dumb" && output_is_terminal();
}

}  // namespace attn

#include "cli/terminal/terminal.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/message.hpp"
#include "base/system.hpp"
#include "base/text.hpp"
#include "cli/program/program.hpp"
#include "data/files/file.hpp"
#include "render/layout.hpp"
#include "render/text/text.hpp"

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

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPatience = std::chrono::milliseconds(100);
// Which colour is behind text (OSC 11), and what kind of terminal this is (DA1): every terminal
// answers the second, so nobody waits for one that does not know the first.
constexpr const char* kQuestion = "\033]11;?\033\\\033[c";

bool has_input(int milliseconds) {
  pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  return poll(&input, 1, milliseconds) > 0;
}

bool may_be_asked() {
  const std::string_view name = environment("TERM");
  const bool is_able = !name.empty() && name != "dumb" && name != "linux";
  const bool is_near = environment("SSH_CONNECTION").empty();  // a late answer would be typed
  return is_able && is_near && input_is_terminal() && output_is_terminal() &&
         tcgetpgrp(STDIN_FILENO) == getpgrp() && !has_input(0);
}

// All of the answer, up to the end of that to the second question.
std::string read_answer() {
  std::string answer;
  const auto end = Clock::now() + kPatience;
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0 || !has_input(static_cast<int>(left))) return answer;
    char byte = 0;
    if (read(STDIN_FILENO, &byte, 1) != 1) return answer;
    answer += byte;
    if (byte == 'c' && answer.find("\033[?") != std::string::npos) return answer;
  }
}

std::optional<bool> asked_terminal() {
  termios before{};
  if (!may_be_asked() || tcgetattr(STDIN_FILENO, &before) != 0) return std::nullopt;
  termios quiet = before;
  quiet.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  quiet.c_cc[VMIN] = 1;
  quiet.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &quiet);
  std::string answer;
  if (write_all(STDOUT_FILENO, kQuestion)) answer = read_answer();
  tcsetattr(STDIN_FILENO, TCSANOW, &before);
  return is_light_by_answer(answer);
}

bool found_background() {
  if (const auto light = is_light_by_numbers(environment("COLORFGBG"))) return *light;
  return asked_terminal().value_or(false);
}

// "ffff" or "ff" as a share of its largest value.
std::optional<double> share_of(std::string_view digits) {
  unsigned value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (digits.empty() || digits.size() > 4 || read.ptr != digits.data() + digits.size())
    return std::nullopt;
  return value / static_cast<double>((1U << (4 * digits.size())) - 1);
}

}  // namespace

std::optional<bool> is_light_by_numbers(std::string_view colors) {
  const std::size_t last = colors.rfind(';');
  if (last == std::string_view::npos) return std::nullopt;
  const std::string_view text = colors.substr(last + 1);
  unsigned number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || read.ptr != text.data() + text.size() || number > 15) return std::nullopt;
  return number == 7 || number > 8;
}

std::optional<bool> is_light_by_answer(std::string_view answer) {
  constexpr std::string_view kStart = "rgb:";
  constexpr std::array<double, 3> kWeights{.2126, .7152, .0722};
  const std::size_t start = answer.find(kStart);
  if (start == std::string_view::npos) return std::nullopt;
  std::string_view rest = answer.substr(start + kStart.size());
  double brightness = 0.0;
  for (const double weight : kWeights) {
    const std::size_t end = std::min(rest.find_first_not_of("0123456789abcdefABCDEF"), rest.size());
    const auto share = share_of(rest.substr(0, end));
    if (!share) return std::nullopt;
    brightness += weight * *share;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return brightness > 0.5;
}

bool background_is_light(BackgroundChoice choice) {
  if (choice != BackgroundChoice::automatic) return choice == BackgroundChoice::light;
  static const bool is_light = found_background();
  return is_light;
}

namespace {

// The columns that were asked for, as far as they can be read: an error may come before they are.
unsigned wanted_width() {
  const std::string_view typed = typed_value("--width");
  unsigned columns = 0;
  const auto read = std::from_chars(typed.data(), typed.data() + typed.size(), columns);
  const bool is_number = read.ec == std::errc() && read.ptr == typed.data() + typed.size();
  return is_number && columns >= kMinWidth ? columns : terminal_width();
}

unsigned message_width() { return std::min(wanted_width(), kWidestProse); }

}  // namespace

void print_result(const std::string& text) {
  if (write_all(STDOUT_FILENO, text)) return;
  if (errno == EPIPE) throw ClosedPipe{};
  throw SurroundingsError(message("cannot write the result: {}.", system_reason(errno)));
}

void print_remark(const std::string& text) {
  // Where even this fails there is nobody left to tell.
  static_cast<void>(write_all(STDERR_FILENO, wrap(text, message_width(), 0, 2)));
}

void print_written(const std::vector<std::string>& paths) {
  constexpr int kLongestWritten = 200;
  for (const std::string& path : paths)
    print_remark(message("wrote {}", preview(path, kLongestWritten)));
}

void print_note(const std::string& text) { print_remark(message("attn: note: {}", text)); }

void print_progress(const std::string& text) { static_cast<void>(write_all(STDERR_FILENO, text)); }

void print_error(const std::string& text, const std::vector<std::string>& hints) {
  // What the user typed is part of many a message: a whole novel, or an order to the terminal.
  constexpr int kLongestError = 1000;
  std::string lines =
      wrap(message("attn: error: {}", preview(text, kLongestError)), message_width(), 0, 2);
  for (const std::string& hint : hints)
    lines += wrap(preview(hint, kLongestError), message_width(), 2, 6);
  static_cast<void>(write_all(STDERR_FILENO, lines));
}

LiveText::LiveText() { erase_line_at_interrupt(true); }

LiveText::~LiveText() {
  clear();
  erase_line_at_interrupt(false);
}

void LiveText::show(const std::string& text) {
  // A terminal that became narrower has broken the lines anew.
  const std::size_t n_lines = n_terminal_lines(shown_, terminal_width(), SIZE_MAX);
  const std::string up = n_lines > 1 ? fmt::format("\033[{}A", n_lines - 1) : "";
  print_progress(up + std::string(kEraseLine) + text);
  shown_ = text;
}

namespace {

constexpr std::size_t kLargestText = std::size_t{16} << 20;

std::string read_to_end() {
  std::optional<std::string> text = bytes_sent(STDIN_FILENO, kLargestText);
  if (!text) throw InputError(message("standard input cannot be read: {}.", system_reason(errno)));
  if (text->size() > kLargestText)
    throw InputError(message("standard input is longer than {} MiB.", kLargestText >> 20));
  return *std::move(text);
}

}  // namespace

const std::string& read_standard_input() {
  static const std::string text = text_of_bytes(read_to_end(), translated("standard input"));
  return text;
}

}  // namespace attn

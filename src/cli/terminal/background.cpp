#include "cli/terminal/background.hpp"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <chrono>
#include <string>

#include "base/system.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"

namespace attn {
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

}  // namespace attn

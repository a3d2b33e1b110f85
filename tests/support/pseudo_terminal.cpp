#include "support/pseudo_terminal.hpp"

#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <stdexcept>

namespace attn {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kPatience = std::chrono::seconds(30);  // sanitizers on a busy machine are slow
constexpr int kMomentMs = 20;

winsize size_of(unsigned rows, unsigned columns) {
  winsize size{};
  size.ws_row = static_cast<unsigned short>(rows);
  size.ws_col = static_cast<unsigned short>(columns);
  return size;
}

termios settings_of(int terminal) {
  termios settings{};
  if (tcgetattr(terminal, &settings) != 0) throw std::runtime_error("tcgetattr failed");
  return settings;
}

}  // namespace

PseudoTerminal::PseudoTerminal(const std::string& command, unsigned rows, unsigned columns)
    : screen_(rows, columns) {
  const std::string path =
      "PATH=" + std::filesystem::path(ATTN_PROGRAM).parent_path().string() + ":/usr/bin:/bin";
  // Without a pager: what is longer than the terminal would wait for keys. Dark: this terminal does
  // not answer when it is asked.
  const std::array<const char*, 6> environment{
      path.c_str(),  "LC_ALL=C.UTF-8", "TERM=xterm-256color",
      "ATTN_PAGER=", "COLORFGBG=15;0", nullptr};
  const std::string replaced = "exec " + command;  // no shell stays in between
  const std::array<const char*, 4> arguments{"sh", "-c", replaced.c_str(), nullptr};
  const winsize size = size_of(rows, columns);
  // Our end of the program's side stays open: its settings are asked for after the program has
  // gone.
  if (openpty(&terminal_, &program_side_, nullptr, nullptr, &size) != 0)
    throw std::runtime_error("openpty failed");
  settings_before_ = settings_of(program_side_);
  process_ = fork();
  if (process_ < 0) throw std::runtime_error("fork failed");
  if (process_ == 0) {
    close(terminal_);
    login_tty(program_side_);
    execve("/bin/sh", const_cast<char**>(arguments.data()), const_cast<char**>(environment.data()));
    _exit(127);
  }
}

PseudoTerminal::~PseudoTerminal() {
  if (!has_ended_) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  close(program_side_);
  if (terminal_ >= 0) close(terminal_);
}

void PseudoTerminal::type(const std::string& keys) {
  if (write(terminal_, keys.data(), keys.size()) != static_cast<ssize_t>(keys.size()))
    throw std::runtime_error("cannot type into the terminal");
}

void PseudoTerminal::resize(unsigned rows, unsigned columns) {
  screen_.resize(rows, columns);
  const winsize size = size_of(rows, columns);
  ioctl(terminal_, TIOCSWINSZ, &size);  // this also tells the program
}

void PseudoTerminal::answer_background(const std::string& answer) {
  if (!wait_for([](const TerminalScreen& screen) { return screen.is_asked(); }))
    throw std::runtime_error("the terminal was not asked");
  type(answer);
}

void PseudoTerminal::send(int signal) { kill(process_, signal); }

void PseudoTerminal::hang_up() {
  close(terminal_);
  terminal_ = -1;
}

bool PseudoTerminal::read_some() {
  if (terminal_ < 0) {
    usleep(kMomentMs * 1000);
    return false;
  }
  pollfd input{.fd = terminal_, .events = POLLIN, .revents = 0};
  if (poll(&input, 1, kMomentMs) <= 0) return false;
  std::array<char, 4096> buffer{};
  const ssize_t n = read(terminal_, buffer.data(), buffer.size());
  if (n <= 0) return false;
  screen_.show({buffer.data(), static_cast<std::size_t>(n)});
  return true;
}

bool PseudoTerminal::wait_for(const std::function<bool(const TerminalScreen&)>& looks_right) {
  for (const auto end = Clock::now() + kPatience; Clock::now() < end; read_some())
    if (looks_right(screen_)) return true;
  return false;
}

bool PseudoTerminal::wait_for(const std::string& part) {
  return wait_for([&part](const TerminalScreen& screen) { return screen.shows(part); });
}

bool PseudoTerminal::poll_status(int options) {
  int status = 0;
  if (has_ended_ || waitpid(process_, &status, options | WNOHANG) != process_) return false;
  has_stopped_ = WIFSTOPPED(status);
  has_ended_ = !has_stopped_;
  if (has_ended_) exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return true;
}

bool PseudoTerminal::wait_until_stopped() {
  has_stopped_ = false;
  for (const auto end = Clock::now() + kPatience; Clock::now() < end; read_some())
    if (poll_status(WUNTRACED)) break;
  while (read_some()) continue;
  return has_stopped_;
}

bool PseudoTerminal::wait_until_ended() {
  for (const auto end = Clock::now() + kPatience; !has_ended_ && Clock::now() < end; read_some())
    poll_status(0);
  while (read_some()) continue;
  return has_ended_;
}

int PseudoTerminal::exit_code() {
  if (!wait_until_ended()) throw std::runtime_error("the program does not end");
  return exit_code_;
}

bool PseudoTerminal::is_set_up_as_before() const {
  const termios now = settings_of(program_side_), &before = settings_before_;
  return now.c_iflag == before.c_iflag && now.c_oflag == before.c_oflag &&
         now.c_cflag == before.c_cflag && now.c_lflag == before.c_lflag &&
         std::equal(std::begin(now.c_cc), std::end(now.c_cc), before.c_cc);
}

}  // namespace attn

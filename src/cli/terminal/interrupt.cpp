#include "cli/terminal/interrupt.hpp"

#include <unistd.h>

#include <csignal>

#include "cli/exit_code.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal_keeper.hpp"

namespace attn {
namespace {

volatile std::sig_atomic_t erases_line = 0;

constexpr int kSignalBase = 128;  // what a shell adds to the signal that ended a program
static_assert(kSignalBase + SIGINT == kInterrupted);

extern "C" void leave(int signal) {
  if (erases_line)
    static_cast<void>(::write(STDERR_FILENO, kEraseLine.data(), kEraseLine.size()) > 0);
  // Where even this fails there is nobody left to tell.
  if (::isatty(STDOUT_FILENO)) static_cast<void>(::write(STDOUT_FILENO, "\n", 1) == 1);
  write_last_words();
  ::_exit(kSignalBase + signal);
}

volatile std::sig_atomic_t was_interrupted = 0;

extern "C" void note_interrupt(int signal) {
  if (was_interrupted) leave(signal);
  was_interrupted = signal;
}

// A program that was started without Ctrl-C, or so that it outlives its terminal, stays so.
void handle_unless_ignored(int signal, void (*handler)(int)) {
  struct sigaction before {};
  if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) return;
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

int exit_code_of_signal(int signal) { return kSignalBase + signal; }

void leave_at_interrupt() { handle_unless_ignored(SIGINT, leave); }

void erase_line_at_interrupt(bool erase) { erases_line = erase ? 1 : 0; }

InterruptNote::InterruptNote() {
  was_interrupted = 0;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], nullptr, &before_[i]);
    handle_unless_ignored(kSignals[i], note_interrupt);
  }
}

InterruptNote::~InterruptNote() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
}

bool InterruptNote::is_there() const { return was_interrupted != 0; }

int InterruptNote::exit_code() { return exit_code_of_signal(was_interrupted); }

}  // namespace attn

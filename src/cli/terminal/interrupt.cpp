#include "cli/terminal/interrupt.hpp"

#include <unistd.h>

#include <csignal>

#include "cli/exit_code.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal_keeper.hpp"

namespace attn {
namespace {

volatile std::sig_atomic_t erases_line = 0;

extern "C" void leave(int) {
  if (erases_line)
    static_cast<void>(::write(STDERR_FILENO, kEraseLine.data(), kEraseLine.size()) > 0);
  // Where even this fails there is nobody left to tell.
  if (::isatty(STDOUT_FILENO)) static_cast<void>(::write(STDOUT_FILENO, "\n", 1) == 1);
  write_last_words();
  ::_exit(kInterrupted);
}

volatile std::sig_atomic_t was_interrupted = 0;

extern "C" void note_interrupt(int signal) {
  if (was_interrupted) leave(signal);
  was_interrupted = 1;
}

// A program that was started without Ctrl-C stays so.
bool ignores_interrupts() {
  struct sigaction action {};
  return ::sigaction(SIGINT, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

void handle_interrupt(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
}

}  // namespace

void leave_at_interrupt() {
  if (!ignores_interrupts()) handle_interrupt(leave);
}

void erase_line_at_interrupt(bool erase) { erases_line = erase ? 1 : 0; }

InterruptNote::InterruptNote() {
  was_interrupted = 0;
  ::sigaction(SIGINT, nullptr, &before_);
  if (!ignores_interrupts()) handle_interrupt(note_interrupt);
}

InterruptNote::~InterruptNote() { ::sigaction(SIGINT, &before_, nullptr); }

bool InterruptNote::is_there() const { return was_interrupted != 0; }

}  // namespace attn

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

}  // namespace

void leave_at_interrupt() {
  struct sigaction action {};
  if (::sigaction(SIGINT, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) return;
  action.sa_handler = leave;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
}

void erase_line_at_interrupt(bool erase) { erases_line = erase ? 1 : 0; }

}  // namespace attn

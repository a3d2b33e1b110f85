#include "cli/interrupt.hpp"

#include <unistd.h>

#include <csignal>

#include "cli/exit_code.hpp"

namespace attn {
namespace {

extern "C" void leave(int) {
  // Where even this fails there is nobody left to tell.
  if (::isatty(STDOUT_FILENO)) static_cast<void>(::write(STDOUT_FILENO, "\n", 1) == 1);
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

}  // namespace attn

#include "sandbox/pipe.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "base/message.hpp"

namespace attn {

Pipe make_pipe() {
  int ends[2];
  if (::pipe(ends) != 0) refuse_process();
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

void refuse_process() {
  throw SurroundingsError(message("no program can be started: {}.", system_reason(errno)));
}

}  // namespace attn

#include "sandbox/pipe.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "base/message.hpp"
#include "support/catch.hpp"

namespace attn {
namespace {

TEST_CASE("make_pipe: nobody waits for what was not written yet") {
  const Pipe pipe = make_pipe();
  char byte = 'x';
  CHECK(::read(pipe.reading.get(), &byte, 1) == -1);
  CHECK(errno == EAGAIN);
  CHECK(::write(pipe.writing.get(), "y", 1) == 1);
  CHECK(::read(pipe.reading.get(), &byte, 1) == 1);
  CHECK(byte == 'y');
}

TEST_CASE("refuse_process: it says the system's reason") {
  errno = EACCES;
  CHECK_THROWS_WITH(refuse_process(), ContainsSubstring("ermission"));
}

}  // namespace
}  // namespace attn

#include "base/system_reason.hpp"

#include <cerrno>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("system_reason: what meets a user has words of ours", "[core][system_reason]") {
  CHECK(system_reason(ENOSPC) == "no space is left on the disk");
  CHECK(system_reason(EDQUOT) == system_reason(ENOSPC));
  CHECK(system_reason(EACCES) == "permission is denied");
  CHECK(system_reason(EROFS) == "the disk is read-only");
}

TEST_CASE("system_reason: any other error still says something", "[core][system_reason]") {
  CHECK_FALSE(system_reason(EXDEV).empty());
  CHECK_FALSE(system_reason(123456).empty());
}

#include "base/proc_bytes.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("proc_bytes: the number behind a name", "[base][memory]") {
  const std::string text = "VmPeak:\t    3060 kB\nVmHWM:\t    1684 kB\nThreads:\t1\n";
  CHECK(proc_bytes(text, "VmHWM") == 1684U * 1024);
  CHECK(proc_bytes(text, "VmPeak") == 3060U * 1024);
}

TEST_CASE("proc_bytes: nothing where it is not there", "[base][memory]") {
  for (const char* text : {"", "VmHWM:", "VmHWM:\t kB", "VmHWM:\t12", "VmHWM:\t12 MB", "HWM:\t1 kB",
                           "XVmHWM:\t1 kB", "VmHWM:\tx kB"}) {
    CAPTURE(text);
    CHECK_FALSE(proc_bytes(text, "VmHWM"));
  }
}

#include "measure/memory.hpp"

#ifdef __linux__
#include <malloc.h>
#endif

#include <fstream>
#include <iterator>

#include "base/system.hpp"

namespace attn {
namespace {

std::optional<std::uint64_t> read_bytes(const char* file, const std::string& name) {
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  return proc_bytes(text, name);
}

// From now on the high-water mark counts anew.
bool reset_high_water_mark() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  std::ofstream clear("/proc/self/clear_refs");
  clear << "5" << std::flush;
  return clear.good();
}

}  // namespace

std::optional<std::uint64_t> peak_extra_bytes(const std::function<void()>& run) {
  constexpr const char* kStatus = "/proc/self/status";
  const bool is_reset = reset_high_water_mark();
  const std::optional<std::uint64_t> before = read_bytes(kStatus, "VmRSS");
  run();
  const std::optional<std::uint64_t> most = read_bytes(kStatus, "VmHWM");
  if (!is_reset || !before || !most) return std::nullopt;
  return *most > *before ? *most - *before : 0;
}

std::optional<std::uint64_t> available_bytes() {
  return read_bytes("/proc/meminfo", "MemAvailable");
}

}  // namespace attn

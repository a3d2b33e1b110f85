#include "benchmark/extra_memory.hpp"

#include <malloc.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace attn {
namespace {

// A line of /proc/self/status, "VmRSS:   1234 kB", in bytes.
std::optional<double> status_bytes(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (double kib = 0; word == name + ":" && status >> kib) return kib * 1024;
  return {};
}

}  // namespace

std::optional<double> extra_memory(const std::function<void()>& run) {
  // What was freed but not given back would be used again without being counted.
  malloc_trim(0);
  std::ofstream clear("/proc/self/clear_refs");
  if (!(clear << "5" << std::flush)) return {};
  const std::optional<double> before = status_bytes("VmRSS");
  run();
  const std::optional<double> highest = status_bytes("VmHWM");
  if (!before || !highest) return {};
  return std::max(0.0, *highest - *before);
}

}  // namespace attn

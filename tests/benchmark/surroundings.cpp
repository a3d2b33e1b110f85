#include "benchmark/surroundings.hpp"

#include <cstdlib>
#include <fstream>

#include "base/system.hpp"
#include "kernels/fused_attention.hpp"
#include "kernels/machine.hpp"

namespace attn {
namespace {

constexpr const char* kBuild =
#if defined(__OPTIMIZE__) && defined(NDEBUG)
    "optimised";
#else
    "not optimised: its times mean nothing";
#endif

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "not set";
}

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

}  // namespace

std::vector<std::pair<std::string, std::string>> surroundings() {
  const KernelFacts facts = kernel_facts();
  return {{"processor", processor()},
          {"threads", std::to_string(usual_threads())},
          {"blas", facts.blas},
          {"runs on", facts.runs_on},
          {"vectors", facts.vectors},
          {"compiler", kCompiler},
          {"build", kBuild},
          {"OPENBLAS_CORETYPE", variable("OPENBLAS_CORETYPE")},
          {"OPENBLAS_NUM_THREADS", variable("OPENBLAS_NUM_THREADS")}};
}

}  // namespace attn

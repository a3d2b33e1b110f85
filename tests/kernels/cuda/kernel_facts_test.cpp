#include "kernels/cuda/device_or_skip.hpp"

using namespace attn;

TEST_CASE("kernel_facts: names cuBLAS with or without a device") {
  const KernelFacts facts = kernel_facts();
  CHECK_THAT(facts.blas, Catch::Matchers::Matches("cuBLAS [0-9]+\\.[0-9]+"));
  CHECK(facts.vectors == "");
  CHECK(facts.runs_on != "");
}

TEST_CASE("kernel_facts: says why there is no device") {
  NO_DEVICE_OR_SKIP();
  CHECK_FALSE(kernel_facts().is_ready);
  CHECK_THAT(kernel_facts().runs_on,
             ContainsSubstring("NVIDIA driver") || ContainsSubstring("CUDA device"));
}

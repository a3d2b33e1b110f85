#include "kernels/fused_attention.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("kernel_facts: names the BLAS, its core and the vector instructions",
          "[kernels][facts]") {
  const KernelFacts facts = kernel_facts();
  CHECK(facts.blas.starts_with("OpenBLAS "));
  CHECK(facts.runs_on.starts_with("core "));
  CHECK_FALSE(facts.vectors.empty());
  CHECK(facts.is_ready);
}

#include "costs/pass.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("all_dtypes: the bits of each", "[costs][pass]") {
  std::string bits;
  for (const Dtype& dtype : all_dtypes())
    bits += dtype.name + " " + std::to_string(dtype.n_bits) + ", ";
  CHECK(bits == "fp32 32, fp16 16, bf16 16, int8 8, int4 4, ");
}

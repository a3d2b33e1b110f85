#include "costs/pass.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("dtype_named: the types by name", "[costs][pass]") {
  CHECK(dtype_named("fp32")->n_bits == 32);
  CHECK(dtype_named("fp16")->n_bits == 16);
  CHECK(dtype_named("bf16")->n_bits == 16);
  CHECK(dtype_named("int8")->n_bits == 8);
  CHECK(dtype_named("int4")->n_bits == 4);
  CHECK_FALSE(dtype_named("float16"));
}

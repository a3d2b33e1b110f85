#include "costs/pass.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("all_dtypes: the bits of each", "[costs][pass]") {
  std::string bits;
  for (const Dtype& dtype : all_dtypes())
    bits += dtype.name + " " + std::to_string(dtype.n_bits) + ", ";
  CHECK(bits == "fp32 32, fp16 16, bf16 16, fp8 8, int8 8, int4 4, ");
}

TEST_CASE("stored_types: values and cache have 16 bits at least", "[costs][pass]") {
  const auto types = [](const StoredTypes& all) {
    return all.weights.name + " " + all.values.name + " " + all.cache.name;
  };
  CHECK(types(stored_types({"fp32", 32})) == "fp32 fp32 fp32");
  CHECK(types(stored_types({"bf16", 16})) == "bf16 bf16 bf16");
  CHECK(types(stored_types({"int8", 8})) == "int8 fp16 fp16");
  CHECK(types(stored_types({"int4", 4}, Dtype{"int8", 8})) == "int4 fp16 int8");
}

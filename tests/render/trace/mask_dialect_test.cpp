#include "render/trace/mask_dialect.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("dialect_of: each language has its own arrays and signs", "[render][mask_code]") {
  CHECK(dialect_of(CodeLanguage::torch).module == "torch");
  CHECK(dialect_of(CodeLanguage::numpy).module == "np");
  CHECK(dialect_of(CodeLanguage::jax).module == "jnp");
  CHECK(!dialect_of(CodeLanguage::cpp).is_python());
  CHECK(dialect_of(CodeLanguage::cpp).and_sign == "&&");
}

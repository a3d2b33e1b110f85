#include "cli/complexity/variant_input.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"

using namespace attn;

namespace {

std::string refusal(const std::string& text, std::uint64_t n_heads) {
  try {
    read_variants(typed("--compare", text), n_heads);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("read_variants: every head, some, one", "[cli][variant_input]") {
  const auto variants = read_variants(typed("--compare", "mha, gqa:08,mqa"), 32);
  REQUIRE(variants.size() == 3);
  CHECK(variants[0].name == "mha");
  CHECK(variants[0].n_kv_heads == 32);
  CHECK(variants[1].name == "gqa:8");
  CHECK(variants[1].n_kv_heads == 8);
  CHECK(variants[2].n_kv_heads == 1);
}

TEST_CASE("read_variants: refuses what cannot be", "[cli][variant_input]") {
  CHECK(refusal("gqa:5", 12) ==
        "--compare gqa:5: 12 heads cannot share 5 key-value heads evenly. Numbers that divide 12 "
        "are 1, 2, 3, 4, 6, 12.");
  const std::string unknown = "--compare takes mha, gqa:N and mqa, separated by commas, but not ";
  const std::string meaning = " N is the number of key-value heads: 1 is mqa, 12 is mha.";
  CHECK(refusal("mla", 12) == unknown + "'mla'." + meaning);
  CHECK(refusal("mha,", 12) == unknown + "''." + meaning);
  CHECK(refusal("gqa:0", 12) ==
        "--compare gqa:N must be a whole number from 1 to 12, but it is 0.");
  CHECK(refusal("gqa:", 12) ==
        "--compare gqa:N must be a whole number from 1 to 12, but it is ''.");
  CHECK(refusal("gqa:13", 12) ==
        "--compare gqa:N must be a whole number from 1 to 12, but it is 13.");
  CHECK(refusal("mha,gqa:4,gqa:04", 12) == "--compare has gqa:4 twice.");
}

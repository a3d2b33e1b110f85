#include "costs/model/model.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/model_examples.hpp"

using namespace attn;

TEST_CASE("require_consistent: lets every example pass", "[costs][model]") {
  for (const Model& model : small_models()) CHECK_NOTHROW(require_consistent(model));
}

TEST_CASE("require_consistent: refuses what contradicts itself", "[costs][model][error]") {
  Model model = gpt2_model();
  model.n_kv_heads = 5;
  CHECK_THROWS_MATCHES(require_consistent(model), InputError,
                       Message("12 query heads cannot share 5 key-value heads evenly: the first "
                               "number must be a multiple of the second."));
  model = gpt2_model();
  model.n_experts = 4;
  model.n_active_experts = 5;
  CHECK_THROWS_MATCHES(require_consistent(model), InputError,
                       Message("5 experts cannot be active for each token where there are 4."));
}

TEST_CASE("heads_fill_model: also where the product has more than 64 bits", "[costs][model]") {
  CHECK(heads_fill_model({.d_model = 12, .n_heads = 3, .d_head = 4}));
  CHECK_FALSE(heads_fill_model({.d_model = 12, .n_heads = 3, .d_head = 5}));
  CHECK_FALSE(heads_fill_model({.d_model = 13, .n_heads = 3, .d_head = 4}));
  // 2^32 2^32 is 0 in 64 bits.
  const std::uint64_t large = std::uint64_t{1} << 32;
  CHECK_FALSE(heads_fill_model({.d_model = 0, .n_heads = large, .d_head = large}));
}

#include "costs/model.hpp"

#include "core/error.hpp"
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

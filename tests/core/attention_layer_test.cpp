#include "core/attention_layer.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

// What they refuse in other cases is asked of those who use them: mechanisms/multi_head,
// mechanisms/scaled_dot_product and kernels/fused_multi_head.

TEST_CASE("MultiHeadLayer: keys come from the memory, and values from where keys do",
          "[core][attention_layer]") {
  MultiHeadLayer layer;
  CHECK(&layer.keys_from() == &layer.X);
  CHECK(&layer.values_from() == &layer.X);
  layer.memory = arma::mat(2, 2);
  CHECK(&layer.keys_from() == &*layer.memory);
  CHECK(&layer.values_from() == &*layer.memory);
  layer.value_memory = arma::mat(2, 3);
  CHECK(&layer.keys_from() == &*layer.memory);
  CHECK(&layer.values_from() == &*layer.value_memory);
}

TEST_CASE("require_fitting_shapes: a layer with grouped heads and two sequences",
          "[core][attention_layer]") {
  MultiHeadLayer layer;
  layer.X = arma::ones(3, 4);
  layer.memory = arma::ones(5, 6);
  layer.weights.W_Q = arma::ones(4, 8);  // 4 heads, d_k 2
  layer.weights.W_K = arma::ones(6, 4);
  layer.weights.W_V = arma::ones(6, 6);  // 2 heads, d_v 3
  layer.weights.W_O = arma::ones(12, 4);
  layer.counts = {4, 2};
  CHECK_NOTHROW(require_fitting_shapes(layer));
  layer.weights.b_O = arma::ones(1, 3);
  CHECK_THROWS_MATCHES(require_fitting_shapes(layer), InputError,
                       Message("b_O must be 1 x 4, but it is 1 x 3."));
  layer.weights.W_O.reset();  // without it nobody reads its bias
  CHECK_NOTHROW(require_fitting_shapes(layer));
}

TEST_CASE("require_fitting_shapes: one head, from embeddings or as it is",
          "[core][attention_layer]") {
  Embedded embedded{.X = arma::ones(3, 4),
                    .memory = {},
                    .W_Q = arma::ones(4, 2),
                    .W_K = arma::ones(4, 2),
                    .W_V = arma::ones(4, 5)};
  CHECK_NOTHROW(require_fitting_shapes(embedded));
  embedded.memory = arma::ones(2, 3);
  CHECK_THROWS_MATCHES(
      require_fitting_shapes(embedded), InputError,
      Message("X and M must have the same number of columns: X is 3 x 4, M is 2 x 3."));
  Projected projected{arma::ones(3, 2), arma::ones(5, 2), arma::ones(5, 1)};
  CHECK_NOTHROW(require_fitting_shapes(projected));
  projected.V = arma::ones(4, 1);
  CHECK_THROWS_MATCHES(
      require_fitting_shapes(projected), InputError,
      Message("K and V must have the same number of rows: K is 5 x 2, V is 4 x 1."));
}

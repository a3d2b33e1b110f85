#include "costs/count/recurrent.hpp"

#include "costs/costs.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

// T and B as a pass has them.
Arguments all_arguments(const Recurrent& layer, const Pass& pass) {
  Arguments arguments = arguments_of(layer);
  arguments.add("T", "tokens", count_of(pass.n_tokens));
  arguments.add("B", "batch", count_of(pass.n_batch));
  return arguments;
}

Count n_parameters(const Recurrent& layer) {
  return total_of(parameters_of(layer, arguments_of(layer)));
}

}  // namespace

TEST_CASE("parameters_of recurrent: one, three and four gates", "[costs][recurrent]") {
  // 512 wide in and out, as nn.RNN, nn.GRU and nn.LSTM count them.
  CHECK(n_parameters({.cell = RecurrentCell::rnn, .d_input = 512, .d_hidden = 512}) == 525312);
  CHECK(n_parameters({.cell = RecurrentCell::gru, .d_input = 512, .d_hidden = 512}) == 1575936);
  CHECK(n_parameters({.cell = RecurrentCell::lstm, .d_input = 512, .d_hidden = 512}) == 2101248);
}

TEST_CASE("parameters_of recurrent: each part by hand", "[costs][recurrent]") {
  const Recurrent layer{
      .cell = RecurrentCell::lstm, .d_input = 3, .d_hidden = 5, .n_bias_vectors = 1};
  const auto parts = parameters_of(layer, arguments_of(layer));
  REQUIRE(parts.size() == 3);
  CHECK(find(parts, "input_weights")->count == 60);  // 4·3·5
  CHECK(find(parts, "input_weights")->formula.text() == "4 d H");
  CHECK(find(parts, "recurrent_weights")->count == 100);  // 4·5·5
  CHECK(find(parts, "recurrent_weights")->formula.text() == "4 H^2");
  CHECK(find(parts, "biases")->count == 20);
  CHECK(n_parameters({.cell = RecurrentCell::lstm, .d_input = 3, .d_hidden = 5}) ==
        200);  // two vectors
  CHECK(n_parameters(
            {.cell = RecurrentCell::lstm, .d_input = 3, .d_hidden = 5, .n_bias_vectors = 0}) ==
        160);
}

TEST_CASE("parameters_of recurrent: a classifier around it", "[costs][recurrent]") {
  const Recurrent layer{
      .cell = RecurrentCell::rnn, .d_input = 3, .d_hidden = 5, .n_vocab = 7, .n_classes = 2};
  const auto parts = parameters_of(layer, arguments_of(layer));
  CHECK(find(parts, "token_embedding")->count == 21);
  CHECK(find(parts, "classifier")->count == 12);  // 2·5 + 2
  CHECK(total_of(parts) == 21 + 15 + 25 + 10 + 12);
}

TEST_CASE("macs_of recurrent: each token once, in each sequence", "[costs][recurrent]") {
  const Recurrent layer{.cell = RecurrentCell::gru, .d_input = 3, .d_hidden = 5, .n_classes = 2};
  const Pass pass{.n_batch = 2, .n_tokens = 7};
  const auto terms = macs_of(layer, pass, all_arguments(layer, pass));
  CHECK(find(terms, "input_products")->count == 2 * 7 * 3 * 15);
  CHECK(find(terms, "recurrent_products")->count == 2 * 7 * 3 * 25);
  CHECK(find(terms, "recurrent_products")->formula.text() == "3 B T H^2");
  CHECK(find(terms, "classifier")->count == 2 * 10);
}

TEST_CASE("states_of: an LSTM keeps a cell beside each hidden state", "[costs][recurrent]") {
  const Pass pass{.n_tokens = 100};
  for (const RecurrentCell cell : {RecurrentCell::rnn, RecurrentCell::gru, RecurrentCell::lstm}) {
    const Recurrent layer{.cell = cell, .d_input = 3, .d_hidden = 5};
    const Arguments arguments = all_arguments(layer, pass);
    const int n_states = cell == RecurrentCell::lstm ? 2 : 1;
    CHECK(total_of(states_of(layer, pass, arguments)) == 500 * n_states);
    CHECK(total_of(streaming_states_of(layer, pass, arguments)) == 5 * n_states);
  }
}

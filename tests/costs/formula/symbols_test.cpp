#include "costs/formula/symbols.hpp"

#include "support/catch.hpp"
#include "support/model_examples.hpp"

using namespace attn;

TEST_CASE("arguments_of: each size of a model under its symbol", "[costs][symbols]") {
  const Arguments arguments = arguments_of(gpt2_model());
  CHECK(arguments["L"] == 12);
  CHECK(arguments["d"] == 768);
  CHECK(arguments["h"] == 12);
  CHECK(arguments["d_h"] == 64);
  CHECK(arguments["f"] == 3072);
  CHECK(arguments["V"] == 50257);
  CHECK(arguments["c"] == 1024);
}

TEST_CASE("arguments_of: two stacks have their layers apart", "[costs][symbols]") {
  Model model = encoder_decoder_model();
  model.stacks.back().n_layers = 4;
  CHECK(arguments_of(model)["L_enc"] == 6);
  CHECK(arguments_of(model)["L_dec"] == 4);
}

TEST_CASE("id_in, label_in, layers_symbol: the only stack has no name", "[costs][symbols]") {
  const Stack only, decoder{.role = Stack::Role::decoder};
  CHECK(id_in(only, "wq") == "wq");
  CHECK(label_in(only, "W_Q") == "W_Q");
  CHECK(layers_symbol(only).text() == "L");
  CHECK(id_in(decoder, "wq") == "decoder_wq");
  CHECK(label_in(decoder, "W_Q") == "decoder W_Q");
  CHECK(layers_symbol(decoder).text() == "L_dec");
}

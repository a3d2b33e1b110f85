#include "costs/costs.hpp"
#include "costs/layers/layers.hpp"
#include "support/catch.hpp"
#include "support/counted_pass.hpp"
#include "support/matrix.hpp"
#include "support/model_examples.hpp"
#include "support/plain_attention.hpp"

// Every term of macs_of against loops that run the same mechanism and count what they multiply.

namespace {

CountedMacs terms_of(const std::vector<Quantity>& quantities) {
  CountedMacs terms;
  for (const Quantity& quantity : quantities)
    if (quantity.count != 0) terms[quantity.id] = quantity.count;
  return terms;
}

std::string text_of(const CountedMacs& terms) {
  std::string text;
  for (const auto& [id, count] : terms) text += id + " " + count.get_str() + "\n";
  return text;
}

void check_counted(const Model& model, const Pass& pass,
                   const std::optional<Mask>& mask = std::nullopt) {
  CHECK(text_of(terms_of(costs_of(model, pass).macs)) == text_of(counted_macs(model, pass, mask)));
}

// A model with every size drawn, and each part there or not.
Model random_model(std::mt19937& draws) {
  const auto draw = [&draws](std::uint64_t most) { return 1 + draws() % most; };
  const auto toss = [&draws] { return draws() % 2 == 0; };
  Model model;
  model.d_model = draw(6);
  model.n_kv_heads = draw(2);
  model.n_heads = model.n_kv_heads * draw(3);
  model.d_head = draw(4);
  model.d_ff = toss() ? draw(7) : 0;
  model.n_vocab = draw(9);
  model.projects_input = toss();
  model.projects_output = toss();
  model.gated = toss();
  model.n_experts = toss() ? draw(3) : 0;
  model.n_active_experts = model.n_experts > 0 ? draw(model.n_experts) : 0;
  model.has_lm_head = toss();
  model.pooler = toss();
  model.n_classes = toss() ? draw(4) : 0;
  Stack stack{.n_layers = draw(3), .causal = toss(), .cross_attention = toss()};
  if (toss()) {
    stack.window = draw(5);
    stack.n_windowed_layers = draw(stack.n_layers);
  }
  model.stacks = {stack};
  return model;
}

Pass random_pass(std::mt19937& draws) {
  const auto draw = [&draws](std::uint64_t most) { return 1 + draws() % most; };
  Pass pass;
  pass.n_batch = draw(2);
  pass.n_tokens = draw(7);
  pass.n_keys = pass.n_tokens + draw(4) - 1;
  pass.n_source = draw(5);
  if (draws() % 3 == 0) pass.causal = draws() % 2 == 0;
  if (draws() % 3 == 0) pass.window = draw(6);
  if (draws() % 2 == 0) pass.logits = Logits::last;
  if (draws() % 4 == 0) {
    pass.mode = Mode::train;
    pass.n_keys = pass.n_tokens;
  } else if (draws() % 3 == 0) {
    pass.mode = Mode::decode;
    pass.n_tokens = 1;
  }
  return pass;
}

}  // namespace

TEST_CASE("macs_of: the loops that count are attention") {
  std::mt19937 draws(81);
  const arma::mat Q = random_matrix(draws, 5, 3), K = random_matrix(draws, 7, 3),
                  V = random_matrix(draws, 7, 2);
  const Mask mask = causal_mask(5, 7);
  CHECK(difference(counted_attention(Q, K, V, mask), plain_attention(Q, K, V, mask).output,
                   1e-14) == "");
}

TEST_CASE("macs_of: each term as counted, in models and passes of every kind") {
  for (const Model& model : small_models())
    for (const Pass& pass : passes_of(model)) {
      if (pass.given_pairs) continue;
      CAPTURE(model.name, static_cast<int>(pass.mode), pass.n_keys, pass.n_batch);
      check_counted(model, pass);
    }
}

TEST_CASE("macs_of: each term as counted, where everything is drawn") {
  std::mt19937 draws(82);
  for (int i = 0; i < 400; ++i) {
    const Model model = random_model(draws);
    const Pass pass = random_pass(draws);
    CAPTURE(i);
    check_counted(model, pass);
  }
}

TEST_CASE("macs_of: the ones of a mask, wherever they stand") {
  std::mt19937 draws(83);
  for (int i = 0; i < 30; ++i) {
    Model model = small_models().front();
    Pass pass = prefill_of(6);
    pass.n_keys = 8;
    Mask mask(6, 8);
    mask.imbue([&draws] { return draws() % 3 == 0; });
    mask.row(draws() % 6).zeros();  // a query that sees nothing
    pass.given_pairs = count_of(arma::accu(arma::conv_to<arma::umat>::from(mask)));
    CAPTURE(i);
    check_counted(model, pass, mask);
  }
}

TEST_CASE("macs_of: each layer that the chapters compare, as counted") {
  const LayerSizes sizes{.d_model = 6,
                         .n_heads = 3,
                         .d_ff = 5,
                         .d_hidden = 4,
                         .n_vocab = 11,
                         .n_classes = 2,
                         .n_tokens = 7,
                         .n_batch = 2};
  for (const Layer& layer : all_layers()) {
    CAPTURE(layer.name);
    CountedMacs counted;
    Pass pass = prefill_of(7, 7);
    pass.n_batch = 2;
    if (layer.cell)
      counted = counted_macs({.cell = *layer.cell,
                              .d_input = 6,
                              .d_hidden = 4,
                              .n_classes = static_cast<std::uint64_t>(layer.is_classifier ? 2 : 0)},
                             pass);
    else
      counted = counted_macs(layer.model(sizes), pass);
    CHECK(text_of(terms_of(costs_of_layer(layer, sizes).macs)) == text_of(counted));
  }
}

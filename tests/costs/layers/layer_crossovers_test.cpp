#include "costs/layers/layer_crossovers.hpp"

#include "costs/costs.hpp"
#include "support/catch.hpp"
#include "support/layer_examples.hpp"

using namespace attn;

namespace {

using Kind = LayerCrossover::Kind;

std::vector<LayerCrossover> among(const std::vector<std::string>& names,
                                  const LayerSizes& sizes = {}) {
  return crossovers_among(costs_of_layers(names, sizes));
}

// "mha, lstm at 1024": what is compared, and where it is equal.
std::vector<std::string> texts(const std::vector<LayerCrossover>& crossovers) {
  std::vector<std::string> list;
  for (const LayerCrossover& one : crossovers)
    list.push_back(
        one.layer + (one.layer.empty() ? "" : ": ") + one.left + ", " + one.right +
        (one.crossover.tokens ? " at " + fraction_text(*one.crossover.tokens) : " never"));
  return list;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("crossovers_among: parts of each layer, attention against recurrence, orders",
          "[costs][layer_crossovers]") {
  CHECK(texts(among({"attention", "mha", "rnn", "lstm"})) ==
        Texts{"attention: projections, pairwise at 768", "mha: projections, pairwise at 1024",
              "attention, rnn never", "attention, lstm at 1280", "mha, rnn never",
              "mha, lstm at 1024", "O(T^2 d), O(T d^2) at 512"});
}

TEST_CASE("crossovers_among: two layers are compared whatever they are",
          "[costs][layer_crossovers]") {
  CHECK(texts(among({"rnn", "lstm"})) == Texts{"rnn, lstm never", "O(T^2 d), O(T d^2) at 512"});
  CHECK(texts(among({"lstm", "sdpa"})) == Texts{"lstm, sdpa at 2048", "O(T^2 d), O(T d^2) at 512"});
  CHECK(among({"lstm"}).empty());
  CHECK(among({"sdpa"}).empty());
}

TEST_CASE("crossovers_among: multiples of d_model do not depend on it",
          "[costs][layer_crossovers][property]") {
  for (const std::uint64_t d_model : {1, 3, 64, 1000}) {
    const LayerSizes sizes{.d_model = d_model, .n_heads = 1};
    const auto list = among({"attention", "lstm"}, sizes);
    CAPTURE(d_model);
    CHECK(list[0].per_d == mpq_class(3, 2));
    CHECK(list[1].per_d == mpq_class(5, 2));
    CHECK(list[1].crossover.tokens == mpq_class(count_of(d_model)) * 5 / 2);
  }
}

TEST_CASE("crossovers_among: a decoder's projections and pairs are those of both attentions",
          "[costs][layer_crossovers]") {
  LayerSizes full;
  full.causal = false;
  const LayerCrossover found = among({"decoder"}, full).front();
  CHECK(found.left_formula.text() == "8 T d^2");
  CHECK(found.right_formula.text() == "4 T^2 d");
  CHECK(found.per_d == mpq_class(2));
}

TEST_CASE("crossovers_among: causal pairs move the crossover", "[costs][layer_crossovers]") {
  // 4 T d² = d T (T + 1): T = 4 d − 1, and not twice 2 d.
  LayerSizes sizes{.d_model = 64, .n_heads = 4};
  sizes.causal = true;
  CHECK(among({"mha"}, sizes).front().crossover.tokens == mpq_class(255));
}

TEST_CASE("crossovers_among: at the crossing both really cost the same",
          "[costs][layer_crossovers][property]") {
  for (const bool causal : {false, true})
    for (const char* recurrent : {"gru", "lstm"})
      for (const char* attention : {"sdpa", "attention", "mha", "encoder"}) {
        LayerSizes sizes{.d_model = 16, .n_heads = 2};
        sizes.causal = causal;
        const std::vector<std::string> names{attention, recurrent};
        for (const LayerCrossover& found : among(names, sizes)) {
          if (found.kind != Kind::layers || !found.crossover.tokens) continue;
          CAPTURE(attention, recurrent, causal);
          REQUIRE(found.crossover.tokens->get_den() == 1);
          sizes.n_tokens = found.crossover.tokens->get_num().get_ui();
          const auto layers = costs_of_layers(names, sizes);
          CHECK(total_of(layers[0].macs) == total_of(layers[1].macs));
          sizes.n_tokens -= 1;
          const auto before = costs_of_layers(names, sizes);
          CHECK(total_of(before[0].macs) < total_of(before[1].macs));
          CHECK(found.crossover.below == Cheaper::left);
        }
      }
}

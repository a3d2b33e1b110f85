#include "costs/layers/printed_totals.hpp"

#include "support/catch.hpp"
#include "support/layer_examples.hpp"

using namespace attn;

namespace {

using Remarks = std::vector<std::string>;

Remarks about(const std::string& name, const LayerSizes& sizes) {
  return printed_totals_about(costs_of_layer(layer_named(name), sizes));
}

// The start of each remark about several layers.
Remarks starts(const std::vector<std::string>& names, const LayerSizes& sizes) {
  constexpr std::size_t kLetters = 30;
  Remarks list;
  for (const std::string& remark : printed_conclusions_about(costs_of_layers(names, sizes)))
    list.push_back(remark.substr(0, kLetters));
  return list;
}

const LayerSizes kLayer{.d_model = 512}, kClassifier{.d_model = 256};

}  // namespace

TEST_CASE("printed_totals_about: each wrong total, with the right one", "[costs][printed_totals]") {
  CHECK(about("mha", kLayer) ==
        Remarks{"mha: the chapter “Self-attention and multi-head attention” prints 1,048,576 "
                "parameters, but there are 1,050,624. That is "
                "4 d^2, the four matrices; the layer it prints for has 4 d biases too."});
  CHECK(
      about("classifier", kClassifier)
          .at(0)
          .starts_with(
              "classifier: the chapter “Self-attention and multi-head attention” prints 3,150,338 "
              "parameters, but there are 3,350,274."));
  CHECK(about("simple-classifier", kClassifier)
            .at(0)
            .starts_with(
                "simple-classifier: the chapter “Self-attention and multi-head attention” prints "
                "3,150,338 parameters, but there "
                "are 2,823,682."));
  CHECK(about("lstm-classifier", kClassifier)
            .at(0)
            .starts_with(
                "lstm-classifier: the chapter “Self-attention and multi-head attention” prints "
                "2,826,498 parameters, but there are "
                "3,086,850."));
}

TEST_CASE("printed_totals_about: nothing about any other layer or size",
          "[costs][printed_totals]") {
  LayerSizes unbiased = kLayer;
  unbiased.bias = false;
  CHECK(about("mha", unbiased).empty());  // 4 d² is right there
  CHECK(about("mha", {.d_model = 256}).empty());
  CHECK(about("encoder", kLayer).empty());
  CHECK(about("gru-classifier", kClassifier).empty());
  LayerSizes single = kClassifier;
  single.n_bias_vectors = 1;
  CHECK(about("lstm-classifier", single).empty());
}

TEST_CASE("printed_totals_about: what the printed number is short of", "[costs][printed_totals]") {
  // Three d² blocks, the biases of attention and MLP, and two LayerNorms.
  const Count d = 256;
  CHECK(3 * d * d + 4 * d + 5 * d + 4 * d == 3350274 - 3150338);
}

TEST_CASE("printed_conclusions_about: the classifiers are counted, not believed",
          "[costs][printed_totals]") {
  const std::vector<std::string> pair{"simple-classifier", "lstm-classifier"};
  const Remarks remarks = printed_conclusions_about(costs_of_layers(pair, kClassifier));
  REQUIRE(remarks.size() == 3);
  CHECK(remarks[0] ==
        "The chapter “Self-attention and multi-head attention”, where these classifiers come from, "
        "concludes that the recurrent one has fewer parameters. Counted, it has "
        "263,168 more.");
  LayerSizes narrow = kClassifier;
  narrow.d_hidden = 16;  // now it does have fewer
  CHECK(starts(pair, narrow) ==
        Remarks{"T^2 is the memory of the atten", "The two do not do the same: wi"});
}

TEST_CASE("printed_conclusions_about: only where both sides are there", "[costs][printed_totals]") {
  CHECK(starts({"attention", "mha"}, kLayer) == Remarks{"Several heads have about as ma"});
  LayerSizes narrow = kLayer;
  narrow.d_head = 64;  // one head of width 64 is another thing altogether
  CHECK(starts({"attention", "mha"}, narrow).empty());
  CHECK(starts({"mha", "lstm"}, kLayer) ==
        Remarks{"The chapter “Self-attention ", "The chapter “Self-attention "});
  CHECK(starts({"mha", "lstm"}, kClassifier) == Remarks{"The chapter “Self-attention "});
  CHECK(starts({"rnn", "lstm"}, kLayer).empty());
  CHECK(starts({"mha"}, kLayer).empty());
  CHECK(starts({"classifier", "lstm-classifier"}, kClassifier).empty());
}

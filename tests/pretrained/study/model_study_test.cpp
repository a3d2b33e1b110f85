#include "pretrained/study/model_study.hpp"

#include <cmath>
#include <filesystem>

#include "data/model/model_files.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

const std::string kSmallGpt2 =
    (std::filesystem::path(ATTN_SOURCE_DIR) / "tests/pretrained/models/gpt2").string();

// A small model with random weights, and a text for it.
struct SmallModel {
  WeightFiles files{kSmallGpt2};
  PretrainedModel<double> model{architecture_of(read_model_config(kSmallGpt2 + "/config.json")),
                                files};
  ModelInput input{.ids = {5, 6, 7, 5, 6, 8}};
};

double total(const Probabilities& p) {
  double sum = 0.0;
  for (const double value : p) sum += value;
  return sum;
}

}  // namespace

TEST_CASE("study_heads: every head is measured once, on the weights that the model uses") {
  SmallModel small;
  const std::vector<bool> no_separators(6);
  const ModelStudy<double> study = study_heads(small.model, small.input, no_separators, 4, 5);
  REQUIRE(study.heads.size() == 8);
  const TokenRules rules = rules_of(small.model, small.input, no_separators);
  TokenRows<double> X = small.model.embed(small.input);
  std::vector<HeadMeans> expected(4);
  LayerRun<double> run{.watch = [&](std::size_t head, Rows<const double> weights) {
    expected[head] = rules.means_of(weights);
  }};
  small.model.apply_layer(0, small.input, X, run);
  for (std::size_t head = 0; head < 4; ++head) {
    CHECK(study.heads[head].layer == 0);
    CHECK(study.heads[head].head == head);
    for (std::size_t k = 0; k < kHeadMeasures; ++k)
      CHECK(study.heads[head].means[k].mean() == Approx(expected[head][k].mean()));
  }
}

TEST_CASE("lens: the last layer says what the model says") {
  SmallModel small;
  const TokenRows<double> states = run_model(small.model, small.input);
  const Probabilities said = said_at(small.model, states, 5);
  const std::vector<Probabilities> layers = lens(small.model, small.input, 5);
  REQUIRE(layers.size() == 3);
  CHECK(total(said) == Approx(1.0));
  CHECK(layers.back() == said);
  CHECK(layers.front() != said);
}

TEST_CASE("token_losses: minus the logarithm of what the model said before each token") {
  SmallModel small;
  const TokenRows<double> states = run_model(small.model, small.input);
  const std::vector<double> losses = token_losses(small.model, small.input, states);
  REQUIRE(losses.size() == 5);
  for (std::size_t i = 0; i < losses.size(); ++i)
    CHECK(losses[i] == Approx(-std::log(said_at(small.model, states, i)[small.input.ids[i + 1]])));
}

TEST_CASE(
    "removal: nothing removed changes nothing, and a head of the last layer changes what is "
    "said") {
  SmallModel small;
  const Removal nothing = removal(small.model, small.input, 5, {}, 0, 1);
  CHECK(nothing.kl == 0.0);
  CHECK(nothing.with == nothing.without);
  CHECK(*nothing.loss_with == *nothing.loss_without);
  const Removal one = removal(small.model, small.input, 5, {{1, 2}}, 3, 1);
  CHECK(one.kl > 0.0);
  CHECK(one.random_kls.size() == 3);
  CHECK(one.kl == Approx(kl_divergence(one.with, one.without)));
  // What run_model does without the head is the same.
  const TokenRows<double> states =
      run_model<double>(small.model, small.input, {.without = {{1, 2}}});
  CHECK(said_at(small.model, states, 5) == one.without);
}

TEST_CASE("removal: padding before a text changes nothing of what it says") {
  SmallModel small;
  const ModelInput padded{.ids = {0, 0, 5, 6, 7, 5, 6, 8},
                          .is_padding = {true, true, false, false, false, false, false, false}};
  const Removal plain = removal(small.model, small.input, 5, {{1, 2}}, 0, 1);
  const Removal behind = removal(small.model, padded, 7, {{1, 2}}, 0, 1);
  CHECK(behind.kl == Approx(plain.kl));
  CHECK(*behind.loss_with == Approx(*plain.loss_with));
  CHECK(*behind.loss_without == Approx(*plain.loss_without));
}

TEST_CASE("removal: random heads are the same for the same seed") {
  SmallModel small;
  const auto kls = [&](std::uint64_t seed) {
    return removal(small.model, small.input, 5, {{0, 0}, {1, 1}}, 4, seed).random_kls;
  };
  CHECK(kls(1) == kls(1));
  CHECK(kls(1) != kls(2));
}

#include "pretrained/study/study.hpp"

#include "data/matrix/arrays.hpp"
#include "data/model/model_files.hpp"
#include "pretrained/model_fixtures.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

TEST_CASE("probabilities: by hand, and whatever is added to all logits") {
  const double logits[] = {0.0, std::log(2.0), std::log(5.0)};
  const Probabilities p = probabilities(logits, 3);
  CHECK(p[0] == Approx(1 / 8.));
  CHECK(p[1] == Approx(2 / 8.));
  CHECK(p[2] == Approx(5 / 8.));
  const float high[] = {1000.0F, 1000.0F};
  CHECK(probabilities(high, 2) == Probabilities{0.5, 0.5});
}

TEST_CASE("most_probable: the first first, of equals the smaller id, and no more than there are") {
  const Probabilities p{.1, .4, .1, .4};
  CHECK(most_probable(p, 3) == std::vector<Candidate>{{1, .4}, {3, .4}, {0, .1}});
  CHECK(most_probable(p, 9).size() == 4);
}

TEST_CASE("rank_of: 1 is the most probable, and equals share a rank") {
  const Probabilities p{.1, .4, .1, .4};
  CHECK(rank_of(p, 1) == 1);
  CHECK(rank_of(p, 3) == 1);
  CHECK(rank_of(p, 0) == 3);
}

TEST_CASE("kl_divergence: by hand, 0 for the same, and finite where a probability underflowed") {
  CHECK(kl_divergence({.5, .5}, {.25, .75}) == Approx(.5 * std::log(2.) + .5 * std::log(2. / 3.)));
  CHECK(kl_divergence({.3, .7}, {.3, .7}) == 0.0);
  CHECK(std::isfinite(kl_divergence({1., 0.}, {0., 1.})));
  CHECK_THROWS_AS(kl_divergence({1.}, {.5, .5}), std::invalid_argument);
}

namespace {

// Two words twice, and a causal head by hand.
const std::vector<std::uint32_t> kTwice{7, 8, 7, 8};
const std::vector<double> kWeights{1, 0, 0, 0, .4, .6, 0, 0, .1, .7, .2, 0, .1, .2, .6, .1};

Rows<const double> weights_by_hand() { return {kWeights.data(), 4, 4}; }

double entropy_by_hand(const std::vector<double>& row) {
  double sum = 0.0;
  for (const double w : row) sum -= w * std::log(w);
  return sum / std::log(static_cast<double>(row.size()));
}

TEST_CASE("TokenRules: the measures of a causal head by hand") {
  const TokenRules rules(kTwice, {.is_causal = true}, {false, false, false, false});
  const HeadMeasures measures = rules.measures_of(weights_by_hand());
  const auto mean = [&](Habit habit) { return measures[habit].mean(); };
  CHECK(mean(Habit::previous) == Approx((.4 + .7 + .6) / 3));
  CHECK(mean(Habit::first) == Approx((.4 + .1 + .1) / 3));
  CHECK(mean(Habit::self) == Approx((.6 + .2 + .1) / 3));
  CHECK(mean(Habit::same) == Approx((.1 + .2) / 2));
  CHECK(mean(Habit::induction) == Approx((.7 + .6) / 2));
  CHECK(mean(Habit::entropy) == Approx((entropy_by_hand({.4, .6}) + entropy_by_hand({.1, .7, .2}) +
                                        entropy_by_hand({.1, .2, .6, .1})) /
                                       3));
  CHECK(measures[Habit::next].n_rows == 0);
  CHECK(measures[Habit::separator].n_rows == 0);
}

TEST_CASE("TokenRules: float gives the same but for rounding") {
  const std::vector<float> weights(kWeights.begin(), kWeights.end());
  const TokenRules rules(kTwice, {.is_causal = true}, {});
  const HeadMeasures exact = rules.measures_of(weights_by_hand());
  const HeadMeasures rounded = rules.measures_of(Rows<const float>(weights.data(), 4, 4));
  for (const auto& [habit, name] : kTextMeasures)
    CHECK(rounded[habit].mean() == Approx(exact[habit].mean()).margin(1e-6));
}

// Measures whose even attention is looked at: any weights will do.
HeadMeasures measures_beside(const TokenRules& rules) {
  return rules.measures_of(weights_by_hand());
}

TEST_CASE("TokenRules: even attention by hand, causal and not") {
  const HeadMeasures causal = measures_beside(TokenRules(kTwice, {.is_causal = true}, {}));
  CHECK(causal[Habit::previous].even_mean() == Approx((1 / 2. + 1 / 3. + 1 / 4.) / 3));
  CHECK(causal[Habit::entropy].even_mean() == Approx(1.0));
  const HeadMeasures all = measures_beside(TokenRules(kTwice, {}, {false, false, false, true}));
  CHECK(all[Habit::next].even_mean() == Approx(1 / 4.));
  CHECK(all[Habit::next].n_rows == 3);
  CHECK(all[Habit::separator].even_mean() == Approx(1 / 4.));
}

TEST_CASE("TokenRules: a window and padding close keys, and padding asks nothing") {
  // A window of 2: each query sees itself and the one before.
  const HeadMeasures windowed =
      measures_beside(TokenRules(kTwice, {.is_causal = true, .window = 2}, {}));
  CHECK(windowed[Habit::first].n_rows == 1);
  CHECK(windowed[Habit::previous].even_mean() == Approx(1 / 2.));
  CHECK(windowed[Habit::same].n_rows == 0);
  const HeadMeasures padded =
      measures_beside(TokenRules(kTwice, {.is_padding = {false, false, false, true}}, {}));
  CHECK(padded[Habit::self].n_rows == 2);
  CHECK(padded[Habit::self].even_mean() == Approx(1 / 3.));
  CHECK(padded[Habit::entropy].n_rows == 3);
}

TEST_CASE("TokenRules: behind padding the first token is that of the text") {
  const HeadMeasures behind = measures_beside(
      TokenRules({0, 7, 8, 9}, {.is_causal = true, .is_padding = {true, false, false, false}}, {}));
  CHECK(behind[Habit::first].n_rows == 2);
  CHECK(behind[Habit::first].even_mean() == Approx((1 / 2. + 1 / 3.) / 2));
  CHECK(behind[Habit::previous].n_rows == 2);
}

TEST_CASE("TokenRules: what a text has no query for is not measured") {
  CHECK(TokenRules({1, 2, 3}, {.is_causal = true}, {}).measured() ==
        std::vector<Habit>{Habit::previous, Habit::first, Habit::self, Habit::entropy});
  CHECK(TokenRules({1}, {.is_causal = true}, {}).measured().empty());
}

TEST_CASE("sketch_of: a dot for the largest weight of each query, and for those of .2 and more") {
  const HeadSketch sketch = sketch_of(weights_by_hand(), 8);
  REQUIRE(sketch.n_rows == 4);
  const std::vector<bool> expected{true,  false, false, false,  // 1
                                   true,  true,  false, false,  // .4 .6
                                   false, true,  true,  false,  // .7 .2
                                   false, true,  true,  false};
  CHECK(sketch.dots == expected);
}

TEST_CASE("sketch_of: a long text is drawn in blocks") {
  constexpr std::size_t kLong = 100;
  std::vector<double> diagonal(kLong * kLong);
  for (std::size_t i = 0; i < kLong; ++i) diagonal[i * kLong + i] = 1.0;
  const HeadSketch sketch = sketch_of(Rows<const double>(diagonal.data(), kLong, kLong), 8);
  REQUIRE(sketch.dots.size() == 64);
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t j = 0; j < 8; ++j) CHECK(sketch.dots[i * 8 + j] == (i == j));
}

const std::string kSmallGpt2 =
    (std::filesystem::path(ATTN_SOURCE_DIR) / "tests/pretrained/models/gpt2").string();

// A small model with random weights, and a text for it.
struct SmallModel {
  WeightFiles files{kSmallGpt2};
  PretrainedModel<double> model{architecture_of(read_model_config(kSmallGpt2 + "/config.json")),
                                files};
  ModelInput input{.ids = {5, 6, 7, 5, 6, 8}};
  TextInModel<double> read{model, input};
};

double total(const Probabilities& p) {
  double sum = 0.0;
  for (const double value : p) sum += value;
  return sum;
}

TEST_CASE("TextInModel::study: every head is measured once, on the weights that the model uses") {
  SmallModel small;
  const std::vector<bool> no_separators(6);
  const ModelStudy<double> study = small.read.study(no_separators, 4, 5);
  REQUIRE(study.heads.size() == 8);
  const TokenRules rules = small.read.rules(no_separators);
  TokenRows<double> X = small.model.embed(small.input);
  std::vector<HeadMeasures> expected(4);
  LayerRun<double> run{.watch = [&](std::size_t head, Rows<const double> weights) {
    expected[head] = rules.measures_of(weights);
  }};
  small.model.apply_layer(0, small.input, X, run);
  for (std::size_t head = 0; head < 4; ++head) {
    CHECK(study.heads[head].layer == 0);
    CHECK(study.heads[head].head == head);
    for (const auto& [habit, name] : kTextMeasures)
      CHECK(study.heads[head].measures[habit].mean() == Approx(expected[head][habit].mean()));
  }
}

TEST_CASE("TextInModel::lens: the last layer says what the model says") {
  SmallModel small;
  const TokenRows<double> states = small.read.states();
  const Probabilities said = small.read.said_at(5, states);
  const std::vector<Probabilities> layers = small.read.lens(5);
  REQUIRE(layers.size() == 3);
  CHECK(total(said) == Approx(1.0));
  CHECK(layers.back() == said);
  CHECK(layers.front() != said);
}

TEST_CASE("TextInModel::losses: minus the logarithm of what the model said before each token") {
  SmallModel small;
  const TokenRows<double> states = small.read.states();
  const std::vector<double> losses = small.read.losses(states);
  REQUIRE(losses.size() == 5);
  for (std::size_t i = 0; i < losses.size(); ++i)
    CHECK(losses[i] == Approx(-std::log(small.read.said_at(i, states)[small.input.ids[i + 1]])));
}

TEST_CASE(
    "TextInModel::removal: nothing removed changes nothing, and a head of the last layer changes "
    "what is "
    "said") {
  SmallModel small;
  const Removal nothing = small.read.removal(5, {}, 0, 1);
  CHECK(nothing.kl == 0.0);
  CHECK(nothing.with == nothing.without);
  CHECK(*nothing.loss_with == *nothing.loss_without);
  const Removal one = small.read.removal(5, {{1, 2}}, 3, 1);
  CHECK(one.kl > 0.0);
  CHECK(one.random_kls.size() == 3);
  CHECK(one.kl == Approx(kl_divergence(one.with, one.without)));
  // What states() are without the head is the same.
  const TokenRows<double> states = small.read.states({.without = {{1, 2}}});
  CHECK(small.read.said_at(5, states) == one.without);
}

TEST_CASE("TextInModel::removal: padding before a text changes nothing of what it says") {
  SmallModel small;
  const ModelInput padded{.ids = {0, 0, 5, 6, 7, 5, 6, 8},
                          .is_padding = {true, true, false, false, false, false, false, false}};
  const Removal plain = small.read.removal(5, {{1, 2}}, 0, 1);
  const Removal behind = TextInModel<double>(small.model, padded).removal(7, {{1, 2}}, 0, 1);
  CHECK(behind.kl == Approx(plain.kl));
  CHECK(*behind.loss_with == Approx(*plain.loss_with));
  CHECK(*behind.loss_without == Approx(*plain.loss_without));
}

TEST_CASE("TextInModel::removal: random heads are the same for the same seed") {
  SmallModel small;
  const auto kls = [&](std::uint64_t seed) {
    return small.read.removal(5, {{0, 0}, {1, 1}}, 4, seed).random_kls;
  };
  CHECK(kls(1) == kls(1));
  CHECK(kls(1) != kls(2));
}

using Heads = std::vector<arma::mat>;

constexpr std::size_t kTokens = 4, kHeads = 2;

// Causal weights, other ones for each seed.
Heads heads_of_layer(int seed) {
  Heads heads;
  for (std::size_t head = 0; head < kHeads; ++head) {
    arma::mat A(kTokens, kTokens);
    for (std::size_t i = 0; i < kTokens; ++i)
      for (std::size_t j = 0; j <= i; ++j)
        A(i, j) = std::exp(std::sin(seed + static_cast<double>(7 * head + 3 * i + j)));
    for (std::size_t i = 0; i < kTokens; ++i) A.row(i) /= arma::accu(A.row(i));
    heads.push_back(A);
  }
  return heads;
}

std::optional<CauseFound> cause_of(const std::vector<Heads>& others, std::size_t layer,
                                   const Heads& heads_here = heads_of_layer(0)) {
  std::vector<double> ours;
  for (const arma::mat& head : heads_here)
    for (std::size_t i = 0; i < kTokens; ++i)
      for (std::size_t j = 0; j < kTokens; ++j) ours.push_back(head(i, j));
  std::string bytes = npy_header("<f8", {others.size(), kHeads, kTokens, kTokens});
  for (const Heads& heads : others)
    for (const arma::mat& head : heads) bytes += row_major_bytes(head);
  const TemporaryFolder folder;
  const MappedArray array(folder.file("others.npy", bytes), "");
  return cause_of_difference(Rows<const double>{ours.data(), kHeads * kTokens, kTokens, kTokens},
                             array, layer, 1e-9);
}

// The cause where the others' heads were changed, each in a way of its own.
template <class Change>
std::optional<WeightsCause> cause_where_heads(const Change& change) {
  Heads heads = heads_of_layer(0);
  for (std::size_t head = 0; head < kHeads; ++head) change(heads[head], head);
  const auto found = cause_of({heads}, 0);
  return found ? std::optional(found->cause) : std::nullopt;
}

// The same with each head changed alike.
template <class Change>
std::optional<WeightsCause> cause_where(const Change& change) {
  return cause_where_heads([&](arma::mat& A, std::size_t) { change(A); });
}

TEST_CASE("cause_of_difference: what each head can have differently") {
  CHECK(cause_where([](arma::mat& A) { arma::inplace_trans(A); }) == WeightsCause::transposed);
  // Each query also sees the last token, with a third of its attention.
  CHECK(cause_where([](arma::mat& A) {
          for (std::size_t i = 0; i + 1 < kTokens; ++i) {
            A.row(i) *= 2.0 / 3.0;
            A(i, kTokens - 1) = 1.0 / 3.0;
          }
        }) == WeightsCause::unmasked);
  CHECK(cause_where([](arma::mat& A) {
          for (std::size_t i = 1; i < kTokens; ++i) {
            A(i, 0) = 0.0;
            A.row(i) /= arma::accu(A.row(i));
          }
        }) == WeightsCause::masked);
  CHECK(cause_where([](arma::mat& A) { A = arma::log(A + 1e-300) + 2.0; }) == WeightsCause::scores);
  // Before the mask, too, the keys that it hides have scores of their own.
  CHECK(cause_where([](arma::mat& A) {
          A = arma::log(A) + 2.0;
          A.elem(arma::find_nonfinite(A)).fill(1.5);
        }) == WeightsCause::unmasked_scores);
  CHECK(cause_where([](arma::mat& A) {
          A /= 0.9;
          A(2, 1) = 0.0;
        }) == WeightsCause::dropout);
  CHECK(cause_where([](arma::mat& A) { A(1, 0) += 0.25; }) == std::nullopt);
}

TEST_CASE("cause_of_difference: a change that would not make every head agree is none") {
  CHECK(cause_where_heads([](arma::mat& A, std::size_t head) {
          if (head == 1) arma::inplace_trans(A);
        }) == std::nullopt);
  const double factors[kHeads] = {1.25, 3.0};
  for (const double dropped : {0.0, 1.0})
    CHECK(cause_where_heads([&](arma::mat& A, std::size_t head) {
            A *= factors[head];
            A(3, 1) *= dropped;
          }) == std::nullopt);
  CHECK(cause_where([](arma::mat& A) { A *= 2.0; }) == std::nullopt);
  CHECK(cause_where([](arma::mat& A) { A.zeros(); }) == std::nullopt);
  CHECK(cause_where([](arma::mat& A) { A.row(2).zeros(); }) == std::nullopt);
  CHECK(cause_where([](arma::mat& A) { A(2, 1) = 0.0; }) == std::nullopt);
}

TEST_CASE("cause_of_difference: a change that shows in one head alone") {
  CHECK(cause_where_heads([](arma::mat& A, std::size_t head) {
          A /= 0.9;
          if (head == 1) A(2, 1) = 0.0;
        }) == WeightsCause::dropout);
  CHECK(cause_where_heads([](arma::mat& A, std::size_t head) {
          if (head == 0) return;
          A.row(2) *= 0.5;
          A(2, 3) = 0.5;
        }) == WeightsCause::unmasked);
}

TEST_CASE("cause_of_difference: no head there stands for two here") {
  const Heads heads = heads_of_layer(0);
  CHECK_FALSE(cause_of({heads}, 0, {heads[0], heads[0]}));
}

TEST_CASE("cause_of_difference: heads and layers in another order") {
  Heads turned = heads_of_layer(0);
  std::swap(turned[0], turned[1]);
  const auto heads = cause_of({turned}, 0);
  REQUIRE(heads);
  CHECK(heads->cause == WeightsCause::other_heads);
  const auto layer = cause_of({heads_of_layer(1), heads_of_layer(0)}, 0);
  REQUIRE(layer);
  CHECK(layer->cause == WeightsCause::other_layer);
  CHECK(layer->layer == 1);
  CHECK_FALSE(cause_of({heads_of_layer(1), heads_of_layer(2)}, 0));
}

TEST_CASE("is_cause_sought: not of what would take minutes") {
  CHECK(is_cause_sought(12UL * 1024 * 1024));
  CHECK_FALSE(is_cause_sought(12UL * 4096 * 4096));
}

// A small model, and the weights that the framework computes for one text.
struct KnownWeights {
  WeightFiles files{model_path("gpt2")};
  PretrainedModel<double> model{architecture_with(config_of("gpt2")), files};
  MappedArray weights{model_path("gpt2/expected") + "/model.safetensors", "plain.attentions"};
  ModelInput input;
  TextInModel<double> read{model, input};

  KnownWeights() {
    const MappedArray ids(model_path("gpt2/expected") + "/model.safetensors", "plain.ids");
    std::vector<double> numbers(ids.shape()[0]);
    ids.copy(0, numbers.size(), numbers.data());
    input.ids.assign(numbers.begin(), numbers.end());
  }
  std::size_t n() const { return input.ids.size(); }
  std::size_t n_in_layer() const { return model.n_heads() * n() * n(); }
};

// The framework's weights with one of them changed, as a file.
MappedArray with_changed_number(const KnownWeights& known, const TemporaryFolder& folder,
                                std::size_t at, double value, const TensorShape& shape,
                                std::size_t first = 0) {
  std::size_t count = 1;
  for (const std::uint64_t size : shape) count *= size;
  std::vector<double> numbers(count);
  known.weights.copy(first, count, numbers.data());
  numbers[at] = value;
  const std::string bytes =
      npy_header("<f8", shape) + row_major_bytes(arma::mat(numbers.data(), 1, count));
  return {folder.file("changed.npy", bytes), ""};
}

TEST_CASE("TextInModel::for_all_weights: each layer once, the heads one below another") {
  KnownWeights known;
  std::vector<std::size_t> layers;
  known.read.for_all_weights(std::nullopt, [&](std::size_t layer, Rows<const double> weights) {
    layers.push_back(layer);
    REQUIRE(weights.n_rows == known.model.n_heads() * known.n());
    REQUIRE(weights.n_cols == known.n());
    REQUIRE(weights.stride == known.n());
    std::vector<double> expected(known.n_in_layer());
    known.weights.copy(layer * expected.size(), expected.size(), expected.data());
    double most = 0.0;
    for (std::size_t i = 0; i < expected.size(); ++i)
      most = std::max(most, std::abs(weights.data[i] - expected[i]));
    CHECK(most < 1e-6);  // the file has float32
  });
  CHECK(layers == std::vector<std::size_t>{0, 1});
}

TEST_CASE("TextInModel::for_all_weights: one layer alone") {
  KnownWeights known;
  std::vector<std::size_t> layers;
  known.read.for_all_weights(
      1, [&](std::size_t layer, Rows<const double>) { layers.push_back(layer); });
  CHECK(layers == std::vector<std::size_t>{1});
}

TEST_CASE("TextInModel::difference_of_weights: the framework's are the same") {
  KnownWeights known;
  const WeightsDifference found =
      known.read.difference_of_weights(std::nullopt, known.weights, 1e-6);
  CHECK(found.agrees());
  CHECK(found.largest < 1e-6);
}

TEST_CASE("TextInModel::difference_of_weights: says where, and from which layer on") {
  KnownWeights known;
  const TemporaryFolder folder;
  // Layer 1, head 2, query 3, key 1.
  const std::size_t n = known.n(), at = known.n_in_layer() + (2 * n + 3) * n + 1;
  const MappedArray others = with_changed_number(known, folder, at, 5.0, known.weights.shape());
  const WeightsDifference found = known.read.difference_of_weights(std::nullopt, others, 1e-6);
  CHECK_FALSE(found.agrees());
  CHECK(found.first_layer == 1);
  CHECK(std::vector{found.layer, found.head, found.query, found.key} ==
        std::vector<std::size_t>{1, 2, 3, 1});
  CHECK(found.theirs == 5.0);
  CHECK(found.largest == 5.0 - found.ours);
}

TEST_CASE("TextInModel::difference_of_weights: a layer against one, or against all") {
  KnownWeights known;
  const TemporaryFolder folder;
  const std::size_t n = known.n(), first = known.n_in_layer();
  CHECK(known.read.difference_of_weights(1, known.weights, 1e-6).agrees());
  const MappedArray alone =
      with_changed_number(known, folder, 0, 2.0, {known.model.n_heads(), n, n}, first);
  const WeightsDifference found = known.read.difference_of_weights(1, alone, 1e-6);
  CHECK(found.layer == 1);
  CHECK(found.theirs == 2.0);
}

TEST_CASE("TextInModel::difference_of_weights: the axis of a batch moves no number") {
  KnownWeights known;
  const TemporaryFolder folder;
  const std::size_t n = known.n(), n_heads = known.model.n_heads(), first = known.n_in_layer();
  constexpr double kItself = 1.0;  // all that the first word sees
  const MappedArray all = with_changed_number(known, folder, 0, kItself, {2, 1, n_heads, n, n});
  CHECK(known.read.difference_of_weights(std::nullopt, all, 1e-6).agrees());
  const MappedArray one = with_changed_number(known, folder, 0, kItself, {1, n_heads, n, n}, first);
  CHECK(known.read.difference_of_weights(1, one, 1e-6).agrees());
}

TEST_CASE("TextInModel::difference_of_weights: what is no number is furthest away") {
  KnownWeights known;
  const TemporaryFolder folder;
  const MappedArray others = with_changed_number(
      known, folder, 7, std::numeric_limits<double>::quiet_NaN(), known.weights.shape());
  const WeightsDifference found = known.read.difference_of_weights(std::nullopt, others, 1e9);
  CHECK_FALSE(found.agrees());
  CHECK(std::isnan(found.largest));
  CHECK(found.first_layer == 0);
  CHECK(found.key == 7 % known.n());
}

TEST_CASE("TextInModel::difference_of_weights: layers in another order") {
  KnownWeights known;
  const TemporaryFolder folder;
  const std::size_t count = known.n_in_layer();
  std::string bytes = npy_header("<f8", known.weights.shape());
  for (const std::size_t layer : {1, 0}) {
    std::vector<double> numbers(count);
    known.weights.copy(layer * count, count, numbers.data());
    bytes += row_major_bytes(arma::mat(numbers.data(), 1, count));
  }
  const MappedArray others(folder.file("turned.npy", bytes), "");
  const WeightsDifference found = known.read.difference_of_weights(std::nullopt, others, 1e-5);
  REQUIRE(found.cause);
  CHECK(found.cause->cause == WeightsCause::other_layer);
  CHECK(found.cause->layer == 1);
}

// A head that does two things so much.
HeadFacts head_doing(std::size_t layer, std::size_t head, double previous, double induction) {
  HeadFacts facts{.layer = layer, .head = head};
  facts.measures[Habit::previous] = {.weight = previous, .even = .2, .n_rows = 1};
  facts.measures[Habit::induction] = {.weight = induction, .even = .1, .n_rows = 1};
  facts.sketch = {1, 1, {true}};
  return facts;
}

HeadsInText three_heads() {
  return {{head_doing(0, 0, .9, .0), head_doing(0, 1, .25, .15), head_doing(1, 0, .2, .7)},
          {Habit::previous, Habit::induction}};
}

std::string first_cell(const TableRow& row) { return std::get<cell::Text>(row.front()).id; }

TEST_CASE("strongest_habit: what is furthest above even attention, by .10 at least") {
  const HeadsInText known = three_heads();
  CHECK(strongest_habit(known.heads[0]) == Habit::previous);
  CHECK_FALSE(strongest_habit(known.heads[1]));
  CHECK(strongest_habit(known.heads[2]) == Habit::induction);
}

TEST_CASE("head_with_most: of all heads, and none where none has a habit") {
  HeadsInText known = three_heads();
  REQUIRE(head_with_most(known));
  CHECK(head_with_most(known)->layer == 0);
  known.heads = {known.heads[1]};
  CHECK_FALSE(head_with_most(known));
}

TEST_CASE("head_with_most: rest on the first token counts only where there is nothing else") {
  HeadsInText known = three_heads();
  HeadFacts resting = head_doing(2, 3, .0, .0);
  resting.measures[Habit::first] = {.weight = 1.0, .n_rows = 1};
  known.heads.push_back(resting);
  CHECK(strongest_habit(resting) == Habit::first);
  CHECK(head_with_most(known)->layer == 0);
  known.heads = {known.heads[1], resting};
  REQUIRE(head_with_most(known));
  CHECK(head_with_most(known)->layer == 2);
}

TEST_CASE("heads_sheet: a row for each layer, or one in the order of a measure") {
  const HeadsInText known = three_heads();
  const SketchSheet by_layer = heads_sheet(known, {}, 10);
  REQUIRE(by_layer.rows.size() == 2);
  CHECK(by_layer.rows[0].sketches[0].caption == "p.90");
  CHECK(by_layer.rows[0].sketches[1].caption == "-");
  CHECK(by_layer.rows[1].name == "1");
  const SketchSheet sorted = heads_sheet(known, Habit::induction, 2);
  REQUIRE(sorted.rows.size() == 1);
  REQUIRE(sorted.rows[0].sketches.size() == 2);
  CHECK(sorted.rows[0].sketches[0].name == "1.0");
  CHECK(sorted.rows[0].sketches[0].caption == "i.70");
}

TEST_CASE("heads_table: sorted, cut with a count, with even attention and the queries below") {
  const Table table = heads_table(three_heads(), Habit::induction, 2);
  REQUIRE(table.rows.size() == 5);
  CHECK(first_cell(table.rows[0]) == "1.0");
  CHECK(first_cell(table.rows[1]) == "0.1");
  CHECK(std::get<cell::Gap>(table.rows[2].front()).n_rows == 1);
  CHECK(first_cell(table.rows[3]) == "even");
  CHECK(first_cell(table.rows[4]) == "queries");
  CHECK(table.columns.size() == 3);
}

TEST_CASE("heads_table: even attention of each window that layers have") {
  HeadsInText known = three_heads();
  known.heads[2].measures[Habit::previous].even = .5;
  CHECK_FALSE(strongest_habit(head_doing(1, 0, .25, .15)));
  const Table table = heads_table(known, {}, 10);
  REQUIRE(table.rows.size() == 7);
  CHECK(std::get<cell::Text>(table.rows[5].front()).text == "even, layer 1");
}

TEST_CASE("measures_sentence: each measure, and what even attention has") {
  HeadsInText known = three_heads();
  CHECK(measures_sentence(known.heads[0], known.measured) ==
        "head 0.0 in this text, and in brackets what even attention has: previous .90 (.20), "
        "induction .00 (.10).");
  known.heads[0].measures[Habit::induction].weight = .001;
  CHECK(contains(measures_sentence(known.heads[0], known.measured), "induction <.01 (.10)"));
}

const std::string kFolder = ATTN_SOURCE_DIR "/tests/pretrained/models/gpt2";

// A tokenizer of a few hundred tokens, and what a model could say of them.
struct Said {
  Tokenizer tokenizer = read_tokenizer(kFolder, "gpt2");
  Probabilities p = Probabilities(576, 0.0);

  Said() {
    p[4] = .5;
    p[5] = .3;
    p[6] = .2;
  }
};

double real_in(const TableCell& cell) { return std::get<cell::Real>(cell).value; }
std::string id_in(const TableCell& cell) { return std::get<cell::Text>(cell).id; }

TEST_CASE("candidates_table: the most probable first, with the names of the vocabulary") {
  const Said said;
  const Table table = candidates_table(said.tokenizer, said.p, 2, "What comes next.");
  REQUIRE(table.rows.size() == 2);
  CHECK(id_in(table.rows[0][0]) == said.tokenizer.name(4));
  CHECK(real_in(table.rows[0][1]) == .5);
  CHECK(std::get<cell::Bar>(table.rows[1][2]).part == .3);
}

TEST_CASE("lens_table: a row for the embedding and for each layer, with rank and probability") {
  const Said said;
  const Table table = lens_table(said.tokenizer, {said.p, said.p}, 5);
  REQUIRE(table.rows.size() == 2);
  CHECK(id_in(table.rows[0].front()) == "embedding");
  CHECK(id_in(table.rows[1].front()) == "0");
  CHECK(real_in(table.rows[1].back()) == .3);
  CHECK(table.rows[1].size() == table.columns.size());
}

TEST_CASE("removal_table: candidates of both, the change, and the heads drawn at random") {
  const Said said;
  Removal gone{.with = said.p, .without = said.p};
  gone.without[4] = .1;
  gone.without[9] = .4;
  gone.kl = .7;
  gone.random_kls = {.1, .3};
  const Table table = removal_table(said.tokenizer, gone, 1, "5.5");
  REQUIRE(table.rows.size() == 2);  // 4 is first with all heads, 9 without
  CHECK(real_in(table.rows[0][3]) == Approx(-.4));
  CHECK(real_in(table.rows[1][3]) == Approx(.4));
  CHECK(table.note.find("KL 0.700 nats.") == 0);
  CHECK(contains(table.note, "2 times: KL 0.200 (0.100 to 0.300)"));
  CHECK_FALSE(contains(table.note, "Loss"));
}

TEST_CASE("losses_table: each token but the first, and the perplexity") {
  const Table table = losses_table({"a", "b", "c"}, {std::log(2.0), std::log(8.0)});
  REQUIRE(table.rows.size() == 2);
  CHECK(id_in(table.rows[0][1]) == "b");
  CHECK(real_in(table.rows[1][3]) == Approx(1 / 8.));
  CHECK(std::get<cell::Bar>(table.rows[1][4]).part == 1.0);
  CHECK(contains(table.note, "choose among 4 equally"));
}

TEST_CASE("from_token_table: strongest first; heads that rest on the first token are counted") {
  const std::vector<std::string> tokens{"a", "b", "c"};
  const std::vector<WeightsOfQuery> heads{{{0, 0}, 0, .9}, {{0, 1}, 1, .4}, {{1, 0}, 2, .6}};
  const Table table = from_token_table(tokens, 2, 0, heads, 5);
  REQUIRE(table.rows.size() == 2);
  CHECK(id_in(table.rows[0][0]) == "1.0");
  CHECK(id_in(table.rows[0][1]) == "c (2)");
  CHECK(contains(table.note, "1 of 3"));
  // Where all of them do, or nothing else can be seen, they are listed.
  CHECK(from_token_table(tokens, 2, 0, {heads[0]}, 5).rows.size() == 1);
  CHECK(from_token_table(tokens, 0, 0, {{{0, 0}, 0, 1.0}}, 5).rows.size() == 1);
}

TEST_CASE("pairs_table, places_table: places beside the tokens") {
  const std::vector<std::string> tokens{"a", "b", "a", "c"};
  CHECK(id_in(pairs_table(tokens, {{3, 1, .5}}, 0, "0.1").rows[0][0]) == "c (3)");
  const Table places = places_table(tokens, {2});
  CHECK(id_in(places.rows[0][2]) == "a b a c");
}

}  // namespace

#include "examples/numbers.hpp"

#include "core/attention.hpp"
#include "core/statistics.hpp"
#include "data/random/random.hpp"
#include "support/catch.hpp"
#include "support/golden_data.hpp"
#include "support/matrix.hpp"

namespace {

const std::vector<std::string> kSentence{"The", "cat", "sat", "down"};

TEST_CASE("by_hand_weights: give the published queries and keys and values") {
  const arma::mat X = whole_number_embeddings(kSentence, 4, std::nullopt);
  const ExampleWeights weights = by_hand_weights();
  const arma::mat Q = X * weights.W_Q;
  const arma::mat K = X * weights.W_K;

  CHECK(same(X, {{1, 0, 1, 0}, {0, 2, 0, 1}, {1, 1, 0, 2}, {0, 1, 2, 0}}));
  CHECK(same(Q, {{1, 1, -1, 0}, {-1, 0, 1, -2}, {-2, 1, 1, -1}, {2, 0, 0, -1}}));
  CHECK(same(K, {{1, 1, 1, 1}, {-1, -2, 1, 0}, {1, 0, 2, 0}, {1, -1, 2, 2}}));
  CHECK(same(X * weights.W_V, {{-1, 1, -1, -1}, {-1, 2, -1, 0}, {-3, 1, 1, -1}, {0, 3, -3, 0}}));
  CHECK(same(Q * K.t(), {{1, -4, -1, -2}, {-2, 2, 1, -3}, {-1, 1, 0, -3}, {1, -2, 2, 0}}));
}

TEST_CASE("by_hand_embedding: knows four words and counts capitals") {
  REQUIRE(by_hand_embedding("sat"));
  CHECK(same(*by_hand_embedding("sat"), arma::rowvec{1, 1, 0, 2}));
  CHECK_FALSE(by_hand_embedding("the"));
  CHECK_FALSE(by_hand_embedding(""));
}

TEST_CASE("whole_number_embeddings: the demonstration sentence keeps its rows") {
  // Lessons and golden files print these rows; a change here changes all of them.
  CHECK(same(
      whole_number_embeddings({"The", "cat", "sat", "on", "the", "mat"}, 4, std::nullopt),
      {{1, 0, 1, 0}, {0, 2, 0, 1}, {1, 1, 0, 2}, {1, -1, -2, 0}, {0, -2, 0, 1}, {-1, 2, 1, -1}}));
}

TEST_CASE("whole_number_embeddings: a word has one row wherever it stands") {
  for (const auto seed : {std::optional<std::uint32_t>{}, std::optional<std::uint32_t>{5}}) {
    for (const arma::uword d_model : {4, 6}) {
      const arma::mat X = whole_number_embeddings({"mat", "cat", "猫", "mat"}, d_model, seed);
      const arma::mat turned = whole_number_embeddings({"猫", "mat", "cat"}, d_model, seed);
      CHECK(same(X.row(0), X.row(3)));
      CHECK(same(X.row(0), turned.row(1)));
      CHECK(same(X.row(1), turned.row(2)));
      CHECK(same(X.row(2), turned.row(0)));
    }
  }
}

TEST_CASE("whole_number_embeddings: a seed replaces the stored rows") {
  const arma::mat stored = whole_number_embeddings(kSentence, 4, std::nullopt);
  const arma::mat zero = whole_number_embeddings(kSentence, 4, 0);
  CHECK_FALSE(same(zero, stored));
  CHECK_FALSE(same(zero, whole_number_embeddings(kSentence, 4, 1)));
  CHECK(same(zero, whole_number_embeddings(kSentence, 4, 0)));
}

TEST_CASE("whole_number_embeddings: rows are small whole numbers and never all zeros") {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    // With d_model 1 a third of the rows would be zero.
    const arma::mat X = whole_number_embeddings({"a", "b"}, 1 + seed % 3, seed);
    CHECK(arma::all(arma::any(X, 1)));
    CHECK(arma::abs(X).max() <= 2.0);
    CHECK(same(X, arma::round(X)));
  }
}

TEST_CASE("whole_number_weights: the stored ones without a seed at width 4") {
  const ExampleWeights stored = by_hand_weights();
  const ExampleWeights weights = whole_number_weights(4, 4, 4, std::nullopt);
  CHECK(same(weights.W_Q, stored.W_Q));
  CHECK(same(weights.W_K, stored.W_K));
  CHECK(same(weights.W_V, stored.W_V));
  CHECK_FALSE(same(whole_number_weights(4, 4, 4, 0).W_Q, stored.W_Q));
}

TEST_CASE("whole_number_weights: have the widths asked for and the same draws every time") {
  const ExampleWeights weights = whole_number_weights(6, 3, 2, std::nullopt);
  CHECK(arma::size(weights.W_Q) == arma::SizeMat(6, 3));
  CHECK(arma::size(weights.W_K) == arma::SizeMat(6, 3));
  CHECK(arma::size(weights.W_V) == arma::SizeMat(6, 2));
  CHECK_FALSE(same(weights.W_Q, weights.W_K));
  const ExampleWeights seeded = whole_number_weights(6, 3, 2, 0);
  CHECK(same(weights.W_Q, seeded.W_Q));
  CHECK(same(weights.W_K, seeded.W_K));
  CHECK(same(weights.W_V, seeded.W_V));
}

TEST_CASE("whole_number_weights: entries are -1 or 0 or 1 and no matrix is all zeros") {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const ExampleWeights weights = whole_number_weights(1, 1, 2, seed);
    for (const arma::mat& W : {weights.W_Q, weights.W_K, weights.W_V}) {
      CHECK_FALSE(W.is_zero());
      CHECK(arma::abs(W).max() == 1.0);
      CHECK(same(W, arma::round(W)));
    }
  }
}

TEST_CASE("whole_number_embeddings: refuse a width of zero") {
  CHECK_THROWS_WITH(whole_number_embeddings(kSentence, 0, std::nullopt),
                    "d_model must be at least 1, but it is 0. Try 4.");
  CHECK_THROWS_AS(whole_number_embeddings(kSentence, 0, std::nullopt), InputError);
}

TEST_CASE("whole_number_weights: refuse a width of zero by its name") {
  CHECK_THROWS_WITH(whole_number_weights(0, 4, 4, 1),
                    "d_model must be at least 1, but it is 0. Try 4.");
  CHECK_THROWS_WITH(whole_number_weights(4, 0, 4, 1),
                    "d_k must be at least 1, but it is 0. Try 4.");
  CHECK_THROWS_WITH(whole_number_weights(4, 4, 0, 1),
                    "d_v must be at least 1, but it is 0. Try 4.");
}

TEST_CASE("whole_number_embeddings: no word has the stored row of another") {
  // Drawn for the first time, "for" would be (0, 2, 0, 1), which is "cat", and "chased" "down".
  const arma::mat X = whole_number_embeddings({"cat", "for", "down", "chased"}, 4, {});
  CHECK(arma::any(X.row(0) != X.row(1)));
  CHECK(arma::any(X.row(2) != X.row(3)));
  CHECK(difference(X.row(0), {0, 2, 0, 1}) == "");
  CHECK(difference(X.row(2), {0, 1, 2, 0}) == "");
}

TEST_CASE(
    "whole_number_embeddings: words of well-known sentences differ, and what attention makes of "
    "them") {
  const ExampleWeights weights = by_hand_weights();
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"cat", "sat", "on", "mat"},
           {"The", "cat", "sat", "on", "the", "mat"},
           {"The", "cat", "sat", "on", "the", "mat", "because", "it", "was", "comfortable"},
           {"The", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog"},
           {"The", "animal", "didn't", "cross", "the", "street", "because", "it", "was", "too",
            "tired"},
           {"I", "like", "cats"},
           {"私は", "猫が", "好き", "です"}}) {
    const arma::mat X = whole_number_embeddings(words, 4, {});
    const arma::mat S = attention_scores(X * weights.W_Q, X * weights.W_K);
    const arma::mat O = attention_output(softmax_rows(scaled_scores(S, 4)), X * weights.W_V);
    for (arma::uword i = 0; i < words.size(); ++i)
      for (arma::uword j = 0; j < i; ++j) {
        CAPTURE(words[i], words[j]);
        CHECK(arma::any(X.row(i) != X.row(j)));
        CHECK(arma::abs(O.row(i) - O.row(j)).max() > 1e-3);
      }
  }
}

constexpr WeightInit kXavier{.kind = WeightInit::Kind::xavier};
constexpr WeightInit kTorch{.kind = WeightInit::Kind::torch};

TEST_CASE("init_bound: the chapter's layer from 256 to 64") {
  const nlohmann::json golden = read_golden("chapter003_xavier.json");
  const double bound = init_bound(kXavier, 256, 64);
  CHECK(bound == Approx(golden["bound"].get<double>()).margin(1e-15));
  CHECK(bound * bound / 3 == Approx(golden["weight_variance"].get<double>()).margin(1e-15));
  CHECK(projected_variance(kXavier, 256, 64) ==
        Approx(golden["q_component_variance"].get<double>()).margin(1e-12));
}

TEST_CASE("init_bound: PyTorch's linear layer looks at the width that comes in") {
  CHECK(init_bound(kTorch, 16, 3) == 0.25);
  CHECK(projected_variance(kTorch, 16, 3) == Approx(1.0 / 3).margin(1e-15));
  // The factor that has the same spread at width 512: 1 / √(3 · 512)
  CHECK(init_bound(kTorch, 512, 128) / std::sqrt(3.0) == Approx(0.0255155).margin(1e-7));
}

TEST_CASE("init_bound: normal numbers have none") {
  CHECK_THROWS_AS(init_bound({}, 4, 4), std::invalid_argument);
  CHECK(projected_variance({.factor = 0.5}, 8, 4) == 2.0);
}

TEST_CASE("initial_weight: NumPy's uniform numbers") {
  // b = np.sqrt(6/5); np.random.RandomState(3).uniform(-b, b, (3, 2)) after randn(2, 3)
  Random random(3);
  normal_matrix(random, 2, 3, 1.0);
  CHECK(difference(initial_weight(random, kXavier, 3, 2, 2),
                   {{-0.9826861221320566, -0.12967913525921615},
                    {-1.0299896164864428, -0.09457366693512181},
                    {0.326758236784916, -0.48531004827187985}},
                   1e-15) == "");
  // b = 1/3**.5; np.random.RandomState(3).uniform(-b, b, (3, 2))
  Random other(3);
  CHECK(difference(initial_weight(other, kTorch, 3, 2, 2),
                   {{0.05865636545139907, 0.24034840283959458},
                    {-0.2414424105497734, 0.01250264155109948},
                    {0.4537360597397241, 0.45759984314741764}},
                   1e-15) == "");
}

TEST_CASE("initial_weight: some columns keep the bound of all") {
  Random random(9);
  const arma::mat W = initial_weight(random, kXavier, 2, 1000, 40);
  CHECK(arma::size(W) == arma::size(2, 40));
  CHECK(arma::abs(W).max() <= std::sqrt(6.0 / 1002.0));
}

TEST_CASE("initial_bias: nothing, or as even as the weights") {
  Random random(9);
  CHECK(difference(initial_bias(random, kXavier, 4, 3), arma::rowvec{0, 0, 0}) == "");
  const arma::mat b = initial_bias(random, kTorch, 4, 300);
  CHECK(arma::abs(b).max() <= 0.5);
  CHECK(arma::abs(b).max() > 0.4);
}

TEST_CASE("word_numbers: Xavier's weights make scaled scores spread by 1.6") {
  const WordModel model{.kind = WordModel::Kind::numpy,
                        .seed = 42,
                        .init = kXavier,
                        .d_model = 256,
                        .d_k = 64,
                        .d_v = 64};
  const WordNumbers numbers = word_numbers(model, std::vector<std::string>(10, "word"), {});
  CHECK(numbers.weights.W_Q(0, 0) == Approx(0.008901605193339657).margin(1e-15));
  const arma::mat S =
      attention_scores(numbers.X * numbers.weights.W_Q, numbers.X * numbers.weights.W_K) / 8.0;
  // The same in NumPy; 100 scores are few, so this is not 1.6 to the digit.
  CHECK(S(0, 0) == Approx(-1.8004248040540543).margin(1e-12));
  CHECK(statistics_of(S).standard_deviation == Approx(1.7191720099307408).margin(1e-12));
}

const std::vector<std::string> kWords{"The", "cat", "sat", "down"};

TEST_CASE("word_numbers: without a seed they are the by-hand example") {
  const WordNumbers numbers = word_numbers({}, kWords, {});
  CHECK(same(numbers.X, {{1, 0, 1, 0}, {0, 2, 0, 1}, {1, 1, 0, 2}, {0, 1, 2, 0}}));
  CHECK(same(numbers.weights.W_Q, by_hand_weights().W_Q));
  CHECK(same(numbers.weights.W_V, by_hand_weights().W_V));
  CHECK_FALSE(numbers.memory);
}

TEST_CASE("word_numbers: a word has the same numbers in either sequence") {
  const WordNumbers numbers = word_numbers({.seed = 7}, kWords, {"down", "The"});
  REQUIRE(numbers.memory);
  CHECK(same(numbers.memory->row(0), numbers.X.row(3)));
  CHECK(same(numbers.memory->row(1), numbers.X.row(0)));
}

TEST_CASE("word_numbers: numpy draws one stream in a fixed order") {
  const WordModel model{
      .kind = WordModel::Kind::numpy, .seed = 42, .d_model = 3, .d_k = 2, .d_v = 5};
  const WordNumbers numbers = word_numbers(model, kWords, {"a", "b"});
  Random random(42);
  CHECK(same(numbers.X, normal_matrix(random, 4, 3, 1.0)));
  CHECK(same(numbers.weights.W_Q, normal_matrix(random, 3, 2, 0.1)));
  CHECK(same(numbers.weights.W_K, normal_matrix(random, 3, 2, 0.1)));
  CHECK(same(numbers.weights.W_V, normal_matrix(random, 3, 5, 0.1)));
  REQUIRE(numbers.memory);
  CHECK(same(*numbers.memory, normal_matrix(random, 2, 3, 1.0)));
  CHECK(numbers.X(0, 0) == 0.4967141530112327);  // numpy.random.RandomState(42).randn()
}

TEST_CASE("name_of: says which numbers they are") {
  CHECK(name_of({}) == "by-hand");
  CHECK(name_of({.seed = 7}) == "seed 7");
  CHECK(name_of({.kind = WordModel::Kind::numpy, .seed = 42}) == "numpy seed 42");
  CHECK(name_of({.kind = WordModel::Kind::numpy, .seed = {}}) == "numpy seed 0");
}

std::string shapes_of(const MultiHeadWeights& w) {
  std::string text;
  for (const arma::mat* W : {&w.W_Q, &w.W_K, &w.W_V, &w.W_O})
    text += std::to_string(W->n_rows) + "x" + std::to_string(W->n_cols) + " ";
  for (const arma::rowvec* b : {&w.b_Q, &w.b_K, &w.b_V, &w.b_O})
    text += std::to_string(b->n_elem) + " ";
  return text;
}

constexpr auto kNumpy = WordModel::Kind::numpy;

TEST_CASE("head_weights: shapes follow from the heads") {
  for (const auto kind : {WordModel::Kind::whole, kNumpy}) {
    HeadModel model{.kind = kind,
                    .d_model = 6,
                    .d_source = 6,
                    .n_heads = 4,
                    .n_kv_heads = 2,
                    .d_head = 3,
                    .bias = true};
    CHECK(shapes_of(head_weights(model)) == "6x12 6x6 6x6 12x6 12 6 6 6 ");
    model.d_source = 5;
    CHECK(shapes_of(head_weights(model)) == "6x12 5x6 5x6 12x6 12 6 6 6 ");
    model.bias = false;
    CHECK(shapes_of(head_weights(model)) == "6x12 5x6 5x6 12x6 0 0 0 0 ");
  }
}

TEST_CASE("head_weights: whole numbers, one head's being those of plain attention") {
  const MultiHeadWeights one =
      head_weights({.n_heads = 1, .n_kv_heads = 1, .d_head = 4, .bias = true});
  const ExampleWeights plain = by_hand_weights();
  CHECK(same(one.W_Q, plain.W_Q));
  CHECK(same(one.W_K, plain.W_K));
  CHECK(same(one.W_V, plain.W_V));
  for (const arma::mat& matrix : {one.W_O, arma::mat(one.b_Q), arma::mat(one.b_O)}) {
    CHECK(arma::any(arma::vectorise(matrix) != 0.0));
    CHECK(arma::all(arma::vectorise(arma::abs(matrix)) <= 1.0));
    CHECK(same(matrix, arma::round(matrix)));
  }
}

TEST_CASE("head_weights: more heads are the same numbers, split") {
  const HeadModel two{.seed = 3, .d_model = 8, .d_source = 8, .d_head = 4};
  HeadModel four = two;
  four.n_heads = four.n_kv_heads = 4;
  four.d_head = 2;
  CHECK(same(head_weights(two).W_Q, head_weights(four).W_Q));
  CHECK(same(head_weights(two).W_O, head_weights(four).W_O));
  HeadModel shared = four;
  shared.n_kv_heads = 1;
  CHECK(same(head_weights(shared).W_K, head_weights(four).W_K.head_cols(2)));
  HeadModel other = four;
  other.seed = 4;
  CHECK_FALSE(same(head_weights(other).W_Q, head_weights(four).W_Q));
  CHECK_FALSE(same(head_weights(other).W_O, head_weights(four).W_O));
}

TEST_CASE("head_weights: NumPy's numbers are drawn head by head") {
  const HeadModel model{.kind = kNumpy,
                        .seed = 5,
                        .init = {.factor = 0.5},
                        .d_model = 3,
                        .d_source = 4,
                        .n_heads = 4,
                        .n_kv_heads = 2,
                        .d_head = 2,
                        .bias = true};
  const MultiHeadWeights weights = head_weights(model);
  Random random(5);
  const auto next = [&random](arma::uword n_rows, arma::uword n_cols) {
    return normal_matrix(random, n_rows, n_cols, 0.5);
  };
  for (arma::uword head = 0; head < 4; ++head)
    CHECK(same(weights.W_Q.cols(2 * head, 2 * head + 1), next(3, 2)));
  for (const arma::mat* W : {&weights.W_K, &weights.W_V})
    for (arma::uword head = 0; head < 2; ++head)
      CHECK(same(W->cols(2 * head, 2 * head + 1), next(4, 2)));
  CHECK(same(weights.W_O, next(8, 3)));
  CHECK(same(weights.b_Q, next(1, 8)));
  CHECK(same(weights.b_K, next(1, 4)));
  CHECK(same(weights.b_V, next(1, 4)));
  CHECK(same(weights.b_O, next(1, 3)));
}

TEST_CASE("untrained_positions: small normal numbers, the same for one seed") {
  const arma::mat table = untrained_positions(200, 50, 3);
  CHECK(table.n_rows == 200);
  CHECK(arma::stddev(arma::vectorise(table)) == Approx(0.02).epsilon(0.03));
  CHECK(difference(untrained_positions(200, 50, 3), table, 0.0) == "");
  CHECK(difference(untrained_positions(200, 50, 4), table, 0.0) != "");
  // A longer table begins like a shorter one. numpy.random.RandomState(42).randn() is 0.4967...
  CHECK(difference(untrained_positions(300, 50, 3).eval().head_rows(200), table, 0.0) == "");
  CHECK(untrained_positions(1, 1, 42)(0) == Approx(0.02 * 0.4967141530112327).epsilon(1e-14));
}

TEST_CASE("example_query, example_key: small whole numbers in turn") {
  CHECK(difference(example_query(6), arma::rowvec{1, 2, 3, 4, 1, 2}) == "");
  CHECK(difference(example_key(6), arma::rowvec{2, -1, 0, 1, 2, -1}) == "");
}

}  // namespace

#include "examples/numbers.hpp"
#include "mechanisms/attention/attention.hpp"
#include "support/catch.hpp"
#include "support/golden_data.hpp"
#include "support/matrix.hpp"
#include "support/table_texts.hpp"

// Several heads in the source chapters, recomputed in double precision with other software.
using namespace attn;

namespace {

// As the chapters write NumPy: weights head by head, each 0.1 times a normal number.
MultiHeadWeights numpy_weights(std::uint32_t seed, arma::uword d_model, arma::uword n_heads) {
  return head_weights({.kind = WordModel::Kind::numpy,
                       .seed = seed,
                       .d_model = d_model,
                       .d_source = d_model,
                       .n_heads = n_heads,
                       .n_kv_heads = n_heads,
                       .d_head = d_model / n_heads});
}

MultiHeadProblem problem_of(const arma::mat& X, MultiHeadWeights weights, arma::uword n_heads) {
  MultiHeadProblem problem;
  problem.X = X;
  problem.weights = std::move(weights);
  problem.counts = {n_heads, n_heads};
  problem.query_tokens = problem.key_tokens = std::vector<std::string>(X.n_rows, "token");
  return problem;
}

// Sums of four or eight products of numbers below 3: a few units of their last place.
void check_heads(const Trace& trace, const nlohmann::json& golden) {
  constexpr double kLastDigits = 1e-16;
  for (arma::uword h = 0; h < golden["head_weights"].size(); ++h) {
    const arma::mat& W = trace.stage("weights", "head " + std::to_string(h)).value;
    const arma::mat expected = matrix(golden["head_weights"][h]);
    CAPTURE(h);
    CHECK(difference(W / expected, arma::ones(arma::size(W)), 1e-15) == "");
  }
  CHECK(difference(trace.stage("projected").value, matrix(golden["output"]), kLastDigits) == "");
}

std::string total_of(arma::uword d_model, arma::uword n_heads, arma::uword d_k, arma::uword d_v,
                     bool bias) {
  using arma::zeros;
  MultiHeadWeights w;
  w.W_Q = w.W_K = zeros(d_model, n_heads * d_k);
  w.W_V = zeros(d_model, n_heads * d_v);
  w.W_O = zeros(n_heads * d_v, d_model);
  if (bias) {
    w.b_Q = w.b_K = zeros(1, n_heads * d_k);
    w.b_V = zeros(1, n_heads * d_v);
    w.b_O = zeros(1, d_model);
  }
  const Trace trace = multi_head(problem_of(arma::zeros(1, d_model), std::move(w), n_heads));
  return text_of(trace.tables.at(0).rows.back().back());
}

}  // namespace

TEST_CASE("chapters: four heads in NumPy", "[golden][chapters]") {
  const nlohmann::json golden = read_golden("chapter002_multi_head.json");
  const WordEmbeddings words =
      word_embeddings({.kind = WordModel::Kind::numpy, .seed = 42, .d_model = 16},
                      std::vector<std::string>(6, "token"), {});
  CHECK(difference(words.X, matrix(golden["X"]), 0.0) == "");

  const MultiHeadWeights weights = numpy_weights(42, 16, 4);
  // Both streams start from one seed: W_Q begins with the numbers of X, a tenth of each.
  CHECK(difference(weights.W_Q.submat(0, 0, 0, 3), 0.1 * words.X.submat(0, 0, 0, 3), 0.0) == "");

  const Trace trace = multi_head(problem_of(words.X, weights, 4));
  check_heads(trace, golden);
  double least = 1.0, most = 0.0;
  for (const Stage* head : trace.in_every_group("weights")) {
    least = std::min(least, head->value.min());
    most = std::max(most, head->value.max());
  }
  CHECK(least == Approx(golden["weights_min"].get<double>()).epsilon(1e-15));
  CHECK(most == Approx(golden["weights_max"].get<double>()).epsilon(1e-15));
}

TEST_CASE("chapters: two heads, beside the same layer in PyTorch", "[golden][chapters]") {
  const nlohmann::json golden = read_golden("chapter002_pytorch_comparison.json");
  const MultiHeadWeights weights = numpy_weights(0, 8, 2);
  for (const auto& [name, W] : {std::pair<const char*, const arma::mat&>{"W_Q", weights.W_Q},
                                {"W_K", weights.W_K},
                                {"W_V", weights.W_V}})
    for (arma::uword h = 0; h < 2; ++h)
      CHECK(difference(head_columns(W, 2, h), matrix(golden[name][h]), 0.0) == "");
  CHECK(difference(weights.W_O, matrix(golden["W_O"]), 0.0) == "");
  check_heads(multi_head(problem_of(matrix(golden["X"]), weights, 2)), golden);
}

TEST_CASE("chapters: parameters of a layer, with and without biases", "[golden][chapters]") {
  // Exercise 2: 4 · 512² weights; what its listing builds has 4 · 512 biases besides.
  for (const arma::uword n_heads : {8, 4, 1}) {
    CHECK(total_of(512, n_heads, 512 / n_heads, 512 / n_heads, false) == "1,048,576");
    CHECK(total_of(512, n_heads, 512 / n_heads, 512 / n_heads, true) == "1,050,624");
  }
  CHECK(total_of(256, 8, 32, 32, true) == "263,168");
  CHECK(total_of(128, 4, 32, 32, true) == "66,048");
  CHECK(total_of(768, 12, 64, 64, false) == "2,359,296");
  CHECK(total_of(512, 8, 64, 32, false) == "786,432");
  CHECK(total_of(512, 8, 64, 32, true) == "788,224");
}

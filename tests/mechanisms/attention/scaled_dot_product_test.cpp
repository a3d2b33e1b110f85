#include "mechanisms/attention/scaled_dot_product.hpp"

#include <cmath>

#include "base/message.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/plain_attention.hpp"
#include "support/worked_examples.hpp"

using namespace attn;

namespace {

AttentionProblem exercise1_problem() {
  return problem_of(Projected{exercise1::Q, exercise1::K, exercise1::V});
}

Embedded whole_number_tensors() {
  using namespace whole_numbers;
  return {.X = X, .memory = {}, .W_Q = W_Q, .W_K = W_K, .W_V = W_V};
}

// Five queries of width 6 that look at `n_k` rows of memory; d_k 3, d_v 4.
Embedded random_tensors(std::mt19937& draws, arma::uword n_k) {
  return {.X = random_matrix(draws, 5, 6),
          .memory = random_matrix(draws, n_k, 6),
          .W_Q = random_matrix(draws, 6, 3),
          .W_K = random_matrix(draws, 6, 3),
          .W_V = random_matrix(draws, 6, 4)};
}

std::string ids_of(const Trace& trace) {
  std::string ids;
  for (const Stage& stage : trace.stages) ids += stage.id + " ";
  return ids;
}

// The reasons of a stage's blocked cells, row by row, "." where a cell is open.
std::string blocked_of(const Stage& stage) {
  std::string letters;
  for (arma::uword i = 0; i < stage.blocked.n_rows; ++i) {
    for (arma::uword j = 0; j < stage.blocked.n_cols; ++j)
      letters += stage.blocked(i, j) ? static_cast<char>(stage.blocked(i, j)) : '.';
    letters += ' ';
  }
  return letters;
}

const arma::mat& value_in(const Trace& trace, const std::string& id) {
  return trace.stage(id).value;
}
template <typename T>
T setting(const Trace& trace, const std::string& name) {
  for (const auto& [known, value] : trace.config)
    if (known == name) return std::get<T>(value);
  throw std::out_of_range(name);
}

}  // namespace

TEST_CASE("scaled_dot_product: records its stages in order", "[mechanisms][scaled_dot_product]") {
  std::mt19937 draws(31);
  const std::string tail = "query key value scores scaled masked weights output ";
  CHECK(ids_of(scaled_dot_product(exercise1_problem())) == tail);
  CHECK(ids_of(scaled_dot_product(problem_of(whole_number_tensors()))) == "input wq wk wv " + tail);
  CHECK(ids_of(scaled_dot_product(problem_of(random_tensors(draws, 7)))) ==
        "input memory wq wk wv " + tail);
}

TEST_CASE("scaled_dot_product: says where queries and keys and values come from",
          "[mechanisms][scaled_dot_product]") {
  std::mt19937 draws(32);
  const auto formulas = [](const Trace& trace) {
    return trace.stage("query").formula + ", " + trace.stage("key").formula + ", " +
           trace.stage("value").formula;
  };
  const Trace self = scaled_dot_product(problem_of(whole_number_tensors()));
  const Trace cross = scaled_dot_product(problem_of(random_tensors(draws, 7)));
  CHECK(formulas(scaled_dot_product(exercise1_problem())) == "Q, K, V");
  CHECK(formulas(self) == "Q = X W_Q, K = X W_K, V = X W_V");
  CHECK(formulas(cross) == "Q = X W_Q, K = M W_K, V = M W_V");
  CHECK(std::get<Product>(self.stage("key").rule).left == "input");
  CHECK(std::get<Product>(cross.stage("key").rule).left == "memory");
  CHECK(std::get<Product>(cross.stage("value").rule).right == "wv");
}

TEST_CASE("scaled_dot_product: the worked examples come out", "[mechanisms][scaled_dot_product]") {
  const Trace plain = scaled_dot_product(exercise1_problem());
  CHECK(difference(value_in(plain, "scores"), exercise1::S) == "");
  CHECK(difference(value_in(plain, "scaled"), exercise1::scaled) == "");
  CHECK(difference(value_in(plain, "weights"), exercise1::W) == "");
  CHECK(difference(value_in(plain, "output"), exercise1::O) == "");

  AttentionProblem problem = problem_of(whole_number_tensors());
  problem.causal = true;
  const Trace causal = scaled_dot_product(problem);
  CHECK(difference(value_in(causal, "query"), whole_numbers::Q) == "");
  CHECK(difference(value_in(causal, "key"), whole_numbers::K) == "");
  CHECK(difference(value_in(causal, "value"), whole_numbers::V) == "");
  CHECK(difference(value_in(causal, "scores"), whole_numbers::S) == "");
  CHECK(difference(value_in(causal, "weights"), whole_numbers::causal_W) == "");
  CHECK(difference(value_in(causal, "output"), whole_numbers::causal_O) == "");
}

TEST_CASE("scaled_dot_product: the last stage is the plain formula",
          "[mechanisms][scaled_dot_product]") {
  std::mt19937 draws(33);
  for (const arma::uword n_k : {1, 4, 5, 9}) {
    const Embedded tensors = random_tensors(draws, n_k);
    AttentionProblem problem = problem_of(tensors);
    for (const bool causal : {false, true}) {
      CAPTURE(n_k, causal);
      problem.causal = causal;
      const Mask mask = causal ? causal_mask(5, n_k) : Mask(5, n_k, arma::fill::ones);
      const Trace trace = scaled_dot_product(problem);
      const PlainAttention expected =
          plain_attention(tensors.X * tensors.W_Q, *tensors.memory * tensors.W_K,
                          *tensors.memory * tensors.W_V, mask);
      CHECK(difference(value_in(trace, "weights"), expected.weights) == "");
      CHECK(difference(trace.stages.back().value, expected.output) == "");
    }
  }
}

TEST_CASE("scaled_dot_product: scaling can be off or a factor",
          "[mechanisms][scaled_dot_product]") {
  AttentionProblem problem = exercise1_problem();
  CHECK(setting<double>(scaled_dot_product(problem), "scale") == Approx(1.0 / std::sqrt(2.0)));

  problem.scale = {Scale::Kind::off};
  const Trace off = scaled_dot_product(problem);
  CHECK(difference(value_in(off, "scaled"), exercise1::S) == "");
  CHECK(setting<double>(off, "scale") == 1.0);
  CHECK(difference(value_in(off, "weights").row(2),
                   arma::rowvec{0.21194155761708547, 0.21194155761708547, 0.5761168847658291}) ==
        "");

  problem.scale = {Scale::Kind::factor, 0.5};
  const Trace halved = scaled_dot_product(problem);
  CHECK(difference(value_in(halved, "scaled"), exercise1::S / 2) == "");
  CHECK(setting<double>(halved, "scale") == 0.5);
}

TEST_CASE("scaled_dot_product: without a mask nothing is blocked",
          "[mechanisms][scaled_dot_product]") {
  AttentionProblem problem = exercise1_problem();
  problem.mask = Mask(3, 3, arma::fill::ones);
  const Trace trace = scaled_dot_product(problem);
  CHECK(trace.stage("masked").blocked.is_empty());
  CHECK(repeats_its_source(trace.stage("masked")));
  CHECK(difference(value_in(trace, "masked"), exercise1::scaled) == "");
  CHECK(trace.warnings.empty());
}

TEST_CASE("scaled_dot_product: a causal row does not know what follows",
          "[mechanisms][scaled_dot_product][property]") {
  AttentionProblem problem = problem_of(whole_number_tensors());
  problem.causal = true;
  const Trace whole = scaled_dot_product(problem);
  for (arma::uword n = 1; n <= 4; ++n) {
    Embedded cut = whole_number_tensors();
    cut.X = cut.X.head_rows(n);
    AttentionProblem shorter = problem_of(cut);
    shorter.causal = true;
    CHECK(difference(value_in(scaled_dot_product(shorter), "output"),
                     value_in(whole, "output").head_rows(n)) == "");
  }
}

TEST_CASE("scaled_dot_product: the order of the keys does not matter",
          "[mechanisms][scaled_dot_product][property]") {
  std::mt19937 draws(34);
  const Embedded tensors = random_tensors(draws, 6);
  const arma::uvec order{4, 0, 5, 2, 1, 3};
  Embedded turned = tensors;
  turned.memory = tensors.memory->rows(order);
  const Trace before = scaled_dot_product(problem_of(tensors));
  const Trace after = scaled_dot_product(problem_of(turned));
  CHECK(difference(value_in(after, "weights"), value_in(before, "weights").cols(order)) == "");
  CHECK(difference(value_in(after, "output"), value_in(before, "output")) == "");
}

TEST_CASE("scaled_dot_product: says why each cell is blocked", "[mechanisms][scaled_dot_product]") {
  AttentionProblem problem = exercise1_problem();
  problem.mask = Mask{{0, 1, 0}, {0, 1, 1}, {1, 0, 1}};
  const Trace given = scaled_dot_product(problem);
  CHECK(blocked_of(given.stage("masked")) == "x.x x.. .x. ");

  problem.causal = true;  // a future key says so, whatever the mask says
  problem.mask = Mask{{1, 1, 0}, {0, 1, 1}, {1, 0, 1}};
  const Trace both = scaled_dot_product(problem);
  CHECK(blocked_of(both.stage("masked")) == ".cc x.c .x. ");
  CHECK(blocked_of(both.stage("weights")) == ".cc x.c .x. ");
  const PlainAttention expected =
      plain_attention(exercise1::Q, exercise1::K, exercise1::V, {{1, 0, 0}, {0, 1, 0}, {1, 0, 1}});
  CHECK(difference(value_in(both, "weights"), expected.weights) == "");
  CHECK(difference(value_in(both, "output"), expected.output) == "");
  CHECK(both.warnings.empty());
}

TEST_CASE("scaled_dot_product: a query that may attend to nothing is reported",
          "[mechanisms][scaled_dot_product]") {
  AttentionProblem problem = exercise1_problem();
  problem.mask = Mask{{1, 1, 1}, {1, 1, 1}, {0, 0, 0}};
  const auto expect = [&problem](EmptyRow empty_row, const std::string& word,
                                 const arma::rowvec& weights, const arma::rowvec& output,
                                 const std::string& warning) {
    problem.empty_row = empty_row;
    const Trace trace = scaled_dot_product(problem);
    CHECK(setting<std::string>(trace, "empty_row") == word);
    CHECK(difference(value_in(trace, "weights"),
                     arma::join_cols(exercise1::W.head_rows(2), weights)) == "");
    CHECK(difference(value_in(trace, "output"),
                     arma::join_cols(exercise1::O.head_rows(2), output)) == "");
    CHECK(trace.warnings ==
          std::vector<std::string>{"query \"q2\" (row 2) may attend to nothing: " + warning});
  };
  expect(EmptyRow::zero, "zero", {0, 0, 0}, {0, 0}, "its weights and its output are 0");
  expect(EmptyRow::nan, "nan", {kNaN, kNaN, kNaN}, {kNaN, kNaN},
         "its weights and its output are undefined (0/0, NaN)");
  expect(EmptyRow::uniform, "uniform", {1.0 / 3, 1.0 / 3, 1.0 / 3}, {1, 1},
         "its weights are all equal, over keys that it must not see");
}

TEST_CASE("scaled_dot_product: keeps what it was run with", "[mechanisms][scaled_dot_product]") {
  std::mt19937 draws(35);
  AttentionProblem problem = problem_of(random_tensors(draws, 7));
  problem.causal = true;
  const Trace trace = scaled_dot_product(problem);
  CHECK(trace.query_tokens == problem.query_tokens);
  CHECK(trace.key_tokens == problem.key_tokens);
  std::string names;
  for (const auto& [name, ignored] : trace.config) names += name + " ";
  CHECK(names == "d_model n_q n_k d_k d_v scale causal mask empty_row ");
  CHECK(setting<std::int64_t>(trace, "d_model") == 6);
  CHECK(setting<std::int64_t>(trace, "n_q") == 5);
  CHECK(setting<std::int64_t>(trace, "n_k") == 7);
  CHECK(setting<std::int64_t>(trace, "d_k") == 3);
  CHECK(setting<std::int64_t>(trace, "d_v") == 4);
  CHECK(setting<bool>(trace, "causal"));
  CHECK_FALSE(setting<bool>(trace, "mask"));
  CHECK(scaled_dot_product(exercise1_problem()).config.front().first == "n_q");
}

TEST_CASE("scaled_dot_product: many empty rows are counted rather than named one by one",
          "[mechanisms][scaled_dot_product]") {
  const arma::mat five(5, 2, arma::fill::ones);
  AttentionProblem problem = problem_of(Projected{five, five, five});
  problem.mask = Mask(5, 5, arma::fill::zeros);
  const Trace trace = scaled_dot_product(problem);
  REQUIRE(trace.warnings.size() == 4);
  CHECK(trace.warnings[2] ==
        "query \"" + problem.query_tokens[2] +
            "\" (row 2) may attend to nothing: its weights and its output are 0");
  CHECK(trace.warnings[3] == "queries that may attend to nothing: 5 of 5");
}

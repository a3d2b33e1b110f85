#include "mechanisms/positions/order_blindness.hpp"

#include "base/message.hpp"
#include "mechanisms/difference.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/plain_attention.hpp"
#include "support/table_texts.hpp"
#include "support/worked_examples.hpp"

using namespace attn;

namespace {

using Words = std::vector<std::string>;

OrderProblem four_words(const Words& reordered) {
  using namespace whole_numbers;
  return {.words = {"The", "cat", "sat", "down"},
          .reordered = reordered,
          .X = X,
          .W_Q = W_Q,
          .W_K = W_K,
          .W_V = W_V};
}

const arma::mat& stage(const Trace& trace, const char* id, const char* group) {
  return trace.stage(id, group).value;
}

}  // namespace

TEST_CASE("order_of: where each word stood before", "[posenc]") {
  CHECK(difference(arma::conv_to<arma::vec>::from(order_of({"a", "b", "c"}, {"c", "a", "b"})),
                   arma::vec{2, 0, 1}) == "");
  // Equal words are taken in order.
  CHECK(difference(arma::conv_to<arma::vec>::from(order_of({"a", "b", "a"}, {"b", "a", "a"})),
                   arma::vec{1, 0, 2}) == "");
}

TEST_CASE("order_of: refuses other words", "[posenc][error]") {
  const std::string start = "the second order must hold the same words as the first, but \"";
  CHECK_THROWS_MATCHES(order_of({"a", "b"}, {"a", "c"}), InputError,
                       Message(start + "c\" is in it more often. Capitals count."));
  CHECK_THROWS_MATCHES(order_of({"a", "b"}, {"a", "a"}), InputError,
                       Message(start + "a\" is in it more often. Capitals count."));
  CHECK_THROWS_MATCHES(order_of({"a", "b"}, {"a"}), InputError,
                       Message(start + "b\" is in the first more often. Capitals count."));
}

TEST_CASE("order_blindness: without positions the rows move with their words",
          "[posenc][property]") {
  const Trace trace = order_blindness(four_words({"down", "The", "sat", "cat"}));
  const arma::uvec places{3, 0, 2, 1};
  const arma::mat& first = stage(trace, "output", "order 1");
  CHECK(difference(first.rows(places), stage(trace, "output", "order 2")) == "");
  CHECK(largest_difference(first, stage(trace, "output", "order 2")) > 0.01);
  CHECK(difference(stage(trace, "pooled", "order 1"), stage(trace, "pooled", "order 2")) == "");
  CHECK(difference(stage(trace, "pooled", "order 1"), arma::mean(first, 0)) == "");
}

TEST_CASE("order_blindness: positions tell the orders apart, and so does a causal mask",
          "[posenc]") {
  const Trace trace = order_blindness(four_words({"down", "The", "sat", "cat"}));
  const arma::uvec places{3, 0, 2, 1};
  for (const auto& [one, two] :
       {std::pair{"order 1 + PE", "order 2 + PE"}, {"order 1 causal", "order 2 causal"}}) {
    CHECK(largest_difference(stage(trace, "output", one).rows(places),
                             stage(trace, "output", two)) > 0.01);
    CHECK(largest_difference(stage(trace, "pooled", one), stage(trace, "pooled", two)) > 0.01);
  }
  CHECK(difference(stage(trace, "input", "order 2 + PE"),
                   whole_numbers::X.rows(places) + sinusoidal_encoding(first_positions(4), 4)) ==
        "");
  const auto& rows = trace.tables[0].rows;
  REQUIRE(rows.size() == 3);
  CHECK(text_of(rows[0][2]) == "< 1e-12");
  CHECK(text_of(rows[0][3]) == "< 1e-12");
  for (std::size_t i : {1, 2})
    for (std::size_t j : {1, 2, 3}) CHECK(text_of(rows[i][j]) != "< 1e-12");
}

TEST_CASE("order_blindness: the cosines between embeddings, where they are wanted", "[posenc]") {
  OrderProblem problem{.words = {"a", "b"},
                       .reordered = {"b", "a"},
                       .X = {{3, 4}, {1, 0}},
                       .W_Q = arma::eye(2, 2),
                       .W_K = arma::eye(2, 2),
                       .W_V = arma::eye(2, 2),
                       .compares_directions = true};
  const Trace trace = order_blindness(problem);
  CHECK(difference(stage(trace, "cosine", "order 1"), {{1, 0.6}, {0.6, 1}}) == "");
  CHECK(difference(stage(trace, "cosine", "order 2"), {{1, 0.6}, {0.6, 1}}) == "");
  CHECK(trace.in_every_group("cosine").size() == 2);
  problem.compares_directions = false;
  CHECK(order_blindness(problem).in_every_group("cosine").empty());
}

TEST_CASE("order_blindness: the first order is plain attention", "[posenc]") {
  const Trace trace = order_blindness(four_words({"cat", "The", "down", "sat"}));
  CHECK(difference(stage(trace, "output", "order 1 causal"), whole_numbers::causal_O) == "");
  CHECK(difference(stage(trace, "scores", "order 1"), whole_numbers::S) == "");
}

TEST_CASE("order_blindness: refuses too many words before it looks for each", "[posenc][error]") {
  const Words words(2000, "a");
  CHECK_THROWS_MATCHES(
      order_blindness({.words = words, .reordered = words, .X = arma::ones(2000, 1)}), InputError,
      Message("2000 words are too many: every stage of 6 runs of attention is kept, and the limit "
              "is 1672. Use a shorter sentence."));
}

TEST_CASE("order_blindness: says so when the orders are the same", "[posenc]") {
  CHECK(order_blindness(four_words({"The", "cat", "sat", "down"})).notes.size() == 1);
  CHECK(order_blindness(four_words({"cat", "The", "sat", "down"})).notes.empty());
}

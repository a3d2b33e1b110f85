#include "mechanisms/mask/leak_test.hpp"

#include <random>

#include "mechanisms/mask/masking.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/plain_attention.hpp"

using namespace attn;

namespace {

LeakTest random_test(arma::uword n, arma::uword place) {
  std::mt19937 draws(7);
  LeakTest test{.before = {.X = random_matrix(draws, n, 4),
                           .memory = {},
                           .W_Q = random_matrix(draws, 4, 3),
                           .W_K = random_matrix(draws, 4, 3),
                           .W_V = random_matrix(draws, 4, 2)},
                .changed_X = {},
                .place = place,
                .word = "old",
                .other = "new"};
  test.changed_X = test.before.X;
  test.changed_X.row(place) = random_matrix(draws, 1, 4);
  return test;
}

Trace leaked(const MaskPattern& pattern, arma::uword n, arma::uword place,
             EmptyRow empty = EmptyRow::zero) {
  const std::vector<std::string> tokens(n, "t");
  return masking({.query_tokens = tokens,
                  .key_tokens = tokens,
                  .pattern = pattern,
                  .empty_row = empty,
                  .leak = random_test(n, place)});
}

arma::mat leak_of(const MaskPattern& pattern, arma::uword n, arma::uword place,
                  EmptyRow empty = EmptyRow::zero) {
  return leaked(pattern, n, place, empty).stage("leak").value;
}

}  // namespace

TEST_CASE("record_leak: under a causal mask the past does not move by one bit",
          "[mechanisms][leak_test][property]") {
  for (arma::uword place = 1; place < 6; ++place) {
    const arma::mat leak = leak_of({.causal = true}, 6, place);
    for (arma::uword i = 0; i < 6; ++i) {
      CAPTURE(place, i);
      CHECK((leak(i, 0) == 0.0) == (i < place));
      CHECK(leak(i, 1) > 0.0);  // masked late, every row has seen the change
      CHECK(leak(i, 2) > 0.0);
    }
  }
}

TEST_CASE("record_leak: names the other word if somebody chose it", "[mechanisms][leak_test]") {
  const auto note_of_leak = [](bool is_any_other) {
    MaskProblem problem{.query_tokens = {"t", "t"}, .key_tokens = {"t", "t"}};
    problem.leak = random_test(2, 1);
    problem.leak->is_any_other = is_any_other;
    return masking(problem).stage("leak").note;
  };
  CHECK(note_of_leak(false).starts_with("\"old\" at place 1 becomes \"new\". How far"));
  CHECK(note_of_leak(true).starts_with("\"old\" at place 1 becomes another word. How far"));
}

TEST_CASE("record_leak: only queries that may attend to the change move, and the changed one",
          "[mechanisms][leak_test][property]") {
  const MaskPattern pattern{.documents = Documents{{0, 0, 1, 1, 1}, {0, 0, 1, 1, 1}}, .window = 2};
  const Trace trace = leaked(pattern, 5, 3);
  const arma::mat& mask = trace.stage("mask").value;
  for (arma::uword i = 0; i < 5; ++i)
    CHECK((trace.stage("leak").value(i, 0) > 0.0) == (mask(i, 3) == 1.0 || i == 3));
}

TEST_CASE("record_leak: agrees with attention computed by loops", "[mechanisms][leak_test]") {
  const LeakTest test = random_test(4, 2);
  const auto output = [&test](const arma::mat& X, const Mask& mask) {
    return plain_attention(X * test.before.W_Q, X * test.before.W_K, X * test.before.W_V, mask)
        .output;
  };
  const arma::mat leak = leak_of({.window = 2}, 4, 2);
  const Mask masks[] = {window_mask(4, 4, 2), Mask(4, 4, arma::fill::ones)};
  for (const arma::uword column : {0, 1}) {
    const arma::mat moved =
        arma::abs(output(test.changed_X, masks[column]) - output(test.before.X, masks[column]));
    CHECK(difference(leak.col(column == 0 ? 0 : 2), arma::max(moved, 1)) == "");
  }
}

TEST_CASE("record_leak: says who leaks, and who does not", "[mechanisms][leak_test]") {
  const Trace open = leaked({.window = 9}, 3, 2);
  REQUIRE(open.warnings.size() == 1);
  CHECK(open.warnings.front().starts_with(
      "the future leaks: \"old\" comes later, but it moves the output of \"t\", \"t\" (by up to"));
  CHECK(open.notes.back() == "--causal would hide it.");

  const Trace closed = leaked({.causal = true}, 3, 2);
  CHECK(closed.warnings.empty());
  CHECK(
      closed.notes.front() ==
      "no query before \"old\" moves at all, not by the last bit: nothing leaks from the future.");
  CHECK(closed.notes.back().starts_with("a late mask, weights set to 0 after softmax, does leak"));

  const Trace prefix = leaked({.n_prefix = 3}, 3, 2);
  CHECK(prefix.warnings.size() == 1);
  CHECK(prefix.notes.empty());  // causal already, as far as was asked

  CHECK(leaked({.window = 9}, 3, 0).notes.front().starts_with("no token comes before the change"));
  CHECK(leaked({.window = 9}, 9, 8).warnings.front().find("and others (8 in all)") !=
        std::string::npos);
}

TEST_CASE("record_leak: an empty row counts as zeros, or leaks where it is uniform",
          "[mechanisms][leak_test]") {
  const MaskPattern pattern{.causal = true, .padded_queries = {0}};
  CHECK(leak_of(pattern, 3, 2)(0, 0) == 0.0);
  CHECK(leak_of(pattern, 3, 2, EmptyRow::nan)(0, 0) == 0.0);
  CHECK(leak_of(pattern, 3, 2, EmptyRow::uniform)(0, 0) > 0.0);
}

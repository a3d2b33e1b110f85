#include "trace/rule.hpp"

#include "mechanisms/backward/backward.hpp"
#include "mechanisms/positions/positions.hpp"
#include "render/rendered.hpp"
#include "support/catch.hpp"
#include "support/multi_head_problem.hpp"
#include "trace/trace.hpp"

namespace {

using Ids = std::vector<std::string>;

Trace two_stages() {
  Trace trace;
  trace.record({.id = "a", .value = {{1, 2}, {3, 4}}});
  trace.record({.id = "b", .value = {{5, 6}, {7, 8}}});
  return trace;
}

double value_of(const CellFormula& formula, arma::uword row = 0, arma::uword col = 0) {
  const Trace trace = two_stages();
  return FormulaAt(trace, trace.stage("a"), row, col).value(formula);
}

// Every cell of every stage that was computed, worked out again from the cells of its sources.
void check_rules(const Trace& trace) {
  std::size_t n_checked = 0;
  for (const Stage& stage : trace.stages) {
    const auto formula = cell_formula(stage.rule);
    if (!formula) continue;
    for (arma::uword row = 0; row < stage.value.n_rows; ++row)
      for (arma::uword col = 0; col < stage.value.n_cols; ++col) {
        CAPTURE(stage.group, stage.id, row, col);
        const double value = FormulaAt(trace, stage, row, col).value(*formula);
        const double expected = stage.value(row, col);
        CHECK((value == expected || std::abs(value - expected) < 1e-9));
        ++n_checked;
      }
  }
  CHECK(n_checked > 0);
}

}  // namespace

TEST_CASE("rule: what formulas do") {
  const CellFormula two = 2.0, three = 3.0;
  CHECK(value_of(two + three) == 5.0);
  CHECK(value_of(two - three) == -1.0);
  CHECK(value_of(two * three) == 6.0);
  CHECK(value_of(three / two) == 1.5);
  CHECK(value_of({Op::share, {three, 0.0, 7.0}}) == 7.0);
  CHECK(value_of({Op::power, {two, three}}) == 8.0);
  CHECK(value_of({Op::square, {three}}) == 9.0);
  CHECK(value_of({Op::floor, {7.0, two}}) == 3.0);
  CHECK(value_of({Op::modulo, {7.0, two}}) == 1.0);
  CHECK(value_of({Op::equal, {two, three}}) == 0.0);
  CHECK(value_of({Op::less, {two, three}}) == 1.0);
  CHECK(value_of({Op::choice, {0.0, two, three}}) == 3.0);
  CHECK(value_of({Op::negative, {two}}) == -2.0);
  CHECK(value_of({Op::total, {two, three, 4.0}}) == 9.0);
  CHECK(value_of({Op::ln, {{Op::exp, {two}}}}) == 2.0);
  CHECK(value_of(rule::function_of("sqrt", std::sqrt, 9.0)) == 3.0);
  CHECK(value_of({Op::relative, {two, three}}) == 2.0);
  CHECK(value_of({Op::relative, {two, 21.0}}) == -19.0);
}

TEST_CASE("Waves: two dimensions of a pair follow from one angle, each by its own wave") {
  const arma::vec positions{0, 3};
  const arma::uvec dims{2, 3};
  const CellFormula waves = *cell_formula(Waves{positions, dims, 4, 100.0});
  CHECK(value_of(waves, 1, 0) == Approx(std::sin(0.3)));
  CHECK(value_of(waves, 1, 1) == Approx(std::cos(0.3)));
  const CellFormula others = *cell_formula(
      Waves{positions, dims, 4, 100.0, [](CellFormula angle) { return std::move(angle) / 2.0; },
            [](CellFormula angle) { return 1.0 - std::move(angle); }});
  CHECK(value_of(others, 1, 0) == Approx(0.15));
  CHECK(value_of(others, 1, 1) == Approx(0.7));
}

TEST_CASE("rule: cells, places and sums over k") {
  CHECK(value_of(rule::cell("b"), 1, 0) == 7.0);
  CHECK(value_of(rule::cell("b", Index::j, Index::i), 1, 0) == 6.0);
  const CellFormula n{Op::cols, {}, "a"};
  CHECK(value_of({Op::sum, {n, rule::cell("a", Index::i, Index::k)}}, 1, 0) == 7.0);
  CHECK(value_of({Op::max, {n, rule::cell("a", Index::i, Index::k)}}, 1, 0) == 4.0);
  // A sum inside of another has a k of its own.
  const CellFormula highest{Op::max, {n, rule::cell("a", Index::i, Index::k)}};
  CHECK(value_of({Op::sum, {n, highest - rule::cell("a", Index::i, Index::k)}}, 1, 0) == 1.0);
}

TEST_CASE("rule: the stages that a rule names, in its order and once") {
  CHECK(sources_of(Product{"input", "wq", false, "bq"}) == Ids{"input", "wq", "bq"});
  CHECK(sources_of(Softmax{"masked"}) == Ids{"masked"});
  CHECK(sources_of(rule::sum_of_products({{"a", "b"}, {"c", "d"}})) == Ids{"a", "b", "c", "d"});
  CHECK(sources_of(Given{}).empty());
  CHECK(sources_of(Shares{}).empty());
}

TEST_CASE("rule: what is left of terms that a mask blocks") {
  Trace trace = two_stages();
  BlockedCells blocked(1, 2, arma::fill::zeros);
  blocked(0, 1) = 'c';
  trace.record({.id = "c", .value = {{0, 0}}, .blocked = blocked});
  const CellFormula open{Op::open, {Index::i, Index::k, rule::cell("a", Index::i, Index::k)}};
  const CellFormula sum{Op::sum, {2.0, open}};
  FormulaAt at(trace, trace.stage("c"), 0, 0);
  CHECK(at.terms_of(sum) == std::vector<arma::uword>{0});
  CHECK(at.value(sum) == 1.0);
}

TEST_CASE("rule: the tree of every stage gives its numbers") {
  Trace trace = scaled_dot_product(by_hand_problem(true));
  record_backward(trace, {.loss = {.kind = Loss::Kind::cell, .of = "output", .row = 2, .col = 1},
                          .jacobian_row = 2});
  check_rules(trace);
}

TEST_CASE("rule: the tree of every stage of several heads gives its numbers") {
  std::mt19937 draws(7);
  MultiHeadProblem problem =
      random_problem(draws, {.counts = {4, 2}, .d_model = 8, .d_k = 2, .d_v = 3, .bias = true});
  problem.average = true;
  for (const Pairing pairing : {Pairing::interleaved, Pairing::half_split}) {
    problem.rope = Rotary{.pairing = pairing};
    Trace trace = multi_head(problem);
    record_backward(trace, {});
    check_rules(trace);
  }
}

TEST_CASE("rule: the tree of every stage about positions gives its numbers") {
  check_rules(additive_encoding({.length = 5, .d_model = 7}));
  check_rules(alibi({.length = 4, .n_heads = 6}));
  check_rules(rotary_encoding(
      {.length = 4, .query = arma::rowvec{1, 2, 3, 4}, .key = arma::rowvec{4, 3, 2, 1}}));
}

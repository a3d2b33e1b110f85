#include <cmath>

#include "base/message.hpp"
#include "core/attention.hpp"
#include "core/gradients.hpp"
#include "core/statistics.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/studies/studies.hpp"

namespace attn {
namespace {

constexpr arma::uword kWithout = 0, kWith = 1;  // columns: without √d_k, and with it

// Means over all queries, without √d_k and with it.
struct Softened {
  double largest = 0.0, entropy = 0.0, gradient = 0.0;
};

// What one width gave.
struct WidthResult {
  double variance = 0.0, scaled_variance = 0.0;
  Softened softened[2];
};

Softened means_of(const arma::mat& scores) {
  const arma::mat A = softmax_rows(scores);
  return {arma::mean(arma::vec(arma::max(A, 1))), arma::mean(row_entropies(A)),
          arma::mean(softmax_jacobian_norms(A))};
}

// Query i against the keys of the pairs i, i + 1 …: its own is the first.
arma::mat scores_against_next(const arma::mat& Q, const arma::mat& K, arma::uword n_keys) {
  arma::mat scores(Q.n_rows, n_keys);
  for (arma::uword j = 0; j < n_keys; ++j) {
    const arma::mat next = arma::shift(K, -static_cast<arma::sword>(j), 0);
    scores.col(j) = arma::sum(Q % next, 1);
  }
  return scores;
}

WidthResult result_for(arma::uword d, const ScalingProblem& problem) {
  const arma::mat Q = problem.normals(problem.n_pairs, d), K = problem.normals(problem.n_pairs, d);
  const arma::mat scores = scores_against_next(Q, K, problem.n_keys);
  const arma::mat scaled = scaled_scores(scores, d);
  return {.variance = arma::var(scores.col(0)),
          .scaled_variance = arma::var(scaled.col(0)),
          .softened = {means_of(scores), means_of(scaled)}};
}

Axis width_axis(const std::vector<arma::uword>& widths) {
  Axis axis{"d_k", {}};
  for (const arma::uword d : widths) {
    axis.labels.push_back(std::to_string(d));
    axis.points.push_back(static_cast<double>(d));
  }
  return axis;
}

Axis two_ways(const std::string& name) {
  return {.name = name,
          .labels = {translated("without √d_k"), translated("with √d_k")},
          .ids = {"without", "with"}};
}

void record_variance(Trace& trace, const Axis& widths, const std::vector<WidthResult>& results) {
  arma::mat value(results.size(), 3);
  for (arma::uword i = 0; i < results.size(); ++i)
    value.row(i) = arma::rowvec{results[i].variance, widths.points[i], results[i].scaled_variance};
  record(trace,
         {.id = "variance",
          .symbol = "Var",
          .formula = "Var(q·k) = d_k,  Var(q·k / √d_k) = 1",
          .rows = widths,
          .cols = {.name = "variance",
                   .labels = {"q·k", "d_k", "q·k / √d_k"},
                   .ids = {"product", "theory", "scaled"}},
          .note = translated("The variance of the products grows as the width does; divided by "
                             "√d_k, a product has variance 1 at any width."),
          .detail = translated("Each product is a sum of d_k independent terms of mean 0 and "
                               "variance 1, and variances of independent terms add up. Dividing "
                               "by √d_k divides the variance by d_k; dividing by d_k would leave "
                               "1 / d_k, and softmax nearly uniform.")},
         value);
}

struct Softening {
  const char* id;
  const char* symbol;
  std::string name, note;
  double Softened::*member;
};

std::vector<Softening> softenings(arma::uword n_keys) {
  return {{"largest", "max A", "largest weight",
           message("The largest of the weights on {} keys, on average: without √d_k one key takes "
                   "nearly all.",
                   n_keys),
           &Softened::largest},
          {"entropy", "H", "entropy",
           message("The entropy of the weights, on average, in nats: ln {} = {:.3f} where all keys "
                   "are alike.",
                   n_keys, std::log(static_cast<double>(n_keys))),
           &Softened::entropy},
          {"gradient", "|J|", "gradient",
           translated("The norm of softmax's Jacobian, on average: what is left of a gradient that "
                      "goes back through softmax."),
           &Softened::gradient}};
}

void record_softened(Trace& trace, const Axis& widths, const std::vector<WidthResult>& results,
                     arma::uword n_keys) {
  for (const Softening& softening : softenings(n_keys)) {
    arma::mat value(results.size(), 2);
    for (arma::uword i = 0; i < results.size(); ++i)
      for (const arma::uword way : {kWithout, kWith})
        value(i, way) = results[i].softened[way].*softening.member;
    record(trace,
           {.id = softening.id,
            .symbol = softening.symbol,
            .formula = softening.symbol,
            .rows = widths,
            .cols = two_ways(softening.name),
            .note = softening.note},
           value);
  }
}

cell::Real digits(double value) {
  constexpr int kDigitsDrawn = 3;  // more would mean nothing in a random draw
  return {value, kDigitsDrawn, cell::Real::Form::digits};
}

Table scaling_table(const ScalingProblem& problem, const std::vector<WidthResult>& results) {
  Table table{.id = "scaling",
              .title = message("{} random queries and keys of each width d_k, and softmax over {} "
                               "keys, without √d_k and with it.",
                               problem.n_pairs, problem.n_keys),
              .columns = {{"d_k", "d_k"},
                          {"variance", translated("variance")},
                          {"off", translated("off by")},
                          {"expected_error", translated("usual error")},
                          {"scaled_variance", translated("/ √d_k")},
                          {"largest", translated("largest")},
                          {"largest_scaled", translated("/ √d_k")},
                          {"gradient", translated("gradient")},
                          {"gradient_scaled", translated("/ √d_k")}},
              .n_text_columns = 0,
              .after = ""};
  for (std::size_t i = 0; i < results.size(); ++i) {
    const arma::uword d = problem.widths[i];
    const WidthResult& result = results[i];
    const Softened &without = result.softened[kWithout], &with = result.softened[kWith];
    table.rows.push_back({cell::bare(d), digits(result.variance),
                          cell::Share{result.variance / static_cast<double>(d) - 1.0},
                          cell::Share{variance_error(d, problem.n_pairs)},
                          digits(result.scaled_variance), digits(without.largest),
                          digits(with.largest), digits(without.gradient), digits(with.gradient)});
  }
  table.note = message(
      "In theory the variance is d_k. {} pairs know it to about {:.1f} %, the usual error, and now "
      "and then to twice that: this is chance, not a mistake.",
      problem.n_pairs, 100.0 * variance_error(problem.widths.back(), problem.n_pairs));
  table.dispensable = {3, 2};
  return table;
}

void require_enough(const ScalingProblem& problem) {
  if (problem.widths.empty())
    throw InputError(translated("a study of scaling needs widths d_k to try."));
  if (problem.n_pairs < 2 || problem.n_pairs < problem.n_keys)
    throw InputError(message("{} pairs are too few: each query meets the keys of {} of them.",
                             problem.n_pairs, problem.n_keys));
}

}  // namespace

double variance_error(arma::uword d, arma::uword n_pairs) {
  const double n = static_cast<double>(n_pairs);
  return std::sqrt(2.0 / (n - 1.0) + 6.0 / (static_cast<double>(d) * n));
}

Trace scaling_study(const ScalingProblem& problem) {
  require_enough(problem);
  std::vector<WidthResult> results;
  for (const arma::uword d : problem.widths) results.push_back(result_for(d, problem));
  Trace trace{.command = "attend"};
  trace.config = {{"study", "scaling"},
                  {"pairs", static_cast<std::int64_t>(problem.n_pairs)},
                  {"keys", static_cast<std::int64_t>(problem.n_keys)}};
  const Axis widths = width_axis(problem.widths);
  record_variance(trace, widths, results);
  record_softened(trace, widths, results, problem.n_keys);
  trace.tables.push_back(scaling_table(problem, results));
  trace.overview = {"scaling", "variance", "largest", "gradient"};
  trace.result = "variance";
  trace.notes.push_back(
      translated("This assumes entries that are independent, of mean 0 and variance 1. Learned "
                 "queries and keys need not be so; a layer begins about there."));
  return trace;
}

}  // namespace attn

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "base/number.hpp"
#include "core/attention.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/attention/stages.hpp"
#include "mechanisms/studies/studies.hpp"

namespace attn {
namespace {

constexpr std::size_t kFirstDrawColumn = 2;  // of the sums, after the query and evaluation

void require_chance(double p) {
  if (p >= 0.0 && p < 1.0) return;
  throw InputError(
      message("--dropout is the chance that a weight is dropped, from 0 to below 1, not {}. The "
              "usual one is 0.1.",
              p));
}

std::string draw_group(arma::uword draw) { return "draw " + std::to_string(draw + 1); }

arma::mat dropped(const arma::mat& A, const DropoutProblem& problem) {
  arma::mat kept = A;
  for (arma::uword i = 0; i < A.n_rows; ++i)
    for (arma::uword j = 0; j < A.n_cols; ++j)
      kept(i, j) = problem.uniform() < problem.p ? 0.0 : A(i, j) / (1.0 - problem.p);
  return kept;
}

std::string note_of_dropping(double p) {
  if (p == 0.0) return translated("With chance 0 no weight is dropped, and none is changed.");
  return message(
      "In training each weight is dropped with chance {}, and the others are divided by {}: a row "
      "no longer sums to 1.",
      exact(p), significant_text(1.0 - p, 6));
}

Stage dropped_stage(const Stage& weights, double p) {
  return {.id = "dropped",
          .symbol = "A'",
          .formula = fmt::format("A' = A / {} or 0", exact(1.0 - p)),
          .rows = weights.rows,
          .cols = weights.cols,
          .note = note_of_dropping(p),
          .blocked = weights.blocked};
}

void record_draws(Trace& trace, const DropoutProblem& problem) {
  const bool mixes = has_output(trace);
  const Stage weights = trace.stage("weights");
  for (arma::uword draw = 0; draw < problem.n_draws; ++draw) {
    Stage stage = dropped_stage(weights, problem.p);
    stage.group = draw_group(draw);
    const arma::mat& A = record(trace, stage, dropped(weights.value, problem));
    if (!mixes) continue;
    Stage output = output_stage(weights.rows);
    output.id = "mixed";
    output.group = stage.group;
    output.symbol = "O'";
    output.formula = "O' = A' V";
    output.note = translated("The output of this draw: the same values, mixed in other shares.");
    output.detail.clear();
    output.rule = Product{"dropped", "value"};
    record(trace, output, attention_output(A, trace.stage("value").value));
  }
}

// The first draw in which a weight was dropped, which is the one worth a look.
std::string telling_group(const Trace& trace, const DropoutProblem& problem) {
  const arma::uword n_weights = arma::accu(trace.stage("weights").value != 0.0);
  for (arma::uword draw = 0; draw < problem.n_draws; ++draw)
    if (arma::accu(trace.stage("dropped", draw_group(draw)).value != 0.0) < n_weights)
      return draw_group(draw);
  return draw_group(0);
}

// Many weights need fewer draws: there are as many numbers more to see that the mean is right.
arma::uword n_affordable_draws(const DropoutProblem& problem, const arma::mat& A) {
  constexpr arma::uword kMostNumbers = 20'000'000, kFewestDraws = 10;
  const arma::uword n_affordable = kMostNumbers / std::max<arma::uword>(A.n_elem, 1);
  return std::min(problem.n_in_mean, std::max(kFewestDraws, n_affordable));
}

void record_mean(Trace& trace, const DropoutProblem& problem, arma::uword n_draws) {
  const Stage weights = trace.stage("weights");
  arma::mat mean(arma::size(weights.value), arma::fill::zeros);
  for (arma::uword draw = 0; draw < n_draws; ++draw) mean += dropped(weights.value, problem);
  mean /= static_cast<double>(n_draws);
  record(trace,
         {.id = "mean",
          .symbol = "mean A'",
          .formula = "mean A'",
          .rows = weights.rows,
          .cols = weights.cols,
          .note = message("The mean of {} more draws: dividing by 1 − p makes it those of "
                          "evaluation, but for chance. The largest difference is {}.",
                          n_draws, difference_text(mean, weights.value)),
          .blocked = weights.blocked},
         mean);
}

Table sum_table(const Trace& trace, const DropoutProblem& problem, arma::uword n_in_mean) {
  Table table{.id = "sums",
              .title = message("What each row of weights sums to: in evaluation, in {} draws of "
                               "training with p = {}, and in the mean of {} draws.",
                               problem.n_draws, exact(problem.p), n_in_mean),
              .columns = {{"query", translated("query")}, {"evaluation", translated("evaluation")}},
              .n_text_columns = 1,
              .after = ""};
  for (arma::uword draw = 0; draw < problem.n_draws; ++draw)
    table.columns.push_back({"draw_" + std::to_string(draw + 1), message("draw {}", draw + 1)});
  table.columns.push_back({"mean", translated("mean")});
  table.columns.push_back({"deviation", translated("usual deviation")});
  const Stage& weights = trace.stage("weights");
  const arma::mat& A = weights.value;
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    TableRow row{cell::name(weights.rows.place_name(i)), cell::Real{arma::accu(A.row(i))}};
    for (arma::uword draw = 0; draw < problem.n_draws; ++draw)
      row.emplace_back(
          cell::Real{arma::accu(trace.stage("dropped", draw_group(draw)).value.row(i))});
    row.emplace_back(cell::Real{arma::accu(trace.stage("mean").value.row(i))});
    const double squares = arma::accu(arma::square(A.row(i)));
    row.emplace_back(cell::Real{std::sqrt(squares * problem.p / (1.0 - problem.p))});
    table.rows.push_back(std::move(row));
  }
  table.note = translated(
      "A row that puts all on one key deviates most: it gets all or nothing. Whoever prints the "
      "weights of a layer in training sees rows like these; in evaluation dropout is off.");
  table.dispensable = {table.columns.size() - 1};
  for (std::size_t draw = problem.n_draws; draw > 1; --draw)  // all draws but the first
    table.dispensable.push_back(kFirstDrawColumn + draw - 1);
  return table;
}

Table copying_table(double p) {
  Table table{.id = "copying",
              .title = translated("What dropout costs a layer that is to copy numbers of variance "
                                  "1 and puts all on one key: it learns to return c times them."),
              .columns = {{"c", "c"},
                          {"training_error", translated("training error")},
                          {"evaluation_error", translated("evaluation error")}},
              .n_text_columns = 1,
              .after = ""};
  const auto row = [&table, p](const std::string& factor, double c) {
    const CopyError error = copy_error(c, p);
    const auto digits = [](double value) { return cell::Real{value, 4, cell::Real::Form::digits}; };
    table.rows.push_back({cell::name(factor), digits(error.training), digits(error.evaluation)});
  };
  row("1", 1.0);
  row("1 − p = " + significant_text(1.0 - p, 6), 1.0 - p);
  table.note = translated(
      "Training is least at c = 1 − p, where its error cannot fall below p; evaluation then finds "
      "everything too small by p, an error of p².");
  return table;
}

}  // namespace

CopyError copy_error(double c, double p) {
  return {.training = c * c / (1.0 - p) - 2.0 * c + 1.0, .evaluation = (c - 1.0) * (c - 1.0)};
}

Trace dropout_study(const DropoutProblem& problem) {
  require_chance(problem.p);
  Trace trace = stages_of_attention(problem.attention);
  record_draws(trace, problem);
  const arma::uword n_in_mean = n_affordable_draws(problem, trace.stage("weights").value);
  record_mean(trace, problem, n_in_mean);
  trace.tables = {sum_table(trace, problem, n_in_mean), copying_table(problem.p)};
  trace.tables.back().after = "mean";
  trace.config.emplace_back("study", "dropout");
  trace.config.emplace_back("p", problem.p);
  trace.overview = {"weights", telling_group(trace, problem) + " dropped", "mean", "sums",
                    "copying"};
  trace.result = "mean";
  return trace;
}

}  // namespace attn

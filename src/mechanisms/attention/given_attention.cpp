#include "mechanisms/attention/given_attention.hpp"

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "base/text.hpp"
#include "core/statistics.hpp"
#include "mechanisms/attention/attention_stages.hpp"
#include "mechanisms/attention/record_attention.hpp"

namespace attn {
namespace {

Stage given_scores_stage(const Axis& query, const Axis& key) {
  Stage stage = scores_stage(query, key);
  stage.formula = stage.symbol;
  stage.note = translated("Given: how well each query matches each key.");
  stage.rule = Given{};
  return stage;
}

Stage pattern_stage(const Axis& query, const Axis& key) {
  return {.id = "pattern",
          .symbol = "P",
          .formula = "P",
          .rows = query,
          .cols = key,
          .note = translated("Given: how much each query looks at each key. These are sizes, not "
                             "shares: the rows do not sum to 1.")};
}

// The weights of a pattern. `of` is the stage that they are shares of; "" where they are given.
Stage pattern_weights_stage(const Axis& query, const Axis& key, const std::string& of,
                            bool has_empty_row) {
  Stage stage = weights_stage(query, key, {});
  stage.formula = of.empty() ? "A" : "A = P / Σ P";
  if (!of.empty())
    stage.note = translated("Each row divided by its sum, so that it is shared out over the keys.");
  if (has_empty_row)
    stage.note = translated(
        "Each row that looks at anything is shared out over the keys and sums to 1; the others "
        "are 0.");
  stage.rule = Shares{of};
  return stage;
}

void require_labels(const GivenAttention& problem) {
  const std::string name = problem.kind == GivenAttention::Kind::scores ? "S" : "A";
  require_one_label_per_row(problem.query_tokens, problem.given, name);
  if (problem.key_tokens.size() == problem.given.n_cols) return;
  throw InputError(
      message("{} needs one key token a column: columns {}, tokens given {}. Check --tokens and "
              "--key-tokens.",
              name, problem.given.n_cols, problem.key_tokens.size()));
}

void require_sizes(const arma::mat& pattern) {
  for (arma::uword i = 0; i < pattern.n_rows; ++i)
    for (arma::uword j = 0; j < pattern.n_cols; ++j)
      if (const double size = pattern(i, j); !std::isfinite(size) || size < 0.0)
        throw InputError(
            message("attention is shared out, so it cannot be negative or infinite, but row {}, "
                    "column {} holds {}. Scores may be negative: give those with --scores.",
                    i, j, size));
}

void require_finite(const arma::vec& sums) {
  const arma::uvec too_large = arma::find_nonfinite(sums);
  if (!too_large.is_empty())
    throw InputError(
        message("row {} of the attention adds up to more than can be computed with. "
                "Divide it by a number of your choice: only shares count.",
                too_large(0)));
}

// A row that is all 0 has nothing to share.
bool are_shared_out(const arma::vec& sums) {
  return std::all_of(sums.begin(), sums.end(),
                     [](double sum) { return sum == 0.0 || sums_to_one(sum); });
}

arma::mat shares_of(const arma::mat& pattern, arma::vec sums) {
  sums.replace(0.0, 1.0);  // a row without anything stays so
  return pattern.each_col() / sums;
}

// "3 of 9 ("a", "b", "c")": how many of some tokens are at these places, the first few by name.
std::string counted(const arma::uvec& places, const std::vector<std::string>& tokens) {
  constexpr std::size_t kMostNamed = 5;
  std::vector<std::string> names;
  for (const arma::uword place : places) names.push_back(fmt::format("\"{}\"", tokens[place]));
  return message("{} of {} ({})", places.n_elem, tokens.size(), listed_first(names, kMostNamed));
}

void warn_of_what_is_alone(Trace& trace, const arma::mat& pattern, const arma::vec& sums) {
  if (const arma::uvec rows = arma::find(sums == 0.0); !rows.is_empty())
    trace.warnings.push_back(
        message("queries that look at nothing, so that their weights are 0: {}",
                counted(rows, trace.query_tokens)));
  if (const arma::uvec cols = arma::find(arma::sum(pattern, 0) == 0.0); !cols.is_empty())
    trace.warnings.push_back(
        message("keys that no query looks at: {}", counted(cols, trace.key_tokens)));
}

void record_pattern(Trace& trace, const GivenAttention& problem, const Axis& query,
                    const Axis& key) {
  const arma::mat& pattern = problem.given;
  require_sizes(pattern);
  const arma::vec sums = arma::sum(pattern, 1);
  require_finite(sums);
  const bool is_shared_out = are_shared_out(sums);
  if (!is_shared_out) record(trace, pattern_stage(query, key), pattern);
  record(trace,
         pattern_weights_stage(query, key, is_shared_out ? "" : "pattern", arma::any(sums == 0.0)),
         is_shared_out ? pattern : shares_of(pattern, sums));
  if (!problem.links_a_few) warn_of_what_is_alone(trace, pattern, sums);
}

void record_scores(Trace& trace, const GivenAttention& problem, const Axis& query,
                   const Axis& key) {
  if (problem.scale.kind == Scale::Kind::sqrt_d_k && !problem.d_k)
    throw InputError(
        translated("scores that are given have no d_k to divide them by the root of. Say it with "
                   "--d-k N, or leave the scale out."));
  const AttentionSettings settings =
      settings_for(problem, problem.given.n_rows, problem.given.n_cols);
  record(trace, given_scores_stage(query, key), problem.given);
  record_weights(trace, settings, "", problem.d_k.value_or(1));
  warn_of_empty_rows(trace, settings);
}

void record_config(Trace& trace, const GivenAttention& problem) {
  trace.config.emplace_back("n_q", static_cast<std::int64_t>(problem.given.n_rows));
  trace.config.emplace_back("n_k", static_cast<std::int64_t>(problem.given.n_cols));
  if (problem.d_k) trace.config.emplace_back("d_k", static_cast<std::int64_t>(*problem.d_k));
  if (problem.V) trace.config.emplace_back("d_v", static_cast<std::int64_t>(problem.V->n_cols));
  if (problem.kind == GivenAttention::Kind::scores)
    add_attention_config(trace, problem, trace.stage("scaled"));
}

}  // namespace

Trace given_attention(const GivenAttention& problem) {
  Trace trace{
      .command = "attend", .query_tokens = problem.query_tokens, .key_tokens = problem.key_tokens};
  const Axis query{"query", problem.query_tokens};
  const Axis key{"key", problem.key_tokens};
  require_labels(problem);
  require_stages_fit(problem.given.n_rows, problem.given.n_cols);
  if (problem.kind == GivenAttention::Kind::scores)
    record_scores(trace, problem, query, key);
  else
    record_pattern(trace, problem, query, key);
  if (problem.V) {
    record(trace, value_stage(key), *problem.V);
    record_output(trace);
  }
  add_batch_axis(trace, problem.n_batch);
  record_config(trace, problem);
  return trace;
}

}  // namespace attn

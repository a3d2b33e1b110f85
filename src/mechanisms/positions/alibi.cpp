#include <bit>
#include <numbers>

#include "base/message.hpp"
#include "base/number.hpp"
#include "core/positions.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/attention/stages.hpp"
#include "mechanisms/positions/positions.hpp"

namespace attn {
namespace {

using Form = cell::Real::Form;

constexpr int kSlopeDigits = 4;  // slopes go through many powers of two

void record_slopes(Trace& trace, arma::uword n_heads) {
  Stage stage{
      .id = "slopes",
      .symbol = "m",
      .formula = fmt::format("m_h = 2^(−8(h + 1)/{})", n_heads),
      .rows = {"head", {}},
      .cols = {"slope", {}},
      .note = translated("How much a score loses for each step of distance. Nothing here is "
                         "trained."),
      .rule = rule::alibi_slope(n_heads)};
  for (arma::uword head = 0; head < n_heads; ++head) stage.rows.labels.push_back(group_of(head));
  const arma::uword n_power = std::bit_floor(n_heads);
  if (n_power != n_heads) {
    stage.formula = "m_h";
    add_sentence(stage.note,
                 message("{0} is not a power of two: the first {1} heads have the slopes of "
                         "{1} heads, the others every other one of {2}.",
                         n_heads, n_power, 2 * n_power));
  }
  record(trace, std::move(stage), alibi_slopes(n_heads));
}

void record_head(Trace& trace, arma::uword head, double slope, const BlockedCells& causal) {
  const std::string group = group_of(head);
  const Stage& distance = trace.stage("distance");
  Stage bias{.id = "bias",
             .group = group,
             .symbol = "B",
             .formula = fmt::format("B = {} distance",
                                    with_minus_sign(significant_text(-slope, kSlopeDigits))),
             .rows = distance.rows,
             .cols = distance.cols,
             .note = translated("Added to the scores before softmax, instead of any encoding of "
                                "positions."),
             .rule = Scaling{rule::cell("distance"), -slope, false}};
  Stage masked = masked_stage(bias, causal);
  masked.group = group;
  masked.note = translated("ALiBi is made for causal attention: the future is blocked.");
  const arma::mat& B = record(trace, std::move(bias),
                              alibi_bias(slope, distance.value.n_rows, distance.value.n_cols));
  // A single position has no future.
  const arma::mat& scores =
      record(trace, std::move(masked),
             causal.is_empty() ? B : masked_scores(B, arma::conv_to<Mask>::from(causal == 0)));
  Stage weights = weights_stage(distance.rows, distance.cols, causal);
  weights.group = group;
  weights.note = translated(
      "What attention would be if all scores were equal: the nearer, the "
      "more.");
  record(trace, std::move(weights), softmax_rows(scores));
}

Table heads_table(const arma::vec& slopes) {
  Table table{.id = "heads",
              .title = translated("Each head looks back a different way: with equal scores, a "
                                  "weight halves every ln 2 / m positions."),
              .columns = {{"head", translated("head")},
                          {"slope", translated("slope m")},
                          {"halves_every", translated("halves every")},
                          {"bias_at_distance_100", translated("bias at distance 100")}},
              .n_text_columns = 1,
              .after = ""};
  constexpr arma::uword kMostRows = 16;
  for (arma::uword h = 0; h < slopes.n_elem; ++h) {
    if (slopes.n_elem > kMostRows && h == kMostRows - 2) {
      table.rows.emplace_back(table.columns.size(), cell::Gap{slopes.n_elem - 1 - h});
      h = slopes.n_elem - 1;
    }
    const double m = slopes(h);
    table.rows.push_back({cell::name(group_of(h)), cell::Real{m, kSlopeDigits, Form::digits},
                          cell::Real{std::numbers::ln2 / m, 1},
                          cell::Real{-100 * m, kSlopeDigits, Form::digits}});
  }
  return table;
}

}  // namespace

Trace alibi(const AlibiProblem& problem) {
  require_length(problem.length);
  const arma::vec slopes = alibi_slopes(problem.n_heads);
  const AttentionSettings settings =
      settings_for({.causal = true}, problem.length, problem.length, problem.n_heads);

  Trace trace{.command = "posenc",
              .query_tokens = problem.tokens,
              .key_tokens = problem.tokens,
              .config = {{"kind", "alibi"},
                         {"heads", static_cast<std::int64_t>(problem.n_heads)},
                         {"length", static_cast<std::int64_t>(problem.length)}}};
  record_slopes(trace, problem.n_heads);
  const Axis position = position_axis(problem.length, problem.tokens);
  record(trace,
         {.id = "distance",
          .symbol = "distance",
          .formula = "distance = |i − j|",
          .rows = {"query", position.labels},
          .cols = {"key", position.labels},
          .note = translated("How many positions each query and each key stand apart.")},
         -alibi_bias(1.0, problem.length, problem.length) + 0.0);
  for (arma::uword head = 0; head < problem.n_heads; ++head)
    record_head(trace, head, slopes(head), settings.blocked);
  trace.tables.push_back(heads_table(slopes));
  trace.overview = {"heads", "head 0 bias", "weights"};
  trace.result = "slopes";
  return trace;
}

}  // namespace attn

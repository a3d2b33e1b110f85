#include <cmath>

#include "base/message.hpp"
#include "base/number.hpp"
#include "core/attention.hpp"
#include "core/statistics.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/attention/stages.hpp"
#include "mechanisms/studies/studies.hpp"
#include "trace/trace.hpp"

namespace attn {
namespace {

constexpr arma::uword kLargestCol = 0, kEntropyCol = 1;

void require_temperatures(const std::vector<double>& temperatures) {
  double before = 0.0;
  for (const double T : temperatures) {
    if (!std::isfinite(T) || T <= before)
      throw InputError(
          message("temperatures are positive numbers that rise, but {} follows {}.", T, before));
    before = T;
  }
}

// Rows are temperatures; with their points only where a picture is worth drawing.
Axis temperature_axis(const std::vector<double>& temperatures, bool has_points) {
  Axis axis{"T", {}};
  for (const double T : temperatures) {
    axis.labels.push_back("T " + exact(T));
    axis.ids.push_back(exact(T));
    if (has_points) axis.points.push_back(T);
  }
  return axis;
}

arma::uvec all_places(arma::uword n) { return arma::regspace<arma::uvec>(0, n - 1); }

void record_row(Trace& trace, const Stage& masked) {
  const arma::uword last = masked.value.n_rows - 1;
  record(trace,
         {.id = "row",
          .symbol = "s",
          .formula = "s",
          .rows = {masked.rows.name, {masked.rows.labels[last]}},
          .cols = masked.cols,
          .note = message("The scores of the last query, \"{}\", as softmax would get them.",
                          masked.rows.labels[last]),
          .rule = rule::part_of("masked", {last}, all_places(masked.value.n_cols)),
          .blocked =
              masked.blocked.is_empty() ? BlockedCells{} : BlockedCells(masked.blocked.row(last))},
         masked.value.row(last));
}

// The reasons of a row that is blocked in part, once for each temperature.
BlockedCells repeated(const BlockedCells& row, arma::uword n) {
  return row.is_empty() ? BlockedCells{} : BlockedCells(arma::repmat(row, n, 1));
}

// The keys that softmax chooses from, and how many of them share the largest score.
struct KeyCounts {
  arma::uword n_open, n_largest;
};

KeyCounts key_counts(const Trace& trace) {
  const Stage& row = trace.stage("row");
  const arma::rowvec scores = row.value.row(0);
  const arma::uword n_blocked = row.blocked.is_empty() ? 0 : arma::accu(row.blocked != 0);
  return {.n_open = scores.n_elem - n_blocked,
          .n_largest = places_equal_to(scores, scores.index_max()).n_elem};
}

std::string note_of_tempered(const KeyCounts& keys) {
  if (keys.n_open == 1) return translated("The one key that is open gets all at any temperature.");
  if (keys.n_largest == keys.n_open)
    return translated("Equal scores stay equal at any temperature, so all keys get the same.");
  if (keys.n_largest > 1)
    return message(
        "Towards T = 0 the {} keys with the largest score share all alike; with a high T all keys "
        "get the same. The order of the keys stays.",
        keys.n_largest);
  return translated(
      "Towards T = 0 the largest score takes all, as with a hard maximum; with a high T all keys "
      "get the same. The order of the keys stays.");
}

// Where the largest weight and the entropy start and end.
std::string note_of_spread(const KeyCounts& keys) {
  if (keys.n_open == 1)
    return translated("With one key the weight is 1 and the entropy 0, at any temperature.");
  if (keys.n_largest == keys.n_open)
    return message(
        "With {0} equal scores the largest weight is 1 / {0} and the entropy ln {0}, at any "
        "temperature.",
        keys.n_open);
  if (keys.n_largest > 1)
    return message(
        "As T rises, the largest weight falls from 1 / {0} to 1 / {1}, and the entropy rises from "
        "ln {0} to ln {1}: {0} of {1} keys share the largest score.",
        keys.n_largest, keys.n_open);
  return translated(
      "As T rises, the largest weight falls from 1 to 1 / n, and the entropy rises from 0 to ln "
      "n.");
}

void record_weights_by_temperature(Trace& trace, const std::vector<double>& temperatures) {
  const Stage row = trace.stage("row");
  const arma::uword n = temperatures.size();
  arma::mat divided(n, row.value.n_cols);
  for (arma::uword i = 0; i < n; ++i) divided.row(i) = row.value / temperatures[i];
  const Axis rows = temperature_axis(temperatures, false);
  record(trace,
         {.id = "divided",
          .symbol = "s / T",
          .formula = "s / T",
          .rows = rows,
          .cols = row.cols,
          .note = translated("The same scores divided by each temperature T: a low one pulls them "
                             "apart, a high one pushes them together."),
          .blocked = repeated(row.blocked, n)},
         divided);
  record(trace,
         {.id = "tempered",
          .symbol = "A_T",
          .formula = "A_T = softmax(s / T)",
          .rows = rows,
          .cols = row.cols,
          .note = note_of_tempered(key_counts(trace)),
          .detail = translated("Dividing by √d_k is a temperature, too: T = √d_k. What is called "
                               "the temperature of a language model divides the logits over its "
                               "vocabulary, in the same way."),
          .rule = Softmax{"divided"},
          .blocked = repeated(row.blocked, n)},
         softmax_rows(divided));
}

// The entropy of a row with all its keys alike; 0 where only one key is open.
double largest_entropy(const Stage& weights) {
  const arma::uword n_blocked =
      weights.blocked.is_empty() ? 0 : arma::accu(weights.blocked.row(0) != 0);
  return std::log(static_cast<double>(weights.value.n_cols - n_blocked));
}

void record_spread(Trace& trace, const std::vector<double>& temperatures) {
  const Stage& weights = trace.stage("tempered");
  const double most = largest_entropy(weights);
  arma::mat spread(temperatures.size(), 2);
  spread.col(kLargestCol) = arma::max(weights.value, 1);
  spread.col(kEntropyCol) = row_entropies(weights.value) / (most > 0.0 ? most : 1.0);
  record(
      trace,
      {.id = "spread",
       .symbol = "spread",
       .formula = "max A_T,  H / ln n",
       .rows = temperature_axis(temperatures, true),
       .cols = {.name = "share", .labels = {"max A_T", "H / ln n"}, .ids = {"largest", "entropy"}},
       .note = note_of_spread(key_counts(trace))},
      spread);
}

void record_mixed(Trace& trace) {
  Stage stage = output_stage(trace.stage("tempered").rows);
  stage.id = "mixed";
  stage.symbol = "O_T";
  stage.formula = "O_T = A_T V";
  stage.note = translated("What the last query gets at each temperature.");
  stage.rule = Product{"tempered", "value"};
  record(trace, stage, attention_output(trace.stage("tempered").value, trace.stage("value").value));
}

cell::Text kind_at(double largest, double share_of_entropy) {
  constexpr double kNearlyAll = 0.99;
  if (largest >= kNearlyAll) return {"hard_maximum", translated("nearly a hard maximum")};
  if (share_of_entropy >= kNearlyAll) return {"uniform", translated("nearly uniform")};
  return {"soft", ""};
}

// Of several that share the largest weight, programs read the first.
cell::Text strongest_key(const WeightRow& row, const Stage& weights) {
  return {weights.cols.place_name(*row.strongest), strongest_names(row, weights.cols.labels)};
}

Table temperature_table(const Trace& trace, const std::vector<double>& temperatures) {
  const Stage& weights = trace.stage("tempered");
  const arma::mat& spread = trace.stage("spread").value;
  const arma::vec entropies = row_entropies(weights.value);
  const Facts facts = facts_of(weights);
  Table table{.id = "temperature",
              .title = message("The weights of \"{}\" at each temperature T, which T = 1 "
                               "leaves as they are.",
                               trace.stage("row").rows.labels.front()),
              .columns = {{"T", "T"},
                          {"strongest", translated("strongest key")},
                          {"largest", translated("largest weight")},
                          {"entropy", translated("entropy")},
                          {"share", translated("of ln n")},
                          {"kind", translated("verdict")}},
              .n_text_columns = 2,
              .after = "",
              .dispensable = {4, 5, 1}};
  for (arma::uword i = 0; i < temperatures.size(); ++i)
    table.rows.push_back({cell::name(exact(temperatures[i])),
                          strongest_key(facts.weight_rows[i], weights),
                          cell::Real{spread(i, kLargestCol)}, cell::Real{entropies(i)},
                          cell::Share{spread(i, kEntropyCol)},
                          kind_at(spread(i, kLargestCol), spread(i, kEntropyCol))});
  return table;
}

// Scores of which the two largest are equal never come down to one key.
void note_ties(Trace& trace) {
  const auto [n_open, n_largest] = key_counts(trace);
  if (n_largest > 1 && n_largest < n_open)
    trace.notes.push_back(
        message("{} keys share the largest score, so at a low temperature each gets 1/{}: softmax "
                "does not choose between equals.",
                n_largest, n_largest));
  if (n_open == 1)
    trace.notes.push_back(
        translated("one key alone is open to this query, so no temperature changes anything."));
  else if (n_largest == n_open)
    trace.notes.push_back(
        translated("all scores of this query are equal, so no temperature changes anything."));
}

}  // namespace

Trace temperature_study(const TemperatureProblem& problem) {
  require_temperatures(problem.temperatures);
  Trace trace = stages_of_attention(problem.attention);
  if (!trace.find("masked"))
    throw InputError(
        translated("temperature divides scores, and attention that is given has none. Give "
                   "--scores instead of --attention."));
  const bool mixes = has_output(trace);
  record_row(trace, trace.stage("masked"));
  if (trace.stage("row").value.max() == -arma::datum::inf)
    throw InputError(
        message("the last query, \"{}\", may attend to nothing, so there are no scores to divide. "
                "Loosen the mask.",
                trace.stage("row").rows.labels.front()));
  record_weights_by_temperature(trace, problem.temperatures);
  record_spread(trace, problem.temperatures);
  if (mixes) record_mixed(trace);
  trace.tables.push_back(temperature_table(trace, problem.temperatures));
  trace.config.emplace_back("study", "temperature");
  trace.overview = {"temperature", "row", "spread", "tempered"};
  trace.result = "tempered";
  note_ties(trace);
  return trace;
}

}  // namespace attn

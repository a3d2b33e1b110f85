#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "core/statistics.hpp"
#include "mechanisms/attention/attention.hpp"

namespace attn {

namespace {

// What the hard choice goes by: scores, a pattern, or the weights themselves.
const Stage& compared_stage(const Trace& trace) {
  for (const char* id : {"scores", "pattern"})
    if (const Stage* stage = trace.find(id)) return *stage;
  return trace.stage("weights");
}

// The compared numbers, −∞ where a query may not attend.
arma::mat open_scores(const Trace& trace) {
  arma::mat scores = compared_stage(trace).value;
  if (const Stage* masked = trace.find("masked"); masked && !masked->blocked.is_empty())
    scores.elem(arma::find(masked->blocked != 0)).fill(-std::numeric_limits<double>::infinity());
  return scores;
}

double sum_of_open(const arma::rowvec& row) { return arma::accu(row.elem(arma::find_finite(row))); }

struct LookupColumns {
  bool entries, parts, weights;
};

LookupColumns columns_of(const Trace& trace, const Lookup& lookup, const arma::mat& scores) {
  const bool has_negative = !arma::find(scores < 0.0 && scores > -arma::datum::inf).is_empty();
  const std::string compared = compared_stage(trace).id;
  return {.entries = !lookup.entries.empty(),
          .parts = !has_negative && compared != "weights",
          .weights = compared != "pattern"};
}

std::vector<Column> headings(const LookupColumns& shown, bool compares_weights) {
  std::vector<Column> columns{{"query", translated("query")}, {"key", translated("key")}};
  if (shown.entries) columns.push_back({"entry", translated("entry")});
  if (!compares_weights) columns.push_back({"score", translated("score")});
  if (shown.parts) columns.push_back({"part", translated("score/sum")});
  if (shown.weights) columns.push_back({"weight", translated("weight")});
  columns.push_back({"hard", translated("hard")});
  return columns;
}

TableCell number_or_dash(double number) {
  if (!std::isfinite(number)) return cell::Missing{"-"};
  return cell::Real{number};
}

// Those that are not 1. "2.8, 2.3 and 3.2" is more than a sentence needs where there are many.
std::string other_sums(const arma::vec& sums) {
  constexpr std::size_t kMostSums = 5;
  std::vector<std::string> texts;
  for (const double sum : sums)
    if (!sums_to_one(sum)) texts.push_back(with_minus_sign(fmt::format("{:.4g}", sum)));
  return listed_first(texts, kMostSums);
}

std::string lookup_note(const arma::mat& scores, const LookupColumns& shown,
                        bool compares_weights) {
  std::string note = translated(
      "A hard lookup hands over what it picks and nothing else; soft "
      "attention mixes all of it, by the weights.");
  if (!shown.weights)
    note = translated(
        "A hard lookup hands over what it picks and nothing else; attention shares "
        "itself out over all of it.");
  if (compares_weights) return note;
  arma::vec sums(scores.n_rows);
  for (arma::uword i = 0; i < scores.n_rows; ++i) sums(i) = sum_of_open(scores.row(i));
  if (!std::all_of(sums.begin(), sums.end(), sums_to_one))
    add_sentence(note, message("The scores are no distribution: rows sum to {}, not to 1.",
                               other_sums(sums)));
  return note;
}

// What every row of the table is made from.
struct Looked {
  const Trace& trace;
  const Lookup& lookup;
  LookupColumns shown;
  bool compares_weights;
  arma::mat scores;
};

// What the rows of one query share.
struct LookedQuery {
  arma::uword place;
  double sum;                   // of its scores, as far as they are open
  std::vector<bool> is_picked;  // for each key
};

LookedQuery looked_query(const Looked& looked, arma::uword i) {
  const arma::rowvec scores = looked.scores.row(i);
  LookedQuery query{i, sum_of_open(scores), std::vector<bool>(scores.n_elem, false)};
  if (const std::optional<double>& threshold = looked.lookup.threshold) {
    for (arma::uword j = 0; j < scores.n_elem; ++j)
      query.is_picked[j] = std::isfinite(scores(j)) && scores(j) > *threshold;
  } else if (scores.n_elem > 0 && std::isfinite(scores.max())) {
    for (const arma::uword j : places_equal_to(scores, scores.index_max()))
      query.is_picked[j] = true;
  }
  return query;
}

std::string lookup_title(const std::optional<double>& threshold) {
  if (threshold)  // −0 + 0 is 0
    return message("Looked up: picked is what scores above {}.", *threshold + 0.0);
  return translated("Looked up: picked is the largest score of a query.");
}

TableRow lookup_row(const Looked& looked, const LookedQuery& query, arma::uword j) {
  const double score = looked.scores(query.place, j);
  const std::string& name = looked.trace.query_tokens[query.place];
  TableRow row{cell::Text{name, j == 0 ? name : ""}, cell::name(looked.trace.key_tokens[j])};
  if (looked.shown.entries) row.emplace_back(cell::name(looked.lookup.entries[j]));
  if (!looked.compares_weights) row.push_back(number_or_dash(score));
  if (looked.shown.parts)
    row.push_back(query.sum > 0.0 ? number_or_dash(score / query.sum)
                                  : TableCell(cell::Missing{"-"}));
  if (looked.shown.weights)
    row.push_back(number_or_dash(looked.trace.stage("weights").value(query.place, j)));
  if (query.is_picked[j])
    row.emplace_back(cell::Text{"picked", translated("picked")});
  else
    row.emplace_back(cell::Missing{});
  return row;
}

void require_few_rows(const arma::mat& scores) {
  if (scores.n_elem <= kMostLookupRows) return;
  throw InputError(
      message("a lookup lists each key of each query: {} queries x {} keys are {} rows, at most "
              "{}. Leave out --entries and --threshold, or use shorter sequences.",
              scores.n_rows, scores.n_cols, scores.n_elem, kMostLookupRows));
}

}  // namespace

Table lookup_table(const Trace& trace, const Lookup& lookup) {
  Looked looked{trace, lookup, {}, compared_stage(trace).id == "weights", open_scores(trace)};
  const arma::mat& scores = looked.scores;
  require_few_rows(scores);
  if (!lookup.entries.empty() && lookup.entries.size() != scores.n_cols)
    throw InputError(message("--entries needs one entry for each key: {} keys, entries given {}.",
                             scores.n_cols, lookup.entries.size()));
  looked.shown = columns_of(trace, lookup, scores);
  Table table{.id = "lookup",
              .title = lookup_title(lookup.threshold),
              .columns = headings(looked.shown, looked.compares_weights),
              .n_text_columns = looked.shown.entries ? std::size_t{3} : std::size_t{2},
              .note = lookup_note(scores, looked.shown, looked.compares_weights),
              .after = "weights",
              .is_asked_for = true};
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (table.columns[i].id == "part") table.dispensable = {i};
  for (arma::uword i = 0; i < scores.n_rows; ++i) {
    const LookedQuery query = looked_query(looked, i);
    for (arma::uword j = 0; j < scores.n_cols; ++j)
      table.rows.push_back(lookup_row(looked, query, j));
  }
  return table;
}

namespace {

// One more than how many are larger; sums of the same numbers in another order are no larger.
std::uint64_t rank_of(const arma::rowvec& numbers, arma::uword place) {
  const double own = numbers(place);
  return 1 + static_cast<std::uint64_t>(
                 std::count_if(numbers.begin(), numbers.end(), [own](double other) {
                   return other > own && !are_equal_but_for_rounding(other, own);
                 }));
}

std::optional<arma::rowvec> long_walk(const Trace& trace) {
  const arma::mat& weights = trace.stage("weights").value;
  if (trace.query_tokens != trace.key_tokens || !weights.is_finite()) return {};
  return stationary_distribution(weights);
}

}  // namespace

Table received_table(const Trace& trace) {
  const arma::rowvec received = arma::mean(trace.stage("weights").value, 0);
  const Stage* pattern = trace.find("pattern");
  const std::optional<arma::rowvec> walk = long_walk(trace);
  Table table{.id = "received",
              .title = translated("How much attention each key receives, of all queries together."),
              .columns = {{"key", translated("key")}},
              .note = translated("Received is the mean of the key's column of weights. What "
                                 "receives much is looked at much; that alone does not make it "
                                 "important: in a sentence, little words collect attention too."),
              .after = "weights",
              .is_asked_for = true};
  arma::rowvec sums;
  if (pattern != nullptr) {
    sums = arma::sum(pattern->value, 0);
    table.columns.push_back({"column_sum", translated("column sum")});
    table.columns.push_back({"sum_rank", translated("rank")});
  }
  table.columns.push_back({"received", translated("received")});
  table.columns.push_back({"rank", translated("rank")});
  if (walk) {
    table.columns.push_back({"long_walk", translated("long walk")});
    table.dispensable = {table.columns.size() - 1};
    add_sentence(table.note, translated("Long walk: how often a walker comes by who goes from "
                                        "token to token by the weights."));
  }
  for (arma::uword j = 0; j < received.n_elem; ++j) {
    TableRow row{cell::name(trace.key_tokens[j])};
    if (pattern != nullptr) {
      row.emplace_back(cell::Real{sums(j)});
      row.emplace_back(cell::bare(rank_of(sums, j)));
    }
    row.emplace_back(cell::Real{received(j)});
    row.emplace_back(cell::bare(rank_of(received, j)));
    if (walk) row.emplace_back(cell::Real{(*walk)(j)});
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace attn

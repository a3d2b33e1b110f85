#include "mechanisms/mask/mask.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/attention/stages.hpp"
#include "mechanisms/mask/mask_stages.hpp"

namespace attn {

namespace {

std::pair<arma::uword, arma::uword> first_blocked(const BlockedCells& blocked) {
  for (arma::uword i = 0; i < blocked.n_rows; ++i)
    for (arma::uword j = 0; j < blocked.n_cols; ++j)
      if (blocked(i, j) != 0) return {i, j};
  return {0, 0};
}

bool has_empty_row(const BlockedCells& blocked) {
  for (arma::uword i = 0; i < blocked.n_rows; ++i)
    if (arma::all(blocked.row(i) != 0)) return true;
  return false;
}

void record_config(Trace& trace, const MaskProblem& problem) {
  const auto add = [&trace](const char* name, Setting setting) {
    trace.config.emplace_back(name, std::move(setting));
  };
  add("n_q", static_cast<std::int64_t>(problem.query_tokens.size()));
  add("n_k", static_cast<std::int64_t>(problem.key_tokens.size()));
  add_pattern_config(trace, problem.pattern);
  add("empty_row", name_in(kEmptyRows, problem.empty_row));
}

// Where queries and keys differ in number, "earlier" needs saying.
void note_alignment(Trace& trace, const MaskPattern& pattern) {
  const std::size_t n_q = trace.query_tokens.size(), n_k = trace.key_tokens.size();
  const bool has_places = pattern.causal || pattern.n_prefix || pattern.window;
  if (!has_places || n_q == n_k) return;
  if (pattern.align == Align::start)
    trace.notes.push_back(
        translated("the first query stands beside the first key, as is_causal=True has it in "
                   "PyTorch. --align end puts the last beside the last, as in decoding with a "
                   "cache."));
  else if (n_q < n_k)
    trace.notes.push_back(
        message("the last query stands beside the last key, so \"{}\" is at place {}, as in "
                "decoding with a cache. --align start puts the first beside the first, as "
                "is_causal=True does in PyTorch.",
                trace.query_tokens.front(), n_k - n_q));
  else
    trace.notes.push_back(
        message("the last query stands beside the last key, which leaves queries before every "
                "key: {}. --align start puts the first beside the first.",
                n_q - n_k));
}

// How an ambiguous sentence was read, and which reason is named where "or" joins several.
void note_readings(Trace& trace, const MaskPattern& pattern) {
  if (pattern.half == HalfReading::literal)
    trace.notes.push_back(
        translated("this is \"the second half sees the first half\" word by word: queries of the "
                   "second half do not even see themselves. Probably the causal mask is meant: "
                   "--half causal."));
  else if (pattern.half)
    trace.notes.push_back(
        translated("\"the second half sees the first half\" is read as the causal mask that is "
                   "probably meant; --half literal takes it word by word."));
  if (pattern.join == Join::any)
    trace.notes.push_back(
        translated("with --or, what is blocked is blocked by every restriction but padding; the "
                   "first of them is named."));
}

// Fillers that are only blocked as keys still look around.
void note_padded_queries(Trace& trace, const MaskPattern& pattern, const arma::mat& mask) {
  constexpr std::size_t kMostNamed = 3;
  if (pattern.padded_keys.is_empty() || !pattern.padded_queries.is_empty() ||
      trace.query_tokens != trace.key_tokens)
    return;
  std::vector<std::string> counts;
  for (const arma::uword place : pattern.padded_keys) {
    const auto n_seen = static_cast<arma::uword>(arma::accu(mask.row(place)));
    if (n_seen == 0) continue;  // of these a warning tells already
    if (counts.size() == kMostNamed) {
      counts.emplace_back("..");
      break;
    }
    counts.push_back(message("\"{}\" {}", trace.query_tokens[place], n_seen));
  }
  if (counts.empty()) return;
  trace.notes.push_back(
      message("queries that are padding still see keys ({}). Their outputs stand for no word: a "
              "mean or a loss has to leave them out. --pad-queries blocks them too, which leaves "
              "their rows empty.",
              fmt::join(counts, translated(", "))));
}

void choose_overview(Trace& trace, const MaskProblem& problem, bool is_empty_somewhere) {
  trace.result = "mask";
  trace.overview = {"mask"};
  if (problem.leak) trace.overview.emplace_back("leak");
  if (is_empty_somewhere) trace.overview.emplace_back("empty_row");
  if (problem.cell || !(problem.leak || is_empty_somewhere))
    trace.overview.emplace_back("conventions");
}

}  // namespace

Trace masking(const MaskProblem& problem) {
  const arma::uword n_q = problem.query_tokens.size(), n_k = problem.key_tokens.size();
  require_stages_fit(n_q, n_k);
  Trace trace{
      .command = "mask", .query_tokens = problem.query_tokens, .key_tokens = problem.key_tokens};
  const Axis query{"query", problem.query_tokens}, key{"key", problem.key_tokens};
  const MaskPattern& pattern = problem.pattern;

  const std::vector<Restriction> restrictions = restrictions_of(pattern, n_q, n_k);
  const BlockedCells blocked = blocked_cells(restrictions, pattern.join);
  if (restrictions.size() > 1)
    for (const Restriction& restriction : restrictions)
      trace.record(restriction_stage(restriction, pattern, query, key));
  trace.record(mask_stage(restrictions, pattern, blocked, query, key));
  const Stage& mask = trace.stage("mask");
  const arma::mat& additive = trace.record(additive_stage(mask));
  record(trace, equal_weights_stage(mask), softmax_rows(additive, problem.empty_row));

  const auto [row, col] = problem.cell.value_or(first_blocked(blocked));
  trace.tables = {empty_row_table(), conventions_table(mask, pattern, row, col)};
  record_config(trace, problem);
  note_alignment(trace, pattern);
  note_readings(trace, pattern);
  note_padded_queries(trace, pattern, mask.value);
  warn_of_empty_rows(trace, {.scale = {}, .blocked = blocked, .empty_row = problem.empty_row});
  if (problem.leak) record_leak(trace, *problem.leak, pattern, problem.empty_row);
  choose_overview(trace, problem, has_empty_row(blocked));
  return trace;
}

namespace {

// "i", or where the queries stand further to the right, "i + 3".
std::string place_of_query(const Restriction& restriction, const MaskPattern& pattern) {
  const long offset = query_offset(restriction.open.n_rows, restriction.open.n_cols, pattern.align);
  if (offset == 0) return "i";
  return fmt::format("i {} {}", offset > 0 ? "+" : "−", std::abs(offset));
}

// "j not in {1, 4}", the middle of a long list left out; "j < 4" where the list is the end.
std::string not_in(const char* place, const arma::uvec& places, arma::uword n) {
  constexpr arma::uword kMostListed = 6;
  const arma::uword first = places.min();
  if (n - first == places.n_elem) return fmt::format("{} < {}", place, first);
  const arma::uvec shown = places.head(std::min(places.n_elem, kMostListed));
  return fmt::format("{} not in {{{}{}}}", place, fmt::join(shown, ", "),
                     places.n_elem > kMostListed ? ", .." : "");
}

std::string padding_condition(const Restriction& restriction, const MaskPattern& pattern) {
  std::string text;
  if (!pattern.padded_keys.is_empty())
    text = not_in("j", pattern.padded_keys, restriction.open.n_cols);
  if (pattern.padded_queries.is_empty()) return text;
  return (text.empty() ? "" : text + " & ") +
         not_in("i", pattern.padded_queries, restriction.open.n_rows);
}

arma::mat numbers(const Mask& mask) { return arma::conv_to<arma::mat>::from(mask); }

BlockedCells reasons_of(const Restriction& restriction) {
  return blocked_cells(std::vector{restriction});
}

// "(j ≤ i) & (|i − j| < 3)"
std::string formula_of(const std::vector<Restriction>& restrictions, const MaskPattern& pattern) {
  if (restrictions.empty()) return "mask = 1";
  if (restrictions.size() == 1) return condition_of(restrictions.front(), pattern);
  std::string joined, padding;
  std::size_t n_joined = 0;
  for (const Restriction& restriction : restrictions) {
    const std::string condition = "(" + condition_of(restriction, pattern) + ")";
    if (pattern.join == Join::any && restriction.reason == Blocked::padding) {
      padding = " & " + condition;
      continue;
    }
    const char* sign = pattern.join == Join::all ? " & " : " | ";
    joined += (joined.empty() ? "" : sign) + condition;
    ++n_joined;
  }
  return (n_joined > 1 && !padding.empty() ? "(" + joined + ")" : joined) + padding;
}

// The pattern that has nothing but one restriction of another.
MaskPattern only(const Restriction& restriction, const MaskPattern& pattern) {
  MaskPattern one;
  one.align = pattern.align;
  switch (restriction.reason) {
    case Blocked::causal:
      one.causal = restriction.name == "causal";
      if (!one.causal) one.n_prefix = pattern.n_prefix;
      break;
    case Blocked::padding:
      one.padded_keys = pattern.padded_keys;
      one.padded_queries = pattern.padded_queries;
      break;
    case Blocked::segment:
      one.documents = pattern.documents;
      break;
    case Blocked::window:
      one.window = pattern.window;
      break;
    case Blocked::half:
      one.half = pattern.half;
      break;
    case Blocked::mask:
      one.given = pattern.given;
      break;
    case Blocked::no:
      break;
  }
  return one;
}

const arma::rowvec kExampleScores{2, 1, 0, -1};
constexpr double kLargeNegative = -1e9;

// A value that holds for all queries.
cell::Text for_the_key(const char* value) {
  return {fmt::format("{} (per key)", value), message("{} (per key)", value)};
}

cell::Numbers numbers(const arma::rowvec& row) {
  cell::Numbers list{.numbers = {}, .between = cell::Numbers::Between::space};
  for (const double x : row) list.numbers.emplace_back(cell::Real{x});
  return list;
}

// The scores after −1e9 was added to each, in the precision of Number.
template <typename Number>
arma::rowvec with_large_negative(const arma::rowvec& scores) {
  arma::Row<Number> sum = arma::conv_to<arma::Row<Number>>::from(scores);
  sum += static_cast<Number>(kLargeNegative);
  return arma::conv_to<arma::rowvec>::from(sum);
}

}  // namespace

std::string meaning_of(const Restriction& restriction, const MaskPattern& pattern) {
  switch (restriction.reason) {
    case Blocked::causal:
      return restriction.name == "prefix"
                 ? message("the future, behind the prefix of {}", *pattern.n_prefix)
                 : translated("the future");
    case Blocked::padding:
      return translated("padding");
    case Blocked::segment:
      return translated("another document");
    case Blocked::window:
      return message("outside the window of {}", *pattern.window);
    case Blocked::half:
      return translated("the second half");
    case Blocked::mask:
      return translated("the mask given");
    case Blocked::no:
      break;
  }
  return "";
}

std::string condition_of(const Restriction& restriction, const MaskPattern& pattern) {
  const std::string i = place_of_query(restriction, pattern);
  const arma::uword n = restriction.open.n_cols;
  switch (restriction.reason) {
    case Blocked::causal:
      return restriction.name == "prefix" ? fmt::format("j < {} | j ≤ {}", *pattern.n_prefix, i)
                                          : "j ≤ " + i;
    case Blocked::padding:
      return padding_condition(restriction, pattern);
    case Blocked::segment:
      return "document[i] = document[j]";
    case Blocked::window:
      return fmt::format("|{} − j| < {}", i, *pattern.window);
    case Blocked::half:
      return fmt::format("i < {0} | j < {0}", n - n / 2);
    case Blocked::mask:
    case Blocked::no:
      break;
  }
  return "given[i, j]";
}

Stage restriction_stage(const Restriction& restriction, const MaskPattern& pattern,
                        const Axis& query, const Axis& key) {
  return {.id = restriction.name,
          .symbol = restriction.name,
          .formula = condition_of(restriction, pattern),
          .value = numbers(restriction.open),
          .rows = query,
          .cols = key,
          .note = translated("One restriction by itself, before it is joined with the others."),
          .rule = Permission{{{restriction.reason, meaning_of(restriction, pattern)}},
                             only(restriction, pattern)},
          .blocked = reasons_of(restriction)};
}

Stage mask_stage(const std::vector<Restriction>& restrictions, const MaskPattern& pattern,
                 const BlockedCells& blocked, const Axis& query, const Axis& key) {
  Permission permission{.reasons = {}, .pattern = pattern};
  for (const Restriction& restriction : restrictions)  // a prefix beside causal: one reason
    if (permission.reasons.empty() || permission.reasons.back().first != restriction.reason)
      permission.reasons.emplace_back(restriction.reason, meaning_of(restriction, pattern));
  Stage stage{
      .id = "mask",
      .symbol = "mask",
      .formula = formula_of(restrictions, pattern),
      .rows = query,
      .cols = key,
      .note = translated("A row is a query, a column a key: # may attend, a letter says why "
                         "not."),
      .detail = translated(
          "In numbers a mask is 1 where a query may attend and 0 where it may not. Where "
          "several restrictions block a cell, the first of these is named: causal, "
          "padding, segment, window, half, the mask given."),
      .rule = std::move(permission),
      .blocked = blocked};
  if (!pattern.padded_keys.is_empty())
    stage.detail +=
        std::string(" ") +
        translated(
            "Padding is kept out of attention only: a mean over all positions, taken later, has to "
            "leave it out once more.");
  stage.value = arma::ones(query.labels.size(), key.labels.size());
  if (!blocked.is_empty()) stage.value.elem(arma::find(blocked)).zeros();
  return stage;
}

Stage additive_stage(const Stage& mask) {
  return {.id = "additive",
          .symbol = "additive",
          .formula = "additive = ln mask",
          .value = arma::log(mask.value),
          .rows = mask.rows,
          .cols = mask.cols,
          .note = translated("The same mask as numbers to add to the scores: ln 1 = 0 where a "
                             "query may attend, ln 0 = −∞ where it may not."),
          .detail = translated(
              "A large negative number such as −1e9 is not the same where a row is blocked "
              "altogether: in float32 it swallows the scores, and the row comes out uniform; in "
              "float64 it cancels, and the row comes out as if nothing were masked; float16 "
              "cannot hold it at all."),
          .rule = rule::logarithm_of("mask"),
          .blocked = mask.blocked};
}

Stage equal_weights_stage(const Stage& mask) {
  Stage stage = weights_stage(mask.rows, mask.cols, mask.blocked);
  stage.formula = "A = softmax(additive)";
  stage.note = translated(
      "What is left when all scores are equal: each query shares its attention evenly over the "
      "keys that it may attend to.");
  stage.rule = Softmax{"additive"};
  return stage;
}

Table conventions_table(const Stage& mask, const MaskPattern& pattern, arma::uword row,
                        arma::uword col) {
  if (row >= mask.value.n_rows || col >= mask.value.n_cols)
    throw InputError(
        message("there is no cell [{}, {}]: the mask has {} rows and {} columns, "
                "counted from 0.",
                row, col, mask.value.n_rows, mask.value.n_cols));
  const bool is_open = mask.value(row, col) != 0.0;
  const bool is_padding = arma::any(pattern.padded_keys == col);
  const std::string &query = mask.rows.labels[row], &key = mask.cols.labels[col];
  const char *yes = "True", *no = "False";
  Table table{
      .id = "conventions",
      .title =
          is_open
              ? message("\"{}\" may attend to \"{}\", said in each convention:", query, key)
              : message("\"{}\" may not attend to \"{}\", said in each convention:", query, key),
      .columns = {{"convention", translated("convention")},
                  {"values", translated("values")},
                  {"this_cell", translated("this cell")}},
      .n_text_columns = 3,
      .after = "mask"};
  table.rows = {{cell::name("F.scaled_dot_product_attention"),
                 cell::Text{"bool, True may attend", translated("bool, True may attend")},
                 cell::name(is_open ? yes : no)},
                {cell::name("nn.MultiheadAttention attn_mask"),
                 cell::Text{"bool, True is blocked", translated("bool, True is blocked")},
                 cell::name(is_open ? no : yes)},
                {cell::name("nn.MHA key_padding_mask"),
                 cell::Text{"bool, True is padding", translated("bool, True is padding")},
                 for_the_key(is_padding ? yes : no)},
                {cell::name("Hugging Face attention_mask"),
                 cell::Text{"1 is kept, 0 is padding", translated("1 is kept, 0 is padding")},
                 for_the_key(is_padding ? "0" : "1")},
                {cell::Text{"additive", translated("additive, a float mask")},
                 cell::Text{"0 or -inf, added", translated("0 or −inf, added")},
                 is_open ? cell::name("0") : cell::Text{"-inf", "−inf"}}};
  if (!is_open && !is_padding)
    table.note = translated(
        "a mask with one value a key can only say padding: this needs a whole "
        "matrix, or a flag such as is_causal.");
  else if (is_padding)
    table.note = translated(
        "a mask of shape (batch, n_k) has to become (batch, 1, 1, n_k) before "
        "it meets scores: as it is it fails, unless the batch is one, or where batch = n_k "
        "it is taken for one of queries and keys.");
  return table;
}

Table empty_row_table() {
  const arma::rowvec blocked(kExampleScores.n_elem, arma::fill::value(-arma::datum::inf));
  const arma::rowvec replaced(kExampleScores.n_elem, arma::fill::value(kLargeNegative));
  const auto softmax = [](const arma::rowvec& scores, EmptyRow empty) {
    return numbers(softmax_rows(scores, empty));
  };
  Table table{.id = "empty_row",
              .title = translated(
                  "A query that may attend to nothing, scores 2, 1, 0, −1: its weights when "
                  "the scores become"),
              .columns = {{"blocked_by", translated("blocked by")},
                          {"weights", translated("weights")},
                          {"seen_in", ""}},
              .n_text_columns = 3,
              .after = "mask"};
  table.rows = {{cell::Text{"zero", translated("−inf, empty rows 0 (zero)")},
                 softmax(blocked, EmptyRow::zero),
                 cell::Text{"PyTorch SDPA from 2.5", translated("PyTorch SDPA from 2.5")}},
                {cell::Text{"nan", translated("−inf, 0/0 (nan)")}, softmax(blocked, EmptyRow::nan),
                 cell::Text{"NumPy, nn.MHA, older SDPA", translated("NumPy, nn.MHA, older SDPA")}},
                {cell::Text{"uniform", translated("−1e9 instead (uniform)")},
                 softmax(replaced, EmptyRow::zero), cell::name("masked_fill(-1e9)")},
                {cell::Text{"added_float32", translated("−1e9 added, float32")},
                 softmax(with_large_negative<float>(kExampleScores), EmptyRow::zero),
                 cell::Text{"swallows the scores", translated("swallows the scores")}},
                {cell::Text{"added_float64", translated("−1e9 added, float64")},
                 softmax(with_large_negative<double>(kExampleScores), EmptyRow::zero),
                 cell::Text{"as if nothing were masked", translated("as if nothing were masked")}},
                {cell::Text{"float16", translated("−1e9, float16")}, cell::Missing{"-"},
                 cell::Text{"overflow: at most 65504", translated("overflow: at most 65504")}}};
  return table;
}

}  // namespace attn

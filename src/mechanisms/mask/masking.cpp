#include "mechanisms/mask/masking.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "mechanisms/attention/record_attention.hpp"
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

}  // namespace attn

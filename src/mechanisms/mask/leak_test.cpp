#include "base/message.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/mask/mask.hpp"

namespace attn {
namespace {

const std::vector<std::string> kMaskings{"masked", "late", "none"};

// The outputs of one sequence under each of the three maskings, in their order.
std::vector<arma::mat> outputs_of(const Embedded& tensors, const arma::mat& X, const Mask& mask,
                                  EmptyRow empty) {
  const arma::mat Q = project(X, tensors.W_Q), K = project(X, tensors.W_K),
                  V = project(X, tensors.W_V);
  const arma::mat scaled = scaled_scores(attention_scores(Q, K), K.n_cols);
  const arma::mat unmasked = softmax_rows(scaled);
  return {attention_output(softmax_rows(masked_scores(scaled, mask), empty), V),
          attention_output(unmasked % arma::conv_to<arma::mat>::from(mask), V),
          attention_output(unmasked, V)};
}

std::string note_of(const LeakTest& test) {
  if (test.is_any_other)
    return message(
        "\"{}\" at place {} becomes another word. How far does each query's output move: masked, "
        "masked late (after softmax), and with no mask?",
        test.word, test.place);
  return message(
      "\"{}\" at place {} becomes \"{}\". How far does each query's output move: masked, masked "
      "late "
      "(after softmax), and with no mask?",
      test.word, test.place, test.other);
}

Stage leak_stage(const LeakTest& test, const Axis& query) {
  return {.id = "leak",
          .symbol = "leak",
          .formula = "leak = max |O' − O|",
          .rows = query,
          .cols = {"masking", kMaskings},
          .note = note_of(test),
          .detail = translated(
              "masked: −∞ before softmax, as it should be. late: weights set to 0 after "
              "softmax, without dividing again; the sum that each row was divided by has seen "
              "every key, so the future still shows. none: every query sees every key.")};
}

// "a", "b" and so on, for the queries before the change that moved in one column.
std::string movers(const Stage& leak, arma::uword place, arma::uword masking) {
  constexpr arma::uword kMostNamed = 4;
  std::string names;
  arma::uword n = 0;
  for (arma::uword i = 0; i < place; ++i)
    if (leak.value(i, masking) > 0.0 && ++n <= kMostNamed)
      names += (names.empty() ? "" : translated(", ")) + message("\"{}\"", leak.rows.labels[i]);
  return n > kMostNamed ? message("{} and others ({} in all)", names, n) : names;
}

void say_what_leaks(Trace& trace, const LeakTest& test, const MaskPattern& pattern) {
  const Stage& leak = trace.stage("leak");
  if (test.place == 0) {
    trace.notes.push_back(
        translated("no token comes before the change, so nothing could leak. "
                   "Change a later token."));
    return;
  }
  const arma::mat before = leak.value.head_rows(test.place);
  if (const std::string names = movers(leak, test.place, 0); !names.empty()) {
    trace.warnings.push_back(
        message("the future leaks: \"{}\" comes later, but it moves the output of {} (by up to "
                "{:.3g}).",
                test.word, names, before.col(0).max()));
    const bool is_causal = pattern.causal || pattern.n_prefix;
    if (!is_causal) trace.notes.push_back(translated("--causal would hide it."));
  } else {
    trace.notes.push_back(
        message("no query before \"{}\" moves at all, not by the last bit: "
                "nothing leaks from the future.",
                test.word));
  }
  if (arma::any(before.col(1) > 0.0) && !arma::any(before.col(0) > 0.0))
    trace.notes.push_back(
        message("a late mask, weights set to 0 after softmax, does leak (up to {:.3g}): each row "
                "was divided by a sum that had seen the future.",
                before.col(1).max()));
}

}  // namespace

void record_leak(Trace& trace, const LeakTest& test, const MaskPattern& pattern, EmptyRow empty) {
  if (empty == EmptyRow::nan) empty = EmptyRow::zero;
  const arma::uword n = test.before.X.n_rows;
  const BlockedCells blocked = blocked_cells(pattern, n, n);
  const Mask mask =
      blocked.is_empty() ? Mask(n, n, arma::fill::ones) : arma::conv_to<Mask>::from(blocked == 0);
  const std::vector<arma::mat> before = outputs_of(test.before, test.before.X, mask, empty);
  const std::vector<arma::mat> after = outputs_of(test.before, test.changed_X, mask, empty);
  arma::mat moved(n, kMaskings.size());
  for (arma::uword masking = 0; masking < kMaskings.size(); ++masking)
    moved.col(masking) = arma::max(arma::abs(after[masking] - before[masking]), 1);
  record(trace, leak_stage(test, {"query", trace.query_tokens}), std::move(moved));
  say_what_leaks(trace, test, pattern);
}

}  // namespace attn

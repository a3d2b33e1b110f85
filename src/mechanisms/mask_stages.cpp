#include "mechanisms/mask_stages.hpp"

#include <algorithm>

#include "core/message.hpp"
#include "mechanisms/attention_stages.hpp"

namespace attn {
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
          .rule = Permission{{{restriction.reason, meaning_of(restriction, pattern)}}},
          .blocked = reasons_of(restriction)};
}

Stage mask_stage(const std::vector<Restriction>& restrictions, const MaskPattern& pattern,
                 const BlockedCells& blocked, const Axis& query, const Axis& key) {
  Permission permission;
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
          .blocked = mask.blocked};
}

Stage equal_weights_stage(const Stage& mask) {
  Stage stage = weights_stage(mask.rows, mask.cols, mask.blocked);
  stage.formula = "W = softmax(additive)";
  stage.note = translated(
      "What is left when all scores are equal: each query shares its attention evenly over the "
      "keys that it may attend to.");
  stage.rule = Softmax{"additive"};
  return stage;
}

}  // namespace attn

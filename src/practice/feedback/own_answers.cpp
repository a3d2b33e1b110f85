#include "practice/feedback/own_answers.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {
namespace {

constexpr int kMostDecimals = 6;  // of 1/3, say

bool counts(const FieldResult& result) {
  return result.is_right() || result.verdict == FieldVerdict::follows;
}

bool is_shown_as_matrix(const FieldResult& result) {
  const FieldKind kind = result.field->kind;
  return (kind == FieldKind::matrix || kind == FieldKind::mask) && result.given.n_elem > 1;
}

MarkedMatrix typed_matrix(const FieldResult& result) {
  return {.title = message("{} (yours)", result.field->name),
          .value = result.given,
          .rows = {.name = "", .labels = result.field->row_labels},
          .cols = {.name = "", .labels = result.field->col_labels},
          .precision = std::min(result.written_decimals(), kMostDecimals)};
}

}  // namespace

std::size_t n_own_answers(const std::vector<FieldResult>& results) {
  return static_cast<std::size_t>(std::count_if(results.begin(), results.end(), counts));
}

Document own_answers(const std::vector<FieldResult>& results, std::size_t n) {
  std::size_t n_older = n_own_answers(results) - std::min(n, n_own_answers(results));
  MatrixRow matrices;
  std::string others;
  for (const FieldResult& result : results) {
    if (!counts(result)) continue;
    if (n_older > 0) {
      --n_older;
    } else if (is_shown_as_matrix(result)) {
      matrices.matrices.push_back(typed_matrix(result));
    } else {
      others += (others.empty() ? "" : "   ") +
                kept_together(result.field->name + " = " + std::string(trimmed(result.text)));
    }
  }
  Document page;
  if (!others.empty())
    page.pieces.emplace_back(
        LabelledLine{translated("yours so far"), others, LabelledLine::Mood::quiet});
  if (!matrices.matrices.empty()) page.pieces.emplace_back(std::move(matrices));
  return page;
}

Document beside(Document page, Document more) {
  const auto row_at_end = [](Document& of) {
    return of.pieces.empty() ? nullptr : std::get_if<MatrixRow>(&of.pieces.back());
  };
  MatrixRow* const left = row_at_end(page);
  MatrixRow* const right = row_at_end(more);
  if (left != nullptr && right != nullptr) {
    std::move(right->matrices.begin(), right->matrices.end(), std::back_inserter(left->matrices));
    more.pieces.pop_back();
  }
  std::move(more.pieces.begin(), more.pieces.end(), std::back_inserter(page.pieces));
  return page;
}

}  // namespace attn

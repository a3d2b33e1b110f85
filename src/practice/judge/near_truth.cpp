#include "practice/judge/near_truth.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "practice/feedback/shape_feedback.hpp"

namespace attn {
namespace {

constexpr arma::uword kFewest = 3;  // of two, one says little of the other

Diagnosis nearly(const char* name, const std::string& text) { return {{}, name, text}; }

bool is_only_one(const arma::uvec& wrong) {
  return wrong.n_elem >= kFewest && arma::accu(wrong > 0) == 1;
}

Diagnosis all_but_one(const arma::umat& wrong) {
  if (is_only_one(arma::vectorise(wrong)))
    return nearly("one_cell", translated("All cells are right but one."));
  if (is_only_one(arma::vectorise(arma::sum(wrong, 1))))
    return nearly("one_row", translated("All rows are right but one."));
  if (is_only_one(arma::vectorise(arma::sum(wrong, 0))))
    return nearly("one_column", translated("All columns are right but one."));
  return {};
}

// The best but for one of them, in order; so that the next one has moved up.
Diagnosis one_overlooked(const Field& field, const arma::mat& given, const arma::mat& scores) {
  const arma::uword count = field.count;
  if (!field.is_ordered || count < 2 || given.n_elem != count || scores.n_elem <= count ||
      scores.has_nan())
    return {};
  arma::vec listed(count);
  for (arma::uword i = 0; i < count; ++i) listed(i) = scores(static_cast<arma::uword>(given(i)));
  const arma::vec best = arma::sort(arma::vectorise(scores), "descend");
  for (arma::uword missing = 0; missing < count; ++missing) {
    arma::vec others = best.head(count + 1);
    others.shed_row(missing);
    bool is_this = true;
    for (arma::uword i = 0; i < count; ++i)
      is_this = is_this && is_close(listed(i), others(i), field.tolerance);
    if (is_this)
      return nearly("one_overlooked",
                    missing == 0
                        ? translated("The first one is missing here. The next ones follow in the "
                                     "right order.")
                        : translated("One is missing here, and the next has moved up. The others "
                                     "are right, and in the right order."));
  }
  return {};
}

}  // namespace

Diagnosis near_truth(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (field.kind == FieldKind::list) return one_overlooked(field, given, truth);
  if (!field.has_cells() || arma::size(given) != arma::size(truth)) return {};
  if (!given.is_finite()) return nearly("not_finite", not_finite_message(given));
  return all_but_one(compare(field, given, truth).wrong);
}

bool is_partly_right(std::string_view turned) {
  return turned == "one_cell" || turned == "one_row" || turned == "one_column";
}

}  // namespace attn

#include "practice/judge/near_truth.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/answer/wanted_form.hpp"
#include "practice/feedback/shape_feedback.hpp"
#include "practice/notation/plain_number.hpp"

namespace attn {
namespace {

Diagnosis nearly(const char* name, const std::string& text) { return {{}, name, text}; }

// Of two rows one says little of the other.
bool is_only_one(const arma::uvec& wrong) {
  constexpr arma::uword kFewest = 3;
  return wrong.n_elem >= kFewest && arma::accu(wrong > 0) == 1;
}

Diagnosis all_but_one(const arma::umat& wrong) {
  if (wrong.n_elem == 2 && arma::accu(wrong > 0) == 1)
    return nearly("one_cell", translated("One of the two numbers is right."));
  if (is_only_one(arma::vectorise(wrong)))
    return nearly("one_cell", translated("All cells are right but one."));
  if (is_only_one(arma::vectorise(arma::sum(wrong, 1))))
    return nearly("one_row", translated("All rows are right but one."));
  if (is_only_one(arma::vectorise(arma::sum(wrong, 0))))
    return nearly("one_column", translated("All columns are right but one."));
  return {};
}

// 262134 for 262144, 682.3 for 628.3: a slip of the pen, in a number of some length.
Diagnosis other_digits(const Field& field, double given, double truth, int typed_decimals) {
  constexpr std::ptrdiff_t kFewestDigits = 3;
  const int decimals = std::max(typed_decimals, field.tolerance.decimals.value_or(0));
  const std::string right = fmt::format("{:.{}f}", truth, decimals);
  const std::string typed = fmt::format("{:.{}f}", given, decimals);
  const std::size_t last = right.find_last_not_of("0.");
  if (right.size() != typed.size() || last == right.npos) return {};
  const auto end = right.begin() + static_cast<std::ptrdiff_t>(last) + 1;
  const auto begin = std::find_if(right.begin(), end, [](char c) { return c > '0' && c <= '9'; });
  if (std::count_if(begin, end, is_ascii_digit) < kFewestDigits) return {};
  std::vector<std::size_t> other;
  for (std::size_t at = 0; at < right.size(); ++at)
    if (right[at] != typed[at]) other.push_back(at);
  if (other.size() == 1) return nearly("one_digit", translated("All digits are right but one."));
  const bool are_exchanged =
      other.size() == 2 && right[other[0]] == typed[other[1]] && right[other[1]] == typed[other[0]];
  if (!are_exchanged) return {};
  return nearly("digits_exchanged", translated("Two digits have changed places."));
}

// A fraction, say, whose digits nobody wrote: 1/5 is no slip of the pen for 0.204.
bool is_worked_out(const FieldResult& result) {
  return !result.typed_in_cells.empty() && result.typed_in_cells[0] > result.typed_decimals &&
         !are_whole_numbers(result.given);
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

Diagnosis near_truth(const FieldResult& result) {
  const Field& field = *result.field;
  const arma::mat &given = result.given, &truth = result.expected;
  if (field.kind == FieldKind::list) return one_overlooked(field, given, truth);
  if (!field.has_cells() || arma::size(given) != arma::size(truth)) return {};
  if (!given.is_finite()) return nearly("not_finite", not_finite_message(given));
  if (asks_whole_numbers(field, truth) && !are_whole_numbers(given))
    return nearly("no_whole_number",
                  given.n_elem == 1 ? translated("A whole number is asked for, without decimals.")
                                    : translated("Whole numbers are asked for, without decimals."));
  if (field.kind == FieldKind::number && !is_worked_out(result))
    return other_digits(field, given(0), truth(0), result.typed_decimals);
  return all_but_one(result.comparison.wrong);
}

bool is_partly_right(std::string_view turned) {
  return turned == "one_cell" || turned == "one_row" || turned == "one_column";
}

}  // namespace attn

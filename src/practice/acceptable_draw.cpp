#include "practice/acceptable_draw.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/message.hpp"
#include "practice/diagnose.hpp"

namespace attn {
namespace {

// Of a list only what can be listed must be finite: the diagonal of pairs never is.
bool is_finite(const Field& field, const arma::mat& truth) {
  if (field.kind != Kind::list) return truth.is_finite();
  const auto n_finite =
      std::count_if(truth.begin(), truth.end(), [](double score) { return std::isfinite(score); });
  return !truth.has_nan() && static_cast<std::size_t>(n_finite) >= field.count;
}

}  // namespace

std::string reason_against(const Exercise& exercise, Worksheet& worksheet) {
  try {
    for (const Field& field : exercise.fields)
      if (field.is_graded && !is_finite(field, worksheet.numbers(field.name)))
        return message("{} has a value that is not finite.", field.name);
    for (const auto& [one, other] : indistinguishable(exercise, worksheet))
      return other.empty()
                 ? message("{} gives the right answer everywhere.", one)
                 : message("{0} and {1} give the same answer where {0} first shows.", one, other);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace attn

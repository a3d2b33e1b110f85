#include "practice/judge/copied_slip.hpp"

#include <algorithm>
#include <cmath>

#include "practice/judge/standpoint.hpp"

namespace attn {
namespace {

bool are_equal(double one, double other) {
  if (std::isnan(one) || std::isnan(other)) return std::isnan(one) && std::isnan(other);
  return one == other || std::abs(one - other) <= 1e-9 * std::max(1.0, std::abs(one));
}

// Whether a wrong cell is that of the earlier answer, and rightly would be.
bool is_copied(const FieldResult& result, const FieldResult& earlier, arma::uword cell) {
  return earlier.comparison.wrong(cell) != 0 &&
         are_equal(result.expected(cell), earlier.expected(cell)) &&
         are_equal(result.given(cell), earlier.given(cell));
}

bool can_be_copied(const FieldResult& result, const FieldResult& earlier,
                   const std::vector<FieldResult>& before) {
  return earlier.is_off() && !is_blank_slip(earlier) &&
         !is_nothing_after(*result.field, result.given, earlier, before) &&
         earlier.field->kind == result.field->kind && earlier.comparison.same_shape &&
         arma::size(earlier.given) == arma::size(result.given) &&
         arma::size(earlier.expected) == arma::size(result.expected);
}

}  // namespace

std::vector<std::string> copied_slips(const FieldResult& result,
                                      const std::vector<FieldResult>& before) {
  if (!result.field->has_cells() || !result.comparison.same_shape) return {};
  arma::umat left = result.comparison.wrong;
  std::vector<std::string> names;
  for (const FieldResult& earlier : before) {
    if (!can_be_copied(result, earlier, before)) continue;
    const arma::uvec wrong = arma::find(left);
    for (const arma::uword cell : wrong)
      if (is_copied(result, earlier, cell)) left(cell) = 0;
    if (arma::accu(left) < wrong.n_elem) names.push_back(earlier.field->name);
  }
  return arma::accu(left) == 0 ? names : std::vector<std::string>{};
}

}  // namespace attn

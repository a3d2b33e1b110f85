#include "core/similarity.hpp"

#include "core/shape.hpp"
#include "core/statistics.hpp"

namespace attn {
namespace {

arma::mat unit_rows(const arma::mat& rows) {
  arma::mat units = rows;
  for (arma::uword i = 0; i < units.n_rows; ++i)
    if (const double length = arma::norm(units.row(i)); length > 0.0) units.row(i) /= length;
  return units;
}

}  // namespace

arma::mat cosine_similarities(const arma::mat& A, const arma::mat& B) {
  require_same_width("A", A, "B", B);
  const arma::mat units_of_A = unit_rows(A), units_of_B = unit_rows(B).t();
  arma::mat cosines = units_of_A * units_of_B;
  clear_cancelled(cosines, units_of_A, units_of_B);
  return cosines;
}

}  // namespace attn

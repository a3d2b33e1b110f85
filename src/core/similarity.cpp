#include "core/similarity.hpp"

#include "core/shape.hpp"

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
  return unit_rows(A) * unit_rows(B).t();
}

}  // namespace attn

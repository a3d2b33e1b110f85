#include "core/overflow.hpp"

#include <type_traits>

#include "base/message.hpp"

namespace attn {

template <class Real>
void require_finite(const std::string& name, const arma::Mat<Real>& product) {
  if (product.is_finite()) return;
  if constexpr (std::is_same_v<Real, float>)
    throw InputError(
        message("{} overflows: its entries do not fit a single-precision number. Use smaller "
                "numbers, or --dtype fp64.",
                name));
  throw InputError(message(
      "{} overflows: its entries do not fit a double-precision number. Use smaller numbers.",
      name));
}

template <class Real>
void require_finite_rows(const std::string& name, const arma::Mat<Real>& product,
                         const arma::Mat<Real>& X) {
  if (product.is_finite()) return;
  for (arma::uword i = 0; i < X.n_rows; ++i)
    if (X.row(i).is_finite()) require_finite(name, arma::Mat<Real>(product.row(i)));
}

template void require_finite(const std::string&, const arma::mat&);
template void require_finite(const std::string&, const arma::fmat&);
template void require_finite_rows(const std::string&, const arma::mat&, const arma::mat&);
template void require_finite_rows(const std::string&, const arma::fmat&, const arma::fmat&);

}  // namespace attn

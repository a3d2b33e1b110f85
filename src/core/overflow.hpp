#pragma once

#include <armadillo>
#include <string>

namespace attn {

/// Refuses what left the range of its numbers, and would turn into NaN later on.
/// Errors:  InputError naming it, if an entry is not finite.
template <class Real>
void require_finite(const std::string& name, const arma::Mat<Real>& product);

/// The same for the rows that come from finite rows of X; an undefined row stays visible.
///
/// Shapes:  product (n × k), X (n × m)
template <class Real>
void require_finite_rows(const std::string& name, const arma::Mat<Real>& product,
                         const arma::Mat<Real>& X);

extern template void require_finite(const std::string&, const arma::mat&);
extern template void require_finite(const std::string&, const arma::fmat&);
extern template void require_finite_rows(const std::string&, const arma::mat&, const arma::mat&);
extern template void require_finite_rows(const std::string&, const arma::fmat&, const arma::fmat&);

}  // namespace attn

#pragma once

#include "network/rows.hpp"

namespace attn {

/// What happens to the numbers that are there already.
enum class Into { replace, add };

/// Products of two matrices on this thread, by the BLAS, or small ones by our own loops.
///
///     ab: C = factor · A B      abt: C = factor · A Bᵀ      atb: C = factor · Aᵀ B
///
/// With Into::add the product is added to C.
///
/// Shapes:  C (m × n); A (m × k), with atb (k × m); B (k × n), with abt (n × k)
template <class Real>
struct Products {
  static void ab(Rows<const Real> A, Rows<const Real> B, Rows<Real> C, Into into = Into::replace,
                 Real factor = 1);
  static void abt(Rows<const Real> A, Rows<const Real> B, Rows<Real> C, Into into = Into::replace,
                  Real factor = 1);
  static void atb(Rows<const Real> A, Rows<const Real> B, Rows<Real> C, Into into = Into::replace,
                  Real factor = 1);
};

extern template struct Products<float>;
extern template struct Products<double>;

}  // namespace attn

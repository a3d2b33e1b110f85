#include <cblas.h>

#include <algorithm>
#include <limits>
#include <random>
#include <stdexcept>

#include "base/system.hpp"
#include "kernels/fused_attention.hpp"
#include "kernels/machine.hpp"

namespace attn {
namespace {

// Rows `first` to `last` − 1 of C = A B.
void multiply_rows(const arma::mat& A, const arma::mat& B, arma::mat& C, arma::uword first,
                   arma::uword last) {
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, static_cast<blasint>(last - first),
              static_cast<blasint>(B.n_cols), static_cast<blasint>(A.n_cols), 1.0,
              A.memptr() + first, static_cast<blasint>(A.n_rows), B.memptr(),
              static_cast<blasint>(B.n_rows), 0.0, C.memptr() + first,
              static_cast<blasint>(C.n_rows));
}

void multiply_rows(const arma::fmat& A, const arma::fmat& B, arma::fmat& C, arma::uword first,
                   arma::uword last) {
  cblas_sgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, static_cast<blasint>(last - first),
              static_cast<blasint>(B.n_cols), static_cast<blasint>(A.n_cols), 1.0F,
              A.memptr() + first, static_cast<blasint>(A.n_rows), B.memptr(),
              static_cast<blasint>(B.n_rows), 0.0F, C.memptr() + first,
              static_cast<blasint>(C.n_rows));
}

// The BLAS would take a longer side for a negative one, say so on the screen and multiply nothing.
void require_countable(std::initializer_list<arma::uword> sides) {
  if (std::max(sides) > static_cast<arma::uword>(std::numeric_limits<blasint>::max()))
    throw std::invalid_argument("matrix_product: a side is longer than the BLAS counts");
}

// C = A B, whose shapes fit; C has its size already.
template <class Real>
void multiply(const arma::Mat<Real>& A, const arma::Mat<Real>& B, arma::Mat<Real>& C,
              unsigned n_threads) {
  const double work = 2.0 * static_cast<double>(A.n_elem) * static_cast<double>(B.n_cols);
  constexpr unsigned kMostCallers = 32;  // OpenBLAS has memory for some more, and then crashes
  const unsigned n_shares = std::min(threads_worth(work, n_threads), kMostCallers);
  const arma::uword rows = divided_up<arma::uword>(A.n_rows, n_shares);
  const BlasThreads single(1);
  share_work(divided_up(A.n_rows, rows), n_shares, [&](std::size_t share, unsigned) {
    const arma::uword first = share * rows;
    multiply_rows(A, B, C, first, std::min(first + rows, A.n_rows));
  });
}

template <class Real>
arma::Mat<Real> random_matrix(arma::uword n, std::mt19937& draw) {
  arma::Mat<Real> matrix(n, n, arma::fill::none);
  matrix.imbue([&] { return static_cast<Real>(draw()) / static_cast<Real>(draw.max()); });
  return matrix;
}

}  // namespace

template <class Real>
arma::Mat<Real> matrix_product(const arma::Mat<Real>& A, const arma::Mat<Real>& B,
                               unsigned n_threads) {
  if (A.n_cols != B.n_rows) throw std::invalid_argument("matrix_product: shapes do not fit");
  require_countable({A.n_rows, A.n_cols, B.n_cols});
  arma::Mat<Real> C(A.n_rows, B.n_cols, arma::fill::none);
  if (A.is_empty() || B.is_empty()) return C.zeros();
  multiply(A, B, C, n_threads);
  return C;
}

template <class Real>
double product_seconds(arma::uword n, unsigned n_threads) {
  std::mt19937 draw(1);
  const auto A = random_matrix<Real>(n, draw), B = random_matrix<Real>(n, draw);
  arma::Mat<Real> C(n, n, arma::fill::none);
  return timed([&] { multiply(A, B, C, n_threads); }, kCeilingRules).least;
}

template arma::mat matrix_product(const arma::mat&, const arma::mat&, unsigned);
template arma::fmat matrix_product(const arma::fmat&, const arma::fmat&, unsigned);
template double product_seconds<double>(arma::uword, unsigned);
template double product_seconds<float>(arma::uword, unsigned);

}  // namespace attn

#include "core/mask.hpp"

#include "core/error.hpp"
#include "core/message.hpp"

namespace attn {

Mask causal_mask(arma::uword n_q, arma::uword n_k) {
  Mask mask(n_q, n_k, arma::fill::zeros);
  for (arma::uword i = 0; i < n_q; ++i)
    for (arma::uword j = 0; j < n_k && j + n_q <= i + n_k; ++j) mask(i, j) = 1;
  return mask;
}

Mask mask_from_numbers(const arma::mat& numbers) {
  Mask mask(arma::size(numbers), arma::fill::zeros);
  for (arma::uword i = 0; i < numbers.n_rows; ++i)
    for (arma::uword j = 0; j < numbers.n_cols; ++j) {
      const double cell = numbers(i, j);
      if (cell != 0.0 && cell != 1.0)
        throw InputError(
            message("a mask holds 1 where a query may attend and 0 where it may not, but cell "
                    "[{}, {}] is {}. For an additive mask (0 and -inf), write 1 for 0 and 0 "
                    "for -inf.",
                    i, j, cell));
      mask(i, j) = static_cast<unsigned char>(cell);
    }
  return mask;
}

}  // namespace attn

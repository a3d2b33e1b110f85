#include "core/mask.hpp"

#include <cstdlib>

#include "base/message.hpp"

namespace attn {
namespace {

// The mask that holds 1 where may_attend(place of the query among the keys, place of the key) says.
template <typename MayAttend>
Mask filled(arma::uword n_q, arma::uword n_k, long offset, MayAttend may_attend) {
  Mask mask(n_q, n_k);
  for (arma::uword j = 0; j < n_k; ++j)
    for (arma::uword i = 0; i < n_q; ++i)
      mask(i, j) = may_attend(static_cast<long>(i) + offset, static_cast<long>(j)) ? 1 : 0;
  return mask;
}

void require_padding_fits(arma::uword n_q, arma::uword n_k, const arma::uvec& padded_keys,
                          const arma::uvec& padded_queries) {
  for (const arma::uword place : padded_keys)
    if (place >= n_k)
      throw InputError(message(
          "there is no key at place {} to be padding: places run from 0 to {}.", place, n_k - 1));
  for (const arma::uword place : padded_queries)
    if (place >= n_q)
      throw InputError(message(
          "there is no query at place {} to be padding: places run from 0 to {}.", place, n_q - 1));
}

}  // namespace

long query_offset(arma::uword n_q, arma::uword n_k, Align align) {
  return align == Align::end ? static_cast<long>(n_k) - static_cast<long>(n_q) : 0;
}

Mask causal_mask(arma::uword n_q, arma::uword n_k, Align align) {
  return filled(n_q, n_k, query_offset(n_q, n_k, align), [](long i, long j) { return j <= i; });
}

Mask prefix_mask(arma::uword n_q, arma::uword n_k, arma::uword n_prefix, Align align) {
  if (n_prefix > n_k)
    throw InputError(message("the prefix cannot have {} keys: there are only {}.", n_prefix, n_k));
  const auto end = static_cast<long>(n_prefix);
  return filled(n_q, n_k, query_offset(n_q, n_k, align),
                [end](long i, long j) { return j < end || j <= i; });
}

void require_window(arma::uword size) {
  if (size == 0)
    throw InputError(
        translated("a window of 0 keys would leave every query empty. With a window of 1, each "
                   "query sees only itself."));
}

Mask window_mask(arma::uword n_q, arma::uword n_k, arma::uword size, Align align) {
  require_window(size);
  // No two places are further apart than this; a larger size could not be told from it.
  const auto reach = static_cast<long>(std::min(size, n_q + n_k));
  return filled(n_q, n_k, query_offset(n_q, n_k, align),
                [reach](long i, long j) { return std::abs(i - j) < reach; });
}

Mask padding_mask(arma::uword n_q, arma::uword n_k, const arma::uvec& padded_keys,
                  const arma::uvec& padded_queries) {
  require_padding_fits(n_q, n_k, padded_keys, padded_queries);
  Mask mask(n_q, n_k, arma::fill::ones);
  mask.cols(padded_keys).zeros();
  mask.rows(padded_queries).zeros();
  return mask;
}

arma::uvec last_keys(arma::uword n_padded, arma::uword n_k) {
  return first_keys(n_padded, n_k) + (n_k - n_padded);
}

arma::uvec first_keys(arma::uword n_padded, arma::uword n_k) {
  if (n_padded > n_k)
    throw InputError(
        message("--pad {} marks more keys as padding than there are: {}.", n_padded, n_k));
  arma::uvec places(n_padded);
  for (arma::uword i = 0; i < n_padded; ++i) places(i) = i;
  return places;
}

Mask segment_mask(const arma::uvec& query_documents, const arma::uvec& key_documents) {
  return filled(query_documents.n_elem, key_documents.n_elem, 0, [&](long i, long j) {
    return query_documents(static_cast<arma::uword>(i)) ==
           key_documents(static_cast<arma::uword>(j));
  });
}

Mask half_mask(arma::uword n) {
  const auto middle = static_cast<long>(n - n / 2);
  return filled(n, n, 0, [middle](long i, long j) { return i < middle || j < middle; });
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

#include "core/mask.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <stdexcept>

#include "base/message.hpp"
#include "core/shape.hpp"

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

namespace {

bool are_ones_and_zeros(const std::string& digits) {
  return digits.size() > 1 && digits.find_first_not_of("01") == digits.npos;
}

[[noreturn]] void refuse_in_mask(arma::uword row, arma::uword col, double cell) {
  std::string refusal = message(
      "a mask holds 1 where a query may attend and 0 where it may not, but cell [{}, {}] "
      "is {}.",
      row, col, cell);
  if (cell < 0.0)
    add_sentence(refusal, message("For an additive mask, write 1 for 0, and 0 for what is below."));
  else if (are_ones_and_zeros(fmt::format("{}", cell)))
    add_sentence(refusal, message("Put a space or a comma between the cells."));
  throw InputError(refusal);
}

}  // namespace

Mask mask_from_numbers(const arma::mat& numbers) {
  Mask mask(arma::size(numbers), arma::fill::zeros);
  for (arma::uword i = 0; i < numbers.n_rows; ++i)
    for (arma::uword j = 0; j < numbers.n_cols; ++j) {
      const double cell = numbers(i, j);
      if (cell != 0.0 && cell != 1.0) refuse_in_mask(i, j, cell);
      mask(i, j) = static_cast<unsigned char>(cell);
    }
  return mask;
}

namespace {

void require_documents(const Documents& documents, arma::uword n_q, arma::uword n_k) {
  const arma::uword n_query_numbers = documents.of_queries.n_elem;
  if (n_query_numbers != n_q)
    throw InputError(
        message("every query needs the number of its document: queries {}, numbers given {}.", n_q,
                n_query_numbers));
  const arma::uword n_key_numbers = documents.of_keys.n_elem;
  if (n_key_numbers != n_k)
    throw InputError(
        message("every key needs the number of its document: keys {}, numbers given {}.", n_k,
                n_key_numbers));
}

void require_square(arma::uword n_q, arma::uword n_k) {
  if (n_q == n_k) return;
  throw InputError(
      message("halves need one sequence: there are {} queries but {} keys. Give as "
              "many queries as keys.",
              n_q, n_k));
}

// Whether the restrictions that are joined, all but padding, allow a cell.
bool allows_any(const std::vector<Restriction>& restrictions, arma::uword cell) {
  bool has_joined = false;
  for (const Restriction& restriction : restrictions) {
    if (restriction.reason == Blocked::padding) continue;
    if (restriction.open[cell]) return true;
    has_joined = true;
  }
  return !has_joined;
}

Blocked reason_of(const std::vector<Restriction>& restrictions, Join join, arma::uword cell) {
  const bool joined_open = join == Join::any && allows_any(restrictions, cell);
  for (const Restriction& restriction : restrictions) {
    const bool counts = restriction.reason == Blocked::padding || !joined_open;
    if (counts && !restriction.open[cell]) return restriction.reason;
  }
  return Blocked::no;
}

}  // namespace

std::string blocked_word(unsigned char reason) {
  for (const Named<Blocked>& row : kBlockedWords)
    if (row.value == Blocked{reason}) return row.name;
  throw std::out_of_range("blocked_word: unknown reason");
}

std::vector<Restriction> restrictions_of(const MaskPattern& pattern, arma::uword n_q,
                                         arma::uword n_k) {
  std::vector<Restriction> list;
  const auto add = [&list](const char* name, Blocked reason, Mask open) {
    list.push_back({name, reason, std::move(open)});
  };
  if (pattern.half) require_square(n_q, n_k);

  if (pattern.n_prefix)
    add("prefix", Blocked::causal, prefix_mask(n_q, n_k, *pattern.n_prefix, pattern.align));
  if ((pattern.causal && !pattern.n_prefix) || pattern.half == HalfReading::causal)
    add("causal", Blocked::causal, causal_mask(n_q, n_k, pattern.align));
  if (!pattern.padded_keys.is_empty() || !pattern.padded_queries.is_empty())
    add("padding", Blocked::padding,
        padding_mask(n_q, n_k, pattern.padded_keys, pattern.padded_queries));
  if (pattern.documents) {
    require_documents(*pattern.documents, n_q, n_k);
    add("segment", Blocked::segment,
        segment_mask(pattern.documents->of_queries, pattern.documents->of_keys));
  }
  if (pattern.window)
    add("window", Blocked::window, window_mask(n_q, n_k, *pattern.window, pattern.align));
  if (pattern.half == HalfReading::literal) add("half", Blocked::half, half_mask(n_q));
  if (pattern.given) {
    require_shape(translated("the mask (one row per query, one column per key)"),
                  pattern.given->n_rows, pattern.given->n_cols, n_q, n_k);
    add("given", Blocked::mask, *pattern.given);
  }
  return list;
}

BlockedCells blocked_cells(const std::vector<Restriction>& restrictions, Join join) {
  if (restrictions.empty()) return {};
  BlockedCells blocked(arma::size(restrictions.front().open));
  for (arma::uword cell = 0; cell < blocked.n_elem; ++cell)
    blocked[cell] = static_cast<unsigned char>(reason_of(restrictions, join, cell));
  return blocked.is_zero() ? BlockedCells{} : blocked;
}

BlockedCells blocked_cells(const MaskPattern& pattern, arma::uword n_q, arma::uword n_k) {
  return blocked_cells(restrictions_of(pattern, n_q, n_k), pattern.join);
}

}  // namespace attn

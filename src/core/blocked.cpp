#include "core/blocked.hpp"

#include <stdexcept>

#include "base/message.hpp"
#include "core/shape.hpp"

namespace attn {
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

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "base/message.hpp"
#include "core/shape.hpp"
#include "kernels/fused_attention.hpp"

namespace attn {

namespace {

using Place = long long;

// The part of a range that lies between 0 and n.
PlaceRange within(Place first, Place last, arma::uword n) {
  const Place end = std::clamp<Place>(last, 0, static_cast<Place>(n));
  const Place begin = std::clamp<Place>(first, 0, end);
  return {static_cast<arma::uword>(begin), static_cast<arma::uword>(end)};
}

}  // namespace

VisibleKeys visible_keys(const AttentionOptions& options) {
  if (options.is_padded_before)
    throw std::invalid_argument("visible_keys: padding can only be behind the keys");
  if (options.pattern) throw std::invalid_argument("visible_keys: a pattern needs a matrix");
  return {.causal = options.causal,
          .window = options.window,
          .n_padded = options.n_padded,
          .mask = options.mask ? &*options.mask : nullptr};
}

KeyRange keys_of(arma::uword query, arma::uword n_q, arma::uword n_k, const VisibleKeys& visible) {
  const Place own = static_cast<Place>(query) + query_offset(n_q, n_k, Align::end);
  Place first = 0, last = static_cast<Place>(n_k - visible.n_padded);
  if (visible.causal) last = std::min(last, own + 1);
  if (visible.window) {
    const Place window = static_cast<Place>(std::min(*visible.window, n_q + n_k));
    first = std::max(first, own - window + 1);
    last = std::min(last, own + window);
  }
  return within(first, last, n_k);
}

QueryRange queries_of(arma::uword key, arma::uword n_q, arma::uword n_k,
                      const VisibleKeys& visible) {
  if (key >= n_k - visible.n_padded) return {};
  const Place own = static_cast<Place>(key) - query_offset(n_q, n_k, Align::end);
  Place first = 0, last = static_cast<Place>(n_q);
  if (visible.causal) first = std::max(first, own);
  if (visible.window) {
    const Place window = static_cast<Place>(std::min(*visible.window, n_q + n_k));
    first = std::max(first, own - window + 1);
    last = std::min(last, own + window);
  }
  return within(first, last, n_q);
}

// Both ends of a query's keys move to the right, or stay, from one query to the next.
KeyRange keys_of_any(arma::uword first, arma::uword last, arma::uword n_q, arma::uword n_k,
                     const VisibleKeys& visible) {
  const KeyRange of_first = keys_of(first, n_q, n_k, visible);
  const KeyRange of_last = keys_of(last - 1, n_q, n_k, visible);
  return {std::min(of_first.first, of_last.last), of_last.last};
}

KeyRange keys_of_all(arma::uword first, arma::uword last, arma::uword n_q, arma::uword n_k,
                     const VisibleKeys& visible) {
  const KeyRange of_first = keys_of(first, n_q, n_k, visible);
  const KeyRange of_last = keys_of(last - 1, n_q, n_k, visible);
  return {std::min(of_last.first, of_first.last), of_first.last};
}

arma::uvec empty_queries(arma::uword n_q, arma::uword n_k, const VisibleKeys& visible) {
  require_fitting(visible, n_q, n_k);
  std::vector<KeyRange> keys(n_q);
  arma::uvec is_empty(n_q);
  for (arma::uword i = 0; i < n_q; ++i) {
    keys[i] = keys_of(i, n_q, n_k, visible);
    is_empty(i) = visible.mask || keys[i].first == keys[i].last;
  }
  if (visible.mask)
    for (arma::uword j = 0; j < n_k; ++j)
      for (arma::uword i = 0; i < n_q; ++i)
        if (visible.mask->at(i, j) && keys[i].first <= j && j < keys[i].last) is_empty(i) = false;
  return arma::find(is_empty);
}

void require_fitting(const VisibleKeys& visible, arma::uword n_q, arma::uword n_k) {
  last_keys(visible.n_padded, n_k);  // refuses more than there are
  if (visible.window) require_window(*visible.window);
  if (visible.mask)
    require_shape(translated("the mask (one row per query, one column per key)"),
                  visible.mask->n_rows, visible.mask->n_cols, n_q, n_k);
}

HeadShapes head_shapes(const arma::SizeMat& Q, const arma::SizeMat& K, const arma::SizeMat& V,
                       const FusedOptions& options) {
  const auto& [n_heads, n_kv_heads] = options.heads;
  require_not_empty("Q", Q.n_rows, Q.n_cols);
  require_not_empty("K", K.n_rows, K.n_cols);
  require_not_empty("V", V.n_rows, V.n_cols);
  kv_head_of(0, options.heads);  // refuses counts that do not fit
  const HeadShapes shapes{.n_q = Q.n_rows,
                          .n_k = K.n_rows,
                          .d_k = head_width(Q.n_cols, n_heads),
                          .d_v = head_width(V.n_cols, n_kv_heads)};
  require_shape("K", K.n_rows, K.n_cols, K.n_rows, n_kv_heads * shapes.d_k);
  require_shape("V", V.n_rows, V.n_cols, shapes.n_k, V.n_cols);
  require_fitting(options.visible, shapes.n_q, shapes.n_k);
  return shapes;
}

}  // namespace attn

#include "core/heads.hpp"

#include <stdexcept>

#include "base/message.hpp"
#include "base/number.hpp"
#include "core/shape.hpp"

namespace attn {
namespace {

void require_some(const std::vector<arma::mat>& parts) {
  if (parts.empty()) throw InputError(translated("there must be at least one head."));
}

}  // namespace

std::string uneven_heads_text(arma::uword d_model, arma::uword n_heads) {
  return message("d_model {} cannot be split into {} heads: {} / {} = {}.", d_model, n_heads,
                 d_model, n_heads, uneven_quotient_text(d_model, n_heads));
}

arma::uword head_width(arma::uword width, arma::uword n_heads) {
  if (n_heads == 0 || width % n_heads != 0)
    throw InputError(
        message("{} columns cannot be split into {} heads of equal width.", width, n_heads));
  return width / n_heads;
}

arma::mat head_columns(const arma::mat& Q, arma::uword n_heads, arma::uword head) {
  const arma::uword d_head = head_width(Q.n_cols, n_heads);
  if (head >= n_heads) throw std::out_of_range("head_columns: no such head");
  return Q.cols(head * d_head, (head + 1) * d_head - 1);
}

arma::uword kv_head_of(arma::uword head, const HeadCounts& counts) {
  if (counts.n_kv_heads == 0 || counts.n_heads == 0 || counts.n_heads % counts.n_kv_heads != 0)
    throw InputError(
        message("{} query heads cannot share {} key-value heads evenly: the first number must be a "
                "multiple of the second.",
                counts.n_heads, counts.n_kv_heads));
  return head / (counts.n_heads / counts.n_kv_heads);
}

arma::mat concat_heads(const std::vector<arma::mat>& outputs) {
  require_some(outputs);
  arma::mat concat;
  for (const arma::mat& output : outputs) {
    require_same_height("O_0", outputs.front(), "O_h", output);
    concat.insert_cols(concat.n_cols, output);
  }
  return concat;
}

arma::mat concat_sums_of_heads(const std::vector<arma::mat>& parts, arma::uword n_added) {
  require_some(parts);
  if (n_added == 0 || parts.size() % n_added != 0)
    throw std::out_of_range("concat_sums_of_heads: heads are left over");
  std::vector<arma::mat> sums;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (k % n_added == 0) {
      sums.push_back(parts[k]);
      continue;
    }
    require_shape("D_h", parts[k].n_rows, parts[k].n_cols, sums.back().n_rows, sums.back().n_cols);
    sums.back() += parts[k];
  }
  return concat_heads(sums);
}

arma::mat mean_of_heads(const std::vector<arma::mat>& weights) {
  require_some(weights);
  arma::mat sum(arma::size(weights.front()), arma::fill::zeros);
  for (const arma::mat& W : weights) {
    require_shape(translated("the weight matrix of each head"), W.n_rows, W.n_cols, sum.n_rows,
                  sum.n_cols);
    sum += W;
  }
  return sum / static_cast<double>(weights.size());
}

}  // namespace attn

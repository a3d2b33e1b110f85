#include "base/message.hpp"
#include "core/attention.hpp"
#include "core/heads.hpp"
#include "core/shape.hpp"

namespace attn {
namespace {

void require_split(const std::string& name, const arma::mat& W, arma::uword n_heads) {
  if (W.n_cols % n_heads == 0) return;
  throw InputError(
      message("{} has {} columns, which {} heads cannot share evenly: {} / {} = {:.4g}. Check the "
              "number of heads.",
              name, W.n_cols, n_heads, W.n_cols, n_heads,
              static_cast<double>(W.n_cols) / static_cast<double>(n_heads)));
}

void require_sequences(const MultiHeadLayer& layer) {
  const MultiHeadWeights& w = layer.weights;
  const arma::mat &M = layer.keys_from(), &N = layer.values_from();
  const std::string memory = layer.memory ? "M" : "X";
  require_not_empty("X", layer.X);
  require_not_empty(memory, M);
  require_not_empty("W_Q", w.W_Q);
  require_not_empty("W_K", w.W_K);
  require_not_empty("W_V", w.W_V);
  require_product("X", layer.X, "W_Q", w.W_Q);
  require_product(memory, M, "W_K", w.W_K);
  require_product(layer.value_memory ? "M_V" : memory, N, "W_V", w.W_V);
  require_same_height(memory, M, "M_V", N);
  if (layer.rope && layer.memory)
    throw InputError(translated(
        "--rope needs one sequence: positions of two sequences cannot be compared. Leave "
        "out --rope, or the other sequence."));
}

void require_heads(const MultiHeadLayer& layer) {
  const MultiHeadWeights& w = layer.weights;
  const HeadCounts& counts = layer.counts;
  kv_head_of(0, counts);  // refuses counts that do not fit each other
  require_split("W_Q", w.W_Q, counts.n_heads);
  require_split("W_K", w.W_K, counts.n_kv_heads);
  require_split("W_V", w.W_V, counts.n_kv_heads);
  const arma::uword d_k = w.W_Q.n_cols / counts.n_heads;
  if (w.W_K.n_cols != counts.n_kv_heads * d_k)
    throw InputError(
        message("a query and a key must be equally wide: {} query heads in {} columns of W_Q make "
                "d_k {}, {} key-value heads in {} columns of W_K make {}. Check the numbers of "
                "heads.",
                counts.n_heads, w.W_Q.n_cols, d_k, counts.n_kv_heads, w.W_K.n_cols,
                w.W_K.n_cols / counts.n_kv_heads));
  const arma::uword d_v = w.W_V.n_cols / counts.n_kv_heads;
  if (!w.W_O.is_empty() && w.W_O.n_rows != counts.n_heads * d_v)
    throw InputError(message(
        "W_O must have one row for each column of the concatenation: {} heads x d_v {} = {}, but "
        "it is {}.",
        counts.n_heads, d_v, counts.n_heads * d_v, shape_of(w.W_O)));
}

}  // namespace

void require_fitting_shapes(const Embedded& embedded) {
  const arma::mat& memory = embedded.memory ? *embedded.memory : embedded.X;
  const std::string memory_name = embedded.memory ? "M" : "X";
  require_not_empty("X", embedded.X);
  require_not_empty(memory_name, memory);
  require_same_width("X", embedded.X, memory_name, memory);
  require_not_empty("W_Q", embedded.W_Q);
  require_not_empty("W_K", embedded.W_K);
  require_not_empty("W_V", embedded.W_V);
  require_product("X", embedded.X, "W_Q", embedded.W_Q);
  require_product(memory_name, memory, "W_K", embedded.W_K);
  require_product(memory_name, memory, "W_V", embedded.W_V);
  require_same_width("W_Q", embedded.W_Q, "W_K", embedded.W_K);
}

void require_fitting_shapes(const Projected& projected) {
  require_not_empty("Q", projected.Q);
  require_not_empty("K", projected.K);
  require_not_empty("V", projected.V);
  require_same_width("Q", projected.Q, "K", projected.K);
  require_same_height("K", projected.K, "V", projected.V);
}

void require_fitting_shapes(const MultiHeadLayer& layer) {
  const MultiHeadWeights& w = layer.weights;
  require_sequences(layer);
  require_heads(layer);
  require_bias("b_Q", w.b_Q.n_elem, w.W_Q.n_cols);
  require_bias("b_K", w.b_K.n_elem, w.W_K.n_cols);
  require_bias("b_V", w.b_V.n_elem, w.W_V.n_cols);
  if (!w.W_O.is_empty()) require_bias("b_O", w.b_O.n_elem, w.W_O.n_cols);
}

Projected projected_head(const MultiHeadLayer& layer, arma::uword head) {
  const MultiHeadWeights& w = layer.weights;
  const auto of_head = [&](const arma::mat& X, const arma::mat& W, const arma::rowvec& b,
                           arma::uword n_heads, arma::uword place) -> arma::mat {
    arma::mat projected = X * W;
    if (!b.is_empty()) projected.each_row() += b;
    return head_columns(projected, n_heads, place);
  };
  const arma::uword kv_head = kv_head_of(head, layer.counts), n_kv = layer.counts.n_kv_heads;
  Projected result{of_head(layer.X, w.W_Q, w.b_Q, layer.counts.n_heads, head),
                   of_head(layer.keys_from(), w.W_K, w.b_K, n_kv, kv_head),
                   of_head(layer.values_from(), w.W_V, w.b_V, n_kv, kv_head)};
  if (layer.norm) {
    result.Q = rms_normed(result.Q, layer.norm->query_gain, layer.norm->epsilon);
    result.K = rms_normed(result.K, layer.norm->key_gain, layer.norm->epsilon);
  }
  if (!layer.rope) return result;
  const arma::mat angles =
      rotation_angles(first_positions(result.Q.n_rows), result.Q.n_cols, *layer.rope);
  result.Q = layer.rope->length * rotated(result.Q, angles, layer.rope->pairing);
  result.K = layer.rope->length * rotated(result.K, angles, layer.rope->pairing);
  return result;
}

}  // namespace attn

#pragma once

#include <armadillo>
#include <string>

namespace attn {

/// The weights of one multi-head attention layer, in our orientation whatever file they came from:
///
///     Q = X W_Q + b_Q,   K = M W_K + b_K,   V = M W_V + b_V,   result = concat(heads) W_O + b_O
///
/// where M is X in self-attention. The columns of head h stand together, head 0 first. How many
/// heads there are is in no file: `W_K.n_cols / d_head` tells the key and value heads once the
/// query heads are known.
///
/// Shapes:  W_Q (d_model × n_heads·d_head), W_K (d_source × n_kv_heads·d_head),
///          W_V (d_source × n_kv_heads·d_v), W_O (n_heads·d_v × d_model); each bias as wide as its
///          matrix. W_O is empty where our own file has none, a bias where there is none.
struct AttentionWeights {
  arma::mat W_Q, W_K, W_V, W_O;
  arma::rowvec b_Q, b_K, b_V, b_O;
  /// The layout that was recognised, a name that is never translated: "attn",
  /// "PyTorch nn.MultiheadAttention", "Hugging Face BERT", "GPT-2" or "Llama".
  std::string layout;
};

/// The weights of one attention layer in a .safetensors, .npz or .json file, whichever of the
/// layouts it has. `prefix` names the layer by what stands before its keys, "encoder.layer.0" with
/// or without the last dot; with "" the layer is found if there is only one in the file. Tensors
/// that belong to no attention are not looked at.
///
///     attn      wq wk wv (wo)                          Q = X wq    bq bk bv bo; a rank-3 wq holds
///                                                      one (d_model × d_head) matrix per head
///     PyTorch   in_proj_weight, or q_/k_/v_proj_weight Q = X Wᵀ    in_proj_bias, out_proj.*
///     BERT      attention.self.query.weight ...        Q = X Wᵀ    attention.output.dense.*
///     GPT-2     attn.c_attn.weight                     [Q K V] = X W   attn.c_proj.*
///     Llama     self_attn.q_proj.weight ...            Q = X Wᵀ    self_attn.o_proj.*
///
/// Errors:  InputError naming the flag and the file: no layer or several where one was expected,
///          two layouts under one prefix, a tensor that is missing or whose shape does not fit the
///          others, with the likely mistake, and whatever the readers refuse.
/// Source:  the state_dict of torch.nn.MultiheadAttention and of Hugging Face transformers'
///          BertAttention, GPT2Attention and LlamaAttention.
AttentionWeights read_attention_weights(const std::string& path, const std::string& flag,
                                        const std::string& prefix);

/// Refuses weights for tokens of another width: `d_model` is that of the queries' tokens,
/// `d_source` that of the keys' and values', the same in self-attention.
///
/// Errors:  InputError naming the flag, the matrix, its shape and the width; and the mistake, where
///          the transposed matrix would fit.
void require_token_widths(const AttentionWeights& weights, const std::string& flag,
                          arma::uword d_model, arma::uword d_source);

}  // namespace attn

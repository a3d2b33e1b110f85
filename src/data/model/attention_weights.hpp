#pragma once

#include <string>

#include "core/heads.hpp"

namespace attn {

/// The weights of one multi-head attention layer, in our orientation whatever file they came from.
/// How many heads there are is in no file: `W_K.n_cols / d_head` tells the key and value heads once
/// the query heads are known.
///
/// Shapes:  as MultiHeadWeights; W_O is empty where our own file has none
struct AttentionWeights : MultiHeadWeights {
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
/// `d_key` and `d_value` those of the tokens that keys and values are made from.
///
/// Errors:  InputError naming the flag, the matrix, its shape and the width; and the mistake, where
///          the transposed matrix would fit.
void require_token_widths(const MultiHeadWeights& weights, const std::string& layout,
                          const std::string& flag, arma::uword d_model, arma::uword d_key,
                          arma::uword d_value);

}  // namespace attn

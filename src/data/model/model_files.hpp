// Weights and settings as other programs save them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/settings.hpp"
#include "core/heads.hpp"
#include "data/files/file.hpp"
#include "data/matrix/arrays.hpp"

namespace attn {

/// The settings in a JSON object such as the config.json that models are published with. What they
/// mean is not asked here. What is in an object inside it has the names of both: the factor of
/// "rope_scaling" is "rope_scaling.factor"; nothing can be read from objects further inside. NaN
/// and Infinity are numbers, as in Python, which writes such files. Errors: InputError if it is not
/// JSON, no object, or has a name twice.
Settings model_config(std::string_view text, const std::string& name);

/// The same from a file.
/// Errors: also those of read_file.
Settings read_model_config(const std::string& path);

/// One tensor of a model where it lies in a mapped file: its bytes may begin at any address.
struct StoredTensor {
  std::string place;  ///< the file and the tensor, for whatever is refused
  std::string dtype;  ///< as the file writes it: "F32"
  TensorShape shape;
  std::string_view bytes;
};

/// The weights in a folder as Hugging Face saves models: model.safetensors, or the shards that
/// model.safetensors.index.json names. Headers are read and checked at once, numbers only when
/// somebody looks at them.
///
/// An index names shards in the folder itself. Each may be a link to where the file lies, as in the
/// hub's cache.
class WeightFiles {
 public:
  /// Errors:  InputError if the folder has no such file, the index is no such JSON, names a shard
  ///          that is elsewhere or missing, or a tensor that its shard has not; also as MappedFile
  ///          and Safetensors.
  explicit WeightFiles(const std::string& folder);

  /// The tensors of one file, wherever it lies.
  /// Errors:  as MappedFile and Safetensors
  static WeightFiles of_file(const std::string& path);

  /// Whether a folder has files that this would read, whatever is in them.
  static bool are_in(const std::string& folder);

  /// Errors:  InputError with what to do, where a folder holds weights of kinds that are not read,
  ///          and none that are
  static void refuse_other_kinds(const std::string& folder);

  bool has(const std::string& name) const { return tensors_.count(name) > 0; }

  /// In alphabetical order.
  std::vector<std::string> names() const;

  /// Errors:  std::out_of_range if there is none of that name: ask has() first.
  const StoredTensor& tensor(const std::string& name) const { return tensors_.at(name); }

  /// Errors:  InputError if one of the files was cut off meanwhile.
  void require_whole() const;

  /// The tensor that tells that weights are quantized, by its name or because a weight has a type
  /// of codes: "h.0.mlp.qweight", "h.0.mlp.weight (U8)". Nothing where they are numbers.
  std::optional<std::string> quantized_tensor() const;

  /// What a reader should know of the files: sentences.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  WeightFiles() = default;
  void add_file(const std::string& path, const std::vector<std::string>* wanted);
  void add_shards(const std::string& folder, const std::string& index_path);

  std::vector<MappedFile> files_;
  std::map<std::string, StoredTensor> tensors_;
  std::vector<std::string> notes_;
};

/// What an index of shards says: each shard with the names of its tensors.
struct ShardIndex {
  std::map<std::string, std::vector<std::string>> shards;
  std::uint64_t total_size = 0;  ///< bytes of all tensors; 0 where it is not said
};

/// Reads the text of a model.safetensors.index.json.
/// Errors:  InputError if it is not JSON, has no weight_map from tensors to files, or names a file
///          by anything but a plain name that ends in .safetensors.
ShardIndex shard_index(std::string_view text, const std::string& name);

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

/// The first of these names of tensors that tells that weights are quantized: codes and scales take
/// the place of their numbers.
///
/// Source:  what bitsandbytes, GPTQ, AWQ, compressed-tensors, FP8, HQQ and quanto write
std::optional<std::string> quantized_name(const std::vector<std::string>& names);

/// Throws the InputError for weights that are quantized; `evidence` says where that can be seen.
[[noreturn]] void refuse_quantized(const std::string& place, const std::string& evidence);

}  // namespace attn

#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/files/mapped_file.hpp"
#include "data/matrix/safetensors.hpp"

namespace attn {

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

}  // namespace attn

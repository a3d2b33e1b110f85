#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "data/model/model_files.hpp"
#include "pretrained/family/tensors.hpp"

namespace attn {

/// The tensors of a model, found in its files: whatever stands before their names there
/// ("_orig_mod.model."), the names of wrappers inside of them, and whether an older program called
/// them gamma and beta.
class WeightSource {
 public:
  WeightSource(const WeightFiles& files, const ModelTensors& tensors);

  /// Errors:  InputError naming tensor and file if it is missing, has another shape or no ordinary
  ///          numbers.
  const StoredTensor& tensor(const NamedTensor& wanted) const;

  /// Null where the files have none of that name.
  const StoredTensor* tensor_if_there(const NamedTensor& wanted) const;

  /// The name in the files; nothing where they have none.
  std::optional<std::string> name_in_files(const NamedTensor& wanted) const;

  /// The name that a missing tensor would have there.
  std::string expected_name(const NamedTensor& wanted) const {
    return (wanted.is_in_head ? head_prefix_ : prefix_) + wanted.name;
  }

  /// A name in the files as the family writes it, be it of its tensors or not.
  std::string plain_name(const std::string& in_files) const;

  /// What stands before the plain names of the model, and not before those of its head: "" or
  /// "model.".
  std::string model_prefix() const { return prefix_.substr(head_prefix_.size()); }

  /// A sentence where names are read that are not those of the family.
  std::vector<std::string> notes() const;

 private:
  const WeightFiles& files_;
  std::map<std::string, std::string> names_;  ///< without wrappers, and as they are in the files
  std::string prefix_, head_prefix_;          ///< before the names of the model, and of its head
};

}  // namespace attn

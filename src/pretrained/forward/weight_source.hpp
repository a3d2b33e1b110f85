#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/model/weight_files.hpp"
#include "pretrained/family/tensors.hpp"

namespace attn {

/// The tensors of a model, found in its files: whatever stands before their names there, and
/// whether an older program called them gamma and beta.
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

 private:
  const WeightFiles& files_;
  std::string prefix_;
};

}  // namespace attn

#include "pretrained/forward/weight_source.hpp"

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/suggest.hpp"
#include "data/matrix/array_names.hpp"
#include "pretrained/forward/stored_numbers.hpp"

namespace attn {
namespace {

// What stands before all names of a file: that under which the embedding of tokens is found.
std::string prefix_in(const WeightFiles& files, const ModelTensors& tensors) {
  for (const std::string& prefix : tensors.prefixes)
    if (files.has(prefix + tensors.tokens.name)) return prefix;
  return tensors.prefixes.back();
}

// A name as other programs write it: "LayerNorm.gamma" for "LayerNorm.weight", and the bias of a
// head by the matrix that it belongs to; where a file has both of these, the framework adds that.
std::vector<std::string> names_of_same(const std::string& name) {
  std::vector<std::string> names;
  const auto add_if = [&](const std::string& usual, const std::string& other) {
    if (name.ends_with(usual)) names.push_back(name.substr(0, name.size() - usual.size()) + other);
  };
  add_if(".bias", ".decoder.bias");
  names.push_back(name);
  add_if("LayerNorm.weight", "LayerNorm.gamma");
  add_if("LayerNorm.bias", "LayerNorm.beta");
  return names;
}

}  // namespace

WeightSource::WeightSource(const WeightFiles& files, const ModelTensors& tensors)
    : files_(files), prefix_(prefix_in(files, tensors)) {}

std::optional<std::string> WeightSource::name_in_files(const NamedTensor& wanted) const {
  const std::string name = (wanted.is_in_head ? "" : prefix_) + wanted.name;
  for (const std::string& one : names_of_same(name))
    if (files_.has(one)) return one;
  return std::nullopt;
}

const StoredTensor* WeightSource::tensor_if_there(const NamedTensor& wanted) const {
  const auto name = name_in_files(wanted);
  if (!name) return nullptr;
  const StoredTensor& found = files_.tensor(*name);
  if (found.shape != wanted.shape)
    throw InputError(
        message("{}: its shape is {}, and by config.json it must be {}. The two belong to "
                "different models: fetch both again.",
                found.place, shape_text(found.shape), shape_text(wanted.shape)));
  require_ordinary_numbers(found);
  return &found;
}

const StoredTensor& WeightSource::tensor(const NamedTensor& wanted) const {
  if (const StoredTensor* found = tensor_if_there(wanted)) return *found;
  const std::string name = (wanted.is_in_head ? "" : prefix_) + wanted.name;
  std::vector<std::string> hints;
  if (const std::string meant = nearest(name, files_.names()); !meant.empty())
    hints.push_back(message("There is {}.", shown_key(meant)));
  throw InputError(
      message("The weights lack the tensor {} {}, which config.json promises. The two belong to "
              "different models, or a file is missing: fetch them again.",
              shown_key(name), shape_text(wanted.shape)),
      hints);
}

}  // namespace attn

#include "pretrained/forward/weight_source.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/matrix/arrays.hpp"
#include "pretrained/forward/stored_numbers.hpp"

namespace attn {
namespace {

// Modules that training and sharing put around others: they add their own name to all inside.
constexpr std::string_view kWrappers[] = {"_orig_mod.", "_fsdp_wrapped_module.",
                                          "_checkpoint_wrapped_module.", "module.", "base_layer."};

bool begins_part(std::string_view name, std::size_t at) { return at == 0 || name[at - 1] == '.'; }

std::string without_wrappers(std::string name) {
  for (const std::string_view wrapper : kWrappers)
    for (std::size_t at = name.find(wrapper); at != name.npos; at = name.find(wrapper, at)) {
      if (begins_part(name, at))
        name.erase(at, wrapper.size());
      else
        ++at;
    }
  return name;
}

// A few names that every model of the family has, those of its first layer among them.
std::vector<std::string> usual_names(const ModelTensors& tensors) {
  std::vector<std::string> names;
  const auto add = [&](const std::vector<NamedTensor>& some) {
    for (const NamedTensor& tensor : some) names.push_back(tensor.name);
  };
  add(embedding_tensors(tensors));
  if (!tensors.layers.empty()) add(layer_tensors(tensors.layers.front()));
  if (tensors.final_norm) names.push_back(tensors.final_norm->weight.name);
  return names;
}

// What stands before the usual names, and before how many of them; ties go to what the family has,
// then to the shortest.
std::string prefix_among(const std::map<std::string, std::string>& names,
                         const ModelTensors& tensors) {
  std::map<std::string, std::size_t> n_under;
  for (const std::string& usual : usual_names(tensors))
    for (const auto& [name, in_files] : names)
      if (name.ends_with(usual) && begins_part(name, name.size() - usual.size()))
        ++n_under[name.substr(0, name.size() - usual.size())];
  std::string best = tensors.prefixes.back();
  std::size_t most = n_under.contains(best) ? n_under.at(best) : 0;
  const auto rank = [&](const std::string& prefix) {
    const auto at = std::find(tensors.prefixes.begin(), tensors.prefixes.end(), prefix);
    return std::pair(at - tensors.prefixes.begin(), prefix.size());
  };
  for (const auto& [prefix, n] : n_under) {
    if (n < most || (n == most && rank(prefix) > rank(best))) continue;
    best = prefix;
    most = n;
  }
  return best;
}

// Of "_orig_mod.model." what stands before the head, too: "_orig_mod.".
std::string before_family(const std::string& prefix, const ModelTensors& tensors) {
  const std::string& of_family = tensors.prefixes.back();
  if (!prefix.ends_with(of_family)) return prefix;
  const std::size_t n_before = prefix.size() - of_family.size();
  return begins_part(prefix, n_before) ? prefix.substr(0, n_before) : prefix;
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

WeightSource::WeightSource(const WeightFiles& files, const ModelTensors& tensors) : files_(files) {
  for (const std::string& name : files.names()) {
    const auto [place, is_new] = names_.emplace(without_wrappers(name), name);
    if (!is_new && name == place->first) place->second = name;
  }
  prefix_ = prefix_among(names_, tensors);
  head_prefix_ = before_family(prefix_, tensors);
}

std::string WeightSource::plain_name(const std::string& in_files) const {
  const std::string name = without_wrappers(in_files);
  return name.starts_with(head_prefix_) ? name.substr(head_prefix_.size()) : name;
}

std::vector<std::string> WeightSource::notes() const {
  for (const auto& [name, in_files] : names_)
    if (name.starts_with(prefix_) && (!head_prefix_.empty() || name != in_files))
      return {
          message("{} in the files is read as {}, and the others likewise: what training or "
                  "fine-tuning wraps around a model adds to their names.",
                  shown_key(in_files), shown_key(plain_name(in_files)))};
  return {};
}

std::optional<std::string> WeightSource::name_in_files(const NamedTensor& wanted) const {
  const std::vector<std::string> prefixes =
      wanted.is_in_head ? std::vector<std::string>{head_prefix_, ""} : std::vector{prefix_};
  for (const std::string& prefix : prefixes)
    for (const std::string& one : names_of_same(prefix + wanted.name))
      if (const auto found = names_.find(one); found != names_.end()) return found->second;
  return std::nullopt;
}

const StoredTensor* WeightSource::tensor_if_there(const NamedTensor& wanted) const {
  const auto name = name_in_files(wanted);
  if (!name) return nullptr;
  const StoredTensor& found = files_.tensor(*name);
  if (found.shape != wanted.shape)
    throw InputError(
        message("{}: its shape is {}, and by config.json it must be {}. Use a config.json and "
                "weights that were saved together.",
                found.place, shape_text(found.shape), shape_text(wanted.shape)));
  require_ordinary_numbers(found);
  return &found;
}

const StoredTensor& WeightSource::tensor(const NamedTensor& wanted) const {
  if (const StoredTensor* found = tensor_if_there(wanted)) return *found;
  const std::string name = expected_name(wanted);
  std::vector<std::string> hints;
  if (const std::string meant = nearest(name, files_.names()); !meant.empty())
    hints.push_back(message("There is {}.", shown_key(meant)));
  throw InputError(
      message("The weights lack the tensor {} {}, which config.json promises. Use a config.json "
              "and weights that were saved together, with all of their files.",
              shown_key(name), shape_text(wanted.shape)),
      hints);
}

}  // namespace attn

#include "pretrained/folder/compare_tensors.hpp"

#include <algorithm>
#include <set>

#include "base/message.hpp"
#include "base/text.hpp"
#include "costs/model/families.hpp"
#include "pretrained/family/architecture.hpp"
#include "pretrained/family/tensors.hpp"
#include "pretrained/forward/weight_source.hpp"

namespace attn {
namespace {

using Kind = TensorDifference::Kind;

// Beginnings of names that belong to what is put behind a model for one task.
constexpr const char* kHeads[] = {
    "cls.", "lm_head.", "vocab_", "classifier.", "pre_classifier.", "score.", "qa_outputs."};

// A counted tensor; whether only some classes of the framework have it.
struct CountedTensor {
  NamedTensor tensor;
  bool is_of_class = false;
};

std::vector<CountedTensor> counted_tensors(const ModelTensors& tensors, const Model& model) {
  std::vector<CountedTensor> all;
  const auto add = [&](const std::vector<NamedTensor>& some) {
    for (const NamedTensor& one : some) all.push_back({one});
  };
  add(embedding_tensors(tensors));
  for (const LayerTensors& layer : tensors.layers) add(layer_tensors(layer));
  if (tensors.final_norm) {
    add({tensors.final_norm->weight});
    if (tensors.final_norm->bias) add({*tensors.final_norm->bias});
  }
  if (model.pooler) {
    all.push_back({{"pooler.dense.weight", {model.d_model, model.d_model}}, true});
    all.push_back({{"pooler.dense.bias", {model.d_model}}, true});
  }
  if (model.has_lm_head && !model.tied) all.push_back({tensors.head.decoder.weight, true});
  return all;
}

class TensorComparison {
 public:
  TensorComparison(const Settings& settings, const Model& model, const ModelTensors& tensors,
                   const WeightFiles& files)
      : model_(model),
        tensors_(tensors),
        files_(files),
        source_(files, tensors),
        stated_(stated_quantization(settings)) {
    const auto classes = SettingReader(settings).texts("architectures");
    if (classes && !classes->empty()) result_.saved_as = preview(classes->front());
    result_.counted_as = model.counted_as;
  }

  StoredTensors compared() {
    for (const CountedTensor& counted : counted_tensors(tensors_, model_)) add_counted(counted);
    for (const std::string& name : files_.names()) add_stored(name);
    std::stable_sort(result_.differences.begin(), result_.differences.end(),
                     [](const auto& a, const auto& b) { return a.kind < b.kind; });
    result_.notes = files_.notes();
    for (const std::string& note : source_.notes()) result_.notes.push_back(note);
    tell_quantization();
    tell_adapter();
    return std::move(result_);
  }

 private:
  bool is_another_class() const { return result_.saved_as != result_.counted_as; }

  void add_counted(const CountedTensor& counted) {
    const NamedTensor& wanted = counted.tensor;
    ++result_.counted.n_tensors;
    result_.counted.n_numbers += numbers_in(wanted.shape);
    const auto name = source_.name_in_files(wanted);
    if (!name) {
      const bool may_lack = counted.is_of_class && is_another_class();
      result_.differences.push_back({may_lack ? Kind::other_class : Kind::missing,
                                     source_.expected_name(wanted), std::nullopt, wanted.shape});
      return;
    }
    known_.insert(*name);
    if (const TensorShape& stored = files_.tensor(*name).shape; stored != wanted.shape)
      result_.differences.push_back({Kind::other_shape, *name, stored, wanted.shape});
  }

  void add_stored(const std::string& name) {
    const TensorShape& shape = files_.tensor(name).shape;
    ++result_.stored.n_tensors;
    result_.stored.n_numbers += numbers_in(shape);
    if (known_.count(name) == 0)
      result_.differences.push_back({kind_of(name), name, shape, std::nullopt});
  }

  Kind kind_of(const std::string& name_in_files) const {
    const std::string name = source_.plain_name(name_in_files);
    if (is_no_parameter(name)) return Kind::buffer;
    if (model_.has_lm_head && name == tensors_.head.decoder.weight.name) return Kind::tied;
    const bool is_of_head = !name.starts_with(source_.model_prefix()) ||
                            std::any_of(std::begin(kHeads), std::end(kHeads),
                                        [&](const char* b) { return name.starts_with(b); });
    return is_of_head ? Kind::other_class : Kind::unknown;
  }

  bool fits() const {
    return std::none_of(result_.differences.begin(), result_.differences.end(),
                        [](const TensorDifference& one) {
                          return one.kind == Kind::missing || one.kind == Kind::other_shape;
                        });
  }

  // The tensors decide; what the settings say explains what does not fit.
  void tell_quantization() {
    const auto stored = files_.quantized_tensor();
    if (stated_ && (stored || !fits())) result_.quantized_by.push_back(*stated_);
    if (stored) result_.quantized_by.push_back(*stored);
    if (stated_ && result_.quantized_by.empty())
      result_.notes.push_back(message(
          "{} speaks of quantized weights, but these are stored as ordinary numbers.", *stated_));
  }

  void tell_adapter() {
    for (const std::string& name : files_.names())
      if (name.find(".lora_") != name.npos && result_.adapter.empty()) result_.adapter = name;
  }

  const Model& model_;
  const ModelTensors& tensors_;
  const WeightFiles& files_;
  WeightSource source_;
  std::optional<std::string> stated_;  // what the settings say of quantization
  std::set<std::string> known_;        // names in the files of what is counted
  StoredTensors result_;
};

}  // namespace

StoredTensors compare_tensors(const Settings& settings, const Model& model,
                              const WeightFiles& files) {
  require_possible_sizes(model);
  const std::string family = SettingReader(settings).text("model_type").value_or("");
  const ModelTensors tensors = model_tensors(value_in(kModelFamilies, family).value(), model);
  return TensorComparison(settings, model, tensors, files).compared();
}

}  // namespace attn

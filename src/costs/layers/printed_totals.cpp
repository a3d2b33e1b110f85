#include "costs/layers/printed_totals.hpp"

#include "base/message.hpp"

namespace attn {
namespace {

struct PrintedTotal {
  const char* layer;
  const char* total;    ///< parameters of the configuration that the chapter looks at
  const char* printed;  ///< what it prints for them
  const char* why;      ///< translated
};

std::vector<PrintedTotal> all_printed() {
  return {
      {"mha", "1050624", "1048576",
       translated("That is 4 d^2, the four matrices; the layer it prints for has 4 d biases too.")},
      {"classifier", "3350274", "3150338",
       translated("Three blocks of d^2, the biases of attention and MLP, and both LayerNorms are "
                  "missing there.")},
      {"simple-classifier", "2823682", "3150338",
       translated("That is the number it prints for the larger classifier, too.")},
      {"lstm-classifier", "3086850", "2826498",
       translated(
           "No choice of gates and biases leads there: the LSTM alone has 8 d^2 weights and 8 "
           "d biases.")},
  };
}

const LayerCosts* find(const std::vector<LayerCosts>& layers, const std::string& name) {
  for (const LayerCosts& costs : layers)
    if (costs.layer.name == name) return &costs;
  return nullptr;
}

void add_about_classifiers(const std::vector<LayerCosts>& layers,
                           std::vector<std::string>& remarks) {
  const LayerCosts* attention = find(layers, "simple-classifier");
  const LayerCosts* recurrent = find(layers, "lstm-classifier");
  if (!attention || !recurrent) return;
  const Count more = total_of(recurrent->parameters) - total_of(attention->parameters);
  if (more > 0)
    remarks.push_back(
        message("The chapter “Self-attention and multi-head attention”, where these classifiers "
                "come from, concludes that the recurrent one has fewer parameters. Counted, it has "
                "{} more.",
                count_text(more)));
  remarks.push_back(
      translated("T^2 is the memory of the attention weights while it runs; no number of "
                 "parameters depends on T."));
  remarks.push_back(
      translated("The two do not do the same: without positions, and averaged over all words, the "
                 "simplified classifier cannot tell one order of the words from another. The "
                 "LSTM can, and so can --layer classifier, which has positions."));
}

void add_about_attention(const std::vector<LayerCosts>& layers, std::vector<std::string>& remarks) {
  const LayerCosts* one = find(layers, "attention");
  const LayerCosts* several = find(layers, "mha");
  if (!one || !several) return;
  if (one->equal.heads_fill_model && several->equal.heads_fill_model)
    remarks.push_back(
        translated("Several heads have about as many parameters as one only if that one has a W_O "
                   "too: 4 d^2 each. Without it, one head has 3 d^2."));
}

void add_about_recurrent(const std::vector<LayerCosts>& layers, std::vector<std::string>& remarks) {
  bool has_attention = false, has_recurrent = false;
  for (const LayerCosts& costs : layers) {
    if (costs.layer.is_classifier) return;
    (costs.layer.cell ? has_recurrent : has_attention) = true;
  }
  if (!has_attention || !has_recurrent) return;
  constexpr std::uint64_t kChapterWidth = 512;
  if (layers.front().sizes.d_model == kChapterWidth)
    remarks.push_back(translated(
        "The chapter “Self-attention and multi-head attention” calls attention faster for n < "
        "512, which is n < d at d = 512. It compares orders, T^2 d with T d^2, without "
        "projections, gates and W_O."));
  remarks.push_back(translated(
      "The chapter “Self-attention and multi-head attention” gives a recurrent layer the memory "
      "O(n). Its states are n vectors of d numbers: T d, or d if only the last one is kept."));
}

}  // namespace

std::vector<std::string> printed_totals_about(const LayerCosts& costs) {
  const Count total = total_of(costs.parameters);
  std::vector<std::string> remarks;
  for (const PrintedTotal& known : all_printed()) {
    if (costs.layer.name != std::string(known.layer) || total != Count(known.total)) continue;
    std::string remark = message(
        "{}: the chapter “Self-attention and multi-head attention” prints {} parameters, but "
        "there are {}.",
        known.layer, count_text(Count(known.printed)), count_text(total));
    add_sentence(remark, known.why);
    remarks.push_back(remark);
  }
  return remarks;
}

std::vector<std::string> printed_conclusions_about(const std::vector<LayerCosts>& layers) {
  std::vector<std::string> remarks;
  add_about_classifiers(layers, remarks);
  add_about_attention(layers, remarks);
  add_about_recurrent(layers, remarks);
  return remarks;
}

}  // namespace attn

#include "costs/conventions/counting_tools.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "costs/count/operations.hpp"
#include "costs/formula/symbols.hpp"

namespace attn {
namespace {

using namespace symbol;

// Layers that nn.MultiheadAttention and nn.TransformerEncoderLayer can be, with their default of a
// bias everywhere.
bool fits_multi_head_module(const Model& model, const Pass& pass) {
  const bool has_biases =
      model.query_bias && model.key_bias && model.value_bias && model.output_bias;
  const bool is_plain = !model.gated && !model.query_key_norm && model.norm != Norm::rms &&
                        model.positions != Positions::relative;
  return model.n_vocab == 0 && !model.patches && model.projects_input && model.projects_output &&
         has_biases && is_plain && model.n_kv_heads == model.n_heads && heads_fill_model(model) &&
         pass.mode != Mode::decode;
}

class Tools {
 public:
  explicit Tools(ConventionList& list)
      : list_(list),
        has_module_(fits_multi_head_module(list.model(), list.pass())),
        refusal_(list.model().n_experts > 0
                     ? translated("what tools see depends on how the experts are written")
                     : "") {}

  void add_all() {
    add_flop_counter();
    add_fvcore();
    add_ptflops();
    add_thop();
    add_torchinfo();
    add_calflops();
  }

 private:
  void add(const char* id, const std::string& label, bool is_mac, const Formula& formula,
           const char* why) {
    add_unless(refusal_, id, label, is_mac, formula, why);
  }

  void add_unless(const std::string& refusal, const char* id, const std::string& label, bool is_mac,
                  const Formula& formula, const char* why) {
    list_.add({.id = id,
               .label = label,
               .source = Convention::Source::tool,
               .is_mac = is_mac,
               .formula = {},
               .count = 0,
               .why = why},
              formula, refusal);
  }

  static std::string fused(const char* tool) { return message("{}, fused", tool); }
  static std::string module_of(const char* tool) { return tool + std::string(", MHA"); }

  // Runs backward too. There the first layer of an image model needs no gradient of its input, and
  // fused attention computes its scores a second time: five products instead of four.
  void add_flop_counter() {
    const Model& model = list_.model();
    if (!list_.trains()) {
      add("flop_counter_mode", "FlopCounterMode", false, 2 * (C_W + C_F),
          translated("every product, with all pairs: it does not ask what the mask blocks"));
      return;
    }
    const Formula of_image =
        model.patches ? 2 * sequences_of(list_.pass()) * model.patches->n_patches * p * d : 0;
    add("flop_counter_mode", "FlopCounterMode", false, 6 * (C_W + C_F) - of_image,
        translated("every product forward and backward, with all pairs"));
    add("flop_counter_mode_fused", fused("FlopCounterMode"), false, 6 * C_W + 7 * C_F - of_image,
        translated("going backward, fused attention computes its scores once more"));
  }

  void add_fvcore() {
    add("fvcore", "fvcore", true, C_W + C_F + 5 * n_norm,
        translated("calls one MAC one flop; adds 5 for each value of a LayerNorm"));
    add("fvcore_fused", fused("fvcore"), true, C_W + 5 * n_norm,
        translated("skips scaled_dot_product_attention, which it does not know"));
  }

  // nn.ReLU counts twice: as a module, and as the function in it.
  void add_ptflops() {
    const std::uint64_t times = list_.model().activation == Activation::relu ? 2 : 1;
    const Formula beside = n_norm + n_bias + times * n_act;
    add("ptflops", "ptflops", true, C_W + C_F + beside + n_soft,
        translated("adds 1 for each value of a LayerNorm, bias, softmax, SiLU to the MAC"));
    add("ptflops_fused", fused("ptflops"), true, C_W + beside,
        translated("skips scaled_dot_product_attention, which it does not know"));
    if (has_module_)
      add("ptflops_module", module_of("ptflops"), true, C_W + C_F + beside + n_soft + n_sc,
          translated("a formula for the whole nn.MultiheadAttention, with the scale of queries"));
  }

  void add_thop() {
    add("thop", "thop", true, C_W + 4 * n_norm,
        translated("sees modules only: no Q Kᵀ, no A V; 4 for each value of a LayerNorm"));
    if (has_module_)
      add("thop_module", module_of("thop"), true, C_W - C_P + 4 * n_norm,
          translated("takes nn.MultiheadAttention for 0"));
  }

  void add_torchinfo() {
    const std::string refusal = refusal_of_torchinfo();
    const Formula sequences = sequences_of(list_.pass());
    add_unless(
        refusal, "torchinfo", "torchinfo", true,
        sequences * called_parameters() - shared_positions(),
        translated("parameters times batch, embeddings too; the number of tokens is missing"));
    if (has_module_)
      add_unless(refusal, "torchinfo_module", module_of("torchinfo"), true,
                 sequences * (called_parameters() - list_.term("N_P")),
                 translated("takes nn.MultiheadAttention for 0"));
  }

  std::string refusal_of_torchinfo() const {
    const Model& model = list_.model();
    if (!refusal_.empty()) return refusal_;
    if (model.stacks.size() > 1 || model.positions == Positions::relative)
      return translated("its count of shared and relative embeddings follows no formula");
    return "";
  }

  // The parameters of modules that are called: a tied head is called as well as the embedding, and
  // free-standing parameters of an image model belong to no module.
  Formula called_parameters() const {
    const Model& model = list_.model();
    Formula count = N;
    if (model.has_lm_head && model.tied) count += V * d;
    if (model.patches) {
      if (model.positions == Positions::learned) count = count - c * d;
      if (model.class_token) count = count - d;
      count += (model.patches->n_patches - 1) * (p * d + d);
    }
    return count;
  }

  // Learned positions are looked up once for the whole batch.
  Formula shared_positions() const {
    const Model& model = list_.model();
    const bool is_shared = model.positions == Positions::learned && !model.patches;
    return is_shared && list_.pass().n_batch > 1 ? (B - 1) * c * d : Formula(0);
  }

  // Of all biases it sees only those of a convolution.
  void add_calflops() {
    const Model& model = list_.model();
    Formula beside = 5 * n_norm + n_act;
    if (model.patches) beside += sequences_of(list_.pass()) * model.patches->n_patches * d;
    add("calflops", "calflops", false, 2 * (C_W + C_F) + beside + n_soft,
        translated("FLOP; adds 5 for each value of a LayerNorm, 1 of a softmax, SiLU"));
    add("calflops_fused", fused("calflops"), false, 2 * C_W + beside,
        translated("skips scaled_dot_product_attention, which it does not know"));
    if (has_module_)
      add("calflops_module", module_of("calflops"), false, 2 * (C_W - C_P) + beside,
          translated("takes nn.MultiheadAttention for 0"));
  }

  ConventionList& list_;
  bool has_module_;
  std::string refusal_;
  Formula C_W = list_.term("C_W"), C_F = list_.term("C_F"), C_P = list_.term("C_P"),
          n_norm = list_.term("n_norm"), n_bias = list_.term("n_bias"),
          n_soft = list_.term("n_soft"), n_act = list_.term("n_act"), n_sc = list_.term("n_sc");
};

}  // namespace

void add_counting_tools(ConventionList& list) { Tools(list).add_all(); }

}  // namespace attn

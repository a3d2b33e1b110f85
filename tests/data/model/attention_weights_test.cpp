#include "data/model/attention_layouts.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

using Names = std::vector<std::string>;

/// "GPT-2 at h.0.attn."
std::string found(const Names& keys, const std::string& prefix = "") {
  const AttentionLayer layer = chosen_layer("w.npz", keys, prefix);
  return std::string(layer.layout->name) + " at " + layer.prefix;
}

std::string layer_refusal(const Names& keys, const std::string& prefix = "") {
  return refusal([&] { chosen_layer("w.npz", keys, prefix); });
}

const Names kBert{
    "embeddings.word_embeddings.weight",           "encoder.layer.0.attention.self.query.weight",
    "encoder.layer.0.attention.self.key.weight",   "encoder.layer.0.output.dense.weight",
    "encoder.layer.1.attention.self.query.weight", "encoder.layer.10.attention.self.query.weight",
    "encoder.layer.2.attention.self.query.weight"};

}  // namespace

TEST_CASE("chosen_layer: every layout is known by its names", "[data][attention_layouts]") {
  CHECK(found({"wq", "wk", "wv"}) == "attn at ");
  CHECK(found({"in_proj_weight"}) == "PyTorch nn.MultiheadAttention at ");
  CHECK(found({"q_proj_weight"}) == "PyTorch nn.MultiheadAttention at ");
  CHECK(found({"self.query.weight"}) == "Hugging Face BERT at ");
  CHECK(found({"c_attn.weight"}) == "GPT-2 at ");
  CHECK(found({"q_proj.weight"}) == "Llama at ");
}

TEST_CASE("chosen_layer: the only layer is found whatever stands before its names",
          "[data][attention_layouts]") {
  CHECK(found({"x", "output", "layers.3.wk"}) == "attn at layers.3.");
  CHECK(found({"h.0.attn.c_attn.weight", "h.0.mlp.c_proj.weight"}) == "GPT-2 at h.0.attn.");
  CHECK(found({"model.layers.0.self_attn.v_proj.weight"}) == "Llama at model.layers.0.self_attn.");
}

TEST_CASE("chosen_layer: any of its tensors makes a layer, so that what is missing can be named",
          "[data][attention_layouts]") {
  for (const char* key : {"wq", "wk", "wv"}) CHECK(found({key}) == "attn at ");
  CHECK(found({"self.value.weight"}) == "Hugging Face BERT at ");
}

TEST_CASE("chosen_layer: a name must end in the layout's, not only contain it",
          "[data][attention_layouts]") {
  CHECK(layer_refusal({"swq", "wq.weight", "my_in_proj_weight", "xq_proj.weight"}) != "accepted");
}

TEST_CASE("chosen_layer: a prefix chooses, with or without its last dot or the module's name",
          "[data][attention_layouts]") {
  for (const char* prefix : {"encoder.layer.1", "encoder.layer.1.", "encoder.layer.1.attention",
                             "encoder.layer.1.attention."}) {
    CAPTURE(prefix);
    CHECK(found(kBert, prefix) == "Hugging Face BERT at encoder.layer.1.attention.");
  }
}

TEST_CASE("chosen_layer: without a prefix, a layer without one is meant",
          "[data][attention_layouts]") {
  CHECK(found({"wq", "cross.wq"}) == "attn at ");
  CHECK(found({"wq", "cross.wq"}, "cross") == "attn at cross.");
}

TEST_CASE("chosen_layer: refuses to choose between several, and lists them in order",
          "[data][attention_layouts][error]") {
  CHECK(layer_refusal(kBert) ==
        "w.npz: one attention layer was expected, but there are several. Choose one of these with "
        "--weights-prefix: encoder.layer.0.attention, encoder.layer.1.attention, "
        "encoder.layer.2.attention, encoder.layer.10.attention.");
  Names many;
  for (int i = 0; i < 96; ++i) many.push_back("h." + std::to_string(i) + ".attn.c_attn.weight");
  CHECK(layer_refusal(many).ends_with("h.10.attn, h.11.attn, ... (96)."));
  CHECK(
      layer_refusal({"layers.0.self_attn.in_proj_weight", "layers.0.multihead_attn.in_proj_weight"},
                    "layers.0")
          .ends_with("with --weights-prefix: layers.0.self_attn, layers.0.multihead_attn."));
}

TEST_CASE("chosen_layer: refuses a prefix that no layer has", "[data][attention_layouts][error]") {
  const std::string message =
      "w.npz: no attention layer has names that begin with 'encoder.layer.3'. Give one of these to "
      "--weights-prefix: encoder.layer.0.attention, ";
  CHECK(layer_refusal(kBert, "encoder.layer.3").starts_with(message));
  CHECK(layer_refusal({"wq"}, "head0").ends_with("to --weights-prefix: \"\"."));
}

TEST_CASE("chosen_layer: refuses two layouts in one place", "[data][attention_layouts][error]") {
  CHECK(
      layer_refusal({"wq", "wk", "in_proj_weight"}) ==
      "w.npz: the same place has names of two layouts, attn and PyTorch nn.MultiheadAttention, so "
      "that it is unclear which one is meant. Save them in two files, or with different "
      "prefixes.");
  CHECK(layer_refusal({"a.wq", "a.q_proj.weight"}, "a").find("attn and Llama") !=
        std::string::npos);
}

TEST_CASE("chosen_layer: refuses a file without attention", "[data][attention_layouts][error]") {
  CHECK(layer_refusal({"x", "bias"}) ==
        "w.npz: there are no attention weights in it that are recognised: wq, in_proj_weight, "
        "attention.self.query.weight, attn.c_attn.weight or self_attn.q_proj.weight was expected, "
        "with any prefix. It holds: x, bias.");
}

TEST_CASE("chosen_layer: refuses quantized weights, and those of the chosen layer alone",
          "[data][attention_layouts][error]") {
  const std::string refused =
      "w.npz: the weights are quantized (see h.0.q_proj.qweight), and attn computes with ordinary "
      "numbers. Fetch the model that they were made from, or save it as float: "
      "model.dequantize().save_pretrained(FOLDER).";
  CHECK(layer_refusal({"h.0.q_proj.qweight", "h.0.q_proj.scales"}) == refused);
  CHECK_THAT(layer_refusal({"q_proj.weight", "q_proj.weight.absmax"}),
             ContainsSubstring("see q_proj.weight.absmax"));
  CHECK(found({"h.0.q_proj.qweight", "h.1.q_proj.weight"}, "h.1") == "Llama at h.1.");
}

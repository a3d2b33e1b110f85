#include "data/model/attention_layouts.hpp"
#include "data/model/model_files.hpp"
#include "data/safetensors_file.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

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

TEST_CASE("chosen_layer: every layout is known by its names") {
  CHECK(found({"wq", "wk", "wv"}) == "attn at ");
  CHECK(found({"in_proj_weight"}) == "PyTorch nn.MultiheadAttention at ");
  CHECK(found({"q_proj_weight"}) == "PyTorch nn.MultiheadAttention at ");
  CHECK(found({"self.query.weight"}) == "Hugging Face BERT at ");
  CHECK(found({"c_attn.weight"}) == "GPT-2 at ");
  CHECK(found({"q_proj.weight"}) == "Llama at ");
}

TEST_CASE("chosen_layer: the only layer is found whatever stands before its names") {
  CHECK(found({"x", "output", "layers.3.wk"}) == "attn at layers.3.");
  CHECK(found({"h.0.attn.c_attn.weight", "h.0.mlp.c_proj.weight"}) == "GPT-2 at h.0.attn.");
  CHECK(found({"model.layers.0.self_attn.v_proj.weight"}) == "Llama at model.layers.0.self_attn.");
}

TEST_CASE("chosen_layer: any of its tensors makes a layer, so that what is missing can be named") {
  for (const char* key : {"wq", "wk", "wv"}) CHECK(found({key}) == "attn at ");
  CHECK(found({"self.value.weight"}) == "Hugging Face BERT at ");
}

TEST_CASE("chosen_layer: a name must end in the layout's, not only contain it") {
  CHECK(layer_refusal({"swq", "wq.weight", "my_in_proj_weight", "xq_proj.weight"}) != "accepted");
}

TEST_CASE("chosen_layer: a prefix chooses, with or without its last dot or the module's name") {
  for (const char* prefix : {"encoder.layer.1", "encoder.layer.1.", "encoder.layer.1.attention",
                             "encoder.layer.1.attention."}) {
    CAPTURE(prefix);
    CHECK(found(kBert, prefix) == "Hugging Face BERT at encoder.layer.1.attention.");
  }
}

TEST_CASE("chosen_layer: without a prefix, a layer without one is meant") {
  CHECK(found({"wq", "cross.wq"}) == "attn at ");
  CHECK(found({"wq", "cross.wq"}, "cross") == "attn at cross.");
}

TEST_CASE("chosen_layer: refuses to choose between several, and lists them in order") {
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

TEST_CASE("chosen_layer: refuses a prefix that no layer has") {
  const std::string message =
      "w.npz: no attention layer has names that begin with 'encoder.layer.3'. Give one of these to "
      "--weights-prefix: encoder.layer.0.attention, ";
  CHECK(layer_refusal(kBert, "encoder.layer.3").starts_with(message));
  CHECK(layer_refusal({"wq"}, "head0").ends_with("to --weights-prefix: \"\"."));
}

TEST_CASE("chosen_layer: refuses two layouts in one place") {
  CHECK(
      layer_refusal({"wq", "wk", "in_proj_weight"}) ==
      "w.npz: the same place has names of two layouts, attn and PyTorch nn.MultiheadAttention, so "
      "that it is unclear which one is meant. Save them in two files, or with different "
      "prefixes.");
  CHECK(contains(layer_refusal({"a.wq", "a.q_proj.weight"}, "a"), "attn and Llama"));
}

TEST_CASE("chosen_layer: refuses a file without attention") {
  CHECK(layer_refusal({"x", "bias"}) ==
        "w.npz: there are no attention weights in it that are recognised: wq, in_proj_weight, "
        "attention.self.query.weight, attn.c_attn.weight or self_attn.q_proj.weight was expected, "
        "with any prefix. It holds: x, bias.");
}

TEST_CASE("chosen_layer: refuses quantized weights, and those of the chosen layer alone") {
  const std::string refused =
      "w.npz: the weights are quantized (see h.0.q_proj.qweight), and attn computes with ordinary "
      "numbers. Fetch the model that they were made from, or save it as float: "
      "model.dequantize().save_pretrained(FOLDER).";
  CHECK(layer_refusal({"h.0.q_proj.qweight", "h.0.q_proj.scales"}) == refused);
  CHECK_THAT(layer_refusal({"q_proj.weight", "q_proj.weight.absmax"}),
             ContainsSubstring("see q_proj.weight.absmax"));
  CHECK(found({"h.0.q_proj.qweight", "h.1.q_proj.weight"}, "h.1") == "Llama at h.1.");
}

// The slips of people who bring their own weights, and what they are told.
/// A tensor's name and its shape, of rank 1 or 2. The cells do not matter.
struct NamedShape {
  std::string key;
  std::size_t rows, cols = 0;
};

TensorBytes tensor_of(const NamedShape& shape) {
  const std::string sizes = shape.cols == 0 ? fmt::format("[{}]", shape.rows)
                                            : fmt::format("[{},{}]", shape.rows, shape.cols);
  const std::size_t n_cells = shape.rows * std::max<std::size_t>(shape.cols, 1);
  return float64_tensor(shape.key, sizes, std::vector<double>(n_cells, 0.5));
}

/// What is said about a file with these tensors, without the name of the file.
std::string weights_refusal(const std::vector<TensorBytes>& tensors,
                            const std::string& prefix = "") {
  const TemporaryFolder folder;
  const std::string path = folder.file("w.safetensors", safetensors_file(tensors));
  std::string text = refusal([&] { read_attention_weights(path, "--weights", prefix); });
  const std::string start = "--weights " + path;
  return text.starts_with(start) ? text.substr(start.size()) : text;
}

std::string weights_refusal(const std::vector<NamedShape>& shapes, const std::string& prefix = "") {
  std::vector<TensorBytes> tensors;
  for (const NamedShape& shape : shapes) tensors.push_back(tensor_of(shape));
  return weights_refusal(tensors, prefix);
}

const std::string kTogether = "Save all tensors of one layer of one model.";

std::string transposed(const std::string& key, const std::string& orientation) {
  return "'" + key + "' fits when it is transposed: this layout stores " + orientation +
         ". Save its transpose, x.T.";
}

TEST_CASE("read_attention_weights: accepts the layers that the refusals below start from") {
  CHECK(weights_refusal({{"wq", 6, 8}, {"wk", 5, 4}, {"wv", 5, 4}, {"wo", 8, 6}, {"bo", 6}}) ==
        "accepted");
  CHECK(weights_refusal({{"in_proj_weight", 18, 6}, {"out_proj.weight", 6, 6}}) == "accepted");
  CHECK(weights_refusal({{"c_attn.weight", 6, 18}, {"c_proj.weight", 6, 6}}) == "accepted");
  // A value head may be narrower than a query head: 2 query heads of 4, one value head of 3.
  CHECK(weights_refusal({{"wq", 6, 8}, {"wk", 6, 4}, {"wv", 6, 3}, {"wo", 6, 6}}) == "accepted");
}

TEST_CASE("read_attention_weights: names the tensor that is missing, and those that are there") {
  CHECK(
      weights_refusal({{"a.wq", 6, 8}, {"a.wv", 6, 8}, {"b.x", 1, 1}}) ==
      ": the layout is recognised as attn, and 'a.wk' is missing. There are: a.wq, a.wv. Save all "
      "tensors of the layer.");
  CHECK(weights_refusal({{"h.0.attn.c_attn.weight", 6, 18}}) ==
        ": the layout is recognised as GPT-2, and 'h.0.attn.c_proj.weight' is missing. There are: "
        "h.0.attn.c_attn.weight. Save all tensors of the layer.");
  CHECK(contains(weights_refusal({{"wq", 6, 8}, {"wk", 6, 8}, {"wv", 6, 8}, {"bo", 6}}),
                 "and 'wo' is missing"));
}

TEST_CASE("read_attention_weights: a layer whose program has all biases or none") {
  CHECK(contains(
      weights_refusal({{"in_proj_weight", 18, 6}, {"out_proj.weight", 6, 6}, {"out_proj.bias", 6}}),
      "and 'in_proj_bias' is missing"));
  CHECK(contains(
      weights_refusal({{"c_attn.weight", 6, 18}, {"c_attn.bias", 18}, {"c_proj.weight", 6, 6}}),
      "and 'c_proj.bias' is missing"));
  CHECK(weights_refusal({{"q_proj.weight", 6, 6},
                         {"q_proj.bias", 6},
                         {"k_proj.weight", 6, 6},
                         {"v_proj.weight", 6, 6},
                         {"o_proj.weight", 6, 6}}) == "accepted");
}

TEST_CASE("read_attention_weights: finds the one transposed matrix of our own layout") {
  CHECK(weights_refusal({{"wq", 8, 6}, {"wk", 6, 8}, {"wv", 6, 8}, {"wo", 8, 6}}) ==
        ": wq (8 x 6) makes 6 columns of queries and wk (6 x 8) 8 columns of keys, and as many "
        "query heads must fall to every key head. " +
            transposed("wq", "(in, out)"));
  CHECK(weights_refusal({{"wq", 6, 8}, {"wk", 8, 6}, {"wv", 6, 8}, {"wo", 8, 6}}) ==
        ": wk (8 x 6) takes tokens of width 8 and wv (6 x 8) of width 6, and both are given the "
        "same tokens. " +
            transposed("wk", "(in, out)"));
  CHECK(weights_refusal({{"wq", 6, 8}, {"wk", 6, 8}, {"wv", 8, 6}, {"wo", 8, 6}})
            .ends_with(transposed("wv", "(in, out)")));
  CHECK(
      weights_refusal({{"wq", 6, 8}, {"wk", 6, 8}, {"wv", 6, 8}, {"wo", 6, 8}}) ==
      ": wo (6 x 8) takes 6 columns, and the heads of wv (6 x 8) together, side by side, have 8. " +
          transposed("wo", "(in, out)"));
}

TEST_CASE("read_attention_weights: finds transposed weights of other programs") {
  CHECK(
      weights_refusal({{"c_attn.weight", 18, 6}, {"c_proj.weight", 6, 6}}) ==
      ": c_attn.weight holds the weights of query, key and value: its shape must be (d, 3 d), and "
      "it is 18 x 6. " +
          transposed("c_attn.weight", "(in, out)"));
  CHECK(weights_refusal({{"in_proj_weight", 6, 18}, {"out_proj.weight", 6, 6}}) ==
        ": in_proj_weight holds the weights of query, key and value: its shape must be (3 d, d), "
        "and it is 6 x 18. " +
            transposed("in_proj_weight", "(out, in)"));
  CHECK(weights_refusal({{"q_proj.weight", 8, 8},
                         {"k_proj.weight", 8, 4},
                         {"v_proj.weight", 4, 8},
                         {"o_proj.weight", 8, 8}})
            .ends_with(transposed("k_proj.weight", "(out, in)")));
  const auto cross = [](const NamedShape& key, const NamedShape& value) {
    return weights_refusal({{"q_proj_weight", 6, 6}, key, value, {"out_proj.weight", 6, 6}});
  };
  CHECK(cross({"k_proj_weight", 6, 5}, {"v_proj_weight", 6, 4}) == "accepted");
  CHECK(cross({"k_proj_weight", 5, 6}, {"v_proj_weight", 6, 4})
            .ends_with(transposed("k_proj_weight", "(out, in)")));
  CHECK(cross({"k_proj_weight", 6, 5}, {"v_proj_weight", 4, 6})
            .ends_with(transposed("v_proj_weight", "(out, in)")));
}

TEST_CASE("read_attention_weights: refuses shapes that fit in no orientation") {
  CHECK(weights_refusal({{"c_attn.weight", 6, 16}, {"c_proj.weight", 6, 6}})
            .ends_with("and it is 6 x 16. " + kTogether));
  CHECK(weights_refusal({{"wq", 6, 8}, {"wk", 7, 8}, {"wv", 6, 8}})
            .ends_with("both are given the same tokens. " + kTogether));
  CHECK(weights_refusal({{"wq", 6, 8}, {"wk", 6, 3}, {"wv", 6, 8}})
            .starts_with(": wq (6 x 8) makes 8 columns of queries and wk (6 x 3) 3 columns"));
  CHECK(weights_refusal({{"wq", 6, 8}, {"wk", 6, 8}, {"wv", 6, 8}, {"wo", 8, 7}}) ==
        ": wo (8 x 7) gives vectors of width 7, and wq (6 x 8) takes tokens of width 6: both must "
        "be d_model. " +
            kTogether);
}

TEST_CASE("read_attention_weights: refuses a bias that does not fit its matrix") {
  CHECK(weights_refusal({{"wq", 6, 8}, {"wk", 6, 8}, {"wv", 6, 8}, {"bk", 7}}) ==
        ": bk has 7 numbers, and wk (6 x 8) makes 8 columns, one number each. " + kTogether);
  // All three are transposed: only the bias can tell.
  CHECK(weights_refusal({{"wq", 8, 6}, {"wk", 8, 6}, {"wv", 8, 6}, {"bq", 8}})
            .ends_with(transposed("wq", "(in, out)")));
  CHECK(weights_refusal({{"q_proj_weight", 6, 6},
                         {"k_proj_weight", 6, 5},
                         {"v_proj_weight", 6, 5},
                         {"in_proj_bias", 17},
                         {"out_proj.weight", 6, 6},
                         {"out_proj.bias", 6}}) ==
        ": in_proj_bias has 17 numbers, and query, key and value together make 18 columns, one "
        "number each. " +
            kTogether);
  CHECK(weights_refusal({{"wq", 6, 8}, {"wk", 6, 8}, {"wv", 6, 8}, {"bk", 8, 1}})
            .starts_with(":bk: a 1-D array was expected, one number for each column, but its shape "
                         "is (8, 1)."));
}

TEST_CASE("read_attention_weights: refuses what would change the result") {
  CHECK(weights_refusal({{"in_proj_weight", 18, 6}, {"out_proj.weight", 6, 6}, {"bias_k", 1, 6}}) ==
        ": 'bias_k' changes what this PyTorch nn.MultiheadAttention layer computes "
        "(add_bias_kv=True), and that is not computed here. Give a layer without it.");
  CHECK(weights_refusal({{"q_proj.weight", 6, 6}, {"q_norm.weight", 6}})
            .starts_with(": 'q_norm.weight' changes what this Llama layer computes (q_norm)"));
}

TEST_CASE("read_attention_weights: refuses one tensor for all beside one for each") {
  CHECK(weights_refusal({{"in_proj_weight", 18, 6}, {"q_proj_weight", 6, 6}}) ==
        ": 'in_proj_weight' and 'q_proj_weight' both hold the weights of the query. Keep one.");
}

TEST_CASE("read_attention_weights: names the file, the tensor and the dtype") {
  for (const char* dtype : {"I64", "U8", "F8_E4M3"}) {
    const std::size_t size = dtype == std::string("I64") ? 8 : 1;
    CHECK(
        weights_refusal(std::vector<TensorBytes>{{"h.wq", dtype, "[1,1]", std::string(size, '\1')},
                                                 tensor_of({"h.wk", 1, 1}),
                                                 tensor_of({"h.wv", 1, 1})}) ==
        fmt::format(":h.wq: the dtype is {}, and F64, F32, F16, BF16 and BOOL are read. Convert "
                    "the tensor before saving it: x.float().",
                    dtype));
  }
}

TEST_CASE("read_attention_weights: other tensors of the file are not touched") {
  CHECK(
      weights_refusal(std::vector<TensorBytes>{{"a.bias", "I64", "[1,1,1,1]", std::string(8, '\1')},
                                               {"a.empty", "F32", "[0]", ""},
                                               {"a.nan", "F16", "[1]", "\xff\xff"},
                                               tensor_of({"a.wq", 1, 1}),
                                               tensor_of({"a.wk", 1, 1}),
                                               tensor_of({"a.wv", 1, 1})}) == "accepted");
}

TEST_CASE("read_attention_weights: a file's names cannot command the terminal") {
  const std::string prefix = "\\u001b[2J.";  // as JSON spells it
  for (const std::vector<NamedShape>& shapes :
       {std::vector<NamedShape>{{prefix + "wq", 6, 8}},
        {{prefix + "wq", 8, 6}, {prefix + "wk", 6, 8}, {prefix + "wv", 6, 8}},
        {{prefix + "wq", 8, 6}, {prefix + "wk", 8, 6}, {prefix + "wv", 8, 6}, {prefix + "bq", 8}},
        {{prefix + "c_attn.weight", 18, 6}, {prefix + "c_proj.weight", 6, 6}},
        {{prefix + "in_proj_weight", 18, 6}, {prefix + "bias_k", 6}}}) {
    const std::string text = weights_refusal(shapes);
    CHECK(text.find('\x1b') == text.npos);
    CHECK(contains(text, "?[2J."));
  }
}

TEST_CASE("read_attention_weights: names the flag for whatever is refused") {
  CHECK_REFUSED(
      read_attention_weights("model.pt", "--weights", ""),
      "--weights model.pt: a file ending in .pt is a pickle, which is never opened because that "
      "can run code. Save the tensors with safetensors.torch.save_file(state_dict, "
      "'w.safetensors').");
  CHECK(weights_refusal({{"x", 1, 1}}).starts_with(": there are no attention weights in it"));
  CHECK(weights_refusal(std::vector<TensorBytes>{}) ==
        ": there is no matrix in it. Give a file with at least one.");
}

TEST_CASE("require_token_widths: says what to do") {
  MultiHeadWeights weights;
  weights.W_Q.ones(8, 6);
  weights.W_K.ones(7, 4);
  weights.W_V.ones(9, 4);
  const auto width_refusal = [&](arma::uword d_model, arma::uword d_key, arma::uword d_value) {
    return refusal(
        [&] { require_token_widths(weights, "attn", "--weights", d_model, d_key, d_value); });
  };
  CHECK(width_refusal(8, 7, 9) == "accepted");
  CHECK(
      width_refusal(6, 7, 9) ==
      "--weights: W_Q (attn, 8 x 6) takes tokens of width 8, and the tokens have width 6. It fits "
      "when it is transposed: save x.T of each of the weights.");
  CHECK(width_refusal(8, 5, 9) ==
        "--weights: W_K (attn, 7 x 4) takes tokens of width 7, and the tokens have width 5. Give "
        "tokens with as many columns as the weights have rows.");
  CHECK(width_refusal(8, 7, 4).starts_with("--weights: W_V (attn, 9 x 4) takes tokens of width 9"));
}

}  // namespace

#include "costs/layers/layers.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "core/heads.hpp"
#include "costs/costs.hpp"
#include "costs/formula/formula.hpp"

namespace attn {

namespace {

// A single head without W_O; d_head is the width of its queries, keys and values.
Model attention(const LayerSizes& sizes) {
  const bool has_bias = sizes.bias.value_or(false);
  Model model;
  model.d_model = sizes.d_model;
  model.d_head = sizes.d_head.value_or(sizes.d_model);
  model.projects_output = false;
  model.query_bias = model.key_bias = model.value_bias = has_bias;
  model.stacks = {{.keeps_cache = false}};
  return model;
}

Model mha(const LayerSizes& sizes) {
  Model model = attention(sizes);
  model.n_heads = sizes.n_heads;
  model.n_kv_heads = sizes.n_kv_heads.value_or(sizes.n_heads);
  model.d_head = sizes.d_head.value_or(sizes.d_model / sizes.n_heads);
  model.projects_output = true;
  const bool has_bias = sizes.bias.value_or(true);
  model.query_bias = model.key_bias = model.value_bias = model.output_bias = has_bias;
  return model;
}

// What is left of it when queries, keys and values of every head are given.
Model sdpa(const LayerSizes& sizes) {
  Model model = mha(sizes);
  model.projects_input = model.projects_output = false;
  model.query_bias = model.key_bias = model.value_bias = model.output_bias = false;
  return model;
}

Model encoder(const LayerSizes& sizes) {
  Model model = mha(sizes);
  model.d_ff = sizes.d_ff.value_or(4 * sizes.d_model);
  model.mlp_bias = model.output_bias;
  model.norm = Norm::layer;
  return model;
}

Model decoder(const LayerSizes& sizes) {
  Model model = encoder(sizes);
  model.stacks.front().causal = model.stacks.front().cross_attention = true;
  return model;
}

// Words in, one class out.
Model with_classes(Model model, const LayerSizes& sizes) {
  model.n_vocab = sizes.n_vocab;
  model.n_classes = sizes.n_classes;
  return model;
}

Model simple_classifier(const LayerSizes& sizes) { return with_classes(mha(sizes), sizes); }

Model classifier(const LayerSizes& sizes) {
  Model model = with_classes(encoder(sizes), sizes);
  model.positions = sizes.n_positions ? Positions::learned : Positions::sinusoidal;
  model.n_positions = sizes.n_positions.value_or(0);
  return model;
}

Model model_at_any_size(const Layer& layer) { return layer.model({}); }

}  // namespace

bool Layer::has_heads() const { return model != nullptr && model_at_any_size(*this).n_heads > 1; }

bool Layer::has_projections() const {
  return model != nullptr && model_at_any_size(*this).projects_input;
}

bool Layer::has_mlp() const { return model != nullptr && model_at_any_size(*this).d_ff > 0; }

std::vector<Layer> all_layers() {
  return {
      {.name = "sdpa",
       .label = translated("scaled dot-product attention"),
       .about = translated("queries, keys and values are given: no parameters"),
       .model = sdpa},
      {.name = "attention",
       .label = translated("self-attention, one head"),
       .about = translated("W_Q, W_K and W_V, but no W_O"),
       .model = attention},
      {.name = "mha",
       .label = translated("multi-head attention"),
       .about = translated("W_Q, W_K, W_V and W_O"),
       .model = mha},
      {.name = "encoder",
       .label = translated("encoder layer"),
       .about = translated("multi-head attention, MLP and two LayerNorms"),
       .reads_all_at_once = true,
       .model = encoder},
      {.name = "decoder",
       .label = translated("decoder layer"),
       .about = translated("causal attention, attention to the encoder, MLP, three LayerNorms"),
       .model = decoder},
      {.name = "rnn",
       .label = translated("plain recurrent layer"),
       .about = translated("one product with the token and one with the last state"),
       .cell = RecurrentCell::rnn},
      {.name = "gru",
       .label = translated("gated recurrent unit"),
       .about = translated("three gates, each with weights of its own"),
       .cell = RecurrentCell::gru},
      {.name = "lstm",
       .label = translated("long short-term memory"),
       .about = translated("four gates, and a cell beside the hidden state"),
       .cell = RecurrentCell::lstm},
      {.name = "classifier",
       .label = translated("text classifier with an encoder layer"),
       .about = translated("embedding, positions, encoder layer, mean, linear layer"),
       .is_classifier = true,
       .reads_all_at_once = true,
       .model = classifier},
      {.name = "simple-classifier",
       .label = translated("simplified text classifier"),
       .about = translated("embedding, multi-head attention, mean, linear layer; no positions"),
       .is_classifier = true,
       .reads_all_at_once = true,
       .model = simple_classifier},
      {.name = "rnn-classifier",
       .label = translated("text classifier with a plain recurrent layer"),
       .about = translated("embedding, recurrent layer, linear layer on the last state"),
       .cell = RecurrentCell::rnn,
       .is_classifier = true},
      {.name = "gru-classifier",
       .label = translated("text classifier with a GRU"),
       .about = translated("embedding, GRU, linear layer on the last state"),
       .cell = RecurrentCell::gru,
       .is_classifier = true},
      {.name = "lstm-classifier",
       .label = translated("text classifier with an LSTM"),
       .about = translated("embedding, LSTM, linear layer on the last state"),
       .cell = RecurrentCell::lstm,
       .is_classifier = true},
  };
}

LayerSizes sizes_in_chapters(const std::vector<Layer>& layers) {
  LayerSizes sizes;
  const bool has_classifier = std::any_of(layers.begin(), layers.end(),
                                          [](const Layer& layer) { return layer.is_classifier; });
  if (has_classifier) sizes.d_model = 256;
  return sizes;
}

namespace {

using namespace symbol;

void add_source(std::vector<LayerShape>& shapes, bool is_classifier) {
  if (is_classifier) {
    shapes.push_back({"token_numbers", translated("token numbers"), {B, T}});
    shapes.push_back({"embedding", translated("embedding"), {B, T, d}});
  } else {
    shapes.push_back({"input", translated("input"), {B, T, d}});
  }
}

void add_logits(std::vector<LayerShape>& shapes) {
  shapes.push_back({"logits", translated("logits"), {B, C}});
}

// Attention of one kind; its keys are as many as its queries in these layers.
class AttentionShapes {
 public:
  explicit AttentionShapes(const Model& model) : model_(model) {}

  std::vector<LayerShape> shapes() {
    const bool is_classifier = model_.n_classes > 0;
    if (model_.projects_input) add_source(shapes_, is_classifier);
    add("queries", translated("queries Q"), of_heads(h, d_h));
    add("keys", translated("keys K"), of_heads(h_kv, d_h));
    add("values", translated("values V"), of_heads(h_kv, d_h));
    add("attention_weights", translated("attention weights"), of_heads(h, T));
    add("heads_output", translated("output of the heads"), of_heads(h, d_h));
    if (model_.projects_output)
      add("attention_output", translated("output of attention"), {B, T, d});
    if (model_.stacks.front().cross_attention)
      add("cross_attention_weights", translated("cross-attention weights"), of_heads(h, M));
    if (model_.d_ff > 0) {
      add("mlp_hidden", translated("inside the MLP"), {B, T, f});
      add("output", translated("output of the layer"), {B, T, d});
    }
    if (is_classifier) {
      add("mean", translated("mean over the tokens"), {B, d});
      add_logits(shapes_);
    }
    return std::move(shapes_);
  }

 private:
  void add(const char* id, const char* label, std::vector<Formula> axes) {
    shapes_.push_back({id, label, std::move(axes)});
  }

  // One head needs no axis of its own.
  std::vector<Formula> of_heads(const Formula& n_heads, const Formula& width) const {
    if (model_.n_heads == 1) return {B, T, width};
    return {B, n_heads, T, width};
  }

  const Model& model_;
  std::vector<LayerShape> shapes_;
};

}  // namespace

Formula LayerShape::numbers() const {
  Formula product = 1;
  for (const Formula& axis : axes) product = product * axis;
  return product;
}

std::vector<LayerShape> shapes_of(const Model& model) { return AttentionShapes(model).shapes(); }

std::vector<LayerShape> recurrent_shapes(bool is_classifier) {
  std::vector<LayerShape> shapes;
  add_source(shapes, is_classifier);
  shapes.push_back({"states", translated("hidden states"), {B, T, H}});
  if (is_classifier) {
    shapes.push_back({"last_state", translated("the last of them"), {B, H}});
    add_logits(shapes);
  }
  return shapes;
}

namespace {

Pass pass_at(const LayerSizes& sizes) {
  return {.n_batch = sizes.n_batch,
          .n_tokens = sizes.n_tokens,
          .n_keys = sizes.n_tokens,
          .n_source = sizes.n_tokens,
          .causal = sizes.causal,
          .types = {sizes.dtype, sizes.dtype, sizes.dtype}};
}

// The numbers that attention keeps: h T^2 weights, and queries, keys and values, 3 T d.
void add_attention_memory(LayerCosts& costs, const Model& model, const Formula& sequences) {
  const auto add = [&costs](std::vector<Quantity>& list, const char* id, const char* label,
                            const Formula& formula) {
    list.push_back(quantity_of(id, label, formula, costs.arguments));
  };
  const Formula weights = sequences * T * S;
  add(costs.memory, "attention_weights", translated("attention weights"), h * weights);
  add(costs.memory, "queries_keys_values", translated("queries, keys, values"),
      sequences * T * d_h * (h + 2 * h_kv));
  if (model.stacks.front().cross_attention) {
    add(costs.memory, "cross_attention_weights", translated("cross-attention weights"),
        h * sequences * T * M);
    add(costs.memory, "cross_queries_keys_values", translated("cross queries, keys, values"),
        sequences * d_h * (T * h + 2 * M * h_kv));
  }
  add(costs.memory_aside, "attention_weights_one_head", translated("attention weights of one head"),
      weights);
  if (!costs.layer.reads_all_at_once)
    add(costs.memory_aside, "streaming_keys_values",
        translated("keys and values, one token after another"), 2 * sequences * T * h_kv * d_h);
}

Equalities equalities_of(const Costs& costs) {
  const Model& model = costs.model;
  Equalities equal;
  const auto replace = [&equal](const char* symbol, const Formula& formula) {
    equal.symbols.emplace(symbol, formula);
  };
  replace("L", 1);
  replace("S", T);
  replace("M", T);
  for (const Pairs& pairs : costs.pairs) equal.symbols.emplace(pairs.symbol, pairs.formula);
  if (model.n_kv_heads == model.n_heads) replace("h_kv", h);
  if (model.d_ff == 4 * model.d_model) replace("f", 4 * d);
  equal.heads_fill_model = heads_fill_model(model);
  if (model.n_heads == 1) {
    replace("h", 1);
    if (equal.heads_fill_model) replace("d_h", d);
  }
  return equal;
}

// Where a quotient was rounded up, the formula stays as it was.
void simplify(std::vector<Quantity>& quantities, const Arguments& arguments,
              const Equalities& equal) {
  for (Quantity& quantity : quantities) {
    const Formula simple = simplified(quantity.formula, equal);
    if (simple.at(arguments) == quantity.count) quantity.formula = simple;
  }
}

void simplify(LayerCosts& costs) {
  for (auto* list : {&costs.parameters, &costs.macs, &costs.memory, &costs.memory_aside})
    simplify(*list, costs.arguments, costs.equal);
  for (LayerShape& shape : costs.shapes)
    for (Formula& axis : shape.axes) axis = simplified(axis, costs.equal);
}

void require_heads_of_whole_width(const LayerSizes& sizes) {
  if (sizes.d_head || sizes.d_model % sizes.n_heads == 0) return;
  throw InputError(uneven_heads_text(sizes.d_model, sizes.n_heads));
}

LayerCosts attention_costs(const Layer& layer, const LayerSizes& sizes) {
  if (layer.has_heads()) require_heads_of_whole_width(sizes);
  const Costs all = costs_of(layer.model(sizes), pass_at(sizes));
  LayerCosts costs{.layer = layer,
                   .sizes = sizes,
                   .arguments = all.arguments,
                   .equal = equalities_of(all),
                   .shapes = shapes_of(all.model),
                   .parameters = all.parameters,
                   .macs = all.macs};
  add_attention_memory(costs, all.model, sequences_of(all.pass));
  const bool is_twice = all.model.stacks.front().cross_attention;
  costs.sequential_steps = quantity_of("sequential_steps", translated("sequential steps"),
                                       is_twice ? 2 : 1, costs.arguments);
  costs.max_path = quantity_of("max_path", translated("longest path"), 1, costs.arguments);
  return costs;
}

LayerCosts recurrent_costs(const Layer& layer, const LayerSizes& sizes) {
  const Recurrent recurrent{.cell = *layer.cell,
                            .d_input = sizes.d_model,
                            .d_hidden = sizes.d_hidden.value_or(sizes.d_model),
                            .n_bias_vectors = sizes.n_bias_vectors,
                            .n_vocab = layer.is_classifier ? sizes.n_vocab : 0,
                            .n_classes = layer.is_classifier ? sizes.n_classes : 0};
  const Pass pass = pass_at(sizes);
  LayerCosts costs{.layer = layer, .sizes = sizes, .arguments = arguments_of(recurrent)};
  costs.arguments.add("B", "n_batch", count_of(sizes.n_batch));
  costs.arguments.add("T", "n_tokens", count_of(sizes.n_tokens));
  costs.arguments.add("b", "value_bytes", count_of(sizes.dtype.n_bits / 8));
  if (recurrent.d_hidden == recurrent.d_input) costs.equal.symbols.emplace("H", d);
  costs.shapes = recurrent_shapes(layer.is_classifier);
  costs.parameters = parameters_of(recurrent, costs.arguments);
  costs.macs = macs_of(recurrent, pass, costs.arguments);
  costs.memory = states_of(recurrent, pass, costs.arguments);
  costs.memory_aside = streaming_states_of(recurrent, pass, costs.arguments);
  costs.sequential_steps =
      quantity_of("sequential_steps", translated("sequential steps"), T, costs.arguments);
  costs.max_path = quantity_of("max_path", translated("longest path"), T - 1, costs.arguments);
  return costs;
}

}  // namespace

LayerCosts costs_of_layer(const Layer& layer, const LayerSizes& sizes) {
  LayerCosts costs = layer.cell ? recurrent_costs(layer, sizes) : attention_costs(layer, sizes);
  for (const Quantity& term : costs.macs) costs.plain_macs += term.formula;
  simplify(costs);
  return costs;
}

std::vector<std::uint64_t> sizes_of(const LayerShape& shape, const LayerCosts& costs) {
  std::vector<std::uint64_t> sizes;
  for (const Formula& axis : shape.axes) sizes.push_back(axis.at(costs.arguments).get_ui());
  return sizes;
}

std::vector<Quantity> flops_of(const LayerCosts& costs) {
  std::vector<Quantity> terms = flops_of(costs.macs);
  simplify(terms, costs.arguments, costs.equal);
  return terms;
}

Arguments arguments_of(const std::vector<LayerCosts>& layers) {
  Arguments used;
  for (const LayerCosts& costs : layers) {
    std::vector<std::string> symbols;
    for (const LayerShape& shape : costs.shapes)
      for (const Formula& axis : shape.axes)
        for (const std::string& symbol : axis.symbols()) symbols.push_back(symbol);
    for (const auto* list : {&costs.parameters, &costs.macs, &costs.memory, &costs.memory_aside})
      for (const Quantity& quantity : *list)
        for (const std::string& symbol : quantity.formula.symbols()) symbols.push_back(symbol);
    for (const Arguments::Argument& argument : costs.arguments.all())
      if (std::find(symbols.begin(), symbols.end(), argument.symbol) != symbols.end())
        used.add(argument.symbol, argument.meaning, argument.value);
  }
  return used;
}

Quantity sum_of(const LayerCosts& costs, const std::vector<Quantity>& quantities) {
  Formula sum = 0;
  for (const Quantity& part : quantities) sum += part.formula;
  std::vector<Quantity> total{
      {.id = "total", .label = translated("total"), .formula = sum, .count = total_of(quantities)}};
  simplify(total, costs.arguments, costs.equal);
  return total.front();
}

}  // namespace attn

#include "costs/layers/layer_shapes.hpp"

#include "base/message.hpp"
#include "costs/formula/symbols.hpp"

namespace attn {
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

}  // namespace attn

#include <utility>

#include "base/message.hpp"
#include "costs/costs.hpp"

namespace attn {

namespace {

using namespace symbol;
using Part = Quantity::Part;

Formula with_bias(const Formula& weights, const Formula& bias, bool has_bias) {
  return has_bias ? weights + bias : weights;
}

// The parameters of one norm of a given width.
Formula norm_of(Norm norm, const Formula& width) {
  if (norm == Norm::none) return 0;
  return norm == Norm::layer ? 2 * width : width;
}

class ParameterList {
 public:
  /// `n_experts` are those that count of each layer.
  ParameterList(const Model& model, const Arguments& arguments, Formula n_experts)
      : model_(model), arguments_(arguments), n_experts_(std::move(n_experts)) {}

  std::vector<Quantity> parts() {
    add_embeddings();
    for (const Stack& stack : model_.stacks) add_stack(stack);
    if (model_.pooler) {
      const Formula width = pooler_width(model_);
      add("pooler", translated("pooler"), d * width + width);
    }
    if (model_.n_classes > 0) add("classifier", translated("classifier"), C * d + C);
    if (model_.has_lm_head && model_.tied)
      add("lm_head", translated("LM head (tied)"), 0);
    else if (model_.has_lm_head)
      add("lm_head", translated("LM head (untied)"), V * d);
    return std::move(parts_);
  }

 private:
  void add(const std::string& id, const std::string& label, const Formula& formula) {
    parts_.push_back(quantity_of(id, label, formula, arguments_));
  }

  void add_embeddings() {
    if (model_.n_vocab > 0) add("token_embedding", translated("token embedding"), V * d);
    if (model_.patches) add("patch_embedding", translated("patch embedding"), p * d + d);
    if (model_.class_token) add("class_token", translated("class token"), d);
    if (model_.positions == Positions::learned)
      add("position_embedding", translated("position embedding"), c * d);
    if (model_.n_token_types > 0)
      add("token_type_embedding", translated("token type embedding"), model_.n_token_types * d);
    if (model_.embedding_norm)
      add("embedding_norm", translated("embedding norm"), norm_of(model_.norm, d));
  }

  // A part that each layer of the stack has.
  void add_per_layer(const Stack& stack, const std::string& id, const std::string& label,
                     const Formula& each, Part part = Part::other) {
    add(id_in(stack, id), label_in(stack, label), layers_symbol(stack) * each);
    parts_.back().per_layer = each.at(arguments_);
    parts_.back().part = part;
  }

  void add_attention(const Stack& stack, bool is_cross) {
    const auto add_projection = [&](const char* id, const char* label, const Formula& formula) {
      const std::string whole_label = is_cross ? message("cross {}", label) : label;
      add_per_layer(stack, is_cross ? std::string("cross_") + id : id, whole_label, formula,
                    Part::projection);
    };
    const Model& m = model_;
    if (m.projects_input) {
      add_projection("wq", "W_Q", with_bias(d * h * d_h, h * d_h, m.query_bias));
      add_projection("wk", "W_K", with_bias(d * h_kv * d_h, h_kv * d_h, m.key_bias));
      add_projection("wv", "W_V", with_bias(d * h_kv * d_h, h_kv * d_h, m.value_bias));
    }
    if (m.projects_output) add_projection("wo", "W_O", with_bias(h * d_h * d, d, m.output_bias));
  }

  void add_stack(const Stack& stack) {
    add_attention(stack, false);
    if (stack.cross_attention) add_attention(stack, true);
    if (model_.query_key_norm)
      add_per_layer(stack, "query_key_norm", translated("norms of Q and K"),
                    2 * norm_of(model_.norm, d_h), Part::query_key_norm);
    if (model_.n_experts > 0) add_per_layer(stack, "router", translated("router"), d * E);
    if (model_.d_ff > 0)
      add_per_layer(stack, "mlp", mlp_label(),
                    model_.n_experts > 0 ? n_experts_ * mlp_of(model_) : mlp_of(model_), Part::mlp);
    if (model_.norm != Norm::none) {
      const std::uint64_t n_norms = model_.n_norms + (stack.cross_attention ? 1 : 0);
      if (n_norms > 0)
        add_per_layer(stack, "norms", translated("norms"), n_norms * norm_of(model_.norm, d));
      if (stack.final_norm)
        add(id_in(stack, "final_norm"), label_in(stack, translated("final norm")),
            norm_of(model_.norm, d));
    }
    if (model_.positions == Positions::relative)
      add(id_in(stack, "relative_positions"), label_in(stack, translated("relative positions")),
          c * h);
  }

  const char* mlp_label() const {
    if (model_.n_experts > 0) return translated("MLPs of the experts");
    return model_.gated ? translated("MLP gate, up, down") : translated("MLP up, down");
  }

  const Model& model_;
  const Arguments& arguments_;
  Formula n_experts_;
  std::vector<Quantity> parts_;
};

// The sum of the parts with that many of each layer's experts.
Formula with_experts(const Model& model, const Arguments& arguments, const Formula& n_experts,
                     bool (*is_counted)(const Quantity&)) {
  Formula sum = 0;
  for (const Quantity& part : ParameterList(model, arguments, n_experts).parts())
    if (is_counted(part)) sum += part.general;
  return sum;
}

bool is_any(const Quantity&) { return true; }
bool is_not_of_encoder(const Quantity& part) { return !part.id.starts_with("encoder_"); }

}  // namespace

Formula mlp_of(const Model& model) {
  const Formula weights = (model.gated ? 3 : 2) * d * f;
  return with_bias(weights, (model.gated ? 2 : 1) * f + d, model.mlp_bias);
}

std::vector<Quantity> parameters_of(const Model& model, const Arguments& arguments) {
  return ParameterList(model, arguments, E).parts();
}

Formula active_parameters_of(const Model& model, const Arguments& arguments) {
  return with_experts(model, arguments, k, is_any);
}

Formula step_parameters_of(const Model& model, const Arguments& arguments) {
  return with_experts(model, arguments, if_at_most(E, B * k, E, B * k), is_not_of_encoder);
}

}  // namespace attn

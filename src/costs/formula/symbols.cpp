#include "costs/formula/symbols.hpp"

#include "base/message.hpp"

namespace attn {
namespace {

// How a stack is told from the other one: in symbols, in names, and in labels.
struct RoleNames {
  const char* layers_symbol;
  const char* layers_meaning;
  const char* prefix;
};

const RoleNames& names_of(const Stack& stack) {
  static constexpr RoleNames kNames[] = {{"L", "n_layers", ""},
                                         {"L_enc", "n_encoder_layers", "encoder_"},
                                         {"L_dec", "n_decoder_layers", "decoder_"}};
  return kNames[static_cast<int>(stack.role)];
}

}  // namespace

Formula layers_symbol(const Stack& stack) { return Formula(names_of(stack).layers_symbol); }

Formula pooler_width(const Model& model) {
  if (model.d_pooler == 0) return symbol::d;
  return if_equal(symbol::d, model.d_pooler, symbol::d, model.d_pooler);
}

Arguments arguments_of(const Model& model) {
  Arguments arguments;
  const auto add = [&arguments](const char* symbol, const char* meaning, std::uint64_t value) {
    arguments.add(symbol, meaning, count_of(value));
  };
  for (const Stack& stack : model.stacks)
    add(names_of(stack).layers_symbol, names_of(stack).layers_meaning, stack.n_layers);
  add("d", "d_model", model.d_model);
  add("h", "n_heads", model.n_heads);
  add("h_kv", "n_kv_heads", model.n_kv_heads);
  add("d_h", "d_head", model.d_head);
  add("f", "d_ff", model.d_ff);
  add("V", "n_vocab", model.n_vocab);
  add("c", model.positions == Positions::relative ? "n_buckets" : "n_positions", model.n_positions);
  add("E", "n_experts", model.n_experts);
  add("k", "n_active_experts", model.n_active_experts);
  add("C", "n_classes", model.n_classes);
  if (model.patches) {
    add("p", "patch_values", model.patches->n_channels * model.patches->n_pixels);
    add("n_p", "n_patches", model.patches->n_patches);
  }
  return arguments;
}

std::string id_in(const Stack& stack, const std::string& id) { return names_of(stack).prefix + id; }

std::string label_in(const Stack& stack, const std::string& label) {
  if (stack.role == Stack::Role::only) return label;
  return stack.is_encoder() ? message("encoder {}", label) : message("decoder {}", label);
}

}  // namespace attn

#include "costs/model/family_readers.hpp"

#include <fmt/format.h>

#include "base/message.hpp"
#include "base/number.hpp"

namespace attn {

Model sized_model(const SettingReader& reader, const SizeNames& names) {
  Model model;
  model.d_model = reader.count(names.d_model);
  model.stacks = {{.n_layers = reader.count(names.n_layers)}};
  model.n_heads = model.n_kv_heads = reader.count(names.n_heads);
  return model;
}

std::uint64_t divided_width(const SettingReader& reader, const Model& model,
                            const SizeNames& names) {
  if (model.d_model % model.n_heads == 0) return model.d_model / model.n_heads;
  throw InputError(message(
      "{} {} cannot be split into the {} heads of \"{}\": {} / {} = {}. Change one of "
      "the two.",
      reader.place(names.d_model.front()), model.d_model, model.n_heads, names.n_heads.front(),
      model.d_model, model.n_heads, uneven_quotient_text(model.d_model, model.n_heads)));
}

void add_biases(Model& model) {
  model.query_bias = model.key_bias = model.value_bias = model.output_bias = true;
  model.mlp_bias = true;
}

}  // namespace attn

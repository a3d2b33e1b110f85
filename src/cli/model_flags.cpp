#include "cli/model_flags.hpp"

#include "cli/flag_values.hpp"
#include "core/message.hpp"

namespace attn {

void ModelFlags::add_model_flags(CLI::App& app) {
  const FlagGroup known(app, translated("A known model"));
  known.value("--model", model, "NAME", translated("A model by its name; --list shows them"));
  known.value("--config", config, "FILE", translated("A config.json in the form of Hugging Face"));

  const FlagGroup by_hand(app, translated("A model by hand, or changes to a known one"));
  by_hand.value("--d-model", d_model, "N", translated("Width of an embedding"));
  by_hand.value("--heads", heads, "N", translated("Number of query heads (default 1)"));
  by_hand.value("--kv-heads", kv_heads, "N",
                translated("Number of key-value heads: 1 is multi-query, fewer than --heads is "
                           "grouped-query (default --heads)"));
  by_hand.value("--d-head", d_head, "N", translated("Width of a head (default d_model / heads)"));
  by_hand.value("--layers", layers, "N", translated("Number of layers (default 1)"));
  by_hand.value("--d-ff", d_ff, "N",
                translated("Width inside the MLP (default 4 d_model); 0: no MLP"));
  by_hand.value(
      "--vocab", vocab, "N",
      translated("Words of the vocabulary: adds token embedding, final norm and LM head"));
  by_hand.flag("--gated", gated, translated("The MLP has three matrices, as in SwiGLU"));
  by_hand.flag("--tied", tied, translated("The LM head uses the token embedding's numbers"));
  by_hand.flag("--untied", untied, translated("The LM head has numbers of its own (default)"));
  by_hand.flag("--bias", bias, translated("Every linear layer of a block adds a bias"));
  by_hand.flag("--no-bias", no_bias, translated("No biases (default)"));
  by_hand.value("--norm", norm, "KIND",
                translated("layer (default), layer-no-bias, rms or none: two norms a layer"));
  by_hand.value("--positions", positions, "KIND",
                translated("none (default), sinusoidal, rotary, alibi, learned:N with a table of N "
                           "positions, relative:N with N buckets for each head"));
}

std::string ModelFlags::first_by_hand() const {
  return attn::first_given({{"--d-model", given(d_model)},
                            {"--heads", given(heads)},
                            {"--kv-heads", given(kv_heads)},
                            {"--d-head", given(d_head)},
                            {"--layers", given(layers)},
                            {"--d-ff", given(d_ff)},
                            {"--vocab", given(vocab)},
                            {"--gated", gated},
                            {"--tied", tied},
                            {"--untied", untied},
                            {"--bias", bias},
                            {"--no-bias", no_bias},
                            {"--norm", given(norm)},
                            {"--positions", given(positions)}});
}

std::string ModelFlags::first_given() const {
  if (given(model)) return "--model";
  if (given(config)) return "--config";
  return first_by_hand();
}

}  // namespace attn

#include "cli/layer_flags.hpp"

#include "cli/flag_values.hpp"
#include "core/message.hpp"

namespace attn {

void LayerFlags::add_layer_flags(CLI::App& app) {
  const FlagGroup group(app, translated("Layers side by side"));
  group.value("--layer", layers, "NAMES",
              translated("One layer by its parts, or several compared: sdpa, attention, mha, "
                         "encoder, decoder, rnn, gru, lstm, classifier, simple-classifier, "
                         "rnn-classifier, gru-classifier, lstm-classifier"));
  group.value("--hidden", hidden, "N",
              translated("Width of a recurrent layer's state (default d_model)"));
  group.value("--bias-vectors", bias_vectors, "0|1|2",
              translated("Biases of each gate of a recurrent layer: PyTorch has two (default)"));
  group.value("--classes", classes, "N", translated("Classes of a text classifier (default 2)"));
}

std::string LayerFlags::first_given() const {
  return attn::first_given({{"--layer", given(layers)},
                            {"--hidden", given(hidden)},
                            {"--bias-vectors", given(bias_vectors)},
                            {"--classes", given(classes)}});
}

}  // namespace attn

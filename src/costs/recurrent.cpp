#include "base/message.hpp"
#include "costs/costs.hpp"

namespace attn {

namespace {

using namespace symbol;

}  // namespace

std::uint64_t n_gates_of(RecurrentCell cell) {
  switch (cell) {
    case RecurrentCell::rnn:
      return 1;
    case RecurrentCell::gru:
      return 3;
    case RecurrentCell::lstm:
      break;
  }
  return 4;
}

Arguments arguments_of(const Recurrent& layer) {
  Arguments arguments;
  arguments.add("d", "d_model", count_of(layer.d_input));
  arguments.add("H", "d_hidden", count_of(layer.d_hidden));
  arguments.add("V", "n_vocab", count_of(layer.n_vocab));
  arguments.add("C", "n_classes", count_of(layer.n_classes));
  return arguments;
}

std::vector<Quantity> parameters_of(const Recurrent& layer, const Arguments& arguments) {
  const Formula gates = n_gates_of(layer.cell);
  std::vector<Quantity> parts;
  const auto add = [&](const char* id, const char* label, const Formula& formula) {
    parts.push_back(quantity_of(id, label, formula, arguments));
  };
  const auto add_inside = [&](const char* id, const char* label, const Formula& formula) {
    add(id, label, formula);
    parts.back().per_layer = parts.back().count;
  };
  if (layer.n_vocab > 0) add("token_embedding", translated("token embedding"), V * d);
  add_inside("input_weights", translated("weights on the input"), gates * d * H);
  add_inside("recurrent_weights", translated("weights on the state"), gates * H * H);
  if (layer.n_bias_vectors > 0)
    add_inside("biases", translated("biases"), layer.n_bias_vectors * gates * H);
  if (layer.n_classes > 0) add("classifier", translated("classifier"), C * H + C);
  return parts;
}

std::vector<Quantity> macs_of(const Recurrent& layer, const Pass& pass,
                              const Arguments& arguments) {
  const Formula gates = n_gates_of(layer.cell), sequences = sequences_of(pass);
  std::vector<Quantity> terms{
      quantity_of("input_products", translated("products with the input"),
                  gates * sequences * T * d * H, arguments),
      quantity_of("recurrent_products", translated("products with the state"),
                  gates * sequences * T * H * H, arguments)};
  if (layer.n_classes > 0)
    terms.push_back(
        quantity_of("classifier", translated("classifier"), sequences * C * H, arguments));
  return terms;
}

std::vector<Quantity> states_of(const Recurrent& layer, const Pass& pass,
                                const Arguments& arguments) {
  const Formula numbers = sequences_of(pass) * T * H;
  std::vector<Quantity> states{
      quantity_of("hidden_states", translated("hidden states of all tokens"), numbers, arguments)};
  if (layer.cell == RecurrentCell::lstm)
    states.push_back(
        quantity_of("cell_states", translated("cell states of all tokens"), numbers, arguments));
  return states;
}

std::vector<Quantity> streaming_states_of(const Recurrent& layer, const Pass& pass,
                                          const Arguments& arguments) {
  const Formula numbers = sequences_of(pass) * H;
  std::vector<Quantity> states{quantity_of(
      "streaming_state", translated("hidden state, one token after another"), numbers, arguments)};
  if (layer.cell == RecurrentCell::lstm)
    states.push_back(quantity_of(
        "streaming_cell", translated("cell state, one token after another"), numbers, arguments));
  return states;
}

}  // namespace attn

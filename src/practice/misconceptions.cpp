#include "practice/misconceptions.hpp"

#include "base/message.hpp"

namespace attn {

const std::vector<Misconception>& known_misconceptions() {
  static const std::vector<Misconception> table{
      {"no_scale", translated("The scores were not divided by √d_k.")},
      {"divided_by_d_k",
       translated("The scores were divided by d_k itself, not by its root √d_k.")},
      {"multiplied_by_scale",
       translated("The scores were multiplied by √d_k. They are divided by it.")},
      {"softmax_over_columns",
       translated("Softmax was taken down the columns. It is taken along each row, so that the "
                  "weights of one query sum to 1.")},
      {"softmax_skipped",
       translated("The scores were divided by their sum, without the exponential. Softmax takes "
                  "e to the power of each score first.")},
      {"hard_maximum",
       translated("All the weight went to the largest score. Softmax shares it out: every score "
                  "gets some.")},
      {"mask_after_softmax",
       translated("The mask was applied after softmax, so the rows no longer sum to 1. Blocked "
                  "scores become −∞ before softmax.")},
      {"mask_reversed",
       translated("The mask is the other way round: 1 means that a query may attend to a key.")},
      {"transposed_product",
       translated("The product was taken with the matrix transposed: rows and columns changed "
                  "places.")},
      {"keys_and_queries_swapped",
       translated("Keys and queries are exchanged: this is K Qᵀ. A row of S = Q Kᵀ belongs to a "
                  "query.")},
      {"heads_split_wrongly",
       translated("The columns of a head stand together: head 0 has the first d_k of them, not "
                  "every n_heads-th.")},
      {"biases_counted", translated("The biases are counted here; they are not asked for.")},
      {"biases_left_out", translated("The biases are missing: each projection has one for each of "
                                     "its outputs.")},
      {"w_o_forgotten",
       translated("The output projection W_O is missing: Q, K and V alone were counted.")},
      {"counted_per_head_again",
       translated("This was multiplied by the number of heads once more. The heads share out "
                  "d_model between them: all of them together are d_model wide.")},
      {"pair_taken_for_dimension",
       translated("The i of the formula counts pairs of dimensions: dimension j belongs to pair "
                  "⌊j/2⌋.")},
      {"supremum_taken",
       translated("This bound is approached but never reached: the exponent stays below 1.")},
      {"mac_for_flop",
       translated("These are multiply-adds. One of them is two operations (1 MAC = 2 FLOP).")},
      {"flop_for_mac", translated("These are FLOP. A multiply-add is asked for, and each is two "
                                  "operations (1 MAC = 2 FLOP).")},
      {"rounded_too_early",
       translated("A number on the way was rounded too early. Keep all digits until the end.")},
      {"printed_key",
       translated("This is what the textbook prints. The printed key is wrong here, so you did "
                  "nothing unusual by believing it: work it out once more.")},
  };
  return table;
}

std::string text_of_misconception(const std::string& name, const std::string& own_text) {
  if (!own_text.empty()) return own_text;
  for (const Misconception& known : known_misconceptions())
    if (name == known.name) return known.say;
  return "";
}

}  // namespace attn

#include "practice/misconceptions.hpp"

#include "base/message.hpp"
#include "practice/exercise.hpp"

namespace attn {

std::vector<Misconception> known_misconceptions() {
  return {
      {"no_scale", translated("The scores were not divided by √d_k.")},
      {"divided_by_d_k", translated("The scores were divided by d_k in all, not by its root √d_k: "
                                    "by d_k itself, or by √d_k twice.")},
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
      {"scaled_already",
       translated("These are divided already. Here the plain products Q Kᵀ are asked for.")},
      {"transpose_forgotten", translated("This is Q K, without the transpose. A score is the dot "
                                         "product of a row of Q with a row of K.")},
      {"cell_by_cell", translated("The matrices were multiplied cell by cell. A score is a dot "
                                  "product: multiply and add up.")},
      {"values_for_keys", translated("The values were taken for the keys: this is Q Vᵀ. A score "
                                     "compares a query with a key.")},
      {"values_for_queries", translated("The values were taken for the queries: this is V Kᵀ. A "
                                        "score compares a query with a key.")},
      {"queries_for_keys", translated("This is Q Qᵀ: the queries were compared with one another. A "
                                      "score compares a query with a key.")},
      {"keys_for_queries", translated("This is K Kᵀ: the keys were compared with one another. A "
                                      "score compares a query with a key.")},
      {"masked_already", translated("The mask was applied already. These are the scores before it: "
                                    "no cell is blocked there.")},
      {"weights_for_scores",
       translated(
           "These are weights: softmax was applied already. The scores before it are asked for.")},
      {"multiplied_by_d_k",
       translated("The scores were multiplied by d_k. They are divided by its root √d_k.")},
      {"divided_by_root_of_n",
       translated("The scores were divided by √n, the root of the number of words. The scale is "
                  "√d_k: the width of a query counts.")},
      {"divided_by_n",
       translated("This was divided by n, the number of words. No such division belongs here.")},
      {"divided_by_square",
       translated("The scores were divided by d_k². They are divided by the root √d_k.")},
      {"root_of_scores",
       translated(
           "The root was taken of the scores as well. Only d_k stands under the root: S / √d_k.")},
      {"scale_subtracted", translated("√d_k was subtracted. Divide by it.")},
      {"not_divided", translated("These are powers of e that were not divided by the sum of their "
                                 "row. The weights of a query sum to 1.")},
      {"softmax_over_everything",
       translated("All cells together sum to 1 here. Softmax is taken of each row by itself, so "
                  "that every row sums to 1.")},
      {"scaled_after_softmax", translated("The division by √d_k came after softmax, so the rows no "
                                          "longer sum to 1. The scores are divided before it.")},
      {"scores_for_weights",
       translated("The scores were taken for the weights: softmax is missing.")},
      {"powers_of_two",
       translated("These come from powers of 2. Softmax takes powers of e = 2.718…")},
      {"powers_of_ten",
       translated("These come from powers of 10. Softmax takes powers of e = 2.718…")},
      {"squares_for_powers", translated("The squares of the scores were shared out. Softmax takes "
                                        "e to the power of each score.")},
      {"divided_by_the_largest", translated("The powers of e were divided by the largest of them. "
                                            "Divide by their sum: weights are shares of a whole.")},
      {"softmax_twice",
       translated("Softmax was applied twice. Once is enough: after that the rows sum to 1.")},
      {"signs_reversed",
       translated(
           "The signs of the scores were reversed: the smallest score got the largest weight.")},
      {"equal_weights", translated("The attention is shared out evenly here. Softmax gives a "
                                   "larger score a larger weight.")},
      {"sigmoid_for_softmax", translated("This is a sigmoid of each score by itself. Softmax "
                                         "weighs the scores of a row against one another.")},
      {"mask_forgotten", translated("Nothing is masked here.")},
      {"zero_for_minus_infinity",
       translated("The blocked scores were set to 0. That is a score like any other: e to the "
                  "power of 0 is 1. They must count as −∞.")},
      {"small_number_for_minus_infinity",
       translated("The blocked scores were set to −1, which leaves them some weight. They must "
                  "count as −∞.")},
      {"upper_triangle", translated("Here every word sees itself and what comes after it. In a "
                                    "causal mask it sees itself and what comes before.")},
      {"cannot_see_itself",
       translated(
           "Here no word sees itself. In a causal mask a word sees itself and those before it.")},
      {"sees_the_next", translated("Here every word sees the next one as well. In a causal mask it "
                                   "sees none that comes later.")},
      {"itself_only",
       translated(
           "Here every word sees itself only. In a causal mask it sees those before it, too.")},
      {"window_of_two", translated("Here every word sees itself and the one before it only. In a "
                                   "causal mask it sees all that come before.")},
      {"window_of_three", translated("Here every word sees itself and the two before it only. In a "
                                     "causal mask it sees all that come before.")},
      {"neighbours_only", translated("Here every word sees itself and its neighbours. In a causal "
                                     "mask it sees all that come before, and none later.")},
      {"all_blocked", translated("Every cell is 0 here, so that nobody sees anything: 1 means that "
                                 "a query may attend to a key.")},
      {"transposed_weights",
       translated("The values were mixed with the columns of the weights: this is Aᵀ V. The output "
                  "of a query is mixed with its row.")},
      {"plain_mean", translated("This is the plain mean of the values. The output of a query "
                                "weighs them with the row of its weights.")},
      {"plain_sum", translated("This is the plain sum of the values. The output of a query weighs "
                               "them with the row of its weights.")},
      {"keys_for_values",
       translated("The keys were mixed here: this is A K. The weights are applied to the values.")},
      {"queries_for_values",
       translated(
           "The queries were mixed here: this is A Q. The weights are applied to the values.")},
      {"values_unmixed",
       translated("These are the values themselves. The output mixes them with the weights: A V.")},
      {"input_added", translated("The values were added once more. The output is A V alone.")},
      {"all_but_itself", translated("Here every word sees all but itself. In a causal mask it sees "
                                    "itself and those before it.")},
      {"previous_only", translated("Here every word sees the one before it only. In a causal mask "
                                   "it sees itself and all that come before.")},
      {"divided_by_root_of_d_v",
       translated("The scores were divided by the root of the width of the values. The scale is "
                  "√d_k: the width of queries and keys counts.")},
      {"weights_twice", translated("The weights were applied twice. The output is A V.")},
      {"printed_key",
       translated("This is what a textbook prints. The printed key is wrong here, so you did "
                  "nothing unusual by believing it: work it out once more.")},
  };
}

std::string text_of_misconception(const std::string& name, const std::string& own_text) {
  if (!own_text.empty()) return own_text;
  for (const Misconception& known : known_misconceptions())
    if (name == known.name) return known.say;
  return "";
}

std::string text_of_misconception(const Alternative& mistake) {
  return text_of_misconception(mistake.name, mistake.say.here());
}

}  // namespace attn

#include "practice/mistakes.hpp"

#include <algorithm>
#include <string_view>

#include "base/message.hpp"
#include "practice/exercise/exercise.hpp"

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

namespace {

StageMistakes scores_stage() {
  return {"scores",
          {"queries", "keys"},
          {"values", "d_k", "mask"},
          {
              {"keys_and_queries_swapped", "attention_scores({keys}, {queries})"},
              {"transposed_product", "matmul(transpose({queries}), {keys})"},
              {"transpose_forgotten", "matmul({queries}, {keys})"},
              {"scaled_already", "divide(attention_scores({queries}, {keys}), sqrt({d_k}))"},
              {"scaled_already",
               "round_cells(divide(attention_scores({queries}, {keys}), sqrt({d_k})), 2)"},
              {"scaled_already", "divide(attention_scores({queries}, {keys}), {d_k})"},
              {"values_for_keys", "attention_scores({queries}, {values})"},
              {"queries_for_keys", "attention_scores({queries}, {queries})"},
              {"keys_for_queries", "attention_scores({keys}, {keys})"},
              {"values_for_queries", "attention_scores({keys}, {values})"},
              {"values_for_queries", "attention_scores({values}, {keys})"},
              {"masked_already", "keep(attention_scores({queries}, {keys}), {mask})"},
              {"masked_already", "mask_scores(attention_scores({queries}, {keys}), {mask})"},
              {"weights_for_scores", "softmax_rows(attention_scores({queries}, {keys}))"},
              {"weights_for_scores",
               "softmax_rows(divide(attention_scores({queries}, {keys}), sqrt({d_k})))"},
              {"cell_by_cell", "multiply({queries}, {keys})"},
          }};
}

StageMistakes scaled_stage() {
  return {"scaled",
          {"scores", "d_k"},
          {"n"},
          {
              {"no_scale", "{scores}"},
              {"divided_by_d_k", "divide({scores}, {d_k})"},
              {"multiplied_by_scale", "multiply({scores}, sqrt({d_k}))"},
              {"multiplied_by_d_k", "multiply({scores}, {d_k})"},
              {"divided_by_root_of_n", "divide({scores}, sqrt({n}))"},
              {"divided_by_n", "divide({scores}, {n})"},
              {"divided_by_square", "divide({scores}, power_cells({d_k}, 2))"},
              {"root_of_scores", "power_cells({scores}, 0.5)"},
              {"root_of_scores", "power_cells(divide({scores}, {d_k}), 0.5)"},
              {"scale_subtracted", "subtract({scores}, sqrt({d_k}))"},
              {"rounded_too_early", "divide({scores}, round_cells(sqrt({d_k}), 1))"},
              {"softmax_skipped", "share_rows({scores})"},
              {"weights_for_scores", "softmax_rows(divide({scores}, sqrt({d_k})))"},
              {"weights_for_scores", "softmax_rows({scores})"},
          }};
}

StageMistakes mask_stage() {
  return {"mask",
          {"n"},
          {},
          {
              {"mask_reversed", "reverse_mask(causal_mask({n}, {n}))"},
              {"upper_triangle", "transpose(causal_mask({n}, {n}))"},
              {"cannot_see_itself", "subtract(causal_mask({n}, {n}), band_mask({n}, {n}, 0, 0))"},
              {"sees_the_next", "band_mask({n}, {n}, {n}, 1)"},
              {"mask_forgotten", "ones({n}, {n})"},
              {"itself_only", "band_mask({n}, {n}, 0, 0)"},
              {"window_of_two", "band_mask({n}, {n}, 1, 0)"},
              {"window_of_three", "band_mask({n}, {n}, 2, 0)"},
              {"neighbours_only", "band_mask({n}, {n}, 1, 1)"},
              {"all_but_itself", "reverse_mask(band_mask({n}, {n}, 0, 0))"},
              {"previous_only", "subtract(band_mask({n}, {n}, 1, 0), band_mask({n}, {n}, 0, 0))"},
              {"all_blocked", "zeros({n}, {n})"},
          }};
}

// <...> has the mask put on where there is one, as −∞; [...] as 0.
StageMistakes weights_stage() {
  return {
      "weights",
      {"scores"},
      {"unscaled", "d_k", "d_v", "n", "mask", "causal"},
      {
          {"no_scale", "softmax_rows(<{unscaled}>)"},
          {"divided_by_d_k", "softmax_rows(<divide({unscaled}, {d_k})>)"},
          {"multiplied_by_scale", "softmax_rows(<multiply({unscaled}, sqrt({d_k}))>)"},
          {"divided_by_root_of_n", "softmax_rows(<divide({unscaled}, sqrt({n}))>)"},
          {"divided_by_root_of_d_v", "softmax_rows(<divide({unscaled}, sqrt({d_v}))>)"},
          {"mask_forgotten", "softmax_rows({scores}){mask?}"},
          {"zero_for_minus_infinity", "softmax_rows(keep({scores}, {mask}))"},
          {"mask_after_softmax", "keep(softmax_rows({scores}), {mask})"},
          {"mask_after_softmax", "keep(softmax_rows({unscaled}), {mask})"},
          {"mask_reversed", "softmax_rows(mask_scores({scores}, reverse_mask({mask})))"},
          {"upper_triangle",
           "softmax_rows(mask_scores({scores}, band_mask({causal}, {causal}, 0, {causal})))"},
          {"cannot_see_itself",
           "softmax_rows(mask_scores({scores}, reverse_mask(band_mask({causal}, {causal}, 0, "
           "{causal}))))"},
          {"sees_the_next",
           "softmax_rows(mask_scores({scores}, band_mask({causal}, {causal}, {causal}, 1)))"},
          {"itself_only",
           "softmax_rows(mask_scores({scores}, band_mask({causal}, {causal}, 0, 0)))"},
          {"window_of_two",
           "softmax_rows(mask_scores({scores}, band_mask({causal}, {causal}, 1, 0)))"},
          {"small_number_for_minus_infinity", "softmax_rows(fill_scores({scores}, {mask}, -1))"},
          {"not_divided", "exp_cells(<{scores}>)"},
          {"not_divided", "exp_cells(<{unscaled}>)"},
          {"softmax_over_columns", "softmax_columns(<{scores}>)"},
          {"softmax_over_everything", "softmax_all(<{scores}>)"},
          {"softmax_skipped", "divide_rows([{scores}], row_sums([{scores}]))"},
          {"hard_maximum", "hard_rows(<{scores}>)"},
          {"scaled_after_softmax", "divide(softmax_rows(<{unscaled}>), sqrt({d_k}))"},
          {"scores_for_weights", "[{scores}]"},
          {"scores_for_weights", "[{unscaled}]"},
          {"powers_of_two", "softmax_rows(<multiply({scores}, ln(2))>)"},
          {"powers_of_ten", "softmax_rows(<multiply({scores}, ln(10))>)"},
          {"squares_for_powers",
           "divide_rows([power_cells({scores}, 2)], row_sums([power_cells({scores}, 2)]))"},
          {"divided_by_the_largest",
           "divide_rows(exp_cells(<{scores}>), row_maxima(exp_cells(<{scores}>)))"},
          {"divided_by_n", "divide(exp_cells(<{scores}>), {n})"},
          {"softmax_twice", "softmax_rows(<softmax_rows(<{scores}>)>)"},
          {"signs_reversed", "softmax_rows(<multiply({scores}, -1)>)"},
          {"equal_weights", "softmax_rows(<multiply({scores}, 0)>)"},
          {"sigmoid_for_softmax", "[divide(1, add(1, exp_cells(multiply({scores}, -1))))]"},
          {"rounded_too_early", "softmax_rows(<round_cells({scores}, 1)>)"},
          {"rounded_too_early",
           "divide_rows(round_cells(exp_cells(<{scores}>), 1), "
           "row_sums(round_cells(exp_cells(<{scores}>), 1)))"},
          {"rounded_too_early",
           "divide_rows(round_cells(exp_cells(<{scores}>), 0), "
           "row_sums(round_cells(exp_cells(<{scores}>), 0)))"},
      }};
}

StageMistakes output_stage() {
  return {
      "output",
      {"weights", "values"},
      {"queries", "keys", "scores", "unscaled", "unmasked", "mask", "d_k", "n"},
      {
          {"transposed_weights", "matmul(transpose({weights}), {values})"},
          {"mask_forgotten", "matmul({unmasked}, {values})"},
          {"mask_forgotten", "matmul(round_cells({unmasked}, 2), {values})"},
          {"mask_after_softmax", "matmul(keep({unmasked}, {mask}), {values})"},
          {"mask_after_softmax", "matmul(keep(round_cells({unmasked}, 2), {mask}), {values})"},
          {"zero_for_minus_infinity", "matmul(softmax_rows(keep({scores}, {mask})), {values})"},
          {"mask_reversed",
           "matmul(softmax_rows(mask_scores({scores}, reverse_mask({mask}))), {values})"},
          {"no_scale", "matmul(softmax_rows(<{unscaled}>), {values})"},
          {"divided_by_d_k", "matmul(softmax_rows(<divide({unscaled}, {d_k})>), {values})"},
          {"softmax_over_columns", "matmul(softmax_columns(<{scores}>), {values})"},
          {"softmax_skipped", "matmul(divide_rows([{scores}], row_sums([{scores}])), {values})"},
          {"not_divided", "matmul(exp_cells(<{scores}>), {values})"},
          {"scores_for_weights", "matmul([{scores}], {values})"},
          {"scores_for_weights", "matmul([{unscaled}], {values})"},
          {"scores_for_weights", "matmul({scores}, {values}){mask?}"},
          {"scores_for_weights", "matmul({unscaled}, {values}){mask?}"},
          {"plain_mean", "matmul(divide_rows({mask}, row_sums({mask})), {values})"},
          {"plain_sum", "matmul({mask}, {values})"},
          {"weights_twice", "matmul({weights}, matmul({weights}, {values}))"},
          {"plain_mean", "divide(matmul(ones({n}, {n}), {values}), {n})"},
          {"plain_sum", "matmul(ones({n}, {n}), {values})"},
          {"keys_for_values", "matmul({weights}, {keys})"},
          {"queries_for_values", "matmul({weights}, {queries})"},
          {"hard_maximum", "matmul(hard_rows({weights}), {values})"},
          {"values_unmixed", "{values}"},
          {"divided_by_n", "divide(matmul({weights}, {values}), {n})"},
          {"scaled_after_softmax", "divide(matmul({weights}, {values}), sqrt({d_k}))"},
          {"input_added", "add(matmul({weights}, {values}), {values})"},
          {"rounded_too_early", "matmul(round_cells({weights}, 1), {values})"},
      }};
}

void put_in_place(std::string& text, std::string_view old, std::string_view with) {
  for (auto at = text.find(old); at != text.npos; at = text.find(old, at + with.size()))
    text.replace(at, old.size(), with);
}

std::string braced(const std::string& name, const char* mark) { return "{" + name + mark + "}"; }

}  // namespace

const std::vector<StageMistakes>& stage_mistakes() {
  static const std::vector<StageMistakes> all{scores_stage(), scaled_stage(), mask_stage(),
                                              weights_stage(), output_stage()};
  return all;
}

const StageMistakes* find_stage_mistakes(const std::string& name) {
  const auto found =
      std::find_if(stage_mistakes().begin(), stage_mistakes().end(),
                   [&name](const StageMistakes& stage) { return name == stage.name; });
  return found == stage_mistakes().end() ? nullptr : &*found;
}

std::string recipe_with(const StageMistake& mistake,
                        const std::map<std::string, std::string>& operands) {
  std::string recipe = mistake.recipe;
  for (const auto& [name, recipe_of_it] : operands) {
    put_in_place(recipe, braced(name, ""), recipe_of_it);
    put_in_place(recipe, braced(name, "?"), "");
  }
  if (recipe.find('{') != recipe.npos) return "";
  const auto mask = operands.find("mask");
  const bool is_masked = mask != operands.end();
  const std::string end = is_masked ? ", " + mask->second + ")" : "";
  put_in_place(recipe, "<", is_masked ? "mask_scores(" : "");
  put_in_place(recipe, ">", end);
  put_in_place(recipe, "[", is_masked ? "keep(" : "");
  put_in_place(recipe, "]", end);
  return recipe;
}

}  // namespace attn

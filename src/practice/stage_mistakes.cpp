#include "practice/stage_mistakes.hpp"

#include <algorithm>
#include <string_view>

namespace attn {
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

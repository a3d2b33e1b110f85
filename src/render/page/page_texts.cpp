#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "render/page/costs_page.hpp"
#include "render/page/page_parts.hpp"
#include "render/trace/spelled_out.hpp"

namespace attn {

// translated() finds the texts in the catalogue by what is written here, so each is spelt out.
nlohmann::ordered_json page_texts() {
  return {
      // What is the same on every page.
      {"theme", translated("colours")},
      {"theme_auto", translated("colours of the system")},
      {"theme_light", translated("light")},
      {"theme_dark", translated("dark")},
      {"help", translated("keys")},
      {"busy", translated("still computing ..")},
      {"notes", translated("notes")},
      {"command", translated("the command for this state")},
      {"copy", translated("copy")},
      {"copied", translated("The command is copied.")},
      {"not_copied", translated("The browser did not let it be copied. Select it instead.")},
      {"no_command", translated("No command gives this state: some numbers were typed over.")},
      {"command_too_long", translated("The numbers of this state are too many for a command.")},
      {"command_of_head", translated("These are the numbers of {}, by itself.")},
      {"names_left_out", translated("The words are left out, since one of them has a | in it.")},
      // Stages.
      {"stages", translated("stages")},
      {"mask", translated("mask")},
      {"causal", translated("causal")},
      {"window", translated("window")},
      {"prefix", translated("prefix")},
      {"padding", translated("padding")},
      {"scale", translated("scale")},
      {"divide_by", translated("scores are divided by")},
      {"scale_off", translated("1 (off)")},
      {"scale_factor", translated("multiplied by")},
      {"temperature", translated("temperature")},
      {"view", translated("view")},
      {"cells", translated("cells")},
      {"view_numbers", translated("in numbers")},
      {"view_heat", translated("in colours")},
      {"view_both", translated("in both")},
      {"decimals", translated("decimals")},
      {"words", translated("explanations")},
      {"depth_0", translated("none")},
      {"depth_1", translated("short")},
      {"depth_2", translated("long")},
      {"reset", translated("reset")},
      {"was_reset", translated("Everything is as the program gave it.")},
      {"block_cell", translated("block this cell")},
      {"open_cell", translated("open this cell")},
      {"type_number", translated("type over {}")},
      {"not_a_number", translated("{} is not a number.")},
      {"count_expected", translated("A whole number from {} to {} is expected here.")},
      {"factor_expected", translated("A number above 0 is expected here.")},
      {"begins_late",
       translated("The text is long, so this page begins with Q, K and V, and of several heads it "
                  "ends where their outputs stand side by side.")},
      {"scale_note_sqrt",
       translated("Divide every score by √d_k, so that softmax does not saturate.")},
      {"scale_note_off", translated("Scaling is off: no √d_k divides the scores.")},
      {"scale_note_factor", translated("Multiply every score by the chosen factor.")},
      {"temperature_note",
       translated("The temperature τ divides the scores: above 1 the weights even out, below 1 the "
                  "largest takes more.")},
      {"masked_note",
       translated("A blocked score becomes −∞, and softmax turns −∞ into exactly 0.")},
      {"open_note", translated("Nothing is masked: every query may attend to every key.")},
      {"empty_row", translated("query \"{}\" (row {}) may attend to nothing")},
      {"rounded_numbers", note_on_rounding("≈")},
      {"part_of_matrix", translated("rows {} to {} of {}, columns {} to {} of {}")},
      {"point_at_map", translated("Point at the map for exact values; click to go there.")},
      {"map_of", translated("{} as a map of {} by {} cells")},
      // Masks.
      {"may_attend", translated("may attend")},
      {"blocked_cell", translated("{}, blocked")},
      {"may_not_attend", translated("{}, may not attend")},
      {"may_attend_to", translated("\"{}\" may attend to \"{}\".")},
      {"may_not_attend_to", translated("\"{}\" may not attend to \"{}\": {}.")},
      {"outside_window", translated("outside the window of {}")},
      {"the_future", translated("the future")},
      {"another_document", translated("another document")},
      {"second_half", translated("the second half")},
      {"the_mask_given", translated("the mask given")},
      {"tables_of_start", translated("These tables are of the state at the start.")},
      {"rule_and_code", translated("the rule, and a program for it")},
      {"no_rule", translated("No simple rule gives these cells, so they stand in the program.")},
      {"code", translated("for")},
      {"mask_program",
       translated("mask[i, j] is true where query i may attend to key j: {} of {} pairs.")},
      {"itself_and_before", translated("itself and what came before")},
      {"first_keys_and_before", translated("the first keys, and what came before")},
      {"not_padding", translated("not padding")},
      {"its_own_document", translated("its own document")},
      {"less_than_away", translated("less than {} places away")},
      {"second_sees_first", translated("the second half sees the first half only")},
      {"last_beside_last", translated("the last query stands beside the last key")},
      // Positions.
      {"positions", translated("positions")},
      {"position", translated("position")},
      {"clocks", translated("clocks")},
      {"clocks_words",
       translated("Each pair of dimensions is the hand of a clock: it turns with the "
                  "position, the first pair fastest.")},
      {"clock_of", translated("pair {}, angle {}")},
      {"pair_and_wavelength", translated("pair {}: once round in {} positions")},
      {"waves", translated("waves")},
      {"wave_of", translated("{} along the positions")},
      {"similarity", translated("similarity by distance")},
      {"similarity_words",
       translated("The dot product of this position with every other. Of sines and cosines it "
                  "depends on the distance k alone; of a learned table it need not.")},
      {"similarity_of", translated("position {} with itself: {}")},
      {"moved_reference", translated("Position {}, which every other position is compared with.")},
      {"moved_dot", translated("The dot product of position {} with the one at each distance k.")},
      {"moved_cosine",
       translated("How alike position {} and the one at each distance k are: 1 is the same "
                  "direction, 0 a right angle.")},
      // Heads and arcs.
      {"group", translated("which of several")},
      {"head", translated("head {}")},
      {"heads", translated("heads")},
      {"minus_head", translated("minus the head")},
      {"groups", translated("side by side")},
      {"minus_group", translated("minus")},
      {"nothing", translated("none")},
      {"arcs", translated("from word to word")},
      {"arcs_words",
       translated("Where one query looks: the thicker an arc, the larger the weight.")},
      {"query", translated("query")},
      {"all_queries", translated("all queries")},
      {"keys_shown", translated("arcs to")},
      {"words_shown", translated("words {} to {} of {}")},
      {"strongest_three", translated("the three strongest keys")},
      {"all_keys", translated("all keys")},
      {"arcs_of", translated("\"{}\" attends to: {}")},
      // Keys.
      {"key_next", translated("next stage, the one before")},
      {"key_jump",
       translated("the stage of that number, two digits one soon after the other; on a number "
                  "that can be changed, a digit types over it")},
      {"key_move", translated("another cell; its sum is spelled out")},
      {"key_act",
       translated("block or open the cell, or type a number; a mouse that is pressed and moved "
                  "paints many")},
      {"key_depth", translated("more words, or fewer")},
      {"key_view", translated("numbers, heat, both")},
      {"key_reset", translated("everything as it was")},
  };
}

using Json = nlohmann::ordered_json;

Json shared_texts() {
  const Json all = page_texts();
  Json shared = Json::object();
  for (const char* key :
       {"theme", "theme_auto", "theme_light", "theme_dark", "help", "busy", "notes", "command",
        "copy", "copied", "not_copied", "reset", "was_reset", "key_reset"})
    shared[key] = all.at(key);
  return shared;
}

// Where the terminal says the same, it is the same text.
Json cost_texts() {
  Json texts = shared_texts();
  texts.update(Json{
      // Settings.
      {"key_unit", translated("FLOP or MAC")},
      {"setting_tokens", translated("tokens")},
      {"setting_context", translated("tokens that the new one sees")},
      {"setting_keys", translated("number of keys")},
      {"setting_source", translated("tokens of the encoder")},
      {"setting_d_model", translated("width of an embedding")},
      {"setting_heads", translated("query heads")},
      {"setting_kv_heads", translated("key-value heads")},
      {"setting_batch", translated("sequences at once")},
      {"counted_in", translated("counted in")},
      {"no_count", translated("{} is no whole number from 1 to {}.")},
      {"summary", translated("{} parameters, {}.")},
      {"uneven_heads", translated("d_model {} cannot be split into {} heads: {} / {} = {}.")},
      {"uneven_kv_heads", translated("{} query heads cannot share {} key-value heads evenly. "
                                     "--kv-heads must divide --heads: try one of {}.")},
      {"image_tokens", translated("an image has {} tokens in this model, but {} were asked for.")},
      {"table_rows",
       translated("the table of positions has {} rows, but {} tokens were asked for.")},
      {"blind_queries",
       translated("queries that come before every key, so that they may attend to nothing: {}")},
      // Tables.
      {"part", translated("part")},
      {"formula", translated("formula")},
      {"per_layer", translated("per layer")},
      {"total", translated("total")},
      {"share", translated("share")},
      {"term", translated("term")},
      {"what", translated("what")},
      {"size", translated("size")},
      {"bytes", translated("bytes")},
      {"numbers", translated("numbers")},
      {"layer", translated("layer")},
      {"steps", translated("steps")},
      {"path", translated("path")},
      {"axes", translated("axes")},
      {"shape", translated("shape")},
      {"title_parameters", translated("What is learned. A formula gives the total of its part.")},
      {"title_operations", translated("Matrix products of the forward pass. A MAC is a "
                                      "multiplication and an addition, hence 2 FLOP.")},
      {"title_operations_train",
       translated("Matrix products, forward and backward: three times the forward pass.")},
      {"title_elementwise",
       translated("Beside the matrix products, in the forward pass: one FLOP for each operation on "
                  "a number. Softmax has 5: maximum, difference, exponential, sum, quotient.")},
      {"title_memory", translated("What is stored, or read and written.")},
      {"title_shapes",
       translated("Shapes on the way: sequences first, then heads, tokens and width.")},
      {"title_layer_parameters",
       translated("What is learned. None of it depends on the number of tokens.")},
      {"title_layer_memory", translated("Numbers that are stored in addition to the parameters.")},
      {"title_layers_memory",
       translated("Numbers that one pass keeps in addition to the parameters: attention weights, "
                  "queries, keys and values; or hidden states and cells.")},
      {"title_sequence",
       translated("Steps that have to wait for one another, however many processors there are, and "
                  "the most steps between two tokens. The T^2 pairs of attention are work, not "
                  "steps: all are computed at once.")},
      {"rows_below", translated("Rows below the total are part of it, or an alternative to it.")},
      {"active_parameters",
       translated("Each token goes through {} of them ({}): {} of {} experts are active.")},
      {"pairs_of", translated("{} pairs of a query and a key ({}).")},
      {"exact_total", translated("The total is exactly {} {}.")},
      {"every_pair", translated("With every pair counted it would be {}.")},
      {"three_passes", translated("One forward pass is a third of it, the backward pass two "
                                  "thirds; computing the activations again adds {}.")},
      {"two_units", translated("1 GiB is 2^30 bytes, 1 GB is 10^9: the weights are {} or {}.")},
      {"flops_per_byte", translated("Each step does {:.3g} FLOP for every byte it reads.")},
      {"no_cache", translated("There is no KV cache: every token is read at once.")},
      {"title_comparison",
       translated("The same model with other key-value heads. Fewer of them shrink the cache and "
                  "the projections to keys and values; every query head still meets every key, so "
                  "Q Kᵀ and A V cost the same.")},
      {"same_model_with", translated("the same model with")},
      {"variant", "{} ({} kv)"},
      {"row_kv_cache_bytes_per_token", translated("KV cache of one token, in bytes")},
      {"row_kv_cache_bytes", translated("KV cache, in bytes")},
      {"row_attention_parameters", translated("attention parameters")},
      {"row_parameters", translated("all parameters")},
      {"row_flops", translated("matrix products")},
      {"row_pair_flops", translated("of these Q Kᵀ, A V")},
      // Curves, and where they cross.
      {"curves", translated("along the tokens")},
      {"curves_words",
       translated("Both axes go by powers, so that a power is a straight line. Point at a curve "
                  "for its exact numbers; a click takes that number of tokens.")},
      {"curves_work", translated("work of one pass")},
      {"curves_memory", translated("memory")},
      {"curves_layers", translated("work of a layer")},
      {"curves_steps", translated("steps that have to wait for one another")},
      {"along", translated("{} along {}")},
      {"series_pair_flops", "Q Kᵀ, A V"},
      {"series_other_flops", translated("all the rest")},
      {"series_projection_flops", translated("projections")},
      {"series_weights_bytes", translated("weights")},
      {"series_kv_cache_bytes", translated("KV cache")},
      {"series_scores_bytes", translated("scores of one layer")},
      {"crossings", translated("where one overtakes the other")},
      {"always_more", translated("For {} = {} to {}, {} more than {}.")},
      {"never_more", translated("For {} = {} to {}, {} no more than {}.")},
      {"from_more", translated("From {} = {} on, {} more than {}.")},
      {"from_no_more", translated("From {} = {} on, {} no more than {}.")},
      {"equal_at", translated("At {} = {} both cost the same.")},
      {"that_is", translated("That is {}.")},
      {"that_is_about", translated("That is about {:.3g} d_model.")},
      {"subject_pair_flops", translated("Q Kᵀ and A V cost")},
      {"subject_kv_cache_bytes", translated("the KV cache takes")},
      {"subject_scores_bytes", translated("the scores of one layer take")},
      {"object_other_flops", translated("all the rest")},
      {"object_projection_flops", translated("the projections")},
      {"object_weights_bytes", translated("the weights")},
  });
  return texts;
}

// Tables of weights are those of stages.
Json learning_texts() {
  Json texts = shared_texts();
  const Json of_stages = page_texts();
  for (const char* key : {"cells", "view_numbers", "view_heat", "view_both", "key_view", "map_of",
                          "part_of_matrix", "blocked_cell", "may_attend"})
    texts[key] = of_stages.at(key);
  texts.update(Json{
      {"key_point", translated("the next point of the curve, the one before")},
      {"key_head", translated("the head of that number")},
      {"key_cell", translated("another cell; its weights are said")},
      {"losses", translated("the losses on the way")},
      {"loss", translated("loss")},
      {"step", translated("steps")},
      {"training_loss", translated("training loss")},
      {"held_out_loss", translated("held-out loss")},
      {"held_out_accuracy", translated("held-out accuracy")},
      {"at_step", translated("step {}")},
      {"curve_at_end", translated("At the end: {}")},
      {"heads_before_after", translated("heads before and after")},
      {"heads_words",
       translated(
           "The weights of each head for one held-out sequence: a row is a query, a column a key. "
           "The left map is the untrained model, the right one what learning made of it.")},
      {"before", translated("before")},
      {"after", translated("after")},
      {"change", translated("change")},
      {"all_three", translated("all three")},
      {"shown", translated("shown")},
      {"most_changed", translated("of {} heads the one whose weights changed most")},
      {"weight_of", translated("\"{}\" attends to \"{}\":")},
      {"weight_change", translated("{} before, {} after, a change of {}.")},
      {"later_key", translated("never, since that key comes later.")},
      {"samples", translated("what the model made up on the way")},
      {"nothing", translated("(nothing)")},
  });
  return texts;
}

}  // namespace attn

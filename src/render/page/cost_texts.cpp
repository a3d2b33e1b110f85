#include "render/page/cost_texts.hpp"

#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "render/page/page_texts.hpp"

namespace attn {

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

}  // namespace attn

#include "render/page/learning_texts.hpp"

#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "render/page/cost_texts.hpp"
#include "render/page/page_texts.hpp"

namespace attn {

using Json = nlohmann::ordered_json;

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

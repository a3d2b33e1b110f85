#include "cli/pretrained/pretrained_flags.hpp"

#include "base/message.hpp"

namespace attn {

void ModelSourceFlags::add_to(FlagTable& table) {
  const FlagGroup group(table, translated("Real models"));
  group.value(
      model, "DIR",
      translated("The numbers of a model in a folder as Hugging Face saves it: GPT-2, BERT, "
                 "Llama and others, or of a FILE.safetensors of attn learn text; mha shows all of "
                 "its heads at first, attend one"));
  group.value(pair, "TEXT",
              translated("With --model, a second text behind the first, as BERT reads "
                         "pairs"));
  group.value(truncate, "N", translated("With --model, at most N tokens of the text"));
}

void PretrainedFlags::add_to(FlagTable& table) {
  ModelSourceFlags::add_to(table);
  const FlagGroup group(table, translated("Real models"));
  group.value(sort, "KIND",
              translated("With --model, the heads in the order of what they do: previous, first, "
                         "self, next, same, induction, separator or entropy"));
  group.value(
      from_token, "TOKEN",
      translated("With --model, where one token looks in every head, by its text or place"));
  group.flag(lens, translated("With --model, what each layer would already say"));
  group.value(without_head, "LIST",
              translated("With --model, what changes without some heads, such as 5.5 or 5.5,6.9"));
  group.flag(losses, translated("With --model, how surprised it is by each token of the text"));
  group.value(beside, "TEXT",
              translated("With --model, what it says of this text, too, side by side"));
  group.value(
      at, "TOKEN",
      translated("With --model, the place where it is asked what it says (default: the last "
                 "token; of an encoder the first mask)"));
  group.value(
      wanted, "TOKEN",
      translated("With --lens, the token whose probability is shown (default: what the model "
                 "says in the end)"));
  group.value(top, "N",
              translated("With --model, how many tokens, heads or pairs are listed "
                         "(default 10; of sorted heads 24)"));
  group.value(
      queries, "RANGE",
      translated("With --model, --layer and --head, the weights of these queries alone, such "
                 "as 100-139"));
  group.value(keys, "RANGE", translated("The same of these keys"));
  group.value(find, "TOKEN", translated("With --model, where a token stands in a long text"));
  group.flag(strongest,
             translated("With --model, --layer and --head, the strongest pairs of that head"));
}

}  // namespace attn

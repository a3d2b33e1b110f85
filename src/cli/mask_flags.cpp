#include "cli/mask_flags.hpp"

#include "core/message.hpp"

namespace attn {

void MaskFlags::add_to(CLI::App& app) {
  const FlagGroup tokens_group(app, translated("Tokens"));
  add_word_flags(tokens_group);
  tokens_group.value("--cross", cross, "TEXT", translated("The keys are these words instead"));
  tokens_group.value("--key-tokens", key_tokens, "\"A|B\"", translated("The same as tokens"));
  tokens_group.value("--queries", queries, "N", translated("So many queries without words"));
  tokens_group.value("--keys", keys, "N", translated("So many keys without words"));

  const FlagGroup who(app, translated("Who may attend to whom"));
  who.flag("--causal", causal, translated("No token may attend to a later one"));
  who.value("--prefix", prefix, "N",
            translated("The first N keys are open to everybody, after them causal"));
  who.value(
      "--window", window, "N",
      translated("Only keys less than N places away; with --causal, itself and N - 1 before"));
  who.value("--pad", pad, "N", translated("The last N keys are padding; 0: none is"));
  who.value("--pad-at", pad_at, "LIST",
            translated("The keys at these places, from 0, are padding"));
  who.flag("--pad-queries", pad_queries, translated("Queries that are padding see nothing either"));
  who.value("--segments", segments, "LIST",
            translated("The document of each token, as in 0,0,1,1: nobody sees another document"));
  who.value("--key-segments", key_segments, "LIST",
            translated("The document of each key, where keys are other tokens"));
  who.value("--separator", separator, "TOKEN", translated("A document ends with this token"));
  who.value("--half", half, "READING",
            translated("\"The second half sees the first half\": literal, or causal as is "
                       "probably meant"));
  who.value("--mask", mask, "MATRIX",
            translated("1 where a query may attend to a key, 0 where not"));
  who.flag("--and", join_and, translated("All of these must allow a cell (default)"));
  who.flag("--or", join_or,
           translated("One of these must allow a cell; padding is always blocked"));
  who.value("--align", align, "end|start",
            translated("More keys than queries, or fewer: which ends stand beside each other"));
  who.value("--empty-row", empty_row, "KIND",
            translated("Weights of a query that may attend to nothing: zero, nan or uniform"));

  const FlagGroup ask(app, translated("Questions"));
  ask.value("--cell", cell, "QUERY,KEY",
            translated("Tell this cell in every convention: tokens or places, from 0"));
  ask.value("--code", code, "KIND",
            translated("Print code that builds this mask: torch, numpy, jax or cpp"));
  ask.flag("--leak", leak, translated("Change the last token: do the queries before it notice?"));
  ask.value("--change", change, "TOKEN=TOKEN",
            translated("Change this token, or the one at a place, in the leak test"));
  ask.value("--seed", seed, "N", translated("Other numbers for the words of the leak test"));
  ask.value("--d-model", d_model, "N",
            translated("Width of an embedding in the leak test (default 4)"));
}

}  // namespace attn

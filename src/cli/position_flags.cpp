#include "cli/position_flags.hpp"

#include "cli/flag_group.hpp"
#include "core/message.hpp"

namespace attn {

void PositionFlags::add_to(CLI::App& app) {
  const FlagGroup which(app, translated("Positions"));
  words.add_word_flags(which);
  which.value("--kind", kind, "KIND",
              translated("sinusoidal (default), learned, rope (rotary) or alibi"));
  which.value("--length", length, "N",
              translated("Number of positions, where there are no words (default 64; 16 for "
                         "learned, 6 for rope, 8 for alibi)"));
  which.value("--d-model", numbers.d_model, "N",
              translated("Width: of an embedding (default 16, 4 with --add and --order), with "
                         "rope of a head (default 8)"));
  which.value("--base", base, "X", translated("What positions are divided by (default 10000)"));
  which.value("--layout", layout, "KIND",
              translated("Pairs of rope that come first: interleaved (default) or half"));
  which.value("--heads", heads, "N", translated("Heads of alibi (default 8)"));
  which.value("--max-length", max_length, "N",
              translated("Rows of the learned table (default 512)"));
  which.value("--seed", numbers.seed, "N",
              translated("Other numbers for words and the learned table"));
  which.value("--rng", numbers.rng, "KIND",
              translated("Words: whole numbers (default), or numpy for RandomState(seed).randn"));

  const FlagGroup asked(app, translated("What to show of them"));
  asked.value("--positions", positions, "LIST", translated("Only these rows: 0,1,10 or 0-9"));
  asked.value("--dims", dims, "LIST", translated("Only these dimensions"));
  asked.value("--at", at, "P", translated("Compare every position with this one (default 0)"));
  asked.value("--shift", shift, "K", translated("The matrix that moves every position by K"));
  asked.flag("--add", add, translated("Add the encoding to the embeddings of the words"));
  asked.flag("--scale-embedding", scale_embedding,
             translated("With --add: multiply the embeddings by √d_model first"));
  asked.value("--vocab", vocabulary, "N",
              translated("With --add: words in the embedding table (default 10000)"));
  asked.flag("--compare", compare, translated("The sinusoidal encoding beside a learned table"));
  asked.value("--order", order, "TEXT",
              translated("The same words in another order: does attention notice?"));
}

}  // namespace attn

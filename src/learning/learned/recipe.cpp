#include "learning/learned/recipe.hpp"

namespace attn {

LearnSettings grammar_settings(std::string_view language) {
  const Grammar& grammar = grammar_of(language);
  LearnSettings settings = usual_settings(TaskKind::text);
  settings.seed = 8;  // src/learning/models/README.md says why this one
  if (grammar.language != "ja") return settings;
  settings.seed = 2;
  // それ says nothing about its noun, so more seeds find it when the model cannot lean on details.
  settings.n_steps = 1000;
  settings.dropout = 0.1;
  settings.weight_decay = 0.1;
  return settings;
}

Corpus grammar_corpus(std::string_view language, std::uint64_t seed) {
  return corpus_of_grammar(grammar_of(language), kGrammarSentences, kHeldOutSentences,
                           static_cast<std::uint32_t>(seed));
}

std::string learned_file_name(std::string_view language) {
  return std::string(language) + ".safetensors";
}

}  // namespace attn

#include "cli/learned/learned_flags.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/program/program_folder.hpp"
#include "learning/learned/learned.hpp"

namespace attn {
namespace {

bool is_model_file(const std::string& word) { return word.ends_with(".safetensors"); }

// The file of the user's own, or "".
std::string own_file(const WordFlags& words) {
  const auto file = std::find_if(words.text.begin(), words.text.end(), is_model_file);
  return file == words.text.end() ? "" : *file;
}

}  // namespace

void LearnedFlags::add_to(const FlagGroup& group) {
  group.flag(learned,
             translated("The numbers of a model that learned to guess words, or of the one in "
                        "FILE.safetensors; without a sentence, the words that it knows"));
  group.value(
      layer, "N",
      translated("With --learned or --model, this layer (default of --learned: where a head "
                 "does what the sentence asks for)"));
}

Flags flags_beside_learned(const LearnedFlags& flags, const WordFlags& words,
                           const AttentionSettingFlags& settings) {
  return joined({{flags.learned, flags.layer, words.tokens, settings.scale, settings.no_scale,
                  settings.temperature, settings.batch},
                 settings.beside_causal()});
}

WordFlags without_model_file(WordFlags words) {
  std::erase_if(words.text, is_model_file);
  return words;
}

bool has_sentence(const WordFlags& words) { return without_model_file(words).has_words(); }

std::string model_path(const WordFlags& words, const std::string& language) {
  const std::string file = own_file(words);
  return file.empty() ? data_folder() + "/models/" + learned_file_name(language) : file;
}

std::string language_of_model(const WordFlags& words) {
  return words.for_programs ? "en" : language_code();
}

std::string typed_model(const WordFlags& words) {
  const std::string file = own_file(words);
  return file.empty() ? "--learned" : shell_word(file) + " --learned";
}

}  // namespace attn

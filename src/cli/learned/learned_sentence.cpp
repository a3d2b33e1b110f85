#include "cli/learned/learned_sentence.hpp"

#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "learning/learned/learned.hpp"

namespace attn {
namespace {

WordsOfModel words_known(const LearnedModel& model) {
  return {.vocabulary = model.vocabulary(),
          .unit = model.text().unit,
          .has_spaces = model.text().has_spaces};
}

// The sentence as it was typed, and its tokens where these were.
struct TypedSentence {
  std::string text;
  std::vector<std::string> tokens;
  std::string title;
};

TypedSentence typed_sentence(const WordFlags& words) {
  const Words read = read_words(words);
  TypedSentence sentence{.text = joined(words.text, " "), .tokens = {}, .title = read.title};
  if (words.tokens) sentence.tokens = read.tokens;
  if (sentence.text == "-") sentence.text = joined(read.tokens, " ");
  return sentence;
}

std::vector<std::string> tokens_for(const TypedSentence& sentence, const WordsOfModel& known) {
  return sentence.tokens.empty() ? model_tokens(sentence.text, known) : sentence.tokens;
}

// Of the two models that attn brings along, the one that knows more of the words.
std::string language_for(const TypedSentence& sentence) {
  const auto n_unknown_in = [&sentence](const Grammar& grammar) {
    const Vocabulary vocabulary(grammar.words);
    const WordsOfModel known{
        .vocabulary = vocabulary, .unit = TextUnit::words, .has_spaces = grammar.has_spaces()};
    return n_unknown(tokens_for(sentence, known), vocabulary);
  };
  const std::size_t en = n_unknown_in(grammar_of("en")), ja = n_unknown_in(grammar_of("ja"));
  if (en == ja) return language_code();
  return en < ja ? "en" : "ja";
}

// A person who may not know the word has to find out which there are.
std::vector<std::uint32_t> known_ids(const LearnedModel& model,
                                     const std::vector<std::string>& tokens,
                                     const std::string& typed) {
  try {
    return model.vocabulary().ids(tokens);
  } catch (InputError& error) {
    error.hints.push_back(message("attn mha {} lists the words that the model knows.", typed));
    throw;
  }
}

void require_short(const LearnedModel& model, std::size_t n_tokens) {
  if (n_tokens > model.n_longest())
    throw InputError(
        message("the sentence has {} tokens, and the model reads at most {}. Leave some out.",
                n_tokens, model.n_longest()));
}

}  // namespace

LearnedSentence read_learned_sentence(const WordFlags& words) {
  const TypedSentence typed = typed_sentence(without_model_file(words));
  LearnedModel model(model_path(words, language_for(typed)));
  const std::vector<std::string> tokens = tokens_for(typed, words_known(model));
  require_short(model, tokens.size());
  std::vector<std::uint32_t> ids = known_ids(model, tokens, typed_model(words));
  ids.insert(ids.begin(), Vocabulary::kStart);
  LearnedSentence sentence{.model = std::move(model),
                           .study = {},
                           .weights = {},
                           .ids = std::move(ids),
                           .tokens = {kStartWord},
                           .title = typed.title,
                           .typed_model = typed_model(words)};
  sentence.tokens.insert(sentence.tokens.end(), tokens.begin(), tokens.end());
  sentence.study = study_of_heads(sentence.model);
  sentence.weights = sentence.model.weights({sentence.ids}).front();
  return sentence;
}

AttentionOptions learned_settings(const AttentionSettingFlags& flags, LearnedSentence& sentence) {
  AttentionOptions options = flags.read_settings();
  flags.read_visibility(options, {sentence.tokens, sentence.tokens}, sentence.notes, true);
  return options;
}

ChosenHead read_chosen_head(const LearnedSentence& sentence, const Flag& layer, const Flag& head) {
  const LearnedModel& model = sentence.model;
  const auto typed_layer = layer.count(0, model.n_layers() - 1);
  const auto typed_head = head.count(0, model.n_heads() - 1);
  if (typed_layer && typed_head)
    return {.layer = *typed_layer, .head = *typed_head, .is_typed = true};
  const auto found = head_for(sentence.study, sentence.ids, sentence.weights,
                              {.layer = typed_layer, .head = typed_head});
  if (!found)
    return {.layer = typed_layer.value_or(0),
            .head = typed_head.value_or(0),
            .is_typed = typed_layer.has_value()};
  const StudiedHead& shown = sentence.study.heads[found->place];
  return {.layer = shown.layer, .head = shown.head, .found = found};
}

}  // namespace attn

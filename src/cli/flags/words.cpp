#include "cli/flags/words.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/terminal/standard_input.hpp"
#include "data/words/tokens.hpp"

namespace attn {
namespace {

// A space that has no width, a mark of the byte order: with it, it is another word.
std::string hidden_note(const std::vector<std::string>& tokens) {
  for (const std::string& token : tokens)
    if (const auto hidden = idle_hidden_character(token))
      return message(
          "in the word \"{}\" there is a character that cannot be seen ({}): without it, this "
          "is another word.",
          preview(token), character_code(*hidden));
  return "";
}

std::vector<std::int32_t> characters_of(std::string_view text) {
  std::vector<std::int32_t> characters;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    characters.push_back(point.value);
    text.remove_prefix(point.n_bytes);
  }
  return characters;
}

// Of each character: "U+0915 U+093C".
std::string codes_of(const std::vector<std::int32_t>& characters) {
  std::vector<std::string> codes;
  for (const std::int32_t character : characters) codes.push_back(character_code(character));
  return joined(codes, " ");
}

// What is said of a word in which a reader sees a character that has another form.
std::string note_on_form(const std::string& word, std::string_view seen) {
  const auto typed = characters_of(seen), composed = characters_of(composed_form(seen));
  if (composed.size() < typed.size() && std::any_of(typed.begin(), typed.end(), is_mark))
    return message(
        "the word \"{}\" is not in composed form, in which a letter and its marks are one "
        "character: composed, it is another word.",
        preview(word));
  return message(
      "in the word \"{}\" there is {}, which only looks like {}: with that, it is another word.",
      preview(word), codes_of(typed), codes_of(composed));
}

// Letters whose marks are characters of their own, as names of files on a Mac have them; and signs
// for which Unicode has another character.
std::string decomposed_note(const std::vector<std::string>& tokens) {
  for (const std::string& token : tokens) {
    if (composed_form(token) == token) continue;
    for (const std::string_view seen : graphemes_of(token))
      if (composed_form(seen) != seen) return note_on_form(token, seen);
  }
  return "";
}

// Words that are one word to a reader.
std::string width_note(const std::vector<std::string>& tokens) {
  std::map<std::string, std::string> as_typed;  // of each word in the usual width
  for (const std::string& token : tokens) {
    const auto [other, is_new] = as_typed.try_emplace(usual_width(token), token);
    if (!is_new && composed_form(other->second) != composed_form(token))
      return message(
          "\"{}\" and \"{}\" differ in the width of their characters alone, and are two words.",
          preview(other->second), preview(token));
  }
  return "";
}

Words titled(std::vector<std::string> tokens) {
  Words words{.tokens = std::move(tokens), .title = {}, .notes = {}};
  const bool has_phrases =
      std::any_of(words.tokens.begin(), words.tokens.end(),
                  [](const auto& token) { return token.find(' ') != std::string::npos; });
  words.title = message("\"{}\"", joined(words.tokens, has_phrases ? " | " : " "));
  for (const auto& note : {hidden_note, decomposed_note, width_note})
    add_note(words.notes, note(words.tokens));
  return words;
}

}  // namespace

void WordFlags::add_word_flags(const FlagGroup& group) {
  group.words("TEXT", text, translated("A sentence, in quotes; - reads it from standard input"));
  group.value(tokens, "\"A|B\"",
              translated("The tokens themselves, or names for the rows of the matrices"));
}

Words read_words(const WordFlags& flags) {
  if (!flags.text.empty() && flags.tokens)
    throw InputError(translated("the words are given twice: as text and with --tokens."));
  if (flags.tokens) return titled(split_tokens(flags.tokens.text()));
  if (flags.text.empty()) {
    return words_of(flags.for_programs ? "The cat sat down" : translated("The cat sat down"));
  }
  if (flags.text.size() > 1 || flags.text.front() != "-") return words_of(joined(flags.text, " "));
  Words words = words_of(read_standard_input());
  words.title = titled(words.tokens).title;  // the text itself may have many lines
  return words;
}

Words words_of(const std::string& text) {
  Tokens tokens = split_words(text);
  Words words = titled(std::move(tokens.words));
  words.title = message("\"{}\"", text);  // Japanese without spaces stays so although it was split
  if (tokens.split_by_character)
    words.notes.push_back(
        translated("the text has no spaces, so every character is a token. "
                   "Choose the tokens yourself with --tokens \"A|B\"."));
  return words;
}

void refuse_stage_among_words(const WordFlags& flags, const std::vector<std::string>& stages,
                              const Trace& trace) {
  if (stages.empty() || flags.text.size() < 2) return;
  for (const std::string& word : flags.text)
    for (const Stage& stage : trace.stages)
      if (word == stage.id)
        throw InputError(
            message("{0} is a stage, but stands among the words. Separate stages by "
                    "commas, --stage {1},{0}, and put the sentence in quotes.",
                    word, stages.back()));
}

}  // namespace attn

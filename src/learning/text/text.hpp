// Texts and grammars as a language model reads them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "learning/sentences/sentences.hpp"
#include "learning/tasks/tasks.hpp"

namespace attn {

/// How a line is written: into how many pieces spaces divide it, and by which characters.
struct LineShape {
  std::size_t n_pieces = 0;
  std::size_t n_characters = 0;  ///< without the spaces between pieces
  std::size_t n_unspaced = 0;    ///< of them those of a script without spaces between words
};

/// The shape of a line of any length: whether its tokens are too many depends on the unit.
///
/// Errors:  InputError if the line is not UTF-8.
LineShape shape_of_line(const std::string& line);

/// Whether spaces divide a line into words: its pieces are no longer than words are. Of a script
/// without spaces, where there must be spaces to begin with, that is 6 characters on average; of
/// any other 12.
bool is_in_words(const LineShape& line);

/// The unit that suits a text: words, unless most of its characters stand in lines that spaces do
/// not divide into words.
TextUnit suiting_unit(const std::vector<LineShape>& lines);

/// What a language model reads: pieces of a text, each beginning with <s>. A piece that is a whole
/// line also ends with <s>, so that the model learns where lines end.
using TextPiece = std::vector<std::uint32_t>;

/// What a piece may have besides its tokens: <s> at its beginning, and one at its end.
inline constexpr std::size_t kMarksOfPiece = 2;

/// A text as a model sees it: its vocabulary, and pieces to learn from and to be judged by.
struct Corpus {
  std::string title;    ///< the file, or the grammar
  std::string grammar;  ///< the language of the grammar that wrote it; "" of any other text
  Vocabulary vocabulary;
  std::vector<TextPiece> training, held_out;
  TextUnit unit = TextUnit::words;
  bool is_unit_found = false;         ///< by looking at the text, since nobody gave one
  bool has_spaces = true;             ///< between words, as people write them
  std::size_t n_copies_left_out = 0;  ///< of held-out pieces, which stood there more than once
};

/// A line of a text as tokens.
struct TextLine {
  std::vector<std::string> tokens;
  bool has_spaces = true;  ///< between words; else each character is a token
};

/// The words or characters of a line. Marks of punctuation are words of their own.
///
/// Errors:  InputError as split_words
TextLine tokens_of_line(const std::string& line, TextUnit unit);

/// The words or characters of a text as pieces of at most `n_longest` tokens. Every tenth different
/// piece is held out, and its copies are left out, so that what is judged was never learned.
/// Without a unit it is the suiting_unit. In a text of words, a line without spaces of a script
/// that has none is taken apart into characters.
///
/// Errors:  InputError saying what is needed if the text is no UTF-8, has fewer than 20 different
///          pieces or 200 tokens, fewer than two different ones, or more than 20,000.
Corpus corpus_of_text(std::string_view text, const std::string& title, std::optional<TextUnit> unit,
                      std::size_t n_longest);

/// Sentences of a grammar: the held-out ones follow patterns that none of the others has.
Corpus corpus_of_grammar(const Grammar& grammar, std::size_t n_training, std::size_t n_held_out,
                         std::uint32_t seed);

/// Whether most words of the vocabulary occur at most twice in the pieces to learn from: too seldom
/// to learn what they go with.
bool has_mostly_rare_words(const Corpus& corpus);

/// Tokens as a person writes them, without <s>.
std::string text_of(const Corpus& corpus, const TextPiece& piece);

/// A causal transformer that guesses every token of a text from those before it.
///
/// The corpus must outlive the task. Vocabulary and unit of the settings are those of the
/// corpus.
std::unique_ptr<Task> text_task(LearnSettings settings, const Corpus& corpus);

/// The model of such a task.
TransformerSettings text_model_settings(const LearnSettings& settings);

/// A sentence that the model makes up: one token after another, each drawn from the probabilities
/// that the model gives, sharpened by the temperature.
///
///     p ∝ exp(z / temperature)
///
/// Units:   temperature 1 as learned; towards 0 always the most probable token
TextPiece sampled_text(Network<float>& model, Workers& workers, const TextPiece& beginning,
                       std::size_t n_longest, double temperature, std::uint64_t seed);

}  // namespace attn

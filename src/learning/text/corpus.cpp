#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "data/words/tokens.hpp"
#include "learning/text/text.hpp"

namespace attn {

namespace {

constexpr std::size_t kLeastPieces = 20, kLeastTokens = 200, kMostWords = 20'000;
constexpr std::size_t kHeldOutEvery = 10;
constexpr std::string_view kPunctuation = ".,;:!?\"()";

bool is_mark(const std::string& token) {
  return token.size() == 1 && kPunctuation.find(token.front()) != std::string_view::npos;
}

// "Hello, world." as Hello and the comma, world and the full stop.
void add_word(std::string_view word, std::vector<std::string>& tokens) {
  std::vector<std::string> closing;
  while (word.size() > 1 && kPunctuation.find(word.back()) != std::string_view::npos) {
    closing.emplace_back(1, word.back());
    word.remove_suffix(1);
  }
  while (word.size() > 1 && kPunctuation.find(word.front()) != std::string_view::npos) {
    tokens.emplace_back(1, word.front());
    word.remove_prefix(1);
  }
  tokens.emplace_back(word);
  tokens.insert(tokens.end(), closing.rbegin(), closing.rend());
}

bool is_blank(std::string_view line) {
  std::string ascii(line);
  replace_all(ascii, "\u3000", " ");
  return ascii.find_first_not_of(" \t\r\f\v") == std::string::npos;
}

struct NumberedLine {
  std::size_t number = 0;  // in the text, from 1
  std::string text;
};

std::vector<NumberedLine> lines_with_text(std::string_view text) {
  std::vector<NumberedLine> lines;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    std::replace(line.begin(), line.end(), '\t', ' ');
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (!is_blank(line)) lines.push_back({number, std::move(line)});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<NumberedLine> readable_lines(std::string_view text, const std::string& title) {
  try {
    require_utf8(text);
  } catch (const InputError& error) {
    throw InputError(title + ": " + error.what());
  }
  return lines_with_text(text);
}

TextUnit unit_of_lines(const std::vector<NumberedLine>& lines) {
  std::vector<LineShape> shapes;
  for (const NumberedLine& line : lines) shapes.push_back(shape_of_line(line.text));
  return suiting_unit(shapes);
}

// What is wrong with a line is told with its place.
std::vector<TextLine> tokens_of_lines(const std::vector<NumberedLine>& lines,
                                      const std::string& title, TextUnit unit) {
  std::vector<TextLine> result;
  for (const NumberedLine& line : lines) try {
      result.push_back(tokens_of_line(line.text, unit));
    } catch (const InputError& error) {
      throw InputError(message("{}: line {}", title, line.number) + ": " + error.what());
    }
  return result;
}

bool has_mostly_spaces(const std::vector<TextLine>& lines) {
  const auto n = std::count_if(lines.begin(), lines.end(),
                               [](const TextLine& line) { return line.has_spaces; });
  return 2 * static_cast<std::size_t>(n) >= lines.size();
}

std::vector<std::string> distinct(const std::vector<TextLine>& lines) {
  std::vector<std::string> words;
  std::unordered_set<std::string> known{kStartWord, kPaddingWord};
  for (const TextLine& line : lines)
    for (const std::string& token : line.tokens)
      if (known.insert(token).second) words.push_back(token);
  return words;
}

// A line in pieces of at most n_longest tokens; the last of them tells where the line ends.
void cut_into_pieces(const TextPiece& ids, std::size_t n_longest, std::vector<TextPiece>& pieces) {
  for (std::size_t first = 0; first < ids.size(); first += n_longest) {
    const std::size_t last = std::min(first + n_longest, ids.size());
    TextPiece piece{Vocabulary::kStart};
    for (std::size_t i = first; i < last; ++i) piece.push_back(ids[i]);
    if (last == ids.size()) piece.push_back(Vocabulary::kStart);
    pieces.push_back(std::move(piece));
  }
}

// Every tenth of the different pieces to be judged by, all others to learn from.
void hold_out(std::vector<TextPiece> pieces, Corpus& corpus) {
  std::set<TextPiece> known, held_out;
  for (TextPiece& piece : pieces) {
    if (held_out.contains(piece)) {
      ++corpus.n_copies_left_out;
      continue;
    }
    const bool is_new = known.insert(piece).second;
    if (is_new && known.size() % kHeldOutEvery == 0) {
      held_out.insert(piece);
      corpus.held_out.push_back(std::move(piece));
    } else {
      corpus.training.push_back(std::move(piece));
    }
  }
}

void require_enough(std::size_t n_pieces, std::size_t n_tokens, std::size_t n_words,
                    const std::string& title, TextUnit unit) {
  if (n_words == 0)
    throw InputError(message("{}: the file is empty, so there is nothing to learn from.", title));
  if (n_words < 2)
    throw InputError(
        message("{}: there is nothing to learn from a text of one symbol. Give one in "
                "which at least 2 different words or characters occur.",
                title));
  if (n_pieces < kLeastPieces || n_tokens < kLeastTokens)
    throw InputError(
        message("{}: the text is too short to learn from: {} different lines or pieces and "
                "{} tokens, and at least {} and {} are needed.",
                title, n_pieces, n_tokens, kLeastPieces, kLeastTokens));
  if (n_words > kMostWords)
    throw InputError(message(
        "{}: the text has {} different {}, and a small model learns at most {}. {}", title, n_words,
        unit == TextUnit::words ? translated("words") : translated("characters"), kMostWords,
        unit == TextUnit::words ? translated("--unit characters needs far fewer.")
                                : translated("Give a shorter text.")));
}

}  // namespace

TextLine tokens_of_line(const std::string& line, TextUnit unit) {
  TextLine result;
  if (unit == TextUnit::characters) {
    require_printable(line);  // its tokens go to the screen
    for (const std::string_view character : graphemes_of(line))
      result.tokens.emplace_back(character);
    return result;
  }
  const Tokens words = split_words(line);
  result.has_spaces = !words.split_by_character;
  for (const std::string& word : words.words) add_word(word, result.tokens);
  return result;
}

Corpus corpus_of_text(std::string_view text, const std::string& title, std::optional<TextUnit> unit,
                      std::size_t n_longest) {
  const std::vector<NumberedLine> read =
      readable_lines(text_of_bytes(std::string(text), title), title);
  const TextUnit suiting = unit ? *unit : unit_of_lines(read);
  const std::vector<TextLine> lines = tokens_of_lines(read, title, suiting);
  const std::vector<std::string> words = distinct(lines);
  Corpus corpus{.title = title,
                .grammar = {},
                .vocabulary = Vocabulary(words),
                .unit = suiting,
                .is_unit_found = !unit,
                .has_spaces = has_mostly_spaces(lines)};
  std::vector<TextPiece> pieces;
  std::size_t n_tokens = 0;
  for (const TextLine& line : lines) {
    n_tokens += line.tokens.size();
    cut_into_pieces(corpus.vocabulary.ids(line.tokens), n_longest, pieces);
  }
  require_enough(std::set(pieces.begin(), pieces.end()).size(), n_tokens, words.size(), title,
                 suiting);
  hold_out(std::move(pieces), corpus);
  return corpus;
}

Corpus corpus_of_grammar(const Grammar& grammar, std::size_t n_training, std::size_t n_held_out,
                         std::uint32_t seed) {
  Corpus corpus{.title = grammar.language,
                .grammar = grammar.language,
                .vocabulary = Vocabulary(grammar.words),
                .has_spaces = grammar.has_spaces()};
  const auto add = [&](std::size_t n, Split split, std::vector<TextPiece>& pieces) {
    for (const Sentence& sentence : draw_sentences(grammar, n, seed, split)) {
      TextPiece piece = corpus.vocabulary.ids(sentence.words);
      piece.push_back(Vocabulary::kStart);
      pieces.push_back(std::move(piece));
    }
  };
  add(n_training, Split::training, corpus.training);
  add(n_held_out, Split::held_out, corpus.held_out);
  return corpus;
}

bool has_mostly_rare_words(const Corpus& corpus) {
  constexpr std::size_t kRare = 2;
  std::vector<std::size_t> n_uses(corpus.vocabulary.size(), 0);
  for (const TextPiece& piece : corpus.training)
    for (const std::uint32_t id : piece) ++n_uses[id];
  // The marks of pieces are no words.
  const std::size_t n_marks = std::max(Vocabulary::kStart, Vocabulary::kPadding) + 1;
  const auto first = n_uses.begin() + static_cast<std::ptrdiff_t>(n_marks);
  const auto n_rare = std::count_if(first, n_uses.end(), [](std::size_t n) { return n <= kRare; });
  return 2 * n_rare > n_uses.end() - first;
}

std::string text_of(const Corpus& corpus, const TextPiece& piece) {
  std::string text;
  for (const std::uint32_t id : piece) {
    if (id == Vocabulary::kStart || id == Vocabulary::kPadding) continue;
    const std::string& word = corpus.vocabulary.word(id);
    const bool is_apart = corpus.unit == TextUnit::words && corpus.has_spaces && !is_mark(word);
    if (is_apart && !text.empty()) text += " ";
    text += word;
  }
  return text;
}

namespace {

// Japanese divided into words has about 2 characters a word, into phrases for children about 5.
constexpr std::size_t kLongWordUnspaced = 6, kLongWordSpaced = 12;

bool is_mostly_unspaced(const LineShape& line) { return 2 * line.n_unspaced > line.n_characters; }

bool is_white_space(std::string_view character) {
  constexpr std::string_view kAscii = " \t\n\v\f\r", kIdeographicSpace = "\u3000";
  return character == kIdeographicSpace || kAscii.find(character) != std::string_view::npos;
}

}  // namespace

LineShape shape_of_line(const std::string& line) {
  LineShape shape;
  bool in_piece = false;
  for (const std::string_view character : graphemes_of(line)) {
    if (is_white_space(character)) {
      in_piece = false;
      continue;
    }
    if (!in_piece) ++shape.n_pieces;
    in_piece = true;
    ++shape.n_characters;
    if (has_unspaced_script(character)) ++shape.n_unspaced;
  }
  return shape;
}

bool is_in_words(const LineShape& line) {
  if (is_mostly_unspaced(line))
    return line.n_pieces > 1 && line.n_characters <= kLongWordUnspaced * line.n_pieces;
  return line.n_characters <= kLongWordSpaced * line.n_pieces;
}

TextUnit suiting_unit(const std::vector<LineShape>& lines) {
  std::size_t n_in_words = 0, n = 0;
  for (const LineShape& line : lines) {
    n += line.n_characters;
    if (is_in_words(line)) n_in_words += line.n_characters;
  }
  return 2 * n_in_words < n ? TextUnit::characters : TextUnit::words;
}

}  // namespace attn

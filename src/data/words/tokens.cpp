#include "data/words/tokens.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {

namespace {

struct Range {
  std::int32_t first, last;
};

// What a terminal obeys instead of showing, or what reorders the text around it.
constexpr std::array<Range, 5> kControls{{
    {0x0000, 0x001F},  // C0, such as escape and the line feed
    {0x007F, 0x009F},  // delete and C1
    {0x2028, 0x2029},  // line and paragraph separator
    {0x202A, 0x202E},  // directional embeddings and overrides
    {0x2066, 0x2069},  // directional isolates
}};

// Scripts that are written without spaces between words.
constexpr std::array<Range, 12> kUnspacedScripts{{
    {0x0E00, 0x0EFF},    // Thai and Lao
    {0x1000, 0x109F},    // Burmese
    {0x1780, 0x17FF},    // Khmer
    {0x2E80, 0x2FDF},    // Han radicals
    {0x3005, 0x3007},    // Han: iteration mark, closing mark, zero
    {0x3041, 0x30FF},    // Hiragana and Katakana
    {0x31F0, 0x31FF},    // small Katakana
    {0x3400, 0x9FFF},    // Han; the hexagrams among them do no harm
    {0xF900, 0xFAFF},    // compatibility forms of Han
    {0xFF66, 0xFF9F},    // half-width Katakana
    {0x1AFF0, 0x1B16F},  // old Kana
    {0x20000, 0x3FFFF},  // rare Han
}};

/// Whether one of the ranges holds the code point.
bool any_holds(std::span<const Range> ranges, std::int32_t value) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [value](Range range) { return range.first <= value && value <= range.last; });
}

// Spaces beyond ASCII: the one that breaks no line, those of print, and the ideographic one.
constexpr std::array<Range, 5> kSpacesBeyondAscii{{
    {0x00A0, 0x00A0},
    {0x2000, 0x200A},
    {0x202F, 0x202F},
    {0x205F, 0x205F},
    {0x3000, 0x3000},
}};

/// The length in bytes of the white space character a text begins with; 0 if there is none.
std::size_t white_space_bytes(std::string_view text) {
  constexpr std::string_view kAsciiWhiteSpace = " \t\n\v\f\r";
  if (text.empty()) return 0;
  const CodePoint next = first_code_point(text);
  if (next.n_bytes == 1) return kAsciiWhiteSpace.find(text.front()) != text.npos ? 1 : 0;
  return any_holds(kSpacesBeyondAscii, next.value) ? next.n_bytes : 0;
}

void add_token(std::vector<std::string>& tokens, std::string_view token) {
  if (tokens.size() == kMaxTokens) {
    throw InputError(message(
        "the text has too many tokens: expected at most {}. Give a shorter text.", kMaxTokens));
  }
  tokens.emplace_back(token);
}

std::vector<std::string> split_at_white_space(std::string_view text) {
  std::vector<std::string> words;
  std::size_t begin = 0;  // of the word that `at` is in
  const auto end_word = [&](std::size_t end) {
    if (begin < end) {
      const std::string_view word = text.substr(begin, end - begin);
      require_printable(word, begin + 1);
      add_token(words, word);
    }
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t n_bytes = white_space_bytes(text.substr(at));
    if (n_bytes == 0) {
      ++at;
      continue;
    }
    end_word(at);
    at += n_bytes;
    begin = at;
  }
  end_word(text.size());
  return words;
}

std::vector<std::string> split_into_graphemes(std::string_view word) {
  std::vector<std::string> graphemes;
  for (const std::string_view grapheme : graphemes_of(word)) add_token(graphemes, grapheme);
  return graphemes;
}

/// The text without white space, of any script, at both ends.
std::string_view without_white_space(std::string_view text) {
  std::size_t begin = 0;
  std::size_t end = 0;  // behind the last byte that is not white space
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t n_bytes = white_space_bytes(text.substr(at));
    at += std::max<std::size_t>(n_bytes, 1);
    if (n_bytes == 0) {
      end = at;
    } else if (end == 0) {
      begin = at;
    }
  }
  return end == 0 ? std::string_view{} : text.substr(begin, end - begin);
}

/// What stands between the tokens: a bar, else a full-width bar, else an ideographic comma. A text
/// of one character is a token itself.
std::string_view separator_in(std::string_view text) {
  constexpr std::string_view kBar = "|";
  for (const std::string_view separator : {kBar, std::string_view("｜"), std::string_view("、")})
    if (text != separator && text.find(separator) != std::string_view::npos) return separator;
  return kBar;
}

}  // namespace

Tokens split_words(std::string_view text) {
  require_utf8(text);
  Tokens tokens{.words = split_at_white_space(text)};
  if (tokens.words.empty()) {
    throw InputError(
        message("the text is blank: expected at least one word. Try \"The cat sat on the mat\"."));
  }
  if (tokens.words.size() == 1 && has_unspaced_script(tokens.words.front())) {
    auto characters = split_into_graphemes(tokens.words.front());
    tokens.split_by_character = characters.size() > 1;
    tokens.words = std::move(characters);
  }
  return tokens;
}

bool has_unspaced_script(std::string_view text) {
  require_utf8(text);
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint next = first_code_point(text.substr(at));
    if (any_holds(kUnspacedScripts, next.value)) {
      return true;
    }
    at += next.n_bytes;
  }
  return false;
}

std::vector<std::string> split_tokens(std::string_view text) {
  require_utf8(text);
  const std::string_view separator = separator_in(text);
  std::vector<std::string> tokens;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    const std::string_view token = without_white_space(text.substr(begin, end - begin));
    if (token.empty()) {
      throw InputError(
          message("token {} is empty: expected a token before, between and after the bars, as in "
                  "\"the|cat|sat\".",
                  tokens.size() + 1));
    }
    require_printable(token, static_cast<std::size_t>(token.data() - text.data()) + 1);
    add_token(tokens, token);
    begin = end + separator.size();
  }
  return tokens;
}

void require_utf8(std::string_view text, std::size_t first_byte) {
  const std::size_t end = end_of_utf8(text);
  if (end < text.size())
    throw InputError(
        message("the text must be UTF-8, but no character begins at byte {} (0x{:02X}). Save or "
                "send the text as UTF-8.",
                first_byte + end, static_cast<unsigned char>(text[end])));
}

void require_printable(std::string_view text, std::size_t first_byte) {
  require_utf8(text, first_byte);
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint next = first_code_point(text.substr(at));
    if (any_holds(kControls, next.value)) {
      throw InputError(
          message("the text contains the control character U+{:04X} at byte {}, which would garble "
                  "the terminal. Remove it.",
                  next.value, first_byte + at));
    }
    at += next.n_bytes;
  }
}

namespace {

constexpr std::size_t kMostPairs = 1000;  // a page of text has fewer

PhrasePair phrase_pair(std::string_view text) {
  const std::vector<std::string> sides = split(text, '=');
  if (sides.size() == 2) {
    PhrasePair pair{std::string(trimmed(sides[0])), std::string(trimmed(sides[1]))};
    if (!pair.query.empty() && !pair.key.empty()) return pair;
  }
  throw InputError(
      message("an aligned pair is written QUERIES=KEYS, such as 天気は=The weather, "
              "but this one is \"{}\".",
              preview(std::string(text))));
}

std::string without_blanks(const std::string& phrase) { return joined(spaced_words(phrase), ""); }

// Where the tokens that begin at a place have spelt the phrase; the place itself if they do not.
std::size_t end_of_phrase(const std::vector<std::string>& tokens, std::size_t begin,
                          const std::string& phrase) {
  std::string spelt;
  for (std::size_t end = begin; end < tokens.size() && spelt.size() < phrase.size();) {
    spelt += without_blanks(tokens[end++]);
    if (spelt == phrase) return end;
  }
  return begin;
}

// The tokens of every occurrence of a phrase.
arma::uvec tokens_of_phrase(const std::vector<std::string>& tokens, const std::string& phrase) {
  const std::string letters = without_blanks(phrase);
  arma::uvec is_in(tokens.size(), arma::fill::zeros);
  for (std::size_t begin = 0; begin < tokens.size(); ++begin)
    for (std::size_t k = begin; k < end_of_phrase(tokens, begin, letters); ++k) is_in(k) = 1;
  return arma::find(is_in);
}

void add_missing(std::vector<std::string>& missing, const std::string& phrase) {
  if (std::find(missing.begin(), missing.end(), phrase) == missing.end()) missing.push_back(phrase);
}

}  // namespace

bool has_equals_sign(std::string_view text) {
  return with_ascii_signs(text, "=|").find('=') != std::string::npos;
}

std::vector<PhrasePair> phrase_pairs(std::string_view text) {
  std::vector<PhrasePair> pairs;
  for (const std::string& line : split(with_ascii_signs(text, "=|"), '\n'))
    for (const std::string& pair : split(line, '|'))
      if (!trimmed(pair).empty()) pairs.push_back(phrase_pair(trimmed(pair)));
  if (pairs.size() > kMostPairs)
    throw InputError(message("an alignment has at most {} pairs, and this one has {}.", kMostPairs,
                             pairs.size()));
  if (pairs.empty())
    throw InputError(
        translated("there is no pair in the alignment. Write QUERIES=KEYS, such as 天気は=The "
                   "weather, with | between two pairs."));
  return pairs;
}

AlignedTokens aligned_tokens(const std::vector<std::string>& queries,
                             const std::vector<std::string>& keys,
                             const std::vector<PhrasePair>& pairs) {
  AlignedTokens aligned{arma::mat(queries.size(), keys.size(), arma::fill::zeros), {}, {}};
  for (const PhrasePair& pair : pairs) {
    const arma::uvec rows = tokens_of_phrase(queries, pair.query);
    const arma::uvec cols = tokens_of_phrase(keys, pair.key);
    if (rows.is_empty()) add_missing(aligned.missing_queries, pair.query);
    if (cols.is_empty()) add_missing(aligned.missing_keys, pair.key);
    aligned.shares.submat(rows, cols).fill(1.0);
  }
  arma::vec n_keys = arma::sum(aligned.shares, 1);
  n_keys.replace(0.0, 1.0);
  aligned.shares.each_col() /= n_keys;
  return aligned;
}

}  // namespace attn

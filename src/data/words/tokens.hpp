// Words to tokens, and which tokens of two sentences mean the same.
#pragma once

#include <armadillo>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The tokens of a text, in order.
struct Tokens {
  std::vector<std::string> words;
  bool split_by_character = false;  ///< There was no white space in one of the scripts without it.
};

/// More tokens than this are refused: their score matrix would have 10^10 entries.
inline constexpr std::size_t kMaxTokens = 100'000;

/// The words of a text, separated by ASCII white space and the ideographic space U+3000.
/// A text in one piece that contains characters of a script without spaces between words is split
/// into what a reader calls characters: a letter with its combining marks, or an emoji sequence,
/// stays whole.
///
/// Errors:  InputError if the text is blank, has more than kMaxTokens tokens, or is not printable
///          as in require_printable.
/// Source:  grapheme clusters of Unicode Standard Annex #29, by utf8proc.
Tokens split_words(std::string_view text);

/// Whether a text contains a character of a script that is written without spaces between words:
/// Chinese characters, kana, Thai, Lao, Burmese or Khmer.
///
/// Errors:  InputError if the text is not UTF-8.
bool has_unspaced_script(std::string_view text);

/// The tokens of a text such as "New York|is|big", separated by bars; where it has
/// none, by full-width bars (｜), else by ideographic commas (、).
/// White space around a token is dropped, inside a token it is kept.
///
/// Errors:  InputError if a token is blank, there are more than kMaxTokens, or the text is not
///          printable as in require_printable.
std::vector<std::string> split_tokens(std::string_view text);

/// Checks that a text is UTF-8; `first_byte` is the place of its first one in what the user gave.
///
/// Errors:  InputError naming the first byte at which no character begins.
void require_utf8(std::string_view text, std::size_t first_byte = 1);

/// Checks that a text can be shown in one line of a terminal: it is UTF-8 without control
/// characters, line separators or marks that reverse the direction of writing.
/// `first_byte` is the position of the text in what the user gave, for the message.
///
/// Errors:  InputError naming the byte, and the character as U+XXXX.
void require_printable(std::string_view text, std::size_t first_byte = 1);

/// Two phrases that mean the same, each of one or more tokens: "天気は" and "The weather".
struct PhrasePair {
  std::string query, key;
};

/// The pairs of a text such as "私は=I|猫が=cats", or with a pair on each line. The phrase of the
/// queries comes first; both signs may be full-width.
///
/// Errors:  InputError if a pair has no "=" or more than one, or one of its sides is blank, or
///          there is none.
std::vector<PhrasePair> phrase_pairs(std::string_view text);

/// Whether a text has the sign between two phrases, which may be full-width: it is no file's name.
bool has_equals_sign(std::string_view text);

/// Which queries look at which keys, as pairs of phrases say.
struct AlignedTokens {
  arma::mat shares;                          ///< (n_q × n_k): a query that is in no pair has zeros
  std::vector<std::string> missing_queries;  ///< phrases that are not found among the queries
  std::vector<std::string> missing_keys;     ///< or the keys
};

/// Shares each query equally over the keys of the phrases that it is paired with.
///
///     shares(i, j) = 1 / (number of keys of query i),   0 where i and j are in no pair
///
/// A phrase is found where consecutive tokens spell it, however the text was split ("天気は" in
/// 天 気 は, "The weather" in The weather), and wherever it stands: every occurrence counts.
AlignedTokens aligned_tokens(const std::vector<std::string>& queries,
                             const std::vector<std::string>& keys,
                             const std::vector<PhrasePair>& pairs);

}  // namespace attn

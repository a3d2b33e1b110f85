#pragma once

#include <armadillo>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

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

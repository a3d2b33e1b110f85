#pragma once

#include <armadillo>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/flags/number_flags.hpp"
#include "cli/flags/words.hpp"

namespace attn {

/// The sequence that queries are made from, and the one for keys and values, as typed.
struct SequenceFlags : WordFlags, NumberFlags {
  Flag cross{"--cross"}, key_tokens{"--key-tokens"}, x{"--x"}, memory{"--memory"};

  void add_sequence_word_flags(const FlagGroup& words);
  void add_sequence_matrix_flags(const FlagGroup& matrices);

  /// Refuses a sentence beside matrices, where it would be ignored.
  /// Errors: InputError naming the flag of the matrix.
  void refuse_sentence(const Flag& matrix) const;
};

/// That two words of a sentence have the same embedding, which small whole numbers bring about; ""
/// where no two have.
std::string same_embedding_note(const std::vector<std::string>& words, const arma::mat& X);

/// The titles of the groups of flags that say where the numbers come from.
std::string words_title();
std::string matrices_title();

/// The same, read.
struct Sequences {
  arma::mat X;                      ///< embeddings, one token a row
  std::optional<arma::mat> memory;  ///< the other sequence; X itself where absent
  std::vector<std::string> query_tokens, key_tokens;
  std::string title, source;
  std::vector<std::string> notes;
};

/// Makes embeddings of words, and of other words where there are any.
using Embed = std::function<WordEmbeddings(const std::vector<std::string>& words,
                                           const std::vector<std::string>& other_words)>;

/// The words of the flags, as embeddings that `embed` makes for vectors as wide as d_model.
/// Errors: InputError naming the flag.
Sequences read_word_sequences(const SequenceFlags& flags, arma::uword d_model, const Embed& embed);

/// The embeddings that --x and --memory give.
/// Errors: InputError naming the flag and the file.
Sequences read_matrix_sequences(const SequenceFlags& flags);

/// The tokens of a flag, or where it was not given t0, t1... for n rows.
std::vector<std::string> row_names(const Flag& tokens, const char* prefix, arma::uword n);

}  // namespace attn

// Flags that several subcommands share.
#pragma once

#include <armadillo>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/flags/flag.hpp"
#include "core/heads.hpp"
#include "core/mask.hpp"
#include "examples/numbers.hpp"
#include "mechanisms/attention/attention.hpp"
#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The places of the tokens that are spelled as padding, <pad> or [PAD], however wide their letters
/// are and whether they are capitals.
std::vector<arma::uword> padding_among(const std::vector<std::string>& tokens);

/// How a screen looks, as typed: what every subcommand understands.
struct ScreenFlags {
  Flag explain{"--explain"}, color{"--color"}, glyphs{"--glyphs"}, width{"--width"},
      background{"--background"};

  void add_screen_flags(const FlagGroup& group);

  /// Errors: InputError naming the flag.
  Layout read_layout() const;
};

/// The tokens that a mask is for. In one sequence the queries are keys too: the last of them, or
/// the first.
struct MaskedTokens {
  const std::vector<std::string>&query, &key;
  bool are_two_sequences = false;
};

/// Who may attend to whom, as typed: the same flags in every command with a mask.
struct VisibilityFlags {
  Flag causal{"--causal"}, prefix{"--prefix"}, window{"--window"}, pad{"--pad"}, pad_at{"--pad-at"},
      pad_queries{"--pad-queries"}, segments{"--segments"}, key_segments{"--key-segments"},
      separator{"--separator"}, half{"--half"}, mask{"--mask"}, join_and{"--and"}, join_or{"--or"},
      align{"--align"}, empty_row{"--empty-row"};

  /// `of_pad` describes --pad, which a command may give more to do.
  void add_visibility(const FlagGroup& group, const char* of_pad);

  /// What blocks cells, padding aside: what --and and --or join.
  Flags restrictions() const;

  /// What says nothing, or something else, beside a causal mask that is there in any case.
  Flags idle_beside_causal() const;

  // Errors: InputError naming the flag or file.

  /// The mask that they describe. Tokens that are spelled as padding are padding, unless the flags
  /// say what is; the notes then tell.
  MaskPattern read_pattern(const MaskedTokens& tokens, std::vector<std::string>& notes) const;
  std::optional<Mask> read_given_mask() const;
  EmptyRow read_empty_row() const;
};

/// A flag that changes scores before the mask and softmax, and what it says of their scale.
struct ScoreFlag {
  Flag flag;
  const char* type;   ///< of its value; "" of a flag without one
  const char* about;  ///< translated
  void (*read)(const Flag& flag, Scale& scale);
  FlagRules rules{};
  PageRole page_role = PageRole::kept;
};

/// All of them, a row each: whoever reads how attention is computed reads these.
std::vector<ScoreFlag> score_flags();

/// How attention is computed, as typed: mask, what changes scores, and of how many sequences it
/// shows the shapes.
struct AttentionSettingFlags : VisibilityFlags {
  std::vector<ScoreFlag> of_scores = score_flags();
  Flag batch{"--batch"};

  void add_setting_flags(const FlagGroup& group);

  /// All but who may attend to whom, which depends on the tokens.
  /// Errors: InputError naming the flag.
  AttentionOptions read_settings() const;

  /// Adds to settings who may attend to whom; with `is_causal`, beside a causal mask that is there
  /// in any case.
  /// Errors: as read_pattern
  void read_visibility(AttentionOptions& options, const MaskedTokens& tokens,
                       std::vector<std::string>& notes, bool is_causal = false) const;
};

/// How many heads there are and how wide, as typed.
struct HeadFlags {
  Flag heads{"--heads"}, kv_heads{"--kv-heads"}, d_head{"--d-head"};

  /// `heads_text` describes --heads, whose usual value differs.
  void add_head_flags(const FlagGroup& group, const char* heads_text);
};

/// The width of a head: what the flag says, else d_model / n_heads.
/// Errors: InputError if that is no whole number, with three ways out; or naming the flag if it is
///         not from 1 to `most`.
std::uint64_t d_head_value(const Flag& d_head, std::uint64_t d_model, std::uint64_t n_heads,
                           std::uint64_t most);

/// Refuses query heads that cannot share their key-value heads evenly.
/// Errors: InputError with the numbers that would do for --kv-heads.
void require_shared_evenly(const HeadCounts& counts);

/// The divisors of n from the smallest on, few enough for the list to stay readable: "1, 2, 3, 6".
std::string divisors_text(std::uint64_t n);

/// The mask that a flag gives: a file or a matrix written out, 1 where a query may attend.
/// Errors: InputError naming the flag and the file. A word such as "causal" is answered with the
///         flag that was meant.
Mask read_mask(const Flag& flag);

/// The widest vectors that words get.
constexpr std::uint64_t kLargestWidth = 4096;

/// Where words get their numbers from, as typed.
struct NumberFlags {
  Flag seed{"--seed"}, rng{"--rng"}, init{"--init"}, d_model{"--d-model"};

  void add_number_flags(const FlagGroup& group);

  /// The model, with d_model, d_k and d_v all as wide as --d-model says, or 4.
  /// Errors: InputError naming the flag.
  WordModel read_model() const;
};

/// Refuses words whose embeddings would not fit into 512 MiB.
/// Errors: InputError saying how many words fit.
void require_words_fit(std::size_t n_words, arma::uword d_model);

/// The note that says how weights start that have a bound, and how far scores spread then; "" where
/// a factor was chosen. `tells_scores`: the scores are divided by √d_k, and nothing is added to
/// queries and keys.
std::string init_note(const WeightInit& init, arma::uword d_model, arma::uword query_width,
                      arma::uword key_width, bool tells_scores);

/// Refuses embeddings too wide for weights that are made up.
/// Errors: InputError saying how wide they may be.
void require_weights_fit(arma::uword d_model);

/// The note that weights are made up where embeddings are given.
std::string made_up_weights_note();

/// The note that these numbers are made up, not from a trained model.
std::string made_up_note();

/// The note on the numbers of a model. Of short rows by hand it says that they can be checked on
/// paper.
std::string made_up_note(const WordModel& model);

/// The words of a subcommand, as typed.
struct WordFlags {
  std::vector<std::string> text;  ///< TEXT; "-" is standard input
  Flag tokens{"--tokens"};
  bool for_programs = false;  ///< without words, those of the example in English

  void add_word_flags(const FlagGroup& group);
  bool has_words() const { return !text.empty() || tokens; }
};

/// The same, read.
struct Words {
  std::vector<std::string> tokens;
  std::string title;               ///< the sentence as typed, in quotation marks
  std::vector<std::string> notes;  ///< what the reader should know about how it was split
};

/// The tokens that the flags name; without any, those of the first example, which people
/// see in their language.
/// Errors: InputError if the words are given twice, or cannot be split.
Words read_words(const WordFlags& flags);

/// The tokens of a text that another flag gives.
/// Errors: InputError if it cannot be split.
Words words_of(const std::string& text);

/// Refuses "--stage scores weights", which would make a word of the second stage, and nobody would
/// notice.
/// Errors: InputError naming the stage among the words.
void refuse_stage_among_words(const WordFlags& flags, const std::vector<std::string>& stages,
                              const Trace& trace);

/// The sequence that queries are made from, and the one for keys and values, as typed.
struct SequenceFlags : WordFlags, NumberFlags {
  Flag cross{"--cross"}, key_tokens{"--key-tokens"}, x{"--x"}, memory{"--memory"};

  void add_sequence_word_flags(const FlagGroup& words);
  void add_sequence_matrix_flags(const FlagGroup& matrices);
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

/// The matrix that a flag gives, with one token a row: read_matrix, and not too many rows, for each
/// gets a name in every stage.
/// Errors: InputError naming the flag and the file.
arma::mat read_sequence(const Flag& flag, const std::vector<std::string>& keys);

/// Names for tokens that have none: q0, q1...
std::vector<std::string> numbered(const std::string& prefix, arma::uword n);

}  // namespace attn

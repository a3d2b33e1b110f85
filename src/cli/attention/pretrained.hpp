#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/attention/expect.hpp"
#include "cli/flags/flag.hpp"
#include "cli/present/present.hpp"
#include "data/matrix/arrays.hpp"
#include "pretrained/folder/folder.hpp"
#include "pretrained/forward/forward.hpp"
#include "pretrained/study/study.hpp"
#include "trace/trace.hpp"

namespace attn {

/// That the numbers are those of a model that others have trained, as typed, and what belongs to
/// its text.
struct ModelSourceFlags {
  Flag model{"--model"}, pair{"--pair"}, truncate{"--truncate"};

  void add_to(FlagTable& table);
};

/// The same, and what is asked of the model. Which layer and head is looked at are flags of the
/// command.
struct PretrainedFlags : ModelSourceFlags {
  Flag beside{"--beside"};
  Flag sort{"--sort"}, top{"--top"}, from_token{"--from-token"};
  Flag lens{"--lens"}, without_head{"--without-head"}, losses{"--token-losses"}, at{"--at"},
      wanted{"--wanted"};
  Flag queries{"--queries"}, keys{"--keys"}, find{"--find"}, strongest{"--strongest"};

  void add_to(FlagTable& table);
};

/// What a command reads of a model and its text, and all of its flags.
struct ModelCommand {
  const ModelSourceFlags& source;
  const std::vector<std::string>& words;
  const Flag &layer, &head, &pad;
  const ResultAloneFlags& run;
  const ViewFlags& view;
  const FlagTable& table;
};

/// Shows what `attn mha --model` is asked of a model. Returns the exit code.
/// Errors:  InputError, also for a flag that would do nothing; SurroundingsError
int show_model(const ModelCommand& command, const PretrainedFlags& flags, const Flag& heads_table,
               const CompareFlags& comparison);

/// Shows one head of a model, as `attn attend --model`.
/// Errors:  the same
int show_model_head(const ModelCommand& command);

/// A text as a model reads it.
struct TokenText {
  ModelInput input;
  std::vector<std::string> labels;  ///< of each token, as people read them
  std::vector<bool> separators;     ///< special tokens other than the first: [SEP], </s>
  std::vector<std::string> notes;   ///< what the reader should know
  std::string title;                ///< the text in quotation marks

  std::size_t n_tokens() const { return input.ids.size(); }

  /// The place of its first token, which padding may stand before: where many heads rest.
  std::size_t first() const;
};

/// A model, and a text for it.
struct ModelText : TokenText {
  ModelFolder folder;
};

/// Reads the folder and the text that the flags name. Words are taken byte for byte, with one blank
/// between two of them; - is standard input, whatever it holds.
/// Errors:  InputError as read_model_folder and Tokenizer, naming the flag; SurroundingsError.
ModelText read_model_text(const ModelSourceFlags& flags, const std::vector<std::string>& words,
                          const Flag& pad);

/// Another text for the same model.
TokenText read_text(const ModelFolder& folder, const std::string& text);

/// The place of a token, typed as its place from 0 (7, or #7 where a token is called 7), or as
/// places_of_token. Of several the last.
/// Errors:  InputError naming the flag where there is none.
std::size_t place_of_token(const TokenText& text, const Flag& flag);

/// Which place was taken where a token was typed that stands at several, or that is in pieces;
/// empty where there was no choice.
std::string other_places_note(const TokenText& text, const Flag& flag);

/// Every place of a token, typed by its text; where it is in pieces, or typed in part, the tokens
/// in which it ends. Errors:  InputError naming the flag where there is none.
std::vector<std::size_t> places_of_token(const TokenText& text, const Flag& flag);

/// Where a model is asked what it says if nobody says where: the first mask of an encoder, or the
/// last token that is not special.
std::size_t usual_place(const ModelFolder& folder, const TokenText& text);

/// The place that was typed, or the usual one.
std::size_t asked_place(const ModelFolder& folder, const TokenText& text, const Flag& at);
inline std::size_t asked_place(const ModelText& text, const Flag& at) {
  return asked_place(text.folder, text, at);
}

/// The token of the vocabulary that was typed, by its spelling there or as people write it.
/// Errors:  InputError naming the flag where it is none, or several.
std::uint32_t token_of_vocabulary(const ModelFolder& folder, const Flag& flag);

/// A trace that says which model and text it is of.
Trace trace_of_model(const char* command, const ModelText& text);

/// Adds the weights of every head, "head 4.11", to a trace: a page or a figure shows
/// all of them.
/// Errors:  InputError if they are too many for that.
template <class Real>
void add_all_weights(Trace& trace, PretrainedModel<Real>& model, const ModelText& text);

/// The weights of all heads of a model in a text, or of one layer, where they go to files or are
/// compared with those in a file.
class AllWeightsFiles {
 public:
  explicit AllWeightsFiles(const CompareFlags& comparison);

  /// Takes the files that hold such weights out of those that hold stages.
  /// Errors:  InputError for another file, where there are no stages
  void take_from(ViewChoice& choice, bool has_stages);

  bool are_written() const { return !files_.empty(); }
  bool are_compared() const { return bool(comparison_.expect); }

  /// Says how large the files will be, and looks at the file to compare with.
  /// Errors:  InputError for files beyond 4 GiB without --force, or for other shapes
  template <class Real>
  void prepare(const PretrainedModel<Real>& model, const ModelText& text,
               std::optional<std::size_t> layer);

  /// Errors:  SurroundingsError; InputError as PretrainedModel
  template <class Real>
  void write(PretrainedModel<Real>& model, const ModelText& text) const;

  /// Adds the table "comparison", and returns whether the weights agree.
  template <class Real>
  bool compare(PretrainedModel<Real>& model, const ModelText& text, Trace& trace) const;

 private:
  const CompareFlags& comparison_;
  ViewChoice choice_;
  std::vector<std::string> files_;
  std::optional<std::size_t> layer_;
  std::optional<MappedArray> expected_;
};

/// Whether a typed model is a file, as attn learn writes it, and not a folder.
bool names_learned_file(const std::string& typed);

/// A model of text that attn learn wrote, as if somebody had saved it in a folder: it is a GPT-2 of
/// its own words, whose places may be known in another way.
/// Errors:  InputError as LearnedModel, and for a file out of a folder of Hugging Face
ModelFolder read_learned_folder(const std::string& path);

}  // namespace attn

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/pretrained/pretrained_flags.hpp"
#include "pretrained/folder/folder.hpp"
#include "pretrained/forward/forward.hpp"
#include "trace/trace.hpp"

namespace attn {

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

/// Where the model is asked what it says: the place that was typed, the first mask of an encoder,
/// or the last token that is not special.
std::size_t asked_place(const ModelFolder& folder, const TokenText& text, const Flag& at);
inline std::size_t asked_place(const ModelText& text, const Flag& at) {
  return asked_place(text.folder, text, at);
}

/// The token of the vocabulary that was typed, by its spelling there or as people write it.
/// Errors:  InputError naming the flag where it is none, or several.
std::uint32_t token_of_vocabulary(const ModelFolder& folder, const Flag& flag);

/// A trace that says which model and text it is of.
Trace trace_of_model(const char* command, const ModelText& text);

}  // namespace attn

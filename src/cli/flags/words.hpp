#pragma once

#include <string>
#include <vector>

#include "cli/flags/flag_group.hpp"
#include "trace/trace.hpp"

namespace attn {

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

}  // namespace attn

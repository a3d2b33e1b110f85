#include "cli/flags/sequence_flags.hpp"

#include "base/error.hpp"
#include "base/message.hpp"
#include "cli/flags/flag_values.hpp"
#include "cli/flags/token_rows.hpp"
#include "data/words/tokens.hpp"

namespace attn {
namespace {

void append(std::vector<std::string>& notes, const std::vector<std::string>& more) {
  for (const std::string& note : more)
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
}

std::optional<arma::mat> read_memory(const SequenceFlags& flags) {
  if (flags.memory.empty()) return {};
  return read_sequence(flags.memory, "--memory", {"memory", "m", "x"});
}

}  // namespace

void SequenceFlags::add_sequence_word_flags(const FlagGroup& words) {
  add_word_flags(words);
  words.value("--cross", cross, "TEXT",
              translated("Keys and values come from these words instead"));
  words.value("--key-tokens", key_tokens, "\"A|B\"",
              translated("The same as tokens, or names for the rows of keys and values"));
  add_number_flags(words);
}

void SequenceFlags::add_sequence_matrix_flags(const FlagGroup& matrices) {
  matrices.value("--x", x, "MATRIX", translated("Embeddings, one token a row; they need weights"));
  matrices.value("--memory", memory, "MATRIX",
                 translated("Embeddings that keys and values are made from"));
}

void SequenceFlags::refuse_word_flags(const char* matrix_flag) const {
  if (!text.empty()) refuse_together(translated("a sentence"), matrix_flag);
  for (const auto& [flag, value] : typed_numbers())
    if (!value.empty()) refuse_together(flag, matrix_flag);
}

Sequences read_word_sequences(const SequenceFlags& flags, arma::uword d_model, const Embed& embed) {
  Words words = read_words(flags);
  const bool has_cross = !flags.cross.empty(), has_key_tokens = !flags.key_tokens.empty();
  const bool has_memory = !flags.memory.empty();
  if (has_cross && has_key_tokens) refuse_together("--cross", "--key-tokens");
  if (has_cross && has_memory) refuse_together("--cross", "--memory");

  Words others;  // beside a memory, --key-tokens are only the names of its rows
  if (has_cross) others = words_of(flags.cross);
  if (has_key_tokens) others = read_words({.text = {}, .tokens = flags.key_tokens});
  const bool crosses = has_cross || (has_key_tokens && !has_memory);

  require_words_fit(words.tokens.size() + others.tokens.size(), d_model);
  WordEmbeddings numbers =
      embed(words.tokens, crosses ? others.tokens : std::vector<std::string>{});
  if (has_memory) numbers.memory = read_memory(flags);

  Sequences sequences;
  sequences.X = std::move(numbers.X);
  sequences.memory = std::move(numbers.memory);
  sequences.title = words.title + (crosses ? message(" with {}", others.title) : "");
  sequences.notes = std::move(words.notes);
  append(sequences.notes, others.notes);
  sequences.key_tokens = crosses || has_key_tokens ? std::move(others.tokens)
                         : has_memory              ? row_names("", "k", sequences.memory->n_rows)
                                                   : words.tokens;
  sequences.query_tokens = std::move(words.tokens);
  return sequences;
}

Sequences read_matrix_sequences(const SequenceFlags& flags) {
  flags.refuse_word_flags("--x");
  if (!flags.cross.empty())
    throw InputError(message("{} needs words; with {}, give {}.", "--cross", "--x", "--memory"));
  Sequences sequences;
  sequences.X = read_sequence(flags.x, "--x", {"x", "input", "X"});
  sequences.memory = read_memory(flags);
  const bool crosses = sequences.memory.has_value();
  sequences.query_tokens = row_names(flags.tokens, crosses ? "q" : "t", sequences.X.n_rows);
  sequences.key_tokens = !crosses && flags.key_tokens.empty()
                             ? sequences.query_tokens
                             : row_names(flags.key_tokens, "k",
                                         crosses ? sequences.memory->n_rows : sequences.X.n_rows);
  sequences.title = "X";
  sequences.source = "given";
  return sequences;
}

std::vector<std::string> row_names(const std::string& tokens, const char* prefix, arma::uword n) {
  return tokens.empty() ? numbered(prefix, n) : split_tokens(tokens);
}

}  // namespace attn

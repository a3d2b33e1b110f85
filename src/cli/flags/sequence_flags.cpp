#include "cli/flags/sequence_flags.hpp"

#include "base/message.hpp"
#include "base/text.hpp"
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
  if (!flags.memory) return {};
  return read_sequence(flags.memory, {"memory", "m", "x"});
}

}  // namespace

std::string words_title() { return translated("Words"); }

std::string matrices_title() {
  return translated("Matrices (.csv .tsv .npy .npz .safetensors .json, FILE:KEY, or \"1 0; 0 1\")");
}

void SequenceFlags::add_sequence_word_flags(const FlagGroup& words) {
  add_word_flags(words);
  words.value(cross, "TEXT", translated("Keys and values come from these words instead"));
  words.value(key_tokens, "\"A|B\"",
              translated("The same as tokens, or names for the rows of keys and values"));
  add_number_flags(words);
}

void SequenceFlags::add_sequence_matrix_flags(const FlagGroup& matrices) {
  matrices.value(
      x, "MATRIX",
      translated("Embeddings, one token a row; weights are made up where none are given"));
  matrices.value(memory, "MATRIX", translated("Embeddings that keys and values are made from"));
}

std::string same_embedding_note(const std::vector<std::string>& words, const arma::mat& X) {
  constexpr std::size_t kMostCompared = 64;  // of more, nobody looks at each row
  const std::size_t n = std::min<std::size_t>({words.size(), X.n_rows, kMostCompared});
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (lower_case(words[i]) != lower_case(words[j]) && arma::all(X.row(i) == X.row(j)))
        return message(
            "\"{}\" and \"{}\" happen to get the same embedding, so attention cannot tell them "
            "apart. --seed N or a larger --d-model gives them different ones.",
            words[j], words[i]);
  return "";
}

void SequenceFlags::refuse_sentence(const Flag& matrix) const {
  if (!text.empty()) refuse_together(translated("a sentence"), matrix.name());
}

Sequences read_word_sequences(const SequenceFlags& flags, arma::uword d_model, const Embed& embed) {
  Words words = read_words(flags);
  if (flags.cross) refuse_beside(flags.cross, {flags.key_tokens, flags.memory});

  Words others;  // with a memory, these tokens only name its rows
  if (flags.cross) others = words_of(flags.cross.text());
  if (flags.key_tokens) others = read_words({.text = {}, .tokens = flags.key_tokens});
  const bool crosses = flags.cross || (flags.key_tokens && !flags.memory);

  require_words_fit(words.tokens.size() + others.tokens.size(), d_model);
  WordEmbeddings numbers =
      embed(words.tokens, crosses ? others.tokens : std::vector<std::string>{});
  if (flags.memory) numbers.memory = read_memory(flags);

  Sequences sequences;
  add_note(words.notes, same_embedding_note(words.tokens, numbers.X));
  sequences.X = std::move(numbers.X);
  sequences.memory = std::move(numbers.memory);
  sequences.title = words.title + (crosses ? message(" with {}", others.title) : "");
  sequences.notes = std::move(words.notes);
  append(sequences.notes, others.notes);
  sequences.key_tokens = crosses || flags.key_tokens ? std::move(others.tokens)
                         : flags.memory              ? numbered("k", sequences.memory->n_rows)
                                                     : words.tokens;
  sequences.query_tokens = std::move(words.tokens);
  return sequences;
}

Sequences read_matrix_sequences(const SequenceFlags& flags) {
  flags.refuse_sentence(flags.x);
  const Flags of_words = flags_of<SequenceFlags>(flags, &SequenceFlags::add_sequence_word_flags);
  // Seed and kind of numbers are about weights too; a caller that has them from a file refuses
  // these.
  for (const Flag& flag : unread(of_words, {flags.tokens, flags.key_tokens, flags.cross, flags.seed,
                                            flags.rng, flags.init}))
    refuse_together(flag, flags.x);
  if (flags.cross)
    throw InputError(message("{} needs words; with {}, give {}.", flags.cross.name(),
                             flags.x.name(), flags.memory.name()));
  Sequences sequences;
  sequences.X = read_sequence(flags.x, {"x", "input", "X"});
  sequences.memory = read_memory(flags);
  const bool crosses = sequences.memory.has_value();
  sequences.query_tokens = row_names(flags.tokens, crosses ? "q" : "t", sequences.X.n_rows);
  sequences.key_tokens = !crosses && !flags.key_tokens
                             ? sequences.query_tokens
                             : row_names(flags.key_tokens, "k",
                                         crosses ? sequences.memory->n_rows : sequences.X.n_rows);
  sequences.title = "X";
  sequences.source = "given";
  return sequences;
}

std::vector<std::string> row_names(const Flag& tokens, const char* prefix, arma::uword n) {
  return tokens ? split_tokens(tokens.text()) : numbered(prefix, n);
}

}  // namespace attn

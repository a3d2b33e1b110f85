#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/flags/flag.hpp"
#include "cli/flags/shared_flags.hpp"
#include "cli/terminal/terminal.hpp"
#include "data/matrix/read_matrix.hpp"
#include "data/words/tokens.hpp"

namespace attn {

namespace {

// A space that has no width, a mark of the byte order: with it, it is another word.
std::string hidden_note(const std::vector<std::string>& tokens) {
  for (const std::string& token : tokens)
    if (const auto hidden = idle_hidden_character(token))
      return message(
          "in the word \"{}\" there is a character that cannot be seen ({}): without it, this "
          "is another word.",
          preview(token), character_code(*hidden));
  return "";
}

std::vector<std::int32_t> characters_of(std::string_view text) {
  std::vector<std::int32_t> characters;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    characters.push_back(point.value);
    text.remove_prefix(point.n_bytes);
  }
  return characters;
}

// Of each character: "U+0915 U+093C".
std::string codes_of(const std::vector<std::int32_t>& characters) {
  std::vector<std::string> codes;
  for (const std::int32_t character : characters) codes.push_back(character_code(character));
  return joined(codes, " ");
}

// What is said of a word in which a reader sees a character that has another form.
std::string note_on_form(const std::string& word, std::string_view seen) {
  const auto typed = characters_of(seen), composed = characters_of(composed_form(seen));
  if (composed.size() < typed.size() && std::any_of(typed.begin(), typed.end(), is_mark))
    return message(
        "the word \"{}\" is not in composed form, in which a letter and its marks are one "
        "character: composed, it is another word.",
        preview(word));
  return message(
      "in the word \"{}\" there is {}, which only looks like {}: with that, it is another word.",
      preview(word), codes_of(typed), codes_of(composed));
}

// Letters whose marks are characters of their own, as names of files on a Mac have them; and signs
// for which Unicode has another character.
std::string decomposed_note(const std::vector<std::string>& tokens) {
  for (const std::string& token : tokens) {
    if (composed_form(token) == token) continue;
    for (const std::string_view seen : graphemes_of(token))
      if (composed_form(seen) != seen) return note_on_form(token, seen);
  }
  return "";
}

// Words that are one word to a reader.
std::string width_note(const std::vector<std::string>& tokens) {
  std::map<std::string, std::string> as_typed;  // of each word in the usual width
  for (const std::string& token : tokens) {
    const auto [other, is_new] = as_typed.try_emplace(usual_width(token), token);
    if (!is_new && composed_form(other->second) != composed_form(token))
      return message(
          "\"{}\" and \"{}\" differ in the width of their characters alone, and are two words.",
          preview(other->second), preview(token));
  }
  return "";
}

Words titled(std::vector<std::string> tokens) {
  Words words{.tokens = std::move(tokens), .title = {}, .notes = {}};
  const bool has_phrases =
      std::any_of(words.tokens.begin(), words.tokens.end(),
                  [](const auto& token) { return token.find(' ') != std::string::npos; });
  words.title = message("\"{}\"", joined(words.tokens, has_phrases ? " | " : " "));
  for (const auto& note : {hidden_note, decomposed_note, width_note})
    add_note(words.notes, note(words.tokens));
  return words;
}

}  // namespace

void WordFlags::add_word_flags(const FlagGroup& group) {
  group.words("TEXT", text, translated("A sentence, in quotes; - reads it from standard input"),
              {.yields_to = {"--tokens"}});
  group.value(tokens, "\"A|B\"",
              translated("The tokens themselves, or names for the rows of the matrices"),
              {.yields_to = {""}});
}

Words read_words(const WordFlags& flags) {
  if (!flags.text.empty() && flags.tokens)
    throw InputError(translated("the words are given twice: as text and with --tokens."));
  if (flags.tokens) return titled(split_tokens(flags.tokens.text()));
  if (flags.text.empty()) {
    return words_of(flags.for_programs ? "The cat sat down" : translated("The cat sat down"));
  }
  if (flags.text.size() > 1 || flags.text.front() != "-") return words_of(joined(flags.text, " "));
  Words words = words_of(read_standard_input());
  words.title = titled(words.tokens).title;  // the text itself may have many lines
  return words;
}

Words words_of(const std::string& text) {
  Tokens tokens = split_words(text);
  Words words = titled(std::move(tokens.words));
  words.title = message("\"{}\"", text);  // Japanese without spaces stays so although it was split
  if (tokens.split_by_character)
    words.notes.push_back(
        translated("the text has no spaces, so every character is a token. "
                   "Choose the tokens yourself with --tokens \"A|B\"."));
  return words;
}

void refuse_stage_among_words(const WordFlags& flags, const std::vector<std::string>& stages,
                              const Trace& trace) {
  if (stages.empty() || flags.text.size() < 2) return;
  for (const std::string& word : flags.text)
    for (const Stage& stage : trace.stages)
      if (word == stage.id)
        throw InputError(
            message("{0} is a stage, but stands among the words. Separate stages by "
                    "commas, --stage {1},{0}, and put the sentence in quotes.",
                    word, stages.back()));
}

namespace {

constexpr std::size_t kMostWordCells = std::size_t{1} << 26;  // 512 MiB of embeddings

WeightInit init_value(const Flag& init) {
  const std::string typed = plain_value(init.text());
  if (const auto kind = value_in(kWeightInits, typed)) return {.kind = *kind};
  if (!written_number(typed))
    throw InputError(message("{} must be a number, xavier or torch, but it is {}.", init.name(),
                             preview(init.text())));
  return {.factor = *init.number()};
}

// "0.1369 = √(6/(256 + 64))"
std::string bound_text(const WeightInit& init, arma::uword fan_in, arma::uword fan_out) {
  const double bound = init_bound(init, fan_in, fan_out);
  return init.kind == WeightInit::Kind::xavier
             ? fmt::format("{:.4g} = √(6/({} + {}))", bound, fan_in, fan_out)
             : fmt::format("{:.4g} = 1/√{}", bound, fan_in);
}

}  // namespace

void NumberFlags::add_number_flags(const FlagGroup& group) {
  group.value(seed, "N", translated("Other made-up numbers, always the same for one N"));
  group.value(
      rng, "KIND",
      translated("whole: small whole numbers (default); numpy: what RandomState(seed).randn "
                 "gives"));
  group.value(init, "X|NAME",
              translated("With --rng numpy: the factor on the weights (default 0.1), or xavier or "
                         "torch, which spread them evenly within a bound"),
              {.needs = {"--rng numpy"}});
  group.value(d_model, "N", translated("Width of an embedding (default 4)"));
}

WordModel NumberFlags::read_model() const {
  WordModel model;
  model.kind = rng.choice(kWordModels).value_or(model.kind);
  if (init) model.init = init_value(init);
  if (seed) model.seed = static_cast<std::uint32_t>(*seed.count(0, UINT32_MAX));
  model.d_model = d_model.count(1, kLargestWidth).value_or(model.d_model);
  model.d_k = model.d_v = model.d_model;
  return model;
}

void require_words_fit(std::size_t n_words, arma::uword d_model) {
  if (n_words <= kMostWordCells / d_model) return;
  throw InputError(message("too many words for embeddings of width {}: the limit is {}.", d_model,
                           kMostWordCells / d_model));
}

std::string init_note(const WeightInit& init, arma::uword d_model, arma::uword query_width,
                      arma::uword key_width, bool tells_scores) {
  if (init.kind == WeightInit::Kind::factor) return "";
  std::string note =
      message("--init {} draws W_Q evenly between plus and minus {}.",
              name_in(kWeightInits, init.kind), bound_text(init, d_model, query_width));
  if (!tells_scores) return note;
  const double of_query = projected_variance(init, d_model, query_width);
  const double of_key = projected_variance(init, d_model, key_width);
  const double of_scores = std::sqrt(of_query * of_key);
  constexpr double kNearlyOne = 0.05;
  add_sentence(
      note, std::abs(of_scores - 1.0) < kNearlyOne
                ? message("As the numbers of X have variance 1, those of Q have variance {:.4g}, "
                          "and the scaled scores a standard deviation of about {:.4g}.",
                          of_query, of_scores)
                : message("As the numbers of X have variance 1, those of Q have variance {:.4g}, "
                          "and the scaled scores a standard deviation of about {:.4g}, not 1.",
                          of_query, of_scores));
  return note;
}

void require_weights_fit(arma::uword d_model) {
  if (d_model <= kLargestWidth) return;
  throw InputError(
      message("rows of {} numbers are too wide for made-up weights: at most {}. Give weights.",
              d_model, kLargestWidth));
}

std::string made_up_weights_note() {
  return translated(
      "the weights are made up, not learned: they show how attention works, not what the rows "
      "mean. --weights FILE reads others.");
}

std::string made_up_note() {
  return translated(
      "the numbers are made up, not learned: they show how "
      "attention works, not what the words mean.");
}

std::string made_up_note(const WordModel& model) {
  constexpr arma::uword kWidestOnPaper = 16;
  if (name_of(model) != "by-hand" || model.d_model > kWidestOnPaper) return made_up_note();
  return translated(
      "by-hand: the numbers are small, so that each step can be checked on paper. They are made "
      "up, not learned: they show how attention works, not what the words mean.");
}

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
  words.value(cross, "TEXT", translated("Keys and values come from these words instead"),
              {.excludes = {"--key-tokens", "--memory"}});
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

Sequences read_word_sequences(const SequenceFlags& flags, arma::uword d_model, const Embed& embed) {
  Words words = read_words(flags);

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
  if (!flags.text.empty()) refuse_together(translated("a sentence"), flags.x.name());
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

namespace {

constexpr arma::uword kMostTokens = 100'000;  // as many as words

}  // namespace

arma::mat read_sequence(const Flag& flag, const std::vector<std::string>& keys) {
  arma::mat matrix = read_matrix(flag.text(), flag.name(), keys);
  if (matrix.n_rows > kMostTokens)
    throw InputError(message("{} has {} rows, one a token: expected at most {}. Give a part of it.",
                             flag.name(), matrix.n_rows, kMostTokens));
  return matrix;
}

std::vector<std::string> numbered(const std::string& prefix, arma::uword n) {
  std::vector<std::string> names;
  for (arma::uword i = 0; i < n; ++i) names.push_back(prefix + std::to_string(i));
  return names;
}

namespace {

// The nearest number of heads that d_model can be split into: the next larger one, or d_model.
std::uint64_t nearest_heads(std::uint64_t d_model, std::uint64_t n_heads) {
  constexpr std::uint64_t kFarthest = 1 << 20;
  for (std::uint64_t heads = n_heads; heads <= d_model && heads < n_heads + kFarthest; ++heads)
    if (d_model % heads == 0) return heads;
  return d_model;
}

[[noreturn]] void refuse_split(std::uint64_t d_model, std::uint64_t n_heads) {
  const std::uint64_t heads = nearest_heads(d_model, n_heads);
  const std::uint64_t d_head = d_model / n_heads + 1;  // rounded up
  const auto aligned = [](const std::string& flag) {
    return flag + std::string(flag.size() < 16 ? 16 - flag.size() : 1, ' ');
  };
  throw InputError(
      uneven_heads_text(d_model, n_heads),
      {translated("Each head needs a whole number of dimensions. Try one of:"),
       fmt::format("  {} (d_head {})", aligned(fmt::format("--heads {}", heads)), d_model / heads),
       fmt::format("  {} (d_head {})", aligned(fmt::format("--d-model {}", d_head * n_heads)),
                   d_head),
       message("  {} (keep d_model {}; W_O maps {} to {})",
               aligned(fmt::format("--d-head {}", d_head)), d_model, d_head * n_heads, d_model)});
}

}  // namespace

void HeadFlags::add_head_flags(const FlagGroup& group, const char* heads_text) {
  group.value(heads, "N", heads_text);
  group.value(kv_heads, "N",
              translated("Number of key-value heads: 1 is multi-query, fewer than --heads is "
                         "grouped-query (default --heads)"));
  group.value(d_head, "N", translated("Width of a head (default d_model / heads)"));
}

std::uint64_t d_head_value(const Flag& d_head, std::uint64_t d_model, std::uint64_t n_heads,
                           std::uint64_t most) {
  if (d_head) return *d_head.count(1, most);
  if (d_model % n_heads != 0) refuse_split(d_model, n_heads);
  return d_model / n_heads;
}

void require_shared_evenly(const HeadCounts& counts) {
  if (counts.n_heads % counts.n_kv_heads == 0) return;
  throw InputError(
      message("{} query heads cannot share {} key-value heads evenly. --kv-heads must divide "
              "--heads: try one of {}.",
              counts.n_heads, counts.n_kv_heads, divisors_text(counts.n_heads)));
}

std::string divisors_text(std::uint64_t n) {
  constexpr std::size_t kMost = 12;
  constexpr std::uint64_t kLargestTried = 1 << 20;
  std::vector<std::string> divisors;
  for (std::uint64_t divisor = 1; divisor <= std::min(n, kLargestTried) && divisors.size() <= kMost;
       ++divisor)
    if (n % divisor == 0) divisors.push_back(std::to_string(divisor));
  return listed_first(divisors, kMost);
}

}  // namespace attn

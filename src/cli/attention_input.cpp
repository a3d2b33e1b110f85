#include "cli/attention_flags.hpp"
#include "cli/flag_values.hpp"
#include "cli/sequence.hpp"
#include "cli/standard_input.hpp"
#include "core/error.hpp"
#include "core/message.hpp"
#include "data/read_matrix.hpp"
#include "data/tokens.hpp"
#include "examples/word_model.hpp"

namespace attn {
namespace {

constexpr std::uint64_t kLargestWidth = 4096;
constexpr std::size_t kMostWordCells = std::size_t{1} << 26;  // 512 MiB of embeddings
const char* const kDefaultSentence = "The cat sat down";

bool given(const std::string& flag) { return !flag.empty(); }

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

void refuse_together(const std::string& flag, const std::string& other) {
  throw InputError(message("{} and {} cannot be used together.", flag, other));
}

// Reads the flags one group at a time; each step fills in a part of the result.
class AttentionReader {
 public:
  explicit AttentionReader(const AttentionFlags& flags) : flags_(flags) {}

  AttentionInput read() {
    read_settings();
    if (given(flags_.q) || given(flags_.k) || given(flags_.v))
      read_query_key_value();
    else if (given(flags_.x))
      read_embeddings();
    else
      read_words();
    if (given(flags_.mask))
      input_.problem.mask = mask_from_numbers(read_matrix(flags_.mask, "--mask", {"mask"}));
    return input_;
  }

 private:
  void read_settings() {
    AttentionProblem& problem = input_.problem;
    problem.causal = flags_.causal;
    problem.empty_row = static_cast<EmptyRow>(
        choice_value("--empty-row", flags_.empty_row, {"zero", "nan", "uniform"}));
    if (flags_.no_scale && given(flags_.scale)) refuse_together("--no-scale", "--scale");
    if (flags_.no_scale || flags_.scale == "off")
      problem.scale.kind = Scale::Kind::off;
    else if (given(flags_.scale) && flags_.scale != "on")
      problem.scale = {Scale::Kind::factor, number_value("--scale", flags_.scale)};
    model_.kind =
        static_cast<WordModel::Kind>(choice_value("--rng", flags_.rng, {"whole", "numpy"}));
    if (given(flags_.init) && model_.kind != WordModel::Kind::numpy)
      throw InputError(message("{} only works with {}.", "--init", "--rng numpy"));
    if (given(flags_.init)) model_.init = number_value("--init", flags_.init);
    if (given(flags_.seed))
      model_.seed = static_cast<std::uint32_t>(count_value("--seed", flags_.seed, 0, UINT32_MAX));
  }

  void read_query_key_value() {
    for (const auto& [flag, value] :
         {std::pair{"--q", flags_.q}, {"--k", flags_.k}, {"--v", flags_.v}})
      if (!given(value))
        throw InputError(message("--q, --k and --v belong together, but {} is missing.", flag));
    for (const auto& [flag, value] : {std::pair{"--x", flags_.x},
                                      {"--cross", flags_.cross},
                                      {"--memory", flags_.memory},
                                      {"--weights", flags_.weights},
                                      {"--wq", flags_.wq},
                                      {"--wk", flags_.wk},
                                      {"--wv", flags_.wv}})
      if (given(value)) refuse_together("--q", flag);
    refuse_word_flags("--q");

    Projected tensors{read_sequence(flags_.q, "--q", {"q", "query", "Q"}),
                      read_sequence(flags_.k, "--k", {"k", "key", "K"}),
                      read_sequence(flags_.v, "--v", {"v", "value", "V"})};
    const arma::uword n_q = tensors.Q.n_rows, n_k = tensors.K.n_rows;
    name_rows(n_q, n_k, "q", "k");
    if (given(flags_.tokens) && !given(flags_.key_tokens) && n_q == n_k)
      input_.problem.key_tokens = input_.problem.query_tokens;
    input_.problem.tensors = std::move(tensors);
    input_.title = "Q, K, V";
    input_.source = "given";
  }

  void read_embeddings() {
    refuse_word_flags("--x");
    Embedded tensors;
    tensors.X = read_sequence(flags_.x, "--x", {"x", "input", "X"});
    if (!has_weights())
      throw InputError(
          translated("--x needs weights: --weights FILE, or --wq, --wk and --wv. To "
                     "skip the projections, give --q, --k and --v instead."));
    if (given(flags_.cross))
      throw InputError(message("{} needs words; with {}, give {}.", "--cross", "--x", "--memory"));
    read_weights(tensors);
    read_memory(tensors);
    const arma::uword n_k = tensors.memory ? tensors.memory->n_rows : tensors.X.n_rows;
    name_rows(tensors.X.n_rows, n_k, tensors.memory ? "q" : "t", "k");
    if (!tensors.memory && !given(flags_.key_tokens))
      input_.problem.key_tokens = input_.problem.query_tokens;
    input_.problem.tensors = std::move(tensors);
    input_.title = "X";
    input_.source = "given";
  }

  void read_words() {
    std::vector<std::string> words = query_words();
    std::vector<std::string> key_words = words;
    if (given(flags_.cross) && given(flags_.key_tokens)) refuse_together("--cross", "--key-tokens");
    if (given(flags_.cross) && given(flags_.memory)) refuse_together("--cross", "--memory");
    // Beside a memory they are the names of its rows.
    const bool crosses = given(flags_.cross) || (given(flags_.key_tokens) && !given(flags_.memory));
    if (given(flags_.cross)) key_words = split(flags_.cross);
    if (given(flags_.key_tokens)) key_words = split_tokens(flags_.key_tokens);

    Embedded tensors;
    if (has_weights()) read_weights(tensors);
    read_widths(tensors);
    if (words.size() + key_words.size() > kMostWordCells / model_.d_model)
      throw InputError(message("too many words for embeddings of width {}: the limit is {}.",
                               model_.d_model, kMostWordCells / model_.d_model));
    WordNumbers numbers =
        word_numbers(model_, words, crosses ? key_words : std::vector<std::string>{});
    tensors.X = std::move(numbers.X);
    tensors.memory = std::move(numbers.memory);
    if (!has_weights()) use_weights(tensors, std::move(numbers.weights));
    read_memory(tensors);
    if (given(flags_.memory) && !given(flags_.key_tokens))
      key_words = numbered("k", tensors.memory->n_rows);

    input_.title = message("\"{}\"", typed_text(words));
    const std::string other = given(flags_.cross) ? flags_.cross : joined(key_words);
    if (crosses) input_.title += message(" with \"{}\"", other);
    input_.problem.tensors = std::move(tensors);
    input_.problem.query_tokens = std::move(words);
    input_.problem.key_tokens = std::move(key_words);
    input_.source = name_of(model_);
  }

  std::vector<std::string> query_words() {
    if (!flags_.text.empty() && given(flags_.tokens))
      throw InputError(translated("the words are given twice: as text and with --tokens."));
    if (given(flags_.tokens)) return split_tokens(flags_.tokens);
    if (flags_.text.empty()) return split(kDefaultSentence);
    if (flags_.text.size() == 1 && flags_.text.front() == "-") return split(read_standard_input());
    return split(joined(flags_.text));
  }

  // Japanese without spaces stays so in the title, although it was split.
  std::string typed_text(const std::vector<std::string>& words) const {
    const bool from_stdin = flags_.text.size() == 1 && flags_.text.front() == "-";
    return flags_.text.empty() || from_stdin ? joined(words) : joined(flags_.text);
  }

  std::vector<std::string> split(const std::string& text) {
    Tokens tokens = split_words(text);
    if (tokens.split_by_character)
      input_.notes.push_back(
          translated("the text has no spaces, so every character is a token. "
                     "Choose the tokens yourself with --tokens \"A|B\"."));
    return std::move(tokens.words);
  }

  // Made-up weights: the reader should know.
  void use_weights(Embedded& tensors, ExampleWeights weights) {
    tensors.W_Q = std::move(weights.W_Q);
    tensors.W_K = std::move(weights.W_K);
    tensors.W_V = std::move(weights.W_V);
    input_.notes.push_back(
        translated("the numbers are made up, not learned: they show how "
                   "attention works, not what the words mean."));
  }

  void read_widths(const Embedded& tensors) {
    if (!has_weights()) {
      const auto width = [](const char* flag, const std::string& text, arma::uword usual) {
        return given(text) ? count_value(flag, text, 1, kLargestWidth) : usual;
      };
      model_.d_model = width("--d-model", flags_.d_model, model_.d_model);
      model_.d_k = width("--d-k", flags_.d_k, model_.d_model);
      model_.d_v = width("--d-v", flags_.d_v, model_.d_model);
      return;
    }
    for (const auto& [flag, value] : {std::pair{"--d-model", flags_.d_model},
                                      {"--d-k", flags_.d_k},
                                      {"--d-v", flags_.d_v},
                                      {"--init", flags_.init}})
      if (given(value))
        throw InputError(
            message("{} follows from the weights that are given; leave it out.", flag));
    model_.d_model = tensors.W_Q.n_rows;
  }

  bool has_weights() const {
    return given(flags_.weights) || given(flags_.wq) || given(flags_.wk) || given(flags_.wv);
  }

  void read_weights(Embedded& tensors) const {
    if (given(flags_.weights)) {
      for (const auto& [flag, value] :
           {std::pair{"--wq", flags_.wq}, {"--wk", flags_.wk}, {"--wv", flags_.wv}})
        if (given(value)) refuse_together("--weights", flag);
      std::vector<arma::mat> matrices =
          read_matrices(flags_.weights, "--weights", {"wq", "wk", "wv"});
      tensors.W_Q = std::move(matrices[0]);
      tensors.W_K = std::move(matrices[1]);
      tensors.W_V = std::move(matrices[2]);
      return;
    }
    for (const auto& [flag, value] :
         {std::pair{"--wq", flags_.wq}, {"--wk", flags_.wk}, {"--wv", flags_.wv}})
      if (!given(value))
        throw InputError(message("--wq, --wk and --wv belong together, but {} is missing.", flag));
    tensors.W_Q = read_matrix(flags_.wq, "--wq", {"wq"});
    tensors.W_K = read_matrix(flags_.wk, "--wk", {"wk"});
    tensors.W_V = read_matrix(flags_.wv, "--wv", {"wv"});
  }

  void read_memory(Embedded& tensors) const {
    if (given(flags_.memory))
      tensors.memory = read_sequence(flags_.memory, "--memory", {"memory", "m", "x"});
  }

  void name_rows(arma::uword n_q, arma::uword n_k, const char* query, const char* key) {
    input_.problem.query_tokens =
        given(flags_.tokens) ? split_tokens(flags_.tokens) : numbered(query, n_q);
    input_.problem.key_tokens =
        given(flags_.key_tokens) ? split_tokens(flags_.key_tokens) : numbered(key, n_k);
  }

  // Flags that only mean something for words would be ignored beside matrices.
  void refuse_word_flags(const char* matrix_flag) const {
    if (!flags_.text.empty()) refuse_together(translated("a sentence"), matrix_flag);
    for (const auto& [flag, value] : {std::pair{"--seed", flags_.seed},
                                      {"--init", flags_.init},
                                      {"--d-model", flags_.d_model},
                                      {"--d-k", flags_.d_k},
                                      {"--d-v", flags_.d_v}})
      if (given(value)) refuse_together(flag, matrix_flag);
    if (model_.kind == WordModel::Kind::numpy) refuse_together("--rng", matrix_flag);
  }

  const AttentionFlags& flags_;
  AttentionInput input_;
  WordModel model_;
};

}  // namespace

AttentionInput read_attention_input(const AttentionFlags& flags) {
  return AttentionReader(flags).read();
}

}  // namespace attn

#include "cli/attention_flags.hpp"
#include "cli/flag_values.hpp"
#include "cli/sequence.hpp"
#include "cli/standard_input.hpp"
#include "core/error.hpp"
#include "core/message.hpp"
#include "data/random.hpp"
#include "data/read_matrix.hpp"
#include "data/tokens.hpp"
#include "examples/by_hand.hpp"

namespace attn {
namespace {

constexpr std::uint64_t kLargestWidth = 4096;
constexpr std::size_t kMostWordCells = std::size_t{1} << 26;  // 512 MiB of embeddings
constexpr arma::uword kUsualWidth = 4;
constexpr double kUsualInit = 0.1;
const char* const kDefaultSentence = "The cat sat down";

enum class Rng { whole, numpy };

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
    if (flags_.no_scale) problem.scale.kind = Scale::Kind::off;
    if (given(flags_.scale))
      problem.scale = {Scale::Kind::factor, number_value("--scale", flags_.scale)};
    rng_ = static_cast<Rng>(choice_value("--rng", flags_.rng, {"whole", "numpy"}));
    if (given(flags_.init) && rng_ != Rng::numpy)
      throw InputError(message("{} only works with {}.", "--init", "--rng numpy"));
    if (given(flags_.seed))
      seed_ = static_cast<std::uint32_t>(count_value("--seed", flags_.seed, 0, UINT32_MAX));
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
    input_.source = "files";
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
    input_.source = "files";
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
    const arma::uword d_model = word_width(tensors);
    if (words.size() + key_words.size() > kMostWordCells / d_model)
      throw InputError(message("too many words for embeddings of width {}: the limit is {}.",
                               d_model, kMostWordCells / d_model));
    if (rng_ == Rng::numpy) {
      draw_like_numpy(tensors, words.size(), crosses ? key_words.size() : 0, d_model);
    } else {
      tensors.X = whole_number_embeddings(words, d_model, seed_);
      if (crosses) tensors.memory = whole_number_embeddings(key_words, d_model, seed_);
      if (!has_weights()) draw_whole_weights(tensors, d_model);
    }
    read_memory(tensors);
    if (given(flags_.memory) && !given(flags_.key_tokens))
      key_words = numbered("k", tensors.memory->n_rows);

    input_.title = message("\"{}\"", typed_text(words));
    const std::string other = given(flags_.cross) ? flags_.cross : joined(key_words);
    if (crosses) input_.title += message(" with \"{}\"", other);
    input_.problem.tensors = std::move(tensors);
    input_.problem.query_tokens = std::move(words);
    input_.problem.key_tokens = std::move(key_words);
    name_source();
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

  arma::uword width(const char* flag, const std::string& text, arma::uword usual) const {
    return given(text) ? count_value(flag, text, 1, kLargestWidth) : usual;
  }

  arma::uword word_width(const Embedded& tensors) const {
    if (!has_weights()) return width("--d-model", flags_.d_model, kUsualWidth);
    for (const auto& [flag, value] : {std::pair{"--d-model", flags_.d_model},
                                      {"--d-k", flags_.d_k},
                                      {"--d-v", flags_.d_v},
                                      {"--init", flags_.init}})
      if (given(value))
        throw InputError(
            message("{} follows from the weights that are given; leave it out.", flag));
    return tensors.W_Q.n_rows;
  }

  void draw_whole_weights(Embedded& tensors, arma::uword d_model) const {
    ExampleWeights drawn = whole_number_weights(d_model, width("--d-k", flags_.d_k, d_model),
                                                width("--d-v", flags_.d_v, d_model), seed_);
    tensors.W_Q = std::move(drawn.W_Q);
    tensors.W_K = std::move(drawn.W_K);
    tensors.W_V = std::move(drawn.W_V);
  }

  // X first, then W_Q, W_K and W_V, as NumPy code draws them; the other sequence last.
  void draw_like_numpy(Embedded& tensors, arma::uword n_q, arma::uword n_memory,
                       arma::uword d_model) const {
    const double init = given(flags_.init) ? number_value("--init", flags_.init) : kUsualInit;
    const arma::uword d_k = width("--d-k", flags_.d_k, d_model);
    Random random(seed_.value_or(0));
    tensors.X = normal_matrix(random, n_q, d_model, 1.0);
    if (!has_weights()) {
      tensors.W_Q = normal_matrix(random, d_model, d_k, init);
      tensors.W_K = normal_matrix(random, d_model, d_k, init);
      tensors.W_V = normal_matrix(random, d_model, width("--d-v", flags_.d_v, d_model), init);
    }
    if (n_memory > 0) tensors.memory = normal_matrix(random, n_memory, d_model, 1.0);
  }

  void name_source() {
    const std::string seed = std::to_string(seed_.value_or(0));
    if (rng_ == Rng::numpy)
      input_.source = "numpy seed " + seed;
    else
      input_.source = seed_ ? "seed " + seed : "by-hand";
    if (!has_weights())
      input_.notes.push_back(
          translated("the numbers are made up, not learned: they show how "
                     "attention works, not what the words mean."));
  }

  bool has_weights() const {
    return given(flags_.weights) || given(flags_.wq) || given(flags_.wk) || given(flags_.wv);
  }

  void read_weights(Embedded& tensors) const {
    if (given(flags_.weights)) {
      for (const auto& [flag, value] :
           {std::pair{"--wq", flags_.wq}, {"--wk", flags_.wk}, {"--wv", flags_.wv}})
        if (given(value)) refuse_together("--weights", flag);
      read_weights_file(tensors);
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

  void read_weights_file(Embedded& tensors) const try {
    const MatrixFile file(flags_.weights);
    tensors.W_Q = file.get("wq");
    tensors.W_K = file.get("wk");
    tensors.W_V = file.get("wv");
  } catch (const InputError& error) {
    throw InputError(std::string("--weights ") + error.what());
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
    if (rng_ == Rng::numpy) refuse_together("--rng", matrix_flag);
  }

  const AttentionFlags& flags_;
  AttentionInput input_;
  Rng rng_ = Rng::whole;
  std::optional<std::uint32_t> seed_;
};

}  // namespace

AttentionInput read_attention_input(const AttentionFlags& flags) {
  return AttentionReader(flags).read();
}

}  // namespace attn

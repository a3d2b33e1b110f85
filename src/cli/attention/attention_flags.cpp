#include "cli/attention/attention_flags.hpp"

#include "base/error.hpp"
#include "base/message.hpp"
#include "cli/flags/flag_group.hpp"
#include "cli/flags/flag_values.hpp"
#include "cli/flags/token_rows.hpp"
#include "data/matrix/read_matrix.hpp"

namespace attn {

void AttentionFlags::add_to(CLI::App& app) {
  const FlagGroup words(app, translated("Words"));
  add_sequence_word_flags(words);
  words.value("--d-k", d_k, "N", translated("Width of a query and a key (default d_model)"));
  words.value("--d-v", d_v, "N", translated("Width of a value (default d_model)"));

  const FlagGroup matrices(
      app,
      translated("Matrices (.csv .tsv .npy .npz .safetensors .json, FILE:KEY, or \"1 0; 0 1\")"));
  matrices.value("--q", q, "MATRIX", translated("Queries, one a row"));
  matrices.value("--k", k, "MATRIX", translated("Keys, one a row"));
  matrices.value("--v", v, "MATRIX", translated("Values, one a row"));
  add_sequence_matrix_flags(matrices);
  matrices.value("--wq", wq, "MATRIX", translated("Weights of the query, d_model x d_k"));
  matrices.value("--wk", wk, "MATRIX", translated("Weights of the key, d_model x d_k"));
  matrices.value("--wv", wv, "MATRIX", translated("Weights of the value, d_model x d_v"));
  matrices.value("--weights", weights, "FILE",
                 translated("One .npz, .safetensors or .json with wq, wk and wv"));

  add_setting_flags(FlagGroup(app, translated("Attention")));
}

namespace {

bool has_weights(const AttentionFlags& flags) {
  return given(flags.weights) || given(flags.wq) || given(flags.wk) || given(flags.wv);
}

ExampleWeights read_weights(const AttentionFlags& flags) {
  const std::pair<const char*, const std::string&> single[] = {
      {"--wq", flags.wq}, {"--wk", flags.wk}, {"--wv", flags.wv}};
  if (given(flags.weights)) {
    for (const auto& [flag, value] : single)
      if (given(value)) refuse_together("--weights", flag);
    std::vector<arma::mat> matrices = read_matrices(flags.weights, "--weights", {"wq", "wk", "wv"});
    return {std::move(matrices[0]), std::move(matrices[1]), std::move(matrices[2])};
  }
  for (const auto& [flag, value] : single)
    if (!given(value))
      throw InputError(message("--wq, --wk and --wv belong together, but {} is missing.", flag));
  return {read_matrix(flags.wq, "--wq", {"wq"}), read_matrix(flags.wk, "--wk", {"wk"}),
          read_matrix(flags.wv, "--wv", {"wv"})};
}

// Widths and factors that the weights already decide.
void refuse_width_flags(const AttentionFlags& flags) {
  for (const auto& [flag, value] : {std::pair{"--d-model", flags.d_model},
                                    {"--d-k", flags.d_k},
                                    {"--d-v", flags.d_v},
                                    {"--init", flags.init}})
    if (given(value))
      throw InputError(message("{} follows from the weights that are given; leave it out.", flag));
}

AttentionInput problem_of(Sequences sequences, ExampleWeights weights) {
  AttentionInput input;
  input.problem.tensors = Embedded{.X = std::move(sequences.X),
                                   .memory = std::move(sequences.memory),
                                   .W_Q = std::move(weights.W_Q),
                                   .W_K = std::move(weights.W_K),
                                   .W_V = std::move(weights.W_V)};
  input.problem.query_tokens = std::move(sequences.query_tokens);
  input.problem.key_tokens = std::move(sequences.key_tokens);
  input.title = std::move(sequences.title);
  input.source = std::move(sequences.source);
  input.notes = std::move(sequences.notes);
  return input;
}

AttentionInput read_query_key_value(const AttentionFlags& flags) {
  for (const auto& [flag, value] : {std::pair{"--q", flags.q}, {"--k", flags.k}, {"--v", flags.v}})
    if (!given(value))
      throw InputError(message("--q, --k and --v belong together, but {} is missing.", flag));
  for (const auto& [flag, value] : {std::pair{"--x", flags.x},
                                    {"--cross", flags.cross},
                                    {"--memory", flags.memory},
                                    {"--weights", flags.weights},
                                    {"--wq", flags.wq},
                                    {"--wk", flags.wk},
                                    {"--wv", flags.wv}})
    if (given(value)) refuse_together("--q", flag);
  for (const auto& [flag, value] : {std::pair{"--d-k", flags.d_k}, {"--d-v", flags.d_v}})
    if (given(value)) refuse_together(flag, "--q");
  flags.refuse_word_flags("--q");

  Projected tensors{read_sequence(flags.q, "--q", {"q", "query", "Q"}),
                    read_sequence(flags.k, "--k", {"k", "key", "K"}),
                    read_sequence(flags.v, "--v", {"v", "value", "V"})};
  const arma::uword n_q = tensors.Q.n_rows, n_k = tensors.K.n_rows;
  AttentionInput input;
  input.problem.query_tokens = row_names(flags.tokens, "q", n_q);
  const bool keys_share_names = given(flags.tokens) && !given(flags.key_tokens) && n_q == n_k;
  input.problem.key_tokens =
      keys_share_names ? input.problem.query_tokens : row_names(flags.key_tokens, "k", n_k);
  input.problem.tensors = std::move(tensors);
  input.title = "Q, K, V";
  input.source = "given";
  return input;
}

AttentionInput read_embeddings(const AttentionFlags& flags) {
  for (const auto& [flag, value] : {std::pair{"--d-k", flags.d_k}, {"--d-v", flags.d_v}})
    if (given(value)) refuse_together(flag, "--x");
  Sequences sequences = read_matrix_sequences(flags);
  if (!has_weights(flags))
    throw InputError(
        translated("--x needs weights: --weights FILE, or --wq, --wk and --wv. To "
                   "skip the projections, give --q, --k and --v instead."));
  return problem_of(std::move(sequences), read_weights(flags));
}

AttentionInput read_word_input(const AttentionFlags& flags) {
  WordModel model = flags.read_model();
  ExampleWeights weights;
  if (has_weights(flags)) {
    refuse_width_flags(flags);
    weights = read_weights(flags);
    model.d_model = weights.W_Q.n_rows;
  } else {
    if (given(flags.d_k)) model.d_k = count_value("--d-k", flags.d_k, 1, kLargestWidth);
    if (given(flags.d_v)) model.d_v = count_value("--d-v", flags.d_v, 1, kLargestWidth);
  }
  Sequences sequences = read_word_sequences(
      flags, model.d_model,
      [&](const std::vector<std::string>& words, const std::vector<std::string>& others) {
        WordNumbers numbers = word_numbers(model, words, others);
        if (!has_weights(flags)) weights = std::move(numbers.weights);
        return WordEmbeddings(std::move(numbers));
      });
  sequences.source = name_of(model);
  if (!has_weights(flags)) sequences.notes.push_back(made_up_note());
  return problem_of(std::move(sequences), std::move(weights));
}

}  // namespace

AttentionInput read_attention_input(const AttentionFlags& flags) {
  const AttentionOptions options = flags.read_settings();
  AttentionInput input = given(flags.q) || given(flags.k) || given(flags.v)
                             ? read_query_key_value(flags)
                         : given(flags.x) ? read_embeddings(flags)
                                          : read_word_input(flags);
  static_cast<AttentionOptions&>(input.problem) = options;
  return input;
}

}  // namespace attn

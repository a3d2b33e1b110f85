#include "cli/attention/attention_flags.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/flags/shared_flags.hpp"
#include "cli/present/present.hpp"
#include "data/files/file.hpp"
#include "data/matrix/read_matrix.hpp"
#include "data/random/random.hpp"
#include "data/words/tokens.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/studies/studies.hpp"

namespace attn {

void AttentionFlags::add_to(FlagTable& table) {
  const FlagGroup words(table, words_title());
  add_sequence_word_flags(words);
  words.value(d_k, "N", translated("Width of a query and a key (default d_model)"));
  words.value(d_v, "N", translated("Width of a value (default d_model)"));

  const FlagGroup matrices(table, matrices_title());
  matrices.value(q, "MATRIX", translated("Queries, one a row"));
  matrices.value(k, "MATRIX", translated("Keys, one a row"));
  matrices.value(v, "MATRIX", translated("Values, one a row"));
  add_sequence_matrix_flags(matrices);
  matrices.value(wq, "MATRIX", translated("Weights of the query, d_model x d_k"));
  matrices.value(wk, "MATRIX", translated("Weights of the key, d_model x d_k"));
  matrices.value(wv, "MATRIX", translated("Weights of the value, d_model x d_v"));
  matrices.value(weights, "FILE", translated("One .npz, .safetensors or .json with wq, wk and wv"));
  matrices.value(
      scores, "MATRIX",
      translated("Scores instead of queries and keys, one query a row; --v adds values"));
  matrices.value(attention, "MATRIX",
                 translated("Attention itself, a row shared out over the keys; --v adds values"));
  matrices.value(alignment, "\"A=B|..\"",
                 translated("Attention by pairs of phrases, QUERIES=KEYS, or a file of them"));

  add_setting_flags(FlagGroup(table, translated("Attention")));
}

namespace {

// Weights in one file, or one by one.
Flags weight_flags(const AttentionFlags& flags) {
  return {flags.weights, flags.wq, flags.wk, flags.wv};
}

std::string first_missing(const Flags& flags) {
  for (const Flag& flag : flags)
    if (!flag) return flag.name();
  return "";
}

ExampleWeights read_weights(const AttentionFlags& flags) {
  const Flags single{flags.wq, flags.wk, flags.wv};
  if (flags.weights) {
    refuse_beside(flags.weights, single);
    std::vector<arma::mat> matrices =
        read_matrices(flags.weights.text(), flags.weights.name(), {"wq", "wk", "wv"});
    return {std::move(matrices[0]), std::move(matrices[1]), std::move(matrices[2])};
  }
  if (const std::string missing = first_missing(single); !missing.empty())
    throw InputError(message("--wq, --wk and --wv belong together, but {} is missing.", missing));
  const auto read = [](const Flag& flag, const char* key) {
    return read_matrix(flag.text(), flag.name(), {key});
  };
  return {read(flags.wq, "wq"), read(flags.wk, "wk"), read(flags.wv, "wv")};
}

// Widths and factors that the weights already decide.
void refuse_width_flags(const AttentionFlags& flags) {
  for (const Flag& flag : given_among({flags.d_model, flags.d_k, flags.d_v, flags.init}))
    throw InputError(
        message("{} follows from the weights that are given; leave it out.", flag.name()));
}

Flags settings_of(const AttentionFlags& flags) {
  return flags_of<AttentionSettingFlags>(flags, &AttentionSettingFlags::add_setting_flags);
}

// Beside matrices, refuses every flag that would have no effect.
void refuse_unread(const AttentionFlags& flags, const Flag& matrix, const Flags& read) {
  const Flags of_matrices{flags.x,  flags.cross, flags.memory, flags.weights,   flags.wq,
                          flags.wk, flags.wv,    flags.scores, flags.attention, flags.alignment};
  for (const Flag& flag : unread(flags_of(flags), joined({read, settings_of(flags)}))) {
    if (contains(of_matrices, flag)) refuse_together(matrix, flag);
    refuse_together(flag, matrix);
  }
}

AttentionInput problem_of(Sequences sequences, ExampleWeights weights) {
  AttentionProblem problem;
  problem.tensors = Embedded{.X = std::move(sequences.X),
                             .memory = std::move(sequences.memory),
                             .W_Q = std::move(weights.W_Q),
                             .W_K = std::move(weights.W_K),
                             .W_V = std::move(weights.W_V)};
  problem.query_tokens = std::move(sequences.query_tokens);
  problem.key_tokens = std::move(sequences.key_tokens);
  AttentionInput input;
  input.problem = std::move(problem);
  input.title = std::move(sequences.title);
  input.source = std::move(sequences.source);
  input.notes = std::move(sequences.notes);
  return input;
}

AttentionInput read_query_key_value(const AttentionFlags& flags) {
  const Flags matrices{flags.q, flags.k, flags.v};
  if (const std::string missing = first_missing(matrices); !missing.empty())
    throw InputError(message("--q, --k and --v belong together, but {} is missing.", missing));
  if (!flags.text.empty()) refuse_together(translated("a sentence"), flags.q.name());
  refuse_unread(flags, flags.q, {flags.q, flags.k, flags.v, flags.tokens, flags.key_tokens});

  Projected tensors{read_sequence(flags.q, {"q", "query", "Q"}),
                    read_sequence(flags.k, {"k", "key", "K"}),
                    read_sequence(flags.v, {"v", "value", "V"})};
  const arma::uword n_q = tensors.Q.n_rows, n_k = tensors.K.n_rows;
  AttentionProblem problem;
  problem.query_tokens = row_names(flags.tokens, "q", n_q);
  const bool keys_share_names = flags.tokens && !flags.key_tokens && n_q == n_k;
  problem.key_tokens =
      keys_share_names ? problem.query_tokens : row_names(flags.key_tokens, "k", n_k);
  problem.tensors = std::move(tensors);
  AttentionInput input;
  input.problem = std::move(problem);
  input.title = "Q, K, V";
  input.source = "given";
  return input;
}

// Weights for rows that are given: the ones that words would get, as wide as the rows. With NumPy
// they are the first numbers of the stream, since X takes none.
ExampleWeights made_up_weights(const AttentionFlags& flags, arma::uword d_model, WordModel& model) {
  require_weights_fit(d_model);
  model.d_model = d_model;
  model.d_k = flags.d_k.count(1, kLargestWidth).value_or(d_model);
  model.d_v = flags.d_v.count(1, kLargestWidth).value_or(d_model);
  return word_numbers(model, {}, {}).weights;
}

AttentionInput read_embeddings(const AttentionFlags& flags) {
  Flags read{flags.x,  flags.memory, flags.tokens, flags.key_tokens, flags.weights,
             flags.wq, flags.wk,     flags.wv,     flags.cross};  // of --cross there is more to say
  if (!has_weights(flags))
    read.insert(read.end(), {flags.seed, flags.rng, flags.init, flags.d_k, flags.d_v});
  refuse_unread(flags, flags.x, read);
  Sequences sequences = read_matrix_sequences(flags);
  if (has_weights(flags)) return problem_of(std::move(sequences), read_weights(flags));
  WordModel model = flags.read_model();
  ExampleWeights weights = made_up_weights(flags, sequences.X.n_cols, model);
  sequences.source = name_of(model);
  sequences.notes.push_back(made_up_weights_note());
  // Of scores nothing can be said: X may have any variance.
  add_note(sequences.notes, init_note(model.init, model.d_model, model.d_k, model.d_k, false));
  return problem_of(std::move(sequences), std::move(weights));
}

// What there is to say about weights that nobody gave.
std::vector<std::string> notes_of_model(const WordModel& model, const AttentionOptions& options) {
  std::vector<std::string> notes{made_up_note(model)};
  const bool is_scaled = options.scale == Scale{};
  add_note(notes, init_note(model.init, model.d_model, model.d_k, model.d_k, is_scaled));
  return notes;
}

AttentionInput read_word_input(const AttentionFlags& flags, const AttentionOptions& options) {
  WordModel model = flags.read_model();
  ExampleWeights weights;
  if (has_weights(flags)) {
    refuse_width_flags(flags);
    weights = read_weights(flags);
    model.d_model = weights.W_Q.n_rows;
  } else {
    model.d_k = flags.d_k.count(1, kLargestWidth).value_or(model.d_k);
    model.d_v = flags.d_v.count(1, kLargestWidth).value_or(model.d_v);
  }
  Sequences sequences = read_word_sequences(
      flags, model.d_model,
      [&](const std::vector<std::string>& words, const std::vector<std::string>& others) {
        WordNumbers numbers = word_numbers(model, words, others);
        if (!has_weights(flags)) weights = std::move(numbers.weights);
        return WordEmbeddings(std::move(numbers));
      });
  sequences.source = name_of(model);
  if (!has_weights(flags))
    for (const std::string& note : notes_of_model(model, options)) sequences.notes.push_back(note);
  return problem_of(std::move(sequences), std::move(weights));
}

GivenAttention::Kind kind_of(const AttentionFlags& flags) {
  return flags.scores ? GivenAttention::Kind::scores : GivenAttention::Kind::pattern;
}

// A mask and a scale change scores; attention that is given is past both.
void refuse_unread_beside_pattern(const AttentionFlags& flags, const Flag& given) {
  Form form{given, {flags.v, flags.tokens, flags.key_tokens, flags.batch}};
  if (kind_of(flags) == GivenAttention::Kind::scores)
    form.reads = joined({form.reads, {flags.d_k}, settings_of(flags)});
  form.refuse_others(flags_of(flags));
}

// "A=B|C=D", or a file with such pairs.
std::vector<PhrasePair> read_pairs(const Flag& alignment) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 20;
  const std::string& text = alignment.text();
  if (has_equals_sign(text)) return phrase_pairs(text);
  return phrase_pairs(text_of_bytes(file_bytes(text, kMostBytes), text));
}

std::string some_of(const std::vector<std::string>& phrases) {
  constexpr std::size_t kMostNamed = 5;
  std::vector<std::string> quoted;
  for (const std::string& phrase : phrases) quoted.push_back("\"" + phrase + "\"");
  const std::string some = listed_first(quoted, kMostNamed);
  return quoted.size() > kMostNamed ? message("{} ({} in all)", some, quoted.size()) : some;
}

void warn_of_missing(AttentionInput& input, const AlignedTokens& aligned) {
  if (!aligned.missing_queries.empty())
    input.warnings.push_back(
        message("of the alignment, not among the queries: {}", some_of(aligned.missing_queries)));
  if (!aligned.missing_keys.empty())
    input.warnings.push_back(
        message("of the alignment, not among the keys: {}", some_of(aligned.missing_keys)));
}

AttentionInput read_alignment(const AttentionFlags& flags) {
  const Flag& given = flags.alignment;
  refuse_unread_beside_pattern(flags, given);
  if (!flags.has_words())
    throw InputError(
        translated("--alignment needs words: those of the queries as TEXT or --tokens, and those "
                   "of the keys, where they are others, as --key-tokens \"A|B\"."));
  Words words = read_words(flags);
  AttentionInput input;
  GivenAttention problem;
  problem.kind = GivenAttention::Kind::pattern;
  problem.key_tokens = flags.key_tokens ? split_tokens(flags.key_tokens.text()) : words.tokens;
  require_stages_fit(words.tokens.size(), problem.key_tokens.size());
  AlignedTokens aligned = aligned_tokens(words.tokens, problem.key_tokens, read_pairs(given));
  warn_of_missing(input, aligned);
  problem.given = std::move(aligned.shares);
  if (flags.v) problem.V = read_sequence(flags.v, {"v", "value", "V"});
  problem.query_tokens = std::move(words.tokens);
  input.title = std::move(words.title);
  input.notes = std::move(words.notes);
  problem.links_a_few = !flags.key_tokens;
  input.notes.push_back(
      problem.links_a_few
          ? translated("only the words that are paired look at anything here: each shares its "
                       "attention evenly among the words of the phrase it is paired with.")
          : translated("a query looks at the keys of the phrase that it is aligned with, at all "
                       "of them alike."));
  input.source = "given";
  input.problem = std::move(problem);
  return input;
}

AttentionInput read_pattern(const AttentionFlags& flags) {
  if (flags.alignment) return read_alignment(flags);
  const Flag& given = flags.scores ? flags.scores : flags.attention;
  refuse_unread_beside_pattern(flags, given);
  GivenAttention problem;
  problem.kind = kind_of(flags);
  problem.given = flags.scores ? read_sequence(given, {"scores", "S"})
                               : read_sequence(given, {"attention", "weights", "A"});
  if (flags.v) problem.V = read_sequence(flags.v, {"v", "value", "V"});
  problem.d_k = flags.d_k.count(1, kLargestWidth);

  const arma::uword n_q = problem.given.n_rows, n_k = problem.given.n_cols;
  AttentionInput input;
  input.title = flags.scores ? "S" : "A";
  if (flags.has_words()) {
    Words words = read_words(flags);
    problem.query_tokens = std::move(words.tokens);
    input.title = std::move(words.title);
    input.notes = std::move(words.notes);
  } else {
    problem.query_tokens = numbered("q", n_q);
  }
  const bool keys_share_names = flags.has_words() && !flags.key_tokens && n_q == n_k;
  problem.key_tokens =
      keys_share_names ? problem.query_tokens : row_names(flags.key_tokens, "k", n_k);
  input.source = "given";
  input.problem = std::move(problem);
  return input;
}

// Scores that are given go to softmax as they are where nothing else was said of them.
void read_scale_of_pattern(const AttentionFlags& flags, AttentionOptions& options) {
  const Flags given = given_among(settings_of(flags));
  if (!contains(given, Flag("--scale")) && !contains(given, Flag("--no-scale")) && !flags.d_k)
    options.scale.kind = Scale::Kind::off;
}

}  // namespace

bool gives_pattern(const AttentionFlags& flags) {
  return flags.scores || flags.attention || flags.alignment;
}

bool has_weights(const AttentionFlags& flags) { return !given_among(weight_flags(flags)).empty(); }

void describe(Trace& trace, const AttentionInput& input) {
  trace.title = input.title;
  trace.source = input.source;
  trace.notes.insert(trace.notes.begin(), input.notes.begin(), input.notes.end());
  trace.warnings.insert(trace.warnings.begin(), input.warnings.begin(), input.warnings.end());
}

AttentionInput read_attention_input(const AttentionFlags& flags) {
  AttentionOptions options = flags.read_settings();
  AttentionInput input = gives_pattern(flags)            ? read_pattern(flags)
                         : flags.q || flags.k || flags.v ? read_query_key_value(flags)
                         : flags.x                       ? read_embeddings(flags)
                                                         : read_word_input(flags, options);
  if (gives_pattern(flags)) read_scale_of_pattern(flags, options);
  const auto set_options = [&](auto& problem) {
    static_cast<AttentionOptions&>(problem) = options;
    problem.n_batch = n_batch_of(flags.batch);
    if (flags.attention || flags.alignment) return;  // no scores that a mask could block
    const bool are_two = flags.cross || flags.memory || flags.key_tokens;
    flags.read_visibility(problem, {problem.query_tokens, problem.key_tokens, are_two},
                          input.notes);
  };
  std::visit(set_options, input.problem);
  return input;
}

void LookupFlags::add_to(FlagTable& table) {
  const FlagGroup group(table, translated("Tables beside the weights"));
  const FlagRules shown_in_tables{.excludes = screens_without_tables()};
  group.value(entries, "\"A|B\"",
              translated("What each key holds: a hard lookup beside the soft one"),
              shown_in_tables);
  group.value(threshold, "X",
              translated("The hard lookup picks what scores above X (default: the largest)"),
              shown_in_tables);
  group.in_page(PageRole::kept)
      .flag(received, translated("How much attention each key receives, and its rank"),
            shown_in_tables);
}

void LookupFlags::add_tables(Trace& trace) const {
  if (received) trace.tables.push_back(received_table(trace));
  if (!entries && !threshold) return;
  Lookup lookup{.entries = {}, .threshold = threshold.number()};
  if (entries) lookup.entries = split_tokens(entries.text());
  trace.tables.push_back(lookup_table(trace, lookup));
}

void StudyFlags::add_to(FlagTable& table) {
  const FlagGroup group(table, translated("Studies"));
  group.value(study, "NAME",
              translated("scaling (why √d_k), temperature, dropout, or filter (averages with fixed "
                         "weights)"),
              {.excludes = {"--entries", "--threshold", "--received"}});
  group.value(dropout, "X",
              translated("With --study dropout: the chance that a weight is dropped (default 0.1)"),
              {.needs = {"--study dropout"}});
}

namespace {

enum class Study { scaling, temperature, dropout, filter };
constexpr Named<Study> kStudies[] = {{Study::scaling, "scaling"},
                                     {Study::temperature, "temperature"},
                                     {Study::dropout, "dropout"},
                                     {Study::filter, "filter"}};

// Refuses the first of some flags that was typed, with what the study is about.
void refuse_in_study(const StudyFlags& flags, const Flags& others, const std::string& reason) {
  if (const std::string other = first_given(others); !other.empty())
    throw InputError(message("--study {} does not read {}: {}", flags.study.text(), other, reason));
}

constexpr std::uint32_t kUsualSeed = 1;

std::uint32_t seed_in(const Flag& seed) {
  return static_cast<std::uint32_t>(seed.count(0, UINT32_MAX).value_or(kUsualSeed));
}

Trace scaling_trace(const StudyFlags& flags, const AttentionFlags& attention) {
  const std::string reason =
      translated("it draws queries and keys of its own. --seed N draws others.");
  refuse_in_study(flags, unread(flags_of(attention), {attention.seed}), reason);
  if (!attention.text.empty())
    throw InputError(message("--study {} does not read words: {}", flags.study.text(), reason));
  const std::uint32_t seed = seed_in(attention.seed);
  ScalingProblem problem;
  problem.normals = [random = std::make_shared<Random>(seed)](arma::uword n, arma::uword d) {
    return normal_matrix(*random, n, d, 1.0);
  };
  Trace trace = scaling_study(problem);
  trace.source = fmt::format("seed {}", seed);
  return trace;
}

// What the attention of a study was read from, in its words.
Trace described(Trace trace, const AttentionInput& input) {
  describe(trace, input);
  return trace;
}

Trace temperature_trace(const StudyFlags& flags, const AttentionFlags& attention) {
  refuse_in_study(flags, {attention.causal},
                  translated("it looks at the last query, which sees every key in any case."));
  AttentionInput input = read_attention_input(attention);
  TemperatureProblem problem;
  problem.attention = std::move(input.problem);
  return described(temperature_study(problem), input);
}

// The seed makes the numbers of words and of weights that nobody gave; where all is given, it is
// that of the draws alone.
AttentionInput read_beside_draws(AttentionFlags attention) {
  const bool is_all_given =
      gives_pattern(attention) || attention.q || (attention.x && has_weights(attention));
  if (is_all_given) attention.seed.take_back();
  return read_attention_input(attention);
}

Trace dropout_trace(const StudyFlags& flags, const AttentionFlags& attention) {
  AttentionInput input = read_beside_draws(attention);
  DropoutProblem problem;
  problem.attention = std::move(input.problem);
  problem.p = flags.dropout.number().value_or(problem.p);
  Random random(seed_of(seed_in(attention.seed), "dropout"));
  problem.uniform = [&random] { return random.uniform(); };
  return described(dropout_study(problem), input);
}

Trace filter_trace(const StudyFlags& flags, const AttentionFlags& attention) {
  refuse_in_study(flags,
                  {attention.scores, attention.attention, attention.alignment, attention.q,
                   attention.k, attention.cross, attention.key_tokens, attention.memory},
                  translated("it changes a token and looks whether the weights follow, so it needs "
                             "one sequence of embeddings: words, or --x with its weights."));
  AttentionInput input = read_attention_input(attention);
  FilterProblem problem;
  problem.attention = std::get<AttentionProblem>(std::move(input.problem));
  return described(filter_study(problem), input);
}

}  // namespace

Trace study_trace(const StudyFlags& flags, const AttentionFlags& attention) {
  const Study study = *flags.study.choice(kStudies);
  refuse_in_study(flags, {attention.batch},
                  translated("it shows the numbers of one sequence. Leave it out."));
  switch (study) {
    case Study::scaling:
      return scaling_trace(flags, attention);
    case Study::temperature:
      return temperature_trace(flags, attention);
    case Study::dropout:
      return dropout_trace(flags, attention);
    case Study::filter:
      break;
  }
  return filter_trace(flags, attention);
}

}  // namespace attn

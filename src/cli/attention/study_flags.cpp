#include "cli/attention/study_flags.hpp"

#include <memory>
#include <utility>

#include "base/message.hpp"
#include "data/random/random.hpp"
#include "mechanisms/studies/studies.hpp"

namespace attn {

void StudyFlags::add_to(FlagTable& table) {
  const FlagGroup group(table, translated("Studies"));
  group.value(study, "NAME",
              translated("scaling (why √d_k), temperature, dropout, or filter (averages with fixed "
                         "weights)"));
  group.value(
      dropout, "X",
      translated("With --study dropout: the chance that a weight is dropped (default 0.1)"));
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
  if (study != Study::dropout) require_used_with({flags.dropout}, "--study dropout");
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

void refuse_without_study(const StudyFlags& flags) {
  require_used_with({flags.dropout}, "--study dropout");
}

}  // namespace attn

#include "cli/attention/study_flags.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

Trace study_named(const std::string& name, const AttentionFlags& attention = {}) {
  StudyFlags flags;
  type(flags.study, name);
  return study_trace(flags, attention);
}

AttentionFlags words() {
  AttentionFlags flags;
  flags.text = {"The cat sat down"};
  return flags;
}

std::string refusal_of(const std::string& name, const AttentionFlags& attention) {
  try {
    study_named(name, attention);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("study_trace: each study by its name", "[cli][study]") {
  CHECK(study_named("scaling").result == "variance");
  CHECK(study_named("temperature", words()).result == "tempered");
  CHECK(study_named("dropout", words()).result == "mean");
  CHECK(study_named("filter", words()).tables.front().id == "change");
  CHECK(refusal_of("scalling", {}).find("Did you mean scaling?") != std::string::npos);
}

TEST_CASE("study_trace: the seed draws other numbers", "[cli][study]") {
  AttentionFlags seeded;
  type(seeded.seed, "5");
  CHECK(difference(study_named("scaling").stage("variance").value,
                   study_named("scaling", seeded).stage("variance").value) != "");
  AttentionFlags pattern;
  type(pattern.attention, "0.5 0.5; 0.25 0.75");
  AttentionFlags other = pattern;
  type(other.seed, "5");
  CHECK(difference(study_named("dropout", pattern).stage("mean").value,
                   study_named("dropout", other).stage("mean").value) != "");
}

TEST_CASE("study_trace: the seed of made-up weights is theirs in a study, too", "[cli][study]") {
  AttentionFlags rows;
  type(rows.x, "1 0 2; 0 1 1");
  AttentionFlags seeded = rows;
  type(seeded.seed, "5");
  const AttentionInput plain = read_attention_input(seeded);
  const auto& embedded = std::get<Embedded>(std::get<AttentionProblem>(plain.problem).tensors);
  const arma::mat W_Q = study_named("dropout", seeded).stage("wq").value;
  CHECK(difference(W_Q, embedded.W_Q) == "");
  CHECK(difference(W_Q, study_named("dropout", rows).stage("wq").value) != "");
}

TEST_CASE("study_trace: beside weights that are given the seed is that of the draws",
          "[cli][study]") {
  AttentionFlags rows;
  type(rows.x, "1 0; 0 1");
  for (Flag* weights : {&rows.wq, &rows.wk, &rows.wv}) type(*weights, "1 2; 3 4");
  AttentionFlags seeded = rows;
  type(seeded.seed, "5");
  CHECK(difference(study_named("dropout", rows).stage("mean").value,
                   study_named("dropout", seeded).stage("mean").value) != "");
}

TEST_CASE("study_trace: dropout by its flag", "[cli][study]") {
  StudyFlags flags;
  type(flags.study, "dropout");
  type(flags.dropout, "0.5");
  const Trace trace = study_trace(flags, words());
  const double kept = arma::max(arma::vectorise(trace.stage("dropped", "draw 1").value));
  CHECK(kept <= 2.0);
  CHECK(kept > 0.0);
  type(flags.study, "filter");
  CHECK_THROWS_AS(study_trace(flags, words()), InputError);
}

TEST_CASE("study_trace: refuses what a study does not read", "[cli][study]") {
  AttentionFlags causal = words();
  type(causal.causal);
  CHECK(refusal_of("temperature", causal) ==
        "--study temperature does not read --causal: it looks at the last query, which sees every "
        "key in any case.");
  CHECK(refusal_of("scaling", words()) ==
        "--study scaling does not read words: it draws queries and keys of its own. --seed N draws "
        "others.");
  AttentionFlags wide;
  type(wide.d_model, "8");
  CHECK(refusal_of("scaling", wide).starts_with("--study scaling does not read --d-model"));
  AttentionFlags scores;
  type(scores.scores, "1 2; 3 4");
  CHECK(refusal_of("filter", scores).starts_with("--study filter does not read --scores"));
  AttentionFlags batch = words();
  type(batch.batch, "2");
  CHECK(refusal_of("dropout", batch).starts_with("--study dropout does not read --batch"));
}

TEST_CASE("refuse_without_study: dropout by itself", "[cli][study]") {
  StudyFlags flags;
  type(flags.dropout, "0.5");
  CHECK_THROWS_AS(refuse_without_study(flags), InputError);
}

#include "cli/learned/learned_walk.hpp"

#include <utility>

#include "base/message.hpp"
#include "cli/learned/learned_notes.hpp"
#include "learning/learned/learned.hpp"
#include "mechanisms/attention/stages.hpp"

namespace attn {
namespace {

// Where in the model: in front, since it says what the sizes after it belong to.
void add_place(Trace& trace, const char* name, std::size_t place) {
  trace.config.emplace(trace.config.begin(), name, static_cast<std::int64_t>(place));
}

const StudiedHead* studied_head(const LearnedSentence& sentence, std::size_t layer,
                                std::size_t head) {
  // The file of a model may keep nothing to measure heads on.
  if (sentence.study.heads.empty()) return nullptr;
  return &sentence.study.at(layer, head, sentence.model.n_heads());
}

// What a head does that this sentence has a use for, as its map says above it.
std::string map_remark(const LearnedSentence& sentence, std::size_t layer, std::size_t head) {
  const StudiedHead* const studied = studied_head(sentence, layer, head);
  if (!studied) return "";
  return remark_for(sentence.study, *studied,
                    habit_among(*studied, habits_asked(sentence.study, sentence.ids)));
}

void add_remarks(Trace& trace, const LearnedSentence& sentence, std::size_t layer) {
  for (Stage& stage : trace.stages)
    for (std::size_t head = 0; head < sentence.model.n_heads(); ++head)
      if (stage.id == "weights" && stage.group == group_of(head))
        stage.remark = map_remark(sentence, layer, head);
}

// Which state of a model is shown.
enum class Learning { before, after };

// The weights of every head of a layer over the sentence, as stages of their own; `weights` are
// those of the whole model.
void record_maps(Trace& trace, const LearnedSentence& sentence, std::size_t layer,
                 Learning learning, const std::vector<arma::mat>& weights) {
  const bool is_trained = learning == Learning::after;
  AttentionOptions options;
  options.causal = true;
  const std::size_t n = sentence.ids.size(), n_heads = sentence.model.n_heads();
  const AttentionSettings settings = settings_for(options, n, n, n_heads);
  const Axis query{"query", sentence.tokens}, key{"key", sentence.tokens};
  for (std::size_t head = 0; head < n_heads; ++head) {
    Stage stage = weights_stage(query, key, settings.blocked);
    stage.id += fmt::format("_layer_{}{}", layer, is_trained ? "" : "_untrained");
    stage.group = group_of(head);
    stage.formula = fmt::format("A = softmax(masked), layer {}{}", layer,
                                is_trained ? "" : ", before learning");
    stage.rule = Shares{};
    if (is_trained) stage.remark = map_remark(sentence, layer, head);
    trace.overview.push_back(stage.id);
    record(trace, std::move(stage), weights[layer * n_heads + head]);
  }
}

void add_tables(Trace& trace, const HeadStudy& study) {
  trace.tables = {habit_table(study, {}), mass_table(study)};
  for (Table& table : trace.tables) {
    table.is_asked_for = true;
    trace.overview.push_back(table.id);
  }
}

}  // namespace

AttentionProblem learned_problem(LearnedSentence& sentence, const ChosenHead& place,
                                 const AttentionOptions& options) {
  AttentionProblem problem;
  static_cast<AttentionOptions&>(problem) = options;
  problem.tensors = projected_head(sentence.model.layer(sentence.ids, place.layer), place.head);
  problem.query_tokens = problem.key_tokens = sentence.tokens;
  return problem;
}

MultiHeadProblem learned_layer_problem(LearnedSentence& sentence, std::size_t layer,
                                       const AttentionOptions& options) {
  MultiHeadProblem problem;
  static_cast<AttentionOptions&>(problem) = options;
  static_cast<MultiHeadLayer&>(problem) = sentence.model.layer(sentence.ids, layer);
  problem.query_tokens = problem.key_tokens = sentence.tokens;
  return problem;
}

void add_learned_head(Trace& trace, const LearnedSentence& sentence, const ChosenHead& place) {
  trace.overview = {"weights"};
  add_place(trace, "head", place.head);
  add_place(trace, "layer", place.layer);
  if (const StudiedHead* head = studied_head(sentence, place.layer, place.head))
    for (const Habit habit : habits_of(head->measures))
      trace.notes.push_back(habit_note(sentence.study, *head, habit));
  trace.notes.insert(
      trace.notes.begin(),
      message(
          "queries and keys are shown as the head compares them: with their bias, and with what "
          "positions add to them. attn mha {} --layer {} shows how they come about.",
          sentence.typed_model, place.layer));
  if (!place.is_typed) trace.notes.insert(trace.notes.begin(), why_shown(sentence, place));
  describe_learned(trace, sentence);
}

void add_learned_layer(Trace& trace, const LearnedSentence& sentence, const ChosenHead& place) {
  trace.overview = {"weights", "average", "habits"};
  add_place(trace, "layer", place.layer);
  add_remarks(trace, sentence, place.layer);
  if (!sentence.study.heads.empty()) {
    trace.tables.push_back(habit_table(sentence.study, place.layer));
    trace.tables.back().after = "weights";
  }
  if (!place.is_typed) trace.notes.insert(trace.notes.begin(), why_shown(sentence, place));
  describe_learned(trace, sentence);
}

Trace heads_table_trace(const WordFlags& words) {
  Trace trace{.command = "mha"};
  if (!has_sentence(words)) {
    LearnedModel model(model_path(words, language_of_model(words)));
    add_tables(trace, study_of_heads(model));
    trace.source = "learned";
    trace.notes.push_back(learned_note(model));
    return trace;
  }
  LearnedSentence sentence = read_learned_sentence(words);
  trace.query_tokens = trace.key_tokens = sentence.tokens;
  add_tables(trace, sentence.study);
  const std::vector<arma::mat> untrained = sentence.model.untrained_weights({sentence.ids}).front();
  for (std::size_t layer = 0; layer < sentence.model.n_layers(); ++layer) {
    record_maps(trace, sentence, layer, Learning::after, sentence.weights);
    record_maps(trace, sentence, layer, Learning::before, untrained);
  }
  describe_learned(trace, sentence);
  return trace;
}

}  // namespace attn

#include "learning/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "learning/tasks/tasks.hpp"
#include "learning/text/text.hpp"

namespace attn {

namespace {

constexpr const char* kBefore = "weights_before";
constexpr const char* kAfter = "weights_after";

bool looks_back_only(TaskKind task) { return task == TaskKind::recall || task == TaskKind::text; }

// The keys that come later, which a causal model never sees.
BlockedCells later_keys(arma::uword n) {
  BlockedCells blocked(n, n, arma::fill::zeros);
  for (arma::uword i = 0; i < n; ++i)
    for (arma::uword j = i + 1; j < n; ++j)
      blocked(i, j) = static_cast<unsigned char>(Blocked::causal);
  return blocked;
}

Stage weights_stage(const char* id, const std::string& group, arma::mat W,
                    const std::vector<std::string>& tokens, bool is_causal) {
  Stage stage{.id = id, .group = group, .symbol = "W", .value = std::move(W)};
  stage.rows = {.name = "query", .labels = tokens};
  stage.cols = {.name = "key", .labels = tokens};
  stage.rule = Shares{};
  if (is_causal) stage.blocked = later_keys(stage.value.n_rows);
  return stage;
}

void record_weights(const Network<float>& before, const Network<float>& after,
                    const std::vector<std::string>& tokens, LearningReport& report) {
  const bool is_causal = looks_back_only(report.settings.task);
  report.weights.query_tokens = report.weights.key_tokens = tokens;
  for (std::size_t layer = 0; layer < after.n_layers(); ++layer)
    for (std::size_t head = 0; head < after.n_heads(); ++head) {
      const std::string group = head_group({layer, head});
      const auto record = [&](const char* id, const Network<float>& model) {
        report.weights.record(weights_stage(
            id, group, weights_of(model, layer, 0, head, tokens.size()), tokens, is_causal));
      };
      record(kBefore, before);
      record(kAfter, after);
    }
}

// The head that a row of measures names.
std::optional<HeadPlace> named_head(const TableRow& row) {
  const auto* layer = std::get_if<cell::Whole>(&row[row.size() - 2]);
  const auto* head = std::get_if<cell::Whole>(&row.back());
  if (!layer || !head) return std::nullopt;
  return HeadPlace{layer->number.get_ui(), head->number.get_ui()};
}

std::vector<HeadPlace> named_heads(const Table& measures) {
  std::vector<HeadPlace> places;
  if (measures.columns.back().id != "head") return places;
  for (const TableRow& row : measures.rows) {
    const std::optional<HeadPlace> place = named_head(row);
    const bool is_new = place && std::find(places.begin(), places.end(), *place) == places.end();
    if (is_new) places.push_back(*place);
  }
  return places;
}

HeadPlace most_changed_head(const LearningReport& report) {
  HeadPlace most;
  double largest = -1.0;
  for (std::size_t layer = 0; layer < report.n_layers; ++layer)
    for (std::size_t head = 0; head < report.n_heads; ++head) {
      const std::string group = head_group({layer, head});
      const double change = arma::accu(arma::abs(report.weights.stage(kAfter, group).value -
                                                 report.weights.stage(kBefore, group).value));
      if (change <= largest) continue;
      largest = change;
      most = {layer, head};
    }
  return most;
}

}  // namespace

std::string head_group(const HeadPlace& place) {
  return fmt::format("layer {}, head {}", place.layer, place.head);
}

LearningReport learning_report(Training& training, Workers& workers) {
  const Task& task = training.task();
  const std::unique_ptr<Network<float>> before = task.new_model();
  Network<float>& after = training.model();
  LearningReport report{.settings = task.settings(),
                        .n_parameters = after.parameters.size(),
                        .curve = training.curve(),
                        .levels = task.levels(),
                        .n_judged = task.n_looked_at(Look::quick),
                        .n_judged_at_end = task.n_looked_at(Look::thorough),
                        .measures = task.measures(*before, after, workers),
                        .answers = task.shown_answers(*before, after, workers),
                        .n_layers = after.n_layers(),
                        .n_heads = after.n_heads()};
  if (report.n_layers == 0) return report;
  const Batch<float> shown = task.shown_sequence();
  before->forward(workers, shown, {});
  after.forward(workers, shown, {});
  record_weights(*before, after, task.shown_tokens(), report);
  report.shown_heads = named_heads(report.measures);
  if (report.shown_heads.empty()) {
    report.shown_heads = {most_changed_head(report)};
    report.shows_most_changed = true;
  }
  return report;
}

ReadText read_text_of(const Corpus& corpus, bool may_change_unit) {
  // A grammar writes words and nothing else.
  const bool can_be_characters =
      may_change_unit && corpus.unit == TextUnit::words && corpus.grammar.empty();
  return {.title = corpus.title,
          .unit = corpus.unit,
          .is_unit_found = corpus.is_unit_found,
          .characters_may_help = can_be_characters && has_mostly_rare_words(corpus),
          .n_copies_left_out = corpus.n_copies_left_out};
}

double measured_after(const Table& measures, const std::string& id) {
  constexpr std::size_t kAfterColumn = 2;
  for (const TableRow& row : measures.rows) {
    const auto* name = std::get_if<cell::Text>(&row.front());
    const auto* value = std::get_if<cell::Real>(&row[kAfterColumn]);
    if (name && value && name->id == id) return value->value;
  }
  return 0.0;
}

namespace {

constexpr double kCoin = 0.5;
constexpr double kBetterThanCoin = 0.1;  // the accuracy of a coin varies by a few hundredths
constexpr double kAsGood = 0.01;

bool reads_word_by_word(ClassifierKind model) {
  return model == ClassifierKind::lstm || model == ClassifierKind::rnn;
}

std::vector<ComparedModel> winners(const std::vector<ComparedModel>& models) {
  double best = 0.0;
  for (const ComparedModel& model : models) best = std::max(best, model.held_out_accuracy);
  std::vector<ComparedModel> found;
  std::copy_if(models.begin(), models.end(), std::back_inserter(found),
               [best](const auto& model) { return model.held_out_accuracy >= best - kAsGood; });
  return found;
}

std::string names_of(const std::vector<ComparedModel>& models) {
  std::vector<std::string> names;
  for (const ComparedModel& model : models)
    names.emplace_back(name_in(kClassifierKinds, model.model));
  return listed(names);
}

std::string who_wins(const std::vector<ComparedModel>& models, LabelKind labels) {
  const std::vector<ComparedModel> best = winners(models);
  const double accuracy = best.front().held_out_accuracy;
  if (accuracy < kCoin + kBetterThanCoin)
    return labels == LabelKind::random
               ? translated(
                     "Nobody wins: the labels are random, and on new sequences no model is "
                     "better than a coin, however well it knows its own by heart.")
               : translated("Nobody wins: no model is better than a coin. Try more --steps.");
  const auto reads = [](const ComparedModel& model) { return reads_word_by_word(model.model); };
  std::string text = message("Best on new sequences: {}.", names_of(best));
  if (std::all_of(best.begin(), best.end(), reads))
    add_sentence(text, translated("On a rule of order networks that read word by word win over "
                                  "attention: which word comes first is what they are made for."));
  return text;
}

}  // namespace

Table comparison_table(const std::vector<ComparedModel>& models, const LearnSettings& settings) {
  Table table{.id = "comparison",
              .title = translated("The same data for every model: the part of the classes that are "
                                  "right, by chance 0.5"),
              .columns = {{"model", translated("model")},
                          {"held_out_accuracy", translated("held out")},
                          {"training_accuracy", translated("in training")},
                          {"parameters", translated("parameters")},
                          {"seconds", translated("seconds")}}};
  for (const ComparedModel& model : models)
    table.rows.push_back(
        {cell::name(name_in(kClassifierKinds, model.model)), accuracy_cell(model.held_out_accuracy),
         accuracy_cell(model.training_accuracy), cell::Whole{count_of(model.n_parameters)},
         cell::Real{.value = model.seconds, .places = 1}});
  table.note = who_wins(models, settings.labels);
  if (settings.labels == LabelKind::order)
    add_sentence(table.note, translated("simple has no positions and takes a mean, so it sees no "
                                        "order at all."));
  if (!models.empty())
    add_sentence(table.note, message("Always the more frequent class is right in {} of the "
                                     "held-out sequences.",
                                     accuracy_text(models.front().majority_class)));
  add_sentence(table.note, translated("Seconds are those of this machine and vary from run to run; "
                                      "every other number stays."));
  return table;
}

}  // namespace attn

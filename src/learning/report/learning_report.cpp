#include "learning/report/learning_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "learning/text/corpus.hpp"

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

}  // namespace attn

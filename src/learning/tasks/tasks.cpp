#include "learning/tasks/tasks.hpp"

#include <algorithm>
#include <armadillo>
#include <stdexcept>
#include <utility>

#include "base/message.hpp"
#include "base/number.hpp"
#include "core/attention.hpp"
#include "learning/tasks/task_kinds.hpp"
#include "network/layers/layers.hpp"

namespace attn {

std::size_t Task::n_looked_at(Look look) const {
  const HeldOutCounts counts = held_out_counts(settings().task);
  return look == Look::quick ? counts.quick : counts.thorough;
}

std::unique_ptr<Task> make_task(const LearnSettings& settings) {
  require_sound(settings);
  switch (settings.task) {
    case TaskKind::copy:
      return copy_task(settings);
    case TaskKind::reverse:
    case TaskKind::sort:
      return sequence_task(settings);
    case TaskKind::classify:
      return classify_task(settings);
    case TaskKind::recall:
      return recall_task(settings);
    case TaskKind::text:
      break;
  }
  throw std::invalid_argument("make_task: text needs a corpus");
}

TransformerSettings usual_model(const LearnSettings& settings) {
  TransformerSettings model;
  model.d_model = settings.d_model;
  model.n_heads = model.n_kv_heads = settings.n_heads;
  model.n_layers = settings.n_layers;
  model.longest = settings.n_tokens;
  model.positions = settings.positions;
  model.dropout = settings.dropout;
  return model;
}

void DrawnTask::draw_held_out() {
  fill(n_looked_at(Look::thorough), Draws(settings().seed, 0, kHeldOutData), held_out_);
  fill(n_looked_at(Look::quick), Draws(settings().seed, 0, kHeldOutData), quick_);
}

Score DrawnTask::score(Network<float>& model, Workers& workers, Look look) const {
  const Batch<float>& batch = look == Look::quick ? quick_ : held_out_;
  if (batch.targets.empty()) return {.loss = loss_of(model, workers, batch)};
  const Rows<float> logits = model.forward(workers, batch, {});
  return {.loss = Losses<float>::cross_entropy(workers, logits, batch.targets, {}),
          .accuracy = rightness(logits, batch.targets, batch.n_sequences).accuracy()};
}

Batch<float> DrawnTask::shown_sequence() const {
  Batch<float> batch;
  fill(1, Draws(settings().seed, 1, kHeldOutData), batch);
  return batch;
}

Rightness DrawnTask::rightness_of(Network<float>& model, Workers& workers) const {
  return rightness(model.forward(workers, held_out_, {}), held_out_.targets, held_out_.n_sequences);
}

std::vector<RuledSequence> DrawnTask::held_out_rules(
    const std::function<KeyRule(const std::vector<std::uint32_t>& tokens)>& rule) const {
  std::vector<RuledSequence> rules;
  const auto n = static_cast<std::ptrdiff_t>(held_out_.length);
  for (auto first = held_out_.tokens.begin(); first != held_out_.tokens.end(); first += n)
    rules.push_back({held_out_.length, rule({first, first + n})});
  return rules;
}

namespace {

constexpr std::size_t kLongestSketch =
    20;  // the usual length: beside it the answers fit into 80 columns
constexpr std::size_t kSketchedNumbers = 4;

std::string sketch_of_numbers(const std::vector<std::uint32_t>& words) {
  std::string sketch;
  for (std::size_t i = 0; i < std::min(kSketchedNumbers, words.size()); ++i)
    sketch += (i == 0 ? "" : " ") + std::to_string(words[i]);
  return words.size() > kSketchedNumbers ? sketch + " .." : sketch;
}

// "..1..2..": what lies between, however much, is two dots.
std::string sketch_of_order(const std::vector<std::uint32_t>& words, std::uint32_t first_plain) {
  std::string sketch;
  for (const std::uint32_t word : words)
    if (word < first_plain)
      sketch += std::to_string(word);
    else if (!sketch.ends_with(".."))
      sketch += "..";
  return sketch;
}

cell::Text when_right(const ShownAnswer& answer) {
  const bool before = is_right(answer.before, answer.label),
             after = is_right(answer.after, answer.label);
  if (before && after) return {"both", translated("both")};
  if (after) return {"after", translated("after")};
  if (before) return {"before", translated("before")};
  return {"not_once", translated("not once")};
}

std::string answers_title(LabelKind labels) {
  return labels == LabelKind::order
             ? translated(
                   "How probable each class is for sequences held out. A dot is any other "
                   "word; in class 1 word 1 comes before word 2, in class 0 after it.")
             : translated(
                   "How probable each class is for sequences held out. Their words are shown "
                   "by their numbers, and say nothing: a coin made the classes.");
}

}  // namespace

std::vector<double> class_probabilities(Rows<const float> logits, std::size_t row) {
  arma::mat z(1, logits.n_cols);
  for (arma::uword j = 0; j < z.n_cols; ++j) z(0, j) = static_cast<double>(logits.row(row)[j]);
  const arma::mat p = softmax_rows(z);
  return {p.begin(), p.end()};
}

bool is_right(const std::vector<double>& probabilities, std::size_t label) {
  const auto most = std::max_element(probabilities.begin(), probabilities.end());
  return static_cast<std::size_t>(most - probabilities.begin()) == label;
}

std::string sequence_sketch(const std::vector<std::uint32_t>& words, LabelKind labels,
                            std::uint32_t first_plain_word) {
  if (labels == LabelKind::random) return sketch_of_numbers(words);
  if (words.size() > kLongestSketch) return sketch_of_order(words, first_plain_word);
  std::string sketch;
  for (const std::uint32_t word : words)
    sketch += word < first_plain_word ? std::to_string(word) : ".";
  return sketch;
}

Table answers_table(const std::vector<ShownAnswer>& answers, LabelKind labels) {
  Table table{.id = "answers",
              .title = answers_title(labels),
              .columns = {{"sequence", translated("sequence")}, {"class", translated("class")}}};
  if (answers.empty()) return table;
  const std::size_t n_classes = answers.front().after.size();
  for (std::size_t k = 0; k < n_classes; ++k)
    table.columns.push_back({"before_" + std::to_string(k), message("before {}", k)});
  for (std::size_t k = 0; k < n_classes; ++k)
    table.columns.push_back({"after_" + std::to_string(k), message("after {}", k)});
  table.columns.push_back({"was_right", translated("was right")});
  for (const ShownAnswer& answer : answers) {
    TableRow row{cell::name(answer.sketch), cell::bare(answer.label)};
    for (const std::vector<double>* probabilities : {&answer.before, &answer.after})
      for (const double p : *probabilities) row.emplace_back(cell::Real{.value = p, .places = 3});
    row.push_back(when_right(answer));
    table.rows.push_back(std::move(row));
  }
  return table;
}

namespace {

constexpr int kAccuracyPlaces = 3;

// Losses and weights beside them have as many places.
TableCell real_cell(double value) { return accuracy_cell(value); }

TableCell place_cell(const std::optional<HeadPlace>& place, std::size_t HeadPlace::*part) {
  return place ? TableCell(cell::bare((*place).*part)) : TableCell(cell::Missing{});
}

// The head of a model that follows a rule most.
struct BestHead {
  HeadMeasure measure;
  HeadPlace place{};
};

BestHead best_head_of(const Network<float>& model, const std::vector<RuledSequence>& sequences,
                      Sight sight) {
  BestHead best;
  for (std::size_t layer = 0; layer < model.n_layers(); ++layer)
    for (std::size_t head = 0; head < model.n_heads(); ++head) {
      const HeadMeasure measure = head_measure(model, layer, head, sequences, sight);
      const bool is_first = layer == 0 && head == 0;
      if (is_first || measure.mean() > best.measure.mean()) best = {measure, {layer, head}};
    }
  return best;
}

}  // namespace

std::string accuracy_text(double part) {
  const std::string text = decimal_text(part, kAccuracyPlaces);
  return part > 0.0 && is_written_as_zero(text) ? "<0" + least_shown(kAccuracyPlaces) : text;
}

cell::Real accuracy_cell(double part) { return {.value = part, .places = kAccuracyPlaces}; }

Table measures_table(const std::vector<MeasureRow>& rows, std::string note) {
  Table table{.id = "measures",
              .title = translated("What was learned"),
              .columns = {{"measure", ""},
                          {"before", translated("before")},
                          {"after", translated("after")},
                          {"chance", translated("by chance")}}};
  table.note = std::move(note);
  const bool names_heads =
      std::any_of(rows.begin(), rows.end(), [](const MeasureRow& row) { return row.place; });
  if (names_heads) {
    table.columns.push_back({"layer", translated("layer")});
    table.columns.push_back({"head", translated("head")});
  }
  for (const MeasureRow& row : rows) {
    TableRow cells{cell::Text{row.id, row.name}, real_cell(row.before), real_cell(row.after),
                   row.chance ? real_cell(*row.chance) : TableCell(cell::Missing{"-"})};
    if (names_heads) {
      cells.push_back(place_cell(row.place, &HeadPlace::layer));
      cells.push_back(place_cell(row.place, &HeadPlace::head));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

HeadMeasure head_measure(const Network<float>& model, std::size_t layer, std::size_t head,
                         const std::vector<RuledSequence>& sequences, Sight sight) {
  HeadMeasure sum;
  for (std::size_t s = 0; s < sequences.size(); ++s)
    sum += head_measure(weights_of(model, layer, s, head, sequences[s].n_tokens), sequences[s].rule,
                        sight);
  return sum;
}

MeasureRow best_head(std::string id, std::string name, const Network<float>& before,
                     const Network<float>& after, const std::vector<RuledSequence>& sequences,
                     Sight sight) {
  const BestHead untrained = best_head_of(before, sequences, sight);
  const BestHead trained = best_head_of(after, sequences, sight);
  MeasureRow row{.id = std::move(id),
                 .name = std::move(name),
                 .before = untrained.measure.mean(),
                 .after = trained.measure.mean(),
                 .chance = trained.measure.even_mean()};
  if (after.n_layers() * after.n_heads() > 1) row.place = trained.place;
  return row;
}

double Rightness::part(std::size_t n, std::size_t of) {
  return of == 0 ? 0.0 : static_cast<double>(n) / static_cast<double>(of);
}

Rightness& Rightness::operator+=(const Rightness& other) {
  n_right += other.n_right;
  n_targets += other.n_targets;
  n_whole += other.n_whole;
  n_sequences += other.n_sequences;
  return *this;
}

Rightness rightness(Rows<const float> logits, const std::vector<std::int32_t>& targets,
                    std::size_t n_sequences) {
  Rightness result{.n_sequences = n_sequences};
  const std::size_t length = targets.size() / n_sequences;
  for (std::size_t s = 0; s < n_sequences; ++s) {
    bool is_whole = true;
    for (std::size_t i = s * length; i < (s + 1) * length; ++i) {
      if (targets[i] == kNoTarget) continue;
      const float* z = logits.row(i);
      const bool is_right = std::max_element(z, z + logits.n_cols) - z == targets[i];
      ++result.n_targets;
      result.n_right += is_right ? 1U : 0U;
      is_whole = is_whole && is_right;
    }
    result.n_whole += is_whole ? 1U : 0U;
  }
  return result;
}

}  // namespace attn

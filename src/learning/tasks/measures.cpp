#include "learning/tasks/measures.hpp"

#include <algorithm>
#include <utility>

#include "base/message.hpp"
#include "base/number.hpp"
#include "network/layers/layers.hpp"

namespace attn {
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

MeasureRow best_head(const Network<float>& before, const Network<float>& after,
                     const std::vector<RuledSequence>& sequences, Sight sight) {
  const BestHead untrained = best_head_of(before, sequences, sight);
  const BestHead trained = best_head_of(after, sequences, sight);
  MeasureRow row;
  row.before = untrained.measure.mean();
  row.after = trained.measure.mean();
  row.chance = trained.measure.even_mean();
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

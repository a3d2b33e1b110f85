#include "learning/learned/head_tables.hpp"

#include <algorithm>

#include "base/message.hpp"

namespace attn {
namespace {

TableCell weight_cell(double weight) { return cell::Real{.value = weight, .places = 2}; }

TableCell mean_cell(const HeadMeasure& measure) {
  if (measure.n_rows == 0) return cell::Missing{"-"};
  return weight_cell(measure.mean());
}

// "1, 2": layer 1, head 2; of one layer alone "head 2", as its stages are called.
std::string name_of_head(const StudiedHead& head, bool with_layer) {
  return with_layer ? fmt::format("{}, {}", head.layer, head.head)
                    : fmt::format("head {}", head.head);
}

TableRow habit_row(const HeadStudy& study, const StudiedHead& head, Habit habit, bool with_layer) {
  TableRow row{cell::name(name_of_head(head, with_layer)),
               cell::Text{name_in(kHabits, habit), remark_for(study, head, habit)}};
  if (habit == Habit::none) {
    row.insert(row.end(), 4, TableCell(cell::Missing{"-"}));
    return row;
  }
  const HeadMeasure& measure = head.measures[habit];
  row.push_back(weight_cell(measure.mean()));
  row.push_back(weight_cell(measure.even_mean()));
  row.push_back(weight_cell(head.untrained[habit].mean()));
  row.push_back(cell::bare(measure.n_rows));
  return row;
}

constexpr Habit kMasses[] = {Habit::previous, Habit::self, Habit::first, Habit::induction,
                             Habit::referent};

// The most that any head of the untrained model has.
TableCell most_untrained(const HeadStudy& study, Habit habit) {
  double most = 0.0;
  for (const StudiedHead& head : study.heads) most = std::max(most, head.untrained[habit].mean());
  if (study.heads.front().measures[habit].n_rows == 0) return cell::Missing{"-"};
  return weight_cell(most);
}

}  // namespace

Table habit_table(const HeadStudy& study, std::optional<std::size_t> layer) {
  Table table{.id = "habits",
              .title = message("What each head does in {}, and how much of its weight lies there.",
                               measured_on(study)),
              .columns = {{"head", layer ? translated("head") : translated("layer, head")},
                          {"habit", translated("what it does")},
                          {"weight", translated("weight")},
                          {"even", translated("even")},
                          {"untrained", translated("before")},
                          {"queries", translated("queries")}},
              .n_text_columns = 2,
              .note = measured_where(study),
              .dispensable = {5, 4}};
  for (const StudiedHead& head : study.heads) {
    if (layer && head.layer != *layer) continue;
    for (const Habit habit : habits_of(head.measures))
      table.rows.push_back(habit_row(study, head, habit, !layer));
  }
  return table;
}

Table mass_table(const HeadStudy& study) {
  Table table{.id = "masses",
              .title = translated("The weight of each head, wherever it could have a habit."),
              .columns = {{"head", translated("layer, head")},
                          {"previous", translated("one back")},
                          {"self", translated("itself")},
                          {"first", translated("the first")},
                          {"induction", translated("followed")},
                          {"referent", translated("referent")}}};
  for (const StudiedHead& head : study.heads) {
    table.rows.push_back({cell::name(name_of_head(head, true))});
    for (const Habit habit : kMasses) table.rows.back().push_back(mean_cell(head.measures[habit]));
  }
  if (study.heads.empty()) return table;
  table.rows.push_back({cell::Text{"even", translated("attention spread evenly")}});
  for (const Habit habit : kMasses) {
    const HeadMeasure& measure = study.heads.front().measures[habit];
    table.rows.back().push_back(measure.n_rows == 0 ? TableCell(cell::Missing{"-"})
                                                    : weight_cell(measure.even_mean()));
  }
  table.rows.push_back({cell::Text{"untrained", translated("untrained, at most")}});
  for (const Habit habit : kMasses) table.rows.back().push_back(most_untrained(study, habit));
  return table;
}

std::string measured_where(const HeadStudy& study) {
  if (study.name_starts.empty())
    return translated(
        "Even: attention that makes no difference between keys; before: the same model before "
        "it learned anything, on the same queries.");
  return translated(
      "Measured where a habit is asked for: one back at the second halves of names, what followed "
      "where such a half is to be guessed, the referent where no number tells the two nouns apart, "
      "anything else at every word. Even: attention that makes no difference between keys; "
      "before: the same model before it learned anything, on the same queries.");
}

}  // namespace attn

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "pretrained/study/study.hpp"

namespace attn {
namespace {

constexpr double kHabit = 0.1;  // so far above even attention that it deserves a letter

// The letter of a habit in a caption.
char letter_of(Habit habit) {
  if (habit == Habit::same) return 'd';
  return habit == Habit::separator ? 'e' : *name_in(kHabits, habit);
}

std::string title_of(Habit habit) {
  const std::pair<Habit, const char*> titles[] = {
      {Habit::previous, translated("previous")},   {Habit::first, translated("first")},
      {Habit::self, translated("self")},           {Habit::next, translated("next")},
      {Habit::same, translated("same")},           {Habit::induction, translated("induction")},
      {Habit::separator, translated("separator")}, {Habit::entropy, translated("entropy")}};
  for (const auto& [of, title] : titles)
    if (of == habit) return title;
  return name_in(kHabits, habit);
}

// ".41", or "1.0"; "<.01" for less that is not nothing.
std::string two_digits(double share) {
  const std::string text = fmt::format("{:.2f}", share);
  if (share > 0.0 && is_written_as_zero(text)) return "<" + least_shown(2);
  return text.starts_with('0') ? text.substr(1) : fmt::format("{:.1f}", share);
}

// What a head does most beyond even attention, and how far beyond.
struct Excess {
  Habit habit;
  double mean;
};

std::optional<Excess> largest_excess(const HeadFacts& head, bool counts_first) {
  std::optional<Excess> largest;
  for (const auto& [habit, name] : kTextMeasures) {
    if (habit == Habit::entropy || (habit == Habit::first && !counts_first)) continue;
    const double excess = head.measures[habit].mean() - head.measures[habit].even_mean();
    if (excess >= (largest ? largest->mean : kHabit)) largest = {habit, excess};
  }
  return largest;
}

TableCell mean_cell_of(const HeadMeasure& measure, double mean) {
  if (measure.n_rows == 0) return cell::Missing{"-"};
  return cell::Real{.value = mean, .places = 2};
}

std::string caption_of(const HeadFacts& head, std::optional<Habit> by) {
  const auto habit = by ? by : strongest_habit(head);
  if (!habit) return "-";
  const std::string value = two_digits(head.measures[*habit].mean());
  return *habit == Habit::entropy ? value : letter_of(*habit) + value;
}

Sketch sketch_of_head(const HeadFacts& head, std::string name, std::optional<Habit> by) {
  return {.name = std::move(name),
          .caption = caption_of(head, by),
          .n_rows = head.sketch.n_rows,
          .n_cols = head.sketch.n_cols,
          .dots = head.sketch.dots};
}

// "p previous, f first, ...": of those that were measured.
std::string legend(const HeadsInText& known) {
  std::vector<std::string> letters;
  for (const Habit habit : known.measured)
    if (habit != Habit::entropy)
      letters.push_back(fmt::format("{} {}", letter_of(habit), title_of(habit)));
  return joined(letters, translated(", "));
}

std::vector<const HeadFacts*> all_of(const HeadsInText& known) {
  std::vector<const HeadFacts*> heads;
  for (const HeadFacts& head : known.heads) heads.push_back(&head);
  return heads;
}

// `of` says what stands in the cell of a measure.
template <class CellOf>
TableRow measures_row(TableCell name, const HeadFacts& head, const HeadsInText& known,
                      const CellOf& of) {
  TableRow row{std::move(name)};
  for (const Habit habit : known.measured) row.push_back(of(head.measures[habit]));
  return row;
}

bool is_even_alike(const HeadFacts& a, const HeadFacts& b) {
  return std::equal(a.measures.of.begin(), a.measures.of.end(), b.measures.of.begin(),
                    [](const HeadMeasure& one, const HeadMeasure& other) {
                      return one.even == other.even && one.n_rows == other.n_rows;
                    });
}

// A head of the first layer of each window: even attention is the same in all layers that have it.
std::vector<const HeadFacts*> first_of_each_window(const HeadsInText& known) {
  std::vector<const HeadFacts*> first;
  for (const HeadFacts& head : known.heads)
    if (std::none_of(first.begin(), first.end(),
                     [&](const HeadFacts* other) { return is_even_alike(*other, head); }))
      first.push_back(&head);
  return first;
}

}  // namespace

std::string head_name(std::size_t layer, std::size_t head) {
  return fmt::format("{}.{}", layer, head);
}

std::optional<Habit> strongest_habit(const HeadFacts& head) {
  const auto most = largest_excess(head, true);
  return most ? std::optional(most->habit) : std::nullopt;
}

const HeadFacts* head_with_most(const HeadsInText& known) {
  for (const bool counts_first : {false, true}) {
    const HeadFacts* best = nullptr;
    double most = 0.0;
    for (const HeadFacts& head : known.heads) {
      const auto excess = largest_excess(head, counts_first);
      if (!excess || excess->mean <= most) continue;
      most = excess->mean;
      best = &head;
    }
    if (best) return best;
  }
  return nullptr;
}

std::vector<const HeadFacts*> sorted_heads(const HeadsInText& known, Habit by) {
  std::vector<const HeadFacts*> heads = all_of(known);
  const double sign = by == Habit::entropy ? 1.0 : -1.0;
  std::stable_sort(heads.begin(), heads.end(), [&](const HeadFacts* a, const HeadFacts* b) {
    return sign * a->measures[by].mean() < sign * b->measures[by].mean();
  });
  return heads;
}

SketchSheet heads_sheet(const HeadsInText& known, std::optional<Habit> by, std::size_t top) {
  SketchSheet sheet{
      .title =
          translated("Each head in small: queries from above, keys from the left. A dot stands "
                     "where a query has its largest weight, or one of .2 and more."),
      .note = message("Below each: what it does most beyond even attention, and how much of its "
                      "weight lies there ({}; - less than .10 beyond).",
                      legend(known))};
  if (by) {
    sheet.rows.emplace_back();
    for (const HeadFacts* head : sorted_heads(known, *by)) {
      if (sheet.rows.back().sketches.size() == top) break;
      sheet.rows.back().sketches.push_back(
          sketch_of_head(*head, head_name(head->layer, head->head), by));
    }
    sheet.note = message("Below each: {}. The first {} of {} heads.", title_of(*by),
                         sheet.rows.back().sketches.size(), known.heads.size());
    return sheet;
  }
  for (const HeadFacts& head : known.heads) {
    if (head.head == 0) sheet.rows.push_back({.name = fmt::format("{}", head.layer)});
    sheet.rows.back().sketches.push_back(sketch_of_head(head, fmt::format("{}", head.head), by));
  }
  return sheet;
}

Table heads_table(const HeadsInText& known, std::optional<Habit> by, std::size_t top) {
  Table table{
      .id = "heads",
      .title = translated("What each head does in this text: the mean weight of its queries "
                          "on the keys of each rule."),
      .columns = {{"head", translated("head")}},
      .note = translated("Even attention makes no difference between the keys that a query "
                         "may look at."),
      .is_asked_for = true};
  for (const Habit habit : known.measured)
    table.columns.push_back({name_in(kHabits, habit), title_of(habit)});
  const std::vector<const HeadFacts*> heads = by ? sorted_heads(known, *by) : all_of(known);
  for (std::size_t i = 0; i < std::min(top, heads.size()); ++i)
    table.rows.push_back(measures_row(
        cell::name(head_name(heads[i]->layer, heads[i]->head)), *heads[i], known,
        [](const HeadMeasure& measure) { return mean_cell_of(measure, measure.mean()); }));
  if (heads.size() > top)
    table.rows.push_back(TableRow(table.columns.size(), cell::Gap{heads.size() - top}));
  const std::vector<const HeadFacts*> windows = first_of_each_window(known);
  for (const HeadFacts* first : windows) {
    const std::string name =
        windows.size() == 1 ? translated("even") : message("even, layer {}", first->layer);
    table.rows.push_back(measures_row(
        cell::Text{"even", name}, *first, known,
        [](const HeadMeasure& measure) { return mean_cell_of(measure, measure.even_mean()); }));
    table.rows.push_back(
        measures_row(cell::Text{"queries", translated("queries")}, *first, known,
                     [](const HeadMeasure& measure) { return cell::bare(measure.n_rows); }));
  }
  return table;
}

std::string measures_sentence(const HeadFacts& head, const std::vector<Habit>& measured) {
  std::vector<std::string> measures;
  for (const Habit habit : measured)
    measures.push_back(fmt::format("{} {} ({})", title_of(habit),
                                   two_digits(head.measures[habit].mean()),
                                   two_digits(head.measures[habit].even_mean())));
  return message("head {} in this text, and in brackets what even attention has: {}.",
                 head_name(head.layer, head.head), joined(measures, translated(", ")));
}

}  // namespace attn

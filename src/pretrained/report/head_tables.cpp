#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "pretrained/report/report.hpp"

namespace attn {
namespace {

constexpr double kHabit = 0.1;  // so far above even attention that it deserves a letter

// The letter of a habit in a caption; entropy is none.
char letter_of(HeadMeasureKind kind) {
  switch (kind) {
    case HeadMeasureKind::previous:
      return 'p';
    case HeadMeasureKind::first:
      return 'f';
    case HeadMeasureKind::self:
      return 's';
    case HeadMeasureKind::next:
      return 'n';
    case HeadMeasureKind::same:
      return 'd';
    case HeadMeasureKind::induction:
      return 'i';
    case HeadMeasureKind::separator:
      return 'e';
    case HeadMeasureKind::entropy:
      break;
  }
  return '-';
}

std::string title_of(HeadMeasureKind kind) {
  switch (kind) {
    case HeadMeasureKind::previous:
      return translated("previous");
    case HeadMeasureKind::first:
      return translated("first");
    case HeadMeasureKind::self:
      return translated("self");
    case HeadMeasureKind::next:
      return translated("next");
    case HeadMeasureKind::same:
      return translated("same");
    case HeadMeasureKind::induction:
      return translated("induction");
    case HeadMeasureKind::separator:
      return translated("separator");
    case HeadMeasureKind::entropy:
      break;
  }
  return translated("entropy");
}

// ".41", or "1.0"; "<.01" for less that is not nothing.
std::string two_digits(double share) {
  const std::string text = fmt::format("{:.2f}", share);
  if (share > 0.0 && is_written_as_zero(text)) return "<" + least_shown(2);
  return text.starts_with('0') ? text.substr(1) : fmt::format("{:.1f}", share);
}

// What a head does most beyond even attention, and how far beyond.
struct Habit {
  HeadMeasureKind kind;
  double excess;
};

std::optional<Habit> habit_of(const HeadFacts& head, bool counts_first) {
  std::optional<Habit> habit;
  for (const auto& [kind, name] : kHeadMeasureKinds) {
    if (kind == HeadMeasureKind::entropy || (kind == HeadMeasureKind::first && !counts_first))
      continue;
    const double excess = mean_of(head.means, kind).mean() - mean_of(head.even, kind).mean();
    if (excess >= (habit ? habit->excess : kHabit)) habit = {kind, excess};
  }
  return habit;
}

TableCell mean_cell_of(const MeanOverQueries& mean) {
  if (mean.n_rows == 0) return cell::Missing{"-"};
  return cell::Real{.value = mean.mean(), .places = 2};
}

std::string caption_of(const HeadFacts& head, std::optional<HeadMeasureKind> by) {
  const auto kind = by ? by : strongest_habit(head);
  if (!kind) return "-";
  const std::string value = two_digits(mean_of(head.means, *kind).mean());
  return *kind == HeadMeasureKind::entropy ? value : letter_of(*kind) + value;
}

Sketch sketch_of_head(const HeadFacts& head, std::string name, std::optional<HeadMeasureKind> by) {
  return {.name = std::move(name),
          .caption = caption_of(head, by),
          .n_rows = head.sketch.n_rows,
          .n_cols = head.sketch.n_cols,
          .dots = head.sketch.dots};
}

// "p previous, f first, ...": of those that were measured.
std::string legend(const HeadsInText& known) {
  std::vector<std::string> letters;
  for (const HeadMeasureKind kind : known.measured)
    if (kind != HeadMeasureKind::entropy)
      letters.push_back(fmt::format("{} {}", letter_of(kind), title_of(kind)));
  return joined(letters, translated(", "));
}

std::vector<const HeadFacts*> all_of(const HeadsInText& known) {
  std::vector<const HeadFacts*> heads;
  for (const HeadFacts& head : known.heads) heads.push_back(&head);
  return heads;
}

TableRow measures_row(const TableCell& name, const HeadMeans& means, const HeadsInText& known) {
  TableRow row{name};
  for (const HeadMeasureKind kind : known.measured)
    row.push_back(mean_cell_of(mean_of(means, kind)));
  return row;
}

// A head of the first layer of each window: even attention is the same in all layers that have it.
std::vector<const HeadFacts*> first_of_each_window(const HeadsInText& known) {
  std::vector<const HeadFacts*> first;
  for (const HeadFacts& head : known.heads)
    if (std::none_of(first.begin(), first.end(),
                     [&](const HeadFacts* other) { return other->even == head.even; }))
      first.push_back(&head);
  return first;
}

}  // namespace

std::string head_name(std::size_t layer, std::size_t head) {
  return fmt::format("{}.{}", layer, head);
}

std::optional<HeadMeasureKind> strongest_habit(const HeadFacts& head) {
  const auto habit = habit_of(head, true);
  return habit ? std::optional(habit->kind) : std::nullopt;
}

const HeadFacts* head_with_most(const HeadsInText& known) {
  for (const bool counts_first : {false, true}) {
    const HeadFacts* best = nullptr;
    double most = 0.0;
    for (const HeadFacts& head : known.heads) {
      const auto habit = habit_of(head, counts_first);
      if (!habit || habit->excess <= most) continue;
      most = habit->excess;
      best = &head;
    }
    if (best) return best;
  }
  return nullptr;
}

std::vector<const HeadFacts*> sorted_heads(const HeadsInText& known, HeadMeasureKind by) {
  std::vector<const HeadFacts*> heads = all_of(known);
  const double sign = by == HeadMeasureKind::entropy ? 1.0 : -1.0;
  std::stable_sort(heads.begin(), heads.end(), [&](const HeadFacts* a, const HeadFacts* b) {
    return sign * mean_of(a->means, by).mean() < sign * mean_of(b->means, by).mean();
  });
  return heads;
}

SketchSheet heads_sheet(const HeadsInText& known, std::optional<HeadMeasureKind> by,
                        std::size_t top) {
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

Table heads_table(const HeadsInText& known, std::optional<HeadMeasureKind> by, std::size_t top) {
  Table table{
      .id = "heads",
      .title = translated("What each head does in this text: the mean weight of its queries "
                          "on the keys of each rule."),
      .columns = {{"head", translated("head")}},
      .note = translated("Even attention makes no difference between the keys that a query "
                         "may look at."),
      .is_asked_for = true};
  for (const HeadMeasureKind kind : known.measured)
    table.columns.push_back({name_in(kHeadMeasureKinds, kind), title_of(kind)});
  const std::vector<const HeadFacts*> heads = by ? sorted_heads(known, *by) : all_of(known);
  for (std::size_t i = 0; i < std::min(top, heads.size()); ++i)
    table.rows.push_back(measures_row(cell::name(head_name(heads[i]->layer, heads[i]->head)),
                                      heads[i]->means, known));
  if (heads.size() > top)
    table.rows.push_back(TableRow(table.columns.size(), cell::Gap{heads.size() - top}));
  const std::vector<const HeadFacts*> windows = first_of_each_window(known);
  for (const HeadFacts* first : windows) {
    const std::string name =
        windows.size() == 1 ? translated("even") : message("even, layer {}", first->layer);
    table.rows.push_back(measures_row(cell::Text{"even", name}, first->even, known));
    TableRow counts{cell::Text{"queries", translated("queries")}};
    for (const HeadMeasureKind kind : known.measured)
      counts.push_back(cell::bare(mean_of(first->even, kind).n_rows));
    table.rows.push_back(std::move(counts));
  }
  return table;
}

std::string measures_sentence(const HeadFacts& head, const std::vector<HeadMeasureKind>& measured) {
  std::vector<std::string> measures;
  for (const HeadMeasureKind kind : measured)
    measures.push_back(fmt::format("{} {} ({})", title_of(kind),
                                   two_digits(mean_of(head.means, kind).mean()),
                                   two_digits(mean_of(head.even, kind).mean())));
  return message("head {} in this text, and in brackets what even attention has: {}.",
                 head_name(head.layer, head.head), joined(measures, translated(", ")));
}

}  // namespace attn

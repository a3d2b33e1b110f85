#include "grading/report/class_counts.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "grading/report/mark_text.hpp"

namespace attn {
namespace {

bool is_judged(const Mark& mark) {
  return mark.state == MarkState::marked || mark.state == MarkState::unreadable;
}

// Adds up what is said of one item in every submission.
class ItemTally {
 public:
  void add_unreadable() { ++counts_.verdicts["unreadable"]; }

  void add(const MarkedItem& item, const std::string& student) {
    ++counts_.verdicts[item.verdict];
    if (item.is_right()) ++counts_.n_right;
    if (!item.misconceptions.empty()) ++explained_[item.misconceptions];
    if (!item.unexplained.empty()) add_unexplained(item.unexplained, student);
  }

  // What is as frequent as another comes in the order of names, or of the first student.
  ItemCounts counts() && {
    for (const auto& [names, n] : explained_) counts_.explained.push_back({names, n});
    std::stable_sort(
        counts_.explained.begin(), counts_.explained.end(),
        [](const ExplainedAnswers& a, const ExplainedAnswers& b) { return a.n > b.n; });
    std::stable_sort(counts_.unexplained.begin(), counts_.unexplained.end(),
                     [](const UnexplainedAnswer& a, const UnexplainedAnswer& b) {
                       return a.students.size() > b.students.size();
                     });
    return std::move(counts_);
  }

 private:
  void add_unexplained(const std::string& answer, const std::string& student) {
    const auto [known, is_new] = places_.try_emplace(answer, counts_.unexplained.size());
    if (is_new) counts_.unexplained.push_back({.answer = answer, .students = {}});
    counts_.unexplained[known->second].students.push_back(student);
  }

  ItemCounts counts_;
  std::map<std::vector<std::string>, std::size_t> explained_;
  std::map<std::string, std::size_t> places_;
};

double median_of(std::vector<double> values) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

// 0 where there is nothing to share.
double share_of(double part, double whole) { return whole > 0.0 ? part / whole : 0.0; }

}  // namespace

bool has_handed_in(const Gradebook& book, std::size_t student) {
  for (std::size_t i = 0; i < book.plan.exercises.size(); ++i)
    if (book.mark(student, i).state != MarkState::missing) return true;
  return false;
}

ExerciseCounts exercise_counts(const Gradebook& book, std::size_t exercise) {
  const std::vector<AskedItem>& asked = book.plan.exercises.at(exercise).items;
  ExerciseCounts counts;
  std::vector<ItemTally> tallies(asked.size());
  double points = 0.0;
  for (std::size_t student = 0; student < book.plan.students.size(); ++student) {
    const Mark& mark = book.mark(student, exercise);
    if (mark.state != MarkState::missing) ++counts.n_handed_in;
    if (!is_judged(mark)) continue;
    ++counts.n_judged;
    points += mark.points();
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const MarkedItem* const item = marked_item(mark, asked[i].name);
      if (mark.state == MarkState::unreadable)
        tallies[i].add_unreadable();
      else if (item != nullptr)
        tallies[i].add(*item, mark.student);
    }
  }
  counts.mean_points = share_of(points, static_cast<double>(counts.n_judged));
  for (ItemTally& tally : tallies) counts.items.push_back(std::move(tally).counts());
  return counts;
}

ClassCounts class_counts(const Gradebook& book) {
  ClassCounts counts;
  std::vector<double> points;
  for (std::size_t student = 0; student < book.plan.students.size(); ++student) {
    if (!has_handed_in(book, student)) continue;
    ++counts.n_handed_in;
    if (book.is_settled(student)) points.push_back(book.points_of(student));
  }
  counts.n_unsettled = counts.n_handed_in - points.size();
  const double sum = std::accumulate(points.begin(), points.end(), 0.0);
  counts.mean_points = share_of(sum, static_cast<double>(points.size()));
  counts.median_points = median_of(points);
  for (const double each : points) {
    const double share = share_of(each, book.plan.most_points());
    const auto fifth = static_cast<std::size_t>(std::max(0.0, share * 5.0 + 1e-9));
    ++counts.fifths[std::min<std::size_t>(fifth, counts.fifths.size() - 1)];
  }
  return counts;
}

}  // namespace attn

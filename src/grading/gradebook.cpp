#include "grading/gradebook.hpp"

#include <numeric>

namespace attn {

double AskedExercise::most_points() const {
  return std::accumulate(items.begin(), items.end(), 0.0,
                         [](double sum, const AskedItem& item) { return sum + item.points; });
}

bool MarkedItem::is_right() const { return points >= most; }

double Mark::points() const {
  return std::accumulate(items.begin(), items.end(), 0.0,
                         [](double sum, const MarkedItem& item) { return sum + item.points; });
}

bool Mark::is_open() const {
  return state == MarkState::other_variant || state == MarkState::grader_failed;
}

double GradingPlan::most_points() const {
  return std::accumulate(
      exercises.begin(), exercises.end(), 0.0,
      [](double sum, const AskedExercise& exercise) { return sum + exercise.most_points(); });
}

const Mark& Gradebook::mark(std::size_t student, std::size_t exercise) const {
  return marks.at(student * plan.exercises.size() + exercise);
}

double Gradebook::points_of(std::size_t student) const {
  double points = 0.0;
  for (std::size_t i = 0; i < plan.exercises.size(); ++i) points += mark(student, i).points();
  return points;
}

bool Gradebook::is_settled(std::size_t student) const {
  for (std::size_t i = 0; i < plan.exercises.size(); ++i)
    if (mark(student, i).is_open()) return false;
  return true;
}

}  // namespace attn

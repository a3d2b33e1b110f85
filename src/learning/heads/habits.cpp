#include "learning/heads/habits.hpp"

#include <stdexcept>

#include "base/message.hpp"

namespace attn {
namespace {

// From where on a measure is called a habit.
struct HabitThreshold {
  Habit habit;
  double mean;
  double times_even;  // and that many times what even attention gives
};
constexpr HabitThreshold kHabitThresholds[] = {
    {Habit::referent, 0.4, 0.0}, {Habit::recall, 0.5, 0.0},  {Habit::induction, 0.4, 3.0},
    {Habit::copy, 0.8, 0.0},     {Habit::reverse, 0.8, 0.0}, {Habit::sort, 0.5, 0.0},
    {Habit::previous, 0.5, 0.0}, {Habit::self, 0.5, 0.0},    {Habit::first, 0.5, 0.0}};
constexpr double kLeastChoice = 0.8;

}  // namespace

HeadMeasures& HeadMeasures::operator+=(const HeadMeasures& other) {
  for (std::size_t i = 0; i < of.size(); ++i) of[i] += other.of[i];
  choice += other.choice;
  return *this;
}

HeadMeasures sentence_measures(const HeadOverSentence& head, ReferentQuery query) {
  const arma::mat& W = head.weights;
  const arma::uword n = W.n_rows;
  if (head.ids.size() != n)
    throw std::invalid_argument("sentence_measures: one id for each row of the weights");
  HeadMeasures measures;
  KeyRule previous = previous_keys(n), induction = induction_keys(head.ids);
  if (head.determined) {
    previous = queries_in_names(previous, head.ids, *head.determined);
    induction = queries_that_guess(induction, Determined::name, *head.determined);
  }
  measures[Habit::previous] = head_measure(W, previous);
  measures[Habit::self] = head_measure(W, self_keys(n));
  measures[Habit::first] = head_measure(W, first_keys(n));
  measures[Habit::induction] = head_measure(W, induction);
  const bool number_tells = head.determined && head.referent && head.referent->numbers_differ;
  if (head.referent && !number_tells) {
    measures[Habit::referent] = head_measure(W, referent_keys(n, *head.referent, query));
    measures.choice = referent_choice(W, *head.referent, query);
  }
  return measures;
}

HeadMeasures sentence_measures(const std::vector<HeadOverSentence>& sentences,
                               ReferentQuery query) {
  HeadMeasures sum;
  for (const HeadOverSentence& head : sentences) sum += sentence_measures(head, query);
  return sum;
}

ReferentQuery referent_query(const std::vector<HeadOverSentence>& sentences) {
  const auto mean_at = [&sentences](ReferentQuery query) {
    return sentence_measures(sentences, query)[Habit::referent].mean();
  };
  return mean_at(ReferentQuery::next) > mean_at(ReferentQuery::pronoun) ? ReferentQuery::next
                                                                        : ReferentQuery::pronoun;
}

bool has_habit(const HeadMeasures& measures, Habit habit) {
  for (const HabitThreshold& from : kHabitThresholds) {
    if (from.habit != habit) continue;
    const HeadMeasure& measure = measures[habit];
    if (measure.n_rows == 0 || measure.mean() < from.mean) return false;
    if (measure.mean() < from.times_even * measure.even_mean()) return false;
    return habit != Habit::referent || measures.choice.mean() >= kLeastChoice;
  }
  return false;
}

std::vector<Habit> habits_of(const HeadMeasures& measures) {
  std::vector<Habit> habits;
  for (const Named<Habit>& row : kHabits)
    if (has_habit(measures, row.value)) habits.push_back(row.value);
  if (habits.empty()) habits.push_back(Habit::none);
  return habits;
}

Habit habit_of(const HeadMeasures& measures) { return habits_of(measures).front(); }

std::string remark_of(Habit habit) {
  switch (habit) {
    case Habit::referent:
      return translated("finds what \"it\" stands for");
    case Habit::recall:
      return translated("looks up the value of the same key");
    case Habit::induction:
      return translated("repeats what followed last time");
    case Habit::copy:
      return translated("copies its own token");
    case Habit::reverse:
      return translated("reads from the end");
    case Habit::sort:
      return translated("finds the value that is due");
    case Habit::previous:
      return translated("looks one back");
    case Habit::self:
      return translated("looks at itself");
    case Habit::first:
      return translated("looks at the first");
    case Habit::none:
      break;
  }
  return translated("no plain pattern");
}

}  // namespace attn

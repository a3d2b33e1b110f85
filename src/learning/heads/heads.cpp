#include "learning/heads/heads.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "base/message.hpp"

namespace attn {

KeyRule queries_in_names(const KeyRule& rule, const std::vector<std::uint32_t>& ids,
                         const std::vector<DeterminedPlace>& determined) {
  std::set<std::uint32_t> halves;
  for (const DeterminedPlace& name : determined)
    if (name.word == Determined::name && name.place < ids.size()) halves.insert(ids[name.place]);
  KeyRule in_names;
  for (const NamedKeys& named : rule)
    if (halves.contains(ids[named.query])) in_names.push_back(named);
  return in_names;
}

KeyRule queries_that_guess(const KeyRule& rule, Determined word,
                           const std::vector<DeterminedPlace>& determined) {
  KeyRule guessing;
  for (const NamedKeys& named : rule)
    for (const DeterminedPlace& next : determined)
      if (next.word == word && next.place == named.query + 1) guessing.push_back(named);
  return guessing;
}

KeyRule referent_keys(arma::uword n_tokens, const Referent& referent, ReferentQuery query) {
  const arma::uword row = referent.pronoun + (query == ReferentQuery::next ? 1 : 0);
  if (row >= n_tokens) return {};
  return {{.query = row, .keys = {referent.antecedent}}};
}

namespace {

// Σ over the queries of a rule of Σ over their keys of W(i, j).
double weight_on(const arma::mat& W, const KeyRule& rule) {
  double sum = 0.0;
  for (const NamedKeys& named : rule)
    for (const arma::uword key : named.keys) sum += W(named.query, key);
  return sum;
}

void require_places_of(const arma::mat& W, const KeyRule& rule) {
  if (!W.is_square()) throw std::invalid_argument("head_measure: weights must be square");
  for (const NamedKeys& named : rule)
    for (const arma::uword key : named.keys)
      if (named.query >= W.n_rows || key >= W.n_cols)
        throw std::invalid_argument("head_measure: a rule names a place outside the weights");
}

}  // namespace

arma::mat even_attention(arma::uword n_tokens, Sight sight) {
  arma::mat E(n_tokens, n_tokens, arma::fill::zeros);
  for (arma::uword i = 0; i < n_tokens; ++i) {
    const arma::uword n_seen = sight == Sight::causal ? i + 1 : n_tokens;
    E.row(i).head(n_seen).fill(1.0 / static_cast<double>(n_seen));
  }
  return E;
}

HeadMeasure head_measure(const arma::mat& W, const KeyRule& rule, Sight sight) {
  require_places_of(W, rule);
  return {.weight = weight_on(W, rule),
          .even = weight_on(even_attention(W.n_rows, sight), rule),
          .n_rows = rule.size()};
}

HeadMeasure referent_choice(const arma::mat& W, const Referent& referent, ReferentQuery query) {
  if (!referent.other) return {};
  const KeyRule right = referent_keys(W.n_rows, referent, query);
  if (right.empty()) return {};
  const KeyRule wrong{{.query = right.front().query, .keys = {*referent.other}}};
  require_places_of(W, right);
  require_places_of(W, wrong);
  const double difference = weight_on(W, right) - weight_on(W, wrong);
  return {.weight = difference > 0.0   ? 1.0
                    : difference < 0.0 ? 0.0
                                       : 0.5,
          .even = 0.5,
          .n_rows = 1};
}

namespace {

// From where on a measure is called a habit: the more particular ones first.
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
  for (const HabitThreshold& from : kHabitThresholds)
    if (has_habit(measures, from.habit)) habits.push_back(from.habit);
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
    default:
      break;
  }
  return translated("no plain pattern");
}

}  // namespace attn

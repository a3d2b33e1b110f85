#include <algorithm>

#include "base/message.hpp"
#include "practice/report/report.hpp"

namespace attn {

namespace {

using State = ExerciseProgress::State;
using Mood = LabelledLine::Mood;

const char* state_text(State state) {
  switch (state) {
    case State::untouched:
      return "";
    case State::started:
      return translated("started");
    case State::skipped:
      return translated("skipped");
    case State::passed:
      return translated("passed");
  }
  return "";
}

TableCell count_or_nothing(std::uint64_t n) {
  if (n == 0) return cell::Missing{};
  return cell::bare(n);
}

std::string summary_of(const Standing& standing) {
  const std::size_t n_skipped = standing.count(State::skipped), n = standing.progress.size();
  std::string text = message("{} of {} passed", standing.count(State::passed), n);
  if (n_skipped > 0) text += message(", {} skipped", n_skipped);
  return text;
}

std::string state_of(const ExerciseProgress& progress) {
  const std::string state = state_text(progress.state);
  return progress.gave_up ? message("{}, solution read", state) : state;
}

TableCell minutes_of(const Exercise& exercise) {
  if (exercise.minutes == 0) return cell::Missing{};
  return cell::bare(exercise.minutes);
}

// Its number, and before it whether it is passed, or the one to go on with.
TableCell number_of(const Standing& standing, std::size_t i) {
  const Exercise& exercise = standing.course.exercises[i];
  const bool is_passed = standing.progress[i].state == State::passed;
  const char* const mark = is_passed ? "✓" : &exercise == standing.next() ? "→" : " ";
  return cell::Text{std::to_string(exercise.number), fmt::format("{} {}", mark, exercise.number)};
}

// A heading for what at least one exercise has.
template <typename Has>
std::string heading_if(const Course& course, const char* heading, const Has& has) {
  return std::any_of(course.exercises.begin(), course.exercises.end(), has) ? heading : "";
}

// A row for each exercise; with `only_touched`, for those that were worked on. Its title stays on
// the narrowest screen.
Table table_of(const Standing& standing, bool only_touched) {
  const auto has_topic = [](const Exercise& one) { return !one.topic.empty(); };
  const auto has_minutes = [](const Exercise& one) { return one.minutes > 0; };
  Table table{
      .columns = {{"number", "  " + std::string(translated("no."))},
                  {"title", translated("title")},
                  {"state", translated("state")},
                  {"topic", heading_if(standing.course, translated("topic"), has_topic)},
                  {"exercise", translated("id")},
                  {"minutes", heading_if(standing.course, translated("minutes"), has_minutes)},
                  {"attempts", translated("attempts")},
                  {"hints", translated("hints")}},
      .n_text_columns = 5,
      .dispensable = {7, 4, 6, 5, 3, 2},
      .is_brief = true};
  for (std::size_t i = 0; i < standing.progress.size(); ++i) {
    const Exercise& exercise = standing.course.exercises[i];
    const ExerciseProgress& one = standing.progress[i];
    if (only_touched && one.state == State::untouched) continue;
    table.rows.push_back(
        {number_of(standing, i), cell::Text{exercise.title.first(), exercise.title.here()},
         cell::Text{name_in(kProgressStates, one.state), state_of(one)},
         cell::Text{exercise.topic.first(), exercise.topic.here()}, cell::name(exercise.id),
         minutes_of(exercise), count_or_nothing(one.attempts), count_or_nothing(one.n_hints())});
  }
  return table;
}

// The answer that shows a mistake, and below it what the learner reads.
std::string text_of(const ShownMistake& mistake) {
  if (mistake.field.empty()) return translated("It gives the right answer everywhere.");
  const std::string says =
      mistake.text.empty() ? std::string(translated("Nothing is said to this.")) : mistake.text;
  return mistake.field + " = " + mistake.answer + "\n" +
         (mistake.kind == ShownMistake::Kind::accept ? message("Accepted: {}", says) : says);
}

std::string where_text(const Exercise& exercise, const ExerciseProgress& progress) {
  const std::string name = message("Exercise {}, {}", exercise.number, exercise.title.here());
  if (progress.state == State::untouched) return message("{}, is next.", name);
  if (progress.state == State::skipped) return message("{}, was skipped.", name);
  if (progress.attempts + progress.n_hints() == 0) return message("{}, is begun.", name);
  return message("{}, is begun: attempts {}, hints {}.", name, progress.attempts,
                 progress.n_hints());
}

}  // namespace

Document where_page(const Standing& standing) {
  Document page{{Heading{message("exercises   {}", summary_of(standing))}}};
  if (standing.latest.empty() && standing.count(State::passed) == 0)
    page.add(Paragraph{
        translated("Exercises to work out by hand. attn checks the answers, and says which mistake "
                   "a wrong one shows. Any order will do.")});
  if (const Exercise* const next = standing.next()) {
    const auto place = static_cast<std::size_t>(next - standing.course.exercises.data());
    page.add(Paragraph{where_text(*next, standing.progress[place])});
  }
  return page;
}

Paragraph progress_bar(const Standing& standing, bool is_ascii) {
  constexpr std::size_t kWidest = 20;
  const std::size_t n = standing.progress.size(), n_passed = standing.count(State::passed);
  const std::size_t width = std::min(n, kWidest), n_full = n == 0 ? 0 : n_passed * width / n;
  std::string bar;
  for (std::size_t i = 0; i < width; ++i)
    bar += i < n_full ? (is_ascii ? "#" : "█") : (is_ascii ? "-" : "░");
  return {(is_ascii ? "[" + bar + "]" : bar) + "  " + summary_of(standing)};
}

Document list_page(const Standing& standing) {
  return {{Heading{message("exercises   {}", summary_of(standing))}, table_of(standing, false)}};
}

Document progress_page(const Standing& standing) {
  Document page{{Heading{message("progress   {}", summary_of(standing))}}};
  const Table touched = table_of(standing, true);
  if (touched.rows.empty())
    page.add(Paragraph{translated("No exercise has been begun yet.")});
  else
    page.add(touched);
  return page;
}

Document mistakes_page(const std::vector<ShownMistake>& mistakes) {
  Document page;
  std::string exercise;
  for (const ShownMistake& mistake : mistakes) {
    if (mistake.exercise != exercise) page.add(Heading{mistake.exercise, 2});
    exercise = mistake.exercise;
    page.add(LabelledLine{.label = mistake.name,
                          .text = text_of(mistake),
                          .mood = mistake.diagnosed == mistake.name ? Mood::plain : Mood::bad});
  }
  return page;
}

Document lint_page(const Course& course, const LintReport& report) {
  Document page{{Heading{message("lint   {}", course.name)}}};
  const LintReport::Counts& counts = report.counts;
  page.add(
      Paragraph{message("exercises {}, questions {}, mistakes and readings {}, variants {}",
                        counts.exercises, counts.fields, counts.alternatives, counts.variants)});
  for (const LintFault& fault : report.faults)
    page.add(LabelledLine{.label = fault.exercise, .text = fault.text, .mood = Mood::bad});
  for (const std::string& remark : report.remarks)
    page.add(LabelledLine{.label = "", .text = remark, .mood = Mood::quiet});
  if (report.faults.empty())
    page.add(LabelledLine{
        .label = "", .text = translated("Nothing is wrong with them."), .mood = Mood::good});
  else
    page.add(Paragraph{message("Faults: {}", report.faults.size())});
  return page;
}

bool are_good(const std::vector<Finding>& findings) {
  return std::all_of(findings.begin(), findings.end(),
                     [](const Finding& finding) { return finding.is_good; });
}

Document surroundings_page(const std::vector<Finding>& findings) {
  Document page{{Heading{translated("surroundings of attn exercise")}}};
  for (const Finding& finding : findings)
    page.add(LabelledLine{.label = finding.label,
                          .text = finding.text,
                          .mood = finding.is_good ? Mood::plain : Mood::bad});
  return page;
}

namespace {

bool is_still_open(const ExerciseProgress& progress) {
  return progress.state == State::untouched || progress.state == State::started;
}

std::optional<std::size_t> place_of_id(const std::vector<Exercise>& exercises,
                                       const std::string& id) {
  for (std::size_t i = 0; i < exercises.size(); ++i)
    if (exercises[i].id == id) return i;
  return std::nullopt;
}

// The first exercise in that state, looked for from a place on and then from the beginning.
template <typename Fits>
const Exercise* first_in(State state, const Standing& standing, std::size_t from,
                         const Fits& fits) {
  const auto& exercises = standing.course.exercises;
  for (std::size_t i = 0; i < exercises.size(); ++i) {
    const std::size_t at = (from + i) % exercises.size();
    if (standing.progress[at].state == state && fits(exercises[at])) return &exercises[at];
  }
  return nullptr;
}

}  // namespace

Standing::Standing(const Course& of, const Progress& done) : course(of), latest(done.latest) {
  for (const Exercise& exercise : course.exercises) progress.push_back(done.of(exercise.id));
}

std::size_t Standing::count(State state) const {
  return static_cast<std::size_t>(
      std::count_if(progress.begin(), progress.end(),
                    [state](const ExerciseProgress& one) { return one.state == state; }));
}

const Exercise* Standing::next() const {
  const auto here = place_of_id(course.exercises, latest);
  if (here && is_still_open(progress[*here])) return &course.exercises[*here];
  const auto any = [](const Exercise&) { return true; };
  for (const State state : {State::started, State::untouched})
    if (const Exercise* const found = first_in(state, *this, here.value_or(0), any)) return found;
  return first_in(State::skipped, *this, 0, any);
}

const Exercise* Standing::next_after(const std::string& id, bool in_variants) const {
  const auto fits = [&](const Exercise& one) {
    return one.id != id && !(in_variants && one.variant.empty());
  };
  const std::size_t here = place_of_id(course.exercises, id).value_or(0);
  for (const State state : {State::started, State::untouched, State::skipped})
    if (const Exercise* const found = first_in(state, *this, here, fits)) return found;
  return nullptr;
}

void Standing::take_as_passed(const std::string& id) {
  for (std::size_t i = 0; i < progress.size(); ++i)
    if (course.exercises[i].id == id) progress[i].state = State::passed;
  latest = id;
}

}  // namespace attn

#include "practice/lint/lint.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <thread>

#include "base/message.hpp"
#include "base/system.hpp"
#include "base/text.hpp"
#include "practice/judge/check.hpp"
#include "practice/lint/exercise_faults.hpp"
#include "practice/lint/lint_numbers.hpp"
#include "practice/lint/lint_requests.hpp"
#include "practice/misconceptions.hpp"

namespace attn {
namespace {

std::string name_of_language(const std::string& code) {
  if (code == "en") return translated("English");
  return code == "ja" ? translated("Japanese") : code;
}

void lint_texts(const Exercise& exercise, ExerciseFaults& faults) {
  const auto in_all = [&](const LocalText& text, const std::string& what, Place place) {
    for (const std::string& code : exercise.languages)
      if (text.in(code).empty())
        faults.add(place, message("{} has no text in {}.", what, name_of_language(code)));
  };
  in_all(exercise.title, "title", exercise.id_place);
  for (const Field& field : exercise.fields) in_all(field.ask, field.name, faults.place_of(field));
  for (const Alternative& alternative : exercise.alternatives)
    if (!alternative.say.empty() || text_of_misconception(alternative.name, "").empty())
      in_all(alternative.say, alternative.name, alternative.place);
}

bool shows_truth(const Exercise& exercise) {
  return std::any_of(exercise.fields.begin(), exercise.fields.end(), [&](const Field& field) {
    return reveal_of(exercise, field) == Reveal::values;
  });
}

void remark_on_reveal(const Course& course, LintReport& report) {
  std::vector<std::string> ids;
  for (const Exercise& exercise : course.exercises)
    if (shows_truth(exercise)) ids.push_back(exercise.id);
  if (!ids.empty())
    report.remarks.push_back(message(
        "The first wrong try is shown what is right, because of reveal = \"values\": {}. With "
        "\"location\" a learner is shown where it is wrong.",
        listed(ids)));
}

void lint_exercise(const Exercise& exercise, std::uint64_t n_variants, LintReport& report) {
  ExerciseFaults faults(report, exercise);
  report.counts.exercises += 1;
  report.counts.fields += exercise.fields.size();
  report.counts.alternatives += exercise.alternatives.size();
  lint_texts(exercise, faults);
  if (!lint_values(exercise, faults)) return;  // every page and every mistake would say so again
  for (const std::string& fault : page_faults(exercise)) faults.add(fault);
  if (exercise.program) return lint_requests(exercise, faults);
  report.counts.variants += lint_numbers(exercise, n_variants, faults);
}

// No two exercises have the same id or the same number.
void lint_names(const std::vector<Exercise>& exercises, LintReport& report) {
  std::map<std::string, unsigned> ids;
  std::map<unsigned, std::string> numbers;
  for (const Exercise& exercise : exercises) {
    const auto [same_id, is_new_id] = ids.emplace(exercise.id, exercise.number);
    if (!is_new_id)
      ExerciseFaults(report, exercise)
          .add(exercise.id_place,
               message("exercise {0} has the id {1} already, and {2} has it too.", same_id->second,
                       exercise.id, exercise.number));
    const auto [same_number, is_new] = numbers.emplace(exercise.number, exercise.id);
    if (!is_new)
      ExerciseFaults(report, exercise)
          .add(message(
              "{0} and {1} both have the number {2}, with which their folders' names begin.",
              same_number->second, exercise.id, exercise.number));
  }
}

// Every exercise by itself, on all processors, and what takes longest first: nearly all the time
// goes into its numbers.
std::vector<LintReport> lint_each(const std::vector<Exercise>& exercises,
                                  std::uint64_t n_variants) {
  std::vector<std::size_t> order(exercises.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return exercises[a].alternatives.size() > exercises[b].alternatives.size();
  });
  std::vector<LintReport> reports(exercises.size());
  const unsigned n_threads = std::max(1U, std::thread::hardware_concurrency());
  share_work(order.size(), n_threads, [&](std::size_t task, unsigned) {
    lint_exercise(exercises[order[task]], n_variants, reports[order[task]]);
  });
  return reports;
}

void add(LintReport one, LintReport& to) {
  to.counts.exercises += one.counts.exercises;
  to.counts.fields += one.counts.fields;
  to.counts.alternatives += one.counts.alternatives;
  to.counts.variants += one.counts.variants;
  std::move(one.faults.begin(), one.faults.end(), std::back_inserter(to.faults));
  std::move(one.remarks.begin(), one.remarks.end(), std::back_inserter(to.remarks));
}

}  // namespace

LintReport lint(const Course& course, std::uint64_t n_variants) {
  LintReport report;
  for (const auto& [folder, why] : course.broken) report.faults.push_back({folder, why});
  lint_names(course.exercises, report);
  for (LintReport& one : lint_each(course.exercises, n_variants)) add(std::move(one), report);
  remark_on_reveal(course, report);
  return report;
}

}  // namespace attn

#include "practice/lint/lint.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <sstream>
#include <thread>

#include "base/message.hpp"
#include "base/system.hpp"
#include "base/text.hpp"
#include "core/shape.hpp"
#include "data/files/file.hpp"
#include "practice/course/course.hpp"
#include "practice/exercise/exercise.hpp"
#include "practice/judge/diagnose.hpp"
#include "practice/lint/faults.hpp"
#include "practice/program/program.hpp"

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

ExerciseFaults::ExerciseFaults(LintReport& report, const Exercise& exercise)
    : report_(report), exercise_(exercise) {}

void ExerciseFaults::add(const std::string& text) {
  if (told_.insert(text).second) report_.faults.push_back({exercise_.id, text});
}

void ExerciseFaults::add(Place place, const std::string& text) {
  add(place.line == 0 ? text
                      : place.file + ": " + line_place(place.line, place.column) + ": " + text);
}

void ExerciseFaults::add(const Alternative& alternative, const std::string& text) {
  if (marked_.insert(&alternative).second) add(alternative.place, text);
}

Place ExerciseFaults::place_of(const std::string& name) const {
  const auto found = exercise_.places.find(name);
  return found == exercise_.places.end() ? Place{} : found->second;
}

namespace {

// Of the variants with which a mistake may be told apart, if it is not with the first ones.
constexpr std::uint64_t kMostVariants = 50;

// The alternative of a name that may not coincide; there is one at most.
const Alternative* certain_one(const Exercise& exercise, const std::string& name) {
  const auto found = std::find_if(
      exercise.alternatives.begin(), exercise.alternatives.end(),
      [&name](const Alternative& one) { return one.name == name && !one.may_coincide; });
  return found == exercise.alternatives.end() ? nullptr : &*found;
}

// Those that may not coincide, and do with the exercise's own numbers. Every variant would be
// refused for the same reason, so that this is a fault of its own. Whether there is one.
bool lint_alike(const Exercise& exercise, const Worksheet& worksheet, ExerciseFaults& faults) {
  const auto alike = indistinguishable(exercise, worksheet);
  for (const auto& [name, other] : alike) {
    const Alternative& one = *certain_one(exercise, name);
    if (other.empty()) {
      faults.add(one, message("{} gives the right answer everywhere.", name));
      continue;
    }
    faults.add(one,
               message("{0} and {1} give the same answer where {0} first shows.", name, other));
    faults.mark(*certain_one(exercise, other));
  }
  return !alike.empty();
}

// Whether a truth can be answered: the scores of a list may be infinite where nothing is to be
// listed.
bool is_answerable(const Field& field, const arma::mat& truth) {
  return field.kind == FieldKind::list ? !truth.has_nan() : truth.is_finite();
}

void lint_truth(const Exercise& exercise, const Worksheet& worksheet, ExerciseFaults& faults) {
  Worksheet truths = worksheet;
  std::set<std::string> unanswerable;
  for (const Field& field : exercise.fields) {
    const arma::mat& truth = truths.numbers(field.name);
    if (!is_answerable(field, truth)) {
      faults.add(faults.place_of(field), message("the answer to {} is not finite (variant {}).",
                                                 field.name, worksheet.variant()));
      unanswerable.insert(field.name);
    }
    if (field.kind == FieldKind::list) continue;
    const Tolerance& allowed = field.tolerance;
    if (allowed.relative > 0.0 && allowed.absolute == 0.0 && arma::any(arma::vectorise(truth) == 0))
      faults.add(faults.place_of(field),
                 message("{} has a cell that is 0 and only a relative tolerance: nothing but 0 "
                         "itself would pass. Give an absolute one too.",
                         field.name));
  }
  for (const FieldResult& result :
       tried_answers(exercise, worksheet, nullptr, exercise.fields.back(), true))
    if (!result.is_right() && result.field->is_graded && !unanswerable.contains(result.field->name))
      faults.add(
          faults.place_of(*result.field),
          message("{} is asked for with more digits than people write: its answer, rounded to its "
                  "tolerance, does not pass (variant {}).",
                  result.field->name, worksheet.variant()));
}

// Whether nothing else gives nearly the numbers that an alternative gives to a field: then nothing
// else can be meant by them.
bool is_alone(const Exercise& exercise, const Worksheet& worksheet, const Alternative& alternative,
              const Field& field) {
  constexpr double kNearly = 3.0;
  Field wider = field;
  wider.tolerance.absolute *= kNearly;
  wider.tolerance.relative *= kNearly;
  Worksheet right = worksheet;
  const arma::mat answer = answer_of(field, *truth_under(alternative, worksheet, field));
  if (compare(wider, answer, right.numbers(field.name)).matches()) return false;
  return std::none_of(exercise.alternatives.begin(), exercise.alternatives.end(),
                      [&](const Alternative& other) {
                        if (&other == &alternative || !applies(other, worksheet)) return false;
                        const std::optional<arma::mat> truth = truth_under(other, worksheet, field);
                        return truth && compare(wider, answer, *truth).matches();
                      });
}

// Whether the first field that shows the alternative is diagnosed as that one. The book's numbers
// are judged as a learner's are; those of variants only where there is something to mix them up
// with, since judging takes as many comparisons as there are alternatives.
void lint_alternative(const Exercise& exercise, const Worksheet& worksheet,
                      const Alternative& alternative, ExerciseFaults& faults) {
  const Field* first = first_wrong_field(exercise, worksheet, alternative);
  if (first == nullptr) return;  // indistinguishable() reports that
  if (worksheet.variant() > 0 && is_alone(exercise, worksheet, alternative, *first)) return;
  for (const bool as_written : {false, true}) {
    const FieldResult result =
        tried_answers(exercise, worksheet, &alternative, *first, as_written).back();
    if (!is_told(alternative, result))
      return faults.add(
          alternative,
          message("the answer of {0} to {1} is taken for {2} (variant {3}).", alternative.name,
                  first->name, taken_for(result), worksheet.variant()));
  }
}

// What must hold with all numbers.
void lint_sheet(const Exercise& exercise, const Worksheet& worksheet, ToldApart& told_apart,
                ExerciseFaults& faults) {
  lint_truth(exercise, worksheet, faults);
  for (const Alternative& alternative : exercise.alternatives)
    if (!alternative.may_coincide && !faults.is_marked(alternative) &&
        applies(alternative, worksheet))
      lint_alternative(exercise, worksheet, alternative, faults);
  told_apart.try_with(worksheet);
}

}  // namespace

bool lint_values(const Exercise& exercise, ExerciseFaults& faults) {
  Worksheet worksheet(exercise);
  std::map<std::string, std::string> broken;
  for (const auto& [name, definition] : exercise.definitions) try {
      worksheet.value(name);
    } catch (const InputError& error) {
      broken.emplace(name, error.what());
    }
  // What depends on a broken one is broken for its sake.
  for (const auto& [name, why] : broken) {
    const std::vector<std::string> needed = names_in(exercise.definitions.at(name));
    if (std::none_of(needed.begin(), needed.end(),
                     [&broken](const std::string& each) { return broken.contains(each); }))
      faults.add(faults.place_of(name), name + ": " + why);
  }
  return broken.empty();
}

std::uint64_t lint_numbers(const Exercise& exercise, std::uint64_t n_variants,
                           ExerciseFaults& faults) {
  ToldApart told_apart(exercise);
  std::uint64_t n_tried = 0;
  bool has_alike = false;
  try {
    const Worksheet own(exercise);
    has_alike = lint_alike(exercise, own, faults);
    lint_sheet(exercise, own, told_apart, faults);
    if (!exercise.variant.empty()) {
      for (; n_tried < n_variants; ++n_tried)
        lint_sheet(exercise, Worksheet(exercise, n_tried + 1), told_apart, faults);
      for (std::uint64_t more = n_tried + 1; more <= kMostVariants && !told_apart.is_complete();
           ++more)
        told_apart.try_with(Worksheet(exercise, more));
    }
  } catch (const InputError& error) {
    if (!has_alike) faults.add(error.what());
    return n_tried;
  }
  for (const AlternativeFault& fault : told_apart.faults())
    faults.add(*fault.alternative, fault.text);
  return n_tried;
}

namespace {

using Sentences = std::vector<std::string>;

// The names that a page may not show, each once. Whether there are none.
bool check_names(const std::string& markdown, const std::string& name,
                 const Placeholders& placeholders, Sentences& faults) {
  std::set<std::string> seen;
  bool are_known = true;
  std::size_t at = 0;
  while (const auto found = find_placeholder(markdown, at)) {
    at = found->end;
    if (!seen.insert(found->name).second) continue;
    try {
      placeholders.text(found->name);
    } catch (const InputError& error) {
      std::string why = message("{}.", error.what());
      for (const std::string& hint : error.hints) add_sentence(why, hint);
      faults.push_back(name + ": " + line_place_of(markdown, found->begin) + ": " + why);
      are_known = false;
    }
  }
  return are_known;
}

// A page in one language: it exists, is Markdown that we can show, and names only known values.
void check_page(const std::string& markdown, const std::string& name, Worksheet& worksheet,
                Sentences& faults, bool has_answers = true) {
  if (markdown.empty()) return faults.push_back(message("{} is missing or empty.", name));
  const Placeholders placeholders = page_values(worksheet, has_answers);
  if (!check_names(markdown, name, placeholders, faults)) return;
  try {
    read_markdown(markdown, placeholders);
  } catch (const InputError& error) {
    faults.push_back(name + ": " + error.what());
  }
}

// The hints in one language. A page without any is one fault; where it has fewer than another
// language, so is each that is missing.
void check_hints(const Exercise& exercise, const std::string& code, Worksheet& worksheet,
                 Sentences& faults) {
  const std::string page = "hints." + code + ".md";
  const std::vector<LocalText>& hints = exercise.pages.hints;
  if (std::all_of(hints.begin(), hints.end(),
                  [&code](const LocalText& hint) { return hint.in(code).empty(); }))
    return faults.push_back(message("{} is missing or empty.", page));
  const auto lines = exercise.pages.hint_lines.find(code);
  for (std::size_t i = 0; i < hints.size(); ++i) {
    const std::string& hint = hints[i].in(code);
    if (hint.empty()) {
      faults.push_back(message("{} is missing or empty.", message("{0}, hint {1}", page, i + 1)));
      continue;
    }
    // Moved down to where it stands in its file, so that lines are counted as an editor does.
    const bool is_known = lines != exercise.pages.hint_lines.end() && i < lines->second.size();
    check_page(std::string(is_known ? lines->second[i] - 1 : 0, '\n') + hint, page, worksheet,
               faults);
  }
}

// A hint that no question names would never be shown while one is answered.
void check_hint_numbers(const Exercise& exercise, Sentences& faults) {
  std::set<std::size_t> named;
  for (const Field& field : exercise.fields) {
    named.insert(field.hints.begin(), field.hints.end());
    for (const std::size_t hint : field.hints)
      if (hint > exercise.pages.hints.size())
        faults.push_back(message("{0} names hint {1}, and there are {2}.", field.name, hint,
                                 exercise.pages.hints.size()));
  }
  for (std::size_t hint = 1; hint <= exercise.pages.hints.size() && !named.empty(); ++hint)
    if (!named.contains(hint)) faults.push_back(message("No question names hint {}.", hint));
}

void check_pages(const Exercise& exercise, Worksheet& worksheet, Sentences& faults) {
  const Pages& pages = exercise.pages;
  for (const std::string& code : exercise.languages)
    check_page(pages.prompt.in(code), "prompt." + code + ".md", worksheet, faults,
               /*has_answers=*/false);
  for (const std::string& code : exercise.languages)
    check_page(pages.solution.in(code), "solution." + code + ".md", worksheet, faults);
  for (const std::string& code : exercise.languages) check_hints(exercise, code, worksheet, faults);
  check_hint_numbers(exercise, faults);
}

// Whether the text has a line on which the field's name stands before "=".
bool asks_for(const std::string& answer_template, const std::string& name) {
  std::istringstream lines(answer_template);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first, second;
    words >> first >> second;
    if (first == name + "=" || (first == name && second.starts_with("="))) return true;
  }
  return false;
}

void check_template(const Exercise& exercise, const Worksheet& worksheet, Sentences& faults) {
  if (exercise.pages.answer_template.empty()) return;  // one is made
  for (const Field& field : exercise.fields)
    if (!asks_for(exercise.pages.answer_template, field.name))
      faults.push_back(message("the template answer.txt has no line for {}.", field.name));
  const CheckResult result =
      check(exercise, worksheet, read_answer_sheet(template_text(exercise, 0), "answer.txt"));
  if (result.has_unread_lines)
    for (const std::string& remark : result.remarks) faults.push_back("answer.txt: " + remark);
  if (!is_blank(result.fields) || result.verdict == Verdict::pass)
    faults.emplace_back(translated("the untouched template answer.txt already answers something."));
}

void check_answer(const Exercise& exercise, const Worksheet& worksheet, Sentences& faults) {
  const std::string& answer = exercise.pages.answer;
  if (answer.empty()) {
    faults.push_back(message("{} is missing or empty.", "solutions/.../answer.txt"));
    return;
  }
  const CheckResult result = check(exercise, worksheet, read_answer_sheet(answer, "answer.txt"));
  if (result.verdict == Verdict::pass) return;
  for (const std::string& remark : result.remarks) faults.push_back("answer.txt: " + remark);
  for (const FieldResult& field : result.fields)
    if (!field.is_right() && field.field->is_graded)
      faults.push_back(message("the answer file of the solution does not pass: {} is {}.",
                               field.field->name, name_in(kFieldVerdicts, field.verdict)));
}

}  // namespace

std::vector<std::string> page_faults(const Exercise& exercise) {
  Worksheet worksheet(exercise);
  Sentences faults;
  check_pages(exercise, worksheet, faults);
  if (exercise.program) return faults;  // it is answered by a program, not by a file of answers
  try {
    check_template(exercise, worksheet, faults);
    check_answer(exercise, worksheet, faults);
  } catch (const InputError& error) {
    faults.push_back(std::string("answer.txt: ") + error.what());
  }
  return faults;
}

namespace {

void lint_programs(const Exercise& exercise, ExerciseFaults& faults) {
  const auto need = [&faults](const std::map<std::string, std::string>& texts,
                              const std::string& extension, const std::string& file) {
    if (!texts.contains(extension)) faults.add(message("{} is missing or empty.", file));
  };
  for (const ProgramLanguage& language : exercise.program->languages) {
    const std::string& extension = language.extension;
    need(exercise.pages.program_templates, extension, "template." + extension);
    need(exercise.pages.program_solutions, extension, "solutions/.../solution." + extension);
  }
}

// What must stay is told by a matrix that is as large as the reply.
void lint_unchanged(const ProgramCheck& check, const Worksheet& numbers, const std::string& name,
                    ExerciseFaults& faults) {
  for (const auto& [field, stays] : check.same)
    if (arma::size(numbers.numbers(field)) != arma::size(numbers.numbers(stays)))
      faults.add(check.place, message("{0}: {1} is {2}, and {3} is {4}.", name, stays,
                                      shape_of(numbers.numbers(stays)), field,
                                      shape_of(numbers.numbers(field))));
}

// The numbers of every case; nothing where one of them cannot be computed or is not finite.
std::optional<std::vector<Worksheet>> sound_cases(const Exercise& exercise,
                                                  ExerciseFaults& faults) {
  std::vector<Worksheet> cases;
  bool are_sound = true;
  for (const ProgramCheck& check : exercise.program->checks)
    for (std::size_t number = 1; number <= check.cases.size(); ++number) {
      const std::string name = fmt::format("{}.{}", check.name, number);
      try {
        cases.push_back(numbers_of_case(exercise, check, number, 0));
        for (const Field& field : exercise.fields)
          if (!answer_of(field, cases.back().numbers(field.name)).is_finite())
            throw InputError(message("{} has a value that is not finite.", field.name));
        lint_unchanged(check, cases.back(), name, faults);
      } catch (const InputError& error) {
        faults.add(check.place, name + ": " + error.what());
        are_sound = false;
      }
    }
  if (!are_sound) return std::nullopt;
  return cases;
}

// Whether two alternatives, or one and the truth, give the same replies everywhere.
bool are_alike(const std::vector<Worksheet>& cases, const Alternative& one,
               const Alternative* other) {
  for (const Worksheet& numbers : cases)
    for (const Field& field : numbers.exercise().fields) {
      const arma::mat& truth = numbers.numbers(field.name);
      const auto value = [&](const Alternative* alternative) {
        const auto& under =
            alternative ? numbers.under(*alternative, field) : std::optional<arma::mat>();
        return under ? *under : truth;
      };
      const arma::mat first = value(&one), second = value(other);
      if (arma::size(first) != arma::size(second)) return false;
      if (!compare(field, answer_of(field, first), second).matches()) return false;
    }
  return true;
}

void lint_mistakes(const Exercise& exercise, const std::vector<Worksheet>& cases,
                   ExerciseFaults& faults) {
  const std::vector<Alternative>& all = exercise.alternatives;
  for (const Alternative& one : all) {
    if (are_alike(cases, one, nullptr))
      faults.add(one, message("{} gives the right reply to every request: no check can see it.",
                              one.name));
    for (const Alternative& other : all)
      if (&other > &one && other.name != one.name && !one.may_coincide && !other.may_coincide &&
          are_alike(cases, one, &other))
        faults.add(one, message("{0} and {1} give the same replies to every request.", one.name,
                                other.name));
  }
}

}  // namespace

void lint_requests(const Exercise& exercise, ExerciseFaults& faults) {
  lint_programs(exercise, faults);
  if (const auto cases = sound_cases(exercise, faults)) lint_mistakes(exercise, *cases, faults);
}

}  // namespace attn

#include "practice/lint/lint_requests.hpp"

#include <map>
#include <optional>

#include "base/message.hpp"
#include "core/shape.hpp"
#include "practice/judge/compare.hpp"
#include "practice/program/requests.hpp"

namespace attn {
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

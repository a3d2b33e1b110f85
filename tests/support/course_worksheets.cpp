#include "support/course_worksheets.hpp"

#include "practice/course/course.hpp"
#include "support/rounds.hpp"

namespace attn {

const std::vector<Exercise>& course_exercises() {
  static const std::vector<Exercise> exercises = read_course(ATTN_SOURCE_DIR).exercises;
  return exercises;
}

const Exercise& course_exercise(const std::string& id) {
  for (const Exercise& one : course_exercises())
    if (one.id == id) return one;
  throw std::out_of_range(id);
}

std::vector<FieldResult> judged_sheet(const std::string& id, const std::string& sheet) {
  const Exercise& exercise = course_exercise(id);
  return check(exercise, Worksheet(exercise), read_answer_sheet(sheet, "answer.txt")).fields;
}

const std::vector<Worksheet>& course_worksheets() {
  static const std::vector<Worksheet> all = [] {
    const std::uint64_t n_variants = all_rounds() ? 10 : 2;
    std::vector<Worksheet> drawn;
    for (const Exercise& exercise : course_exercises())
      for (std::uint64_t variant = 0; variant < n_variants; ++variant)
        if (variant == 0 || !exercise.variant.empty()) drawn.emplace_back(exercise, variant);
    return drawn;
  }();
  return all;
}

bool is_tried(const Worksheet& worksheet) { return worksheet.variant() == 0 || all_rounds(); }

std::string named(const Worksheet& worksheet) {
  return worksheet.exercise().id + " variant " + std::to_string(worksheet.variant()) + ", ";
}

}  // namespace attn

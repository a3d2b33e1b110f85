#include "practice/course/new_exercise.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/write_file.hpp"
#include "practice/course/course.hpp"
#include "practice/course/example_files.hpp"
#include "practice/course/manifest.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;
using Files = std::vector<std::pair<std::string, std::string>>;

void make_course_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw SurroundingsError(message("{}: the folder cannot be made.", folder.string()));
}

// What a course.toml can be called: a folder's name may have characters that it may not.
CourseSettings settings_for(const std::string& folder) {
  std::error_code unknown;
  if (fs::exists(folder, unknown) && !fs::is_directory(folder, unknown))
    throw InputError(message("{}: this is no folder.", folder));
  CourseSettings settings = read_course_settings(folder);
  std::error_code ignored;
  if (fs::exists(course_file(folder), ignored)) return settings;
  if (!fs::exists(fs::path(folder) / "exercises", ignored)) settings.languages = {language_code()};
  if (settings.name.empty() || hidden_character(settings.name)) settings.name = "course";
  return settings;
}

unsigned free_number(const std::string& folder, const std::string& id) {
  std::error_code ignored;
  if (!fs::exists(fs::path(folder) / "exercises", ignored)) return 1;
  unsigned last = 0;
  for (const ExerciseName& name : numbered_exercises(folder)) {
    if (name.id == id)
      throw InputError(
          message("{}: there is an exercise {} already: {}.", folder, id, name.folder));
    last = std::max(last, name.number);
  }
  return last + 1;
}

Files files_of(const fs::path& exercise, const fs::path& solution, const std::string& id,
               const std::vector<std::string>& languages) {
  const ExampleFiles example(id, languages);
  Files files{{(exercise / "exercise.toml").string(), example.manifest()}};
  const auto add = [&files](const fs::path& path, const std::string& text) {
    files.emplace_back(path.string(), text);
  };
  for (const std::string& code : languages)
    add(exercise / ("prompt." + code + ".md"), example.prompt(code));
  for (const std::string& code : languages)
    add(exercise / ("hints." + code + ".md"), example.hints(code));
  for (const std::string& code : languages)
    add(solution / ("solution." + code + ".md"), example.solution(code));
  add(solution / "answer.txt", example.answer());
  return files;
}

}  // namespace

NewExercise write_new_exercise(const std::string& course_folder, const std::string& id) {
  if (!is_exercise_id(id)) throw InputError(not_an_id(id));
  if (std::all_of(id.begin(), id.end(), is_ascii_digit))
    throw InputError(
        message("{} cannot be the id: exercises are found by their numbers too, and a new one gets "
                "the next free number by itself. Choose a word.",
                id),
        {message("For instance: {}", "attn exercise new " + course_folder + " two-words")});
  const CourseSettings settings = settings_for(course_folder);
  NewExercise made{.number = free_number(course_folder, id),
                   .id = id,
                   .languages = settings.languages,
                   .files = {}};
  const std::string name = fmt::format("{:02}-{}", made.number, id);
  const fs::path folder(course_folder);
  const fs::path exercise = folder / "exercises" / name, solution = folder / "solutions" / name;
  Files files = files_of(exercise, solution, id, settings.languages);
  std::error_code ignored;
  made.made_course = !fs::exists(course_file(course_folder), ignored);
  if (made.made_course) files.emplace_back(course_file(course_folder), course_toml(settings));
  make_course_folder(exercise);
  make_course_folder(solution);
  write_files(files, /*overwrite=*/false);
  for (const auto& [path, text] : files) made.files.push_back(path);
  return made;
}

}  // namespace attn

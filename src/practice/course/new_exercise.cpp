#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "data/files/write_file.hpp"
#include "practice/course/course.hpp"
#include "practice/course/manifest_fields.hpp"
#include "practice/exercise/exercise.hpp"

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
  Files files;
  const auto add = [&](const fs::path& folder, const std::string& name) {
    files.emplace_back((folder / name).string(), example_file(name, id, languages));
  };
  add(exercise, "exercise.toml");
  for (const char* const page : {"prompt", "hints", "solution"})
    for (const std::string& code : languages)
      add(page == std::string_view("solution") ? solution : exercise,
          fmt::format("{}.{}.md", page, code));
  add(solution, "answer.txt");
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

namespace {

// Text in quotes, as TOML and JSON write it alike.
std::string quoted(const std::string& text) { return nlohmann::json(text).dump(); }

std::string remark(const char* sentence) { return std::string("# ") + sentence + "\n"; }

// A text of a manifest: { en = "...", ja = "..." }, or the text alone for one language.
std::string text_in(const std::vector<std::string>& languages, const LocalText& text) {
  std::vector<std::string> entries;
  for (const std::string& code : languages) {
    const std::string& own = text.in(code == "ja" ? code : "en");
    if (languages.size() == 1) return quoted(own);
    entries.push_back(code + " = " + quoted(own));
  }
  return "{ " + joined(entries, ", ") + " }";
}

// A line of the template with the texts in it, if it has some, in the languages that they are for.
std::string line_in(const std::vector<std::string>& languages, const std::string& line) {
  const std::size_t at = line.find("{ en = ");
  if (at == line.npos) return line;
  const TomlValue tree = read_toml("text = " + line.substr(at), line);
  const LocalText text = TomlTable({&tree, line, ""}).local_text("text");
  return line.substr(0, at) + (line.starts_with('#') ? text.here() : text_in(languages, text));
}

// "prompt.pt-BR.md" is that in English.
std::string_view template_of(const std::string& name) {
  const std::string_view own = practice_text("new/" + name);
  return own.empty() ? practice_text("new/" + name.substr(0, name.find('.')) + ".en.md") : own;
}

}  // namespace

std::string course_toml(const CourseSettings& settings) {
  std::vector<std::string> codes;
  for (const std::string& code : settings.languages) codes.push_back(quoted(code));
  return remark(translated("What learners have done is kept under this name: leave it as it is.")) +
         "name = " + quoted(settings.name) + "\n\n" +
         remark(translated("Every text and page is in each of these: prompt.en.md for \"en\".")) +
         "languages = [" + joined(codes, ", ") + "]\n";
}

std::string example_file(const std::string& name, const std::string& id,
                         const std::vector<std::string>& languages) {
  std::string text(template_of(name));
  if (name.ends_with(".md")) return text;
  const bool is_japanese = languages.front() == "ja";
  replace_all(text, "<id>", id);
  replace_all(text, "<words>",
              is_japanese ? R"(["犬", "ボール", "公園"])" : R"(["dog", "ball", "park"])");
  replace_all(text, "<word>", is_japanese ? "ボール" : "ball");
  std::vector<std::string> lines = split(text, '\n');
  for (std::string& line : lines) line = line_in(languages, line);
  return joined(lines, "\n");
}

}  // namespace attn

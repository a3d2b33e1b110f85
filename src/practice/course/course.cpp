#include "practice/course/course.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "data/files/file.hpp"
#include "practice/course/manifest_fields.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

std::optional<unsigned> number_of(std::string_view text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The name of a folder taken apart; nothing where it has no number.
std::optional<ExerciseName> exercise_name(const std::string& folder) {
  const std::size_t dash = folder.find('-');
  if (dash == std::string::npos) return std::nullopt;
  const auto number = number_of(std::string_view(folder).substr(0, dash));
  if (!number) return std::nullopt;
  return ExerciseName{*number, folder.substr(dash + 1), folder};
}

// A page, without the carriage returns of other systems; "" if it is missing, which lint reports.
std::string read_page(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return "";
  std::string text = text_of_bytes(file_bytes(path.string(), kManifestLimit), path.string());
  std::erase(text, '\r');
  return text;
}

LocalText read_pages(const fs::path& folder, const std::string& name,
                     const std::vector<std::string>& languages) {
  LocalText pages;
  for (const std::string& code : languages)
    pages.set(code, read_page(folder / (name + "." + code + ".md")));
  return pages;
}

// A part of a page, and the line at which it begins.
struct PageSection {
  std::string text;
  std::size_t line = 1;
};

// The "## " sections of a page, without blank lines at their ends; what stands before the first is
// not shown.
std::vector<PageSection> sections_of(const std::string& page) {
  const std::string text = "\n" + page;
  const std::string heading = "\n## ";
  std::vector<PageSection> sections;
  std::size_t start = text.find(heading);
  while (start != std::string::npos) {
    const std::size_t next = text.find(heading, start + 1);
    std::string section = text.substr(start + 1, next == std::string::npos ? next : next - start);
    section.erase(section.find_last_not_of("\n ") + 1);
    const auto before = text.begin() + static_cast<std::ptrdiff_t>(start) + 1;
    sections.push_back(
        {section + "\n", static_cast<std::size_t>(std::count(text.begin(), before, '\n'))});
    start = next;
  }
  return sections;
}

void read_hints(const fs::path& folder, const std::vector<std::string>& languages, Pages& pages) {
  std::vector<LocalText>& hints = pages.hints;
  for (const auto& [code, page] : read_pages(folder, "hints", languages).texts) {
    const std::vector<PageSection> sections = sections_of(page);
    if (hints.size() < sections.size()) hints.resize(sections.size());
    for (std::size_t i = 0; i < sections.size(); ++i) {
      hints[i].set(code, sections[i].text);
      pages.hint_lines[code].push_back(sections[i].line);
    }
  }
}

// The files of mistakes beside a manifest, by name; none where there is no folder of them. Nothing
// is read beyond what a manifest may hold, which is then refused.
std::vector<MistakeFile> read_mistake_files(const fs::path& exercise) {
  std::vector<fs::path> paths;
  std::error_code error;
  if (fs::symlink_status(exercise / "mistakes", error).type() == fs::file_type::not_found)
    return {};
  for (fs::directory_iterator entry(exercise / "mistakes", error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.ends_with(".toml") && !name.starts_with(".")) paths.push_back(entry->path());
  }
  if (error)
    throw InputError(message("{}: the folder of mistakes cannot be read: {}.",
                             (exercise / "mistakes").string(), system_reason(error.value())));
  std::sort(paths.begin(), paths.end());
  std::vector<MistakeFile> files;
  std::size_t n_bytes = 0;
  for (const fs::path& path : paths) {
    files.push_back({.name = "mistakes/" + path.filename().string(),
                     .source = path.string(),
                     .toml = file_bytes(path.string(), kManifestLimit)});
    n_bytes += files.back().toml.size();
    if (n_bytes > kManifestLimit) break;
  }
  return files;
}

// An exercise without its pages.
Exercise read_parts(const fs::path& course, const ExerciseName& name,
                    const std::vector<std::string>& languages, ManifestParts parts) {
  const fs::path folder = course / "exercises" / name.folder;
  const std::string manifest = (folder / "exercise.toml").string();
  Exercise exercise = read_manifest(
      file_bytes(manifest, kManifestLimit), manifest, languages, parts,
      parts == ManifestParts::all ? read_mistake_files(folder) : std::vector<MistakeFile>{});
  if (exercise.id != name.id)
    throw InputError(
        message("{0}: {1}: the id is {2}, and the folder's name ends in {3}. They must be the "
                "same.",
                manifest, line_place(exercise.id_place.line, exercise.id_place.column), exercise.id,
                preview(name.id)));
  exercise.number = name.number;
  return exercise;
}

Exercise read_questions(const fs::path& course, const ExerciseName& name,
                        const std::vector<std::string>& languages) {
  return read_parts(course, name, languages, ManifestParts::questions);
}

// The files "NAME.py", "NAME.cpp" of a folder, by their extensions.
std::map<std::string, std::string> read_programs(const fs::path& folder, const std::string& name,
                                                 const Program& program) {
  std::map<std::string, std::string> texts;
  for (const ProgramLanguage& language : program.languages)
    if (std::string text = read_page(folder / (name + "." + language.extension)); !text.empty())
      texts[language.extension] = std::move(text);
  return texts;
}

Exercise read_whole(const fs::path& course, const ExerciseName& name,
                    const std::vector<std::string>& languages) {
  Exercise exercise = read_parts(course, name, languages, ManifestParts::all);
  const fs::path folder = course / "exercises" / name.folder;
  const fs::path solution = course / "solutions" / name.folder;
  exercise.pages = {.prompt = read_pages(folder, "prompt", languages),
                    .hints = {},
                    .solution = read_pages(solution, "solution", languages),
                    .answer_template = read_page(folder / "answer.txt"),
                    .answer = read_page(solution / "answer.txt")};
  read_hints(folder, languages, exercise.pages);
  if (exercise.program) {
    exercise.pages.program_templates = read_programs(folder, "template", *exercise.program);
    exercise.pages.program_solutions = read_programs(solution, "solution", *exercise.program);
  }
  return exercise;
}

// The names of the folders of exercises, sorted. Files and hidden folders are passed over.
std::vector<std::string> exercise_folders(const fs::path& course) {
  const fs::path folder = course / "exercises";
  std::error_code error;
  std::vector<std::string> found;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code ignored;
    const std::string name = entry->path().filename().string();
    if (fs::is_directory(entry->path(), ignored) && !name.starts_with(".")) found.push_back(name);
  }
  if (error) refuse_dangling_link(folder.string());
  if (error)
    throw InputError(
        message("{}: there is no folder of exercises here. A course has a folder "
                "exercises, and in it one for each exercise.",
                folder.string()));
  std::sort(found.begin(), found.end());
  return found;
}

template <typename Numbered>
void sort_by_number(std::vector<Numbered>& exercises) {
  std::stable_sort(exercises.begin(), exercises.end(),
                   [](const Numbered& a, const Numbered& b) { return a.number < b.number; });
}

[[noreturn]] void refuse_empty_course(const std::string& folder) {
  throw InputError(message("{}: there is no exercise here.", folder));
}

// Reads each exercise with `read`.
template <typename Read>
Course read_each(const std::string& folder, const Read& read) {
  const std::vector<std::string> folders = exercise_folders(folder);
  const CourseSettings settings = read_course_settings(folder);
  Course course{.name = settings.name, .languages = settings.languages};
  for (const std::string& each : folders) {
    try {
      const std::optional<ExerciseName> name = exercise_name(each);
      if (!name)
        throw InputError(
            message("{}: a folder of an exercise is called by its number and its id: "
                    "01-two-words.",
                    preview(each)));
      course.exercises.push_back(read(folder, *name, settings.languages));
    } catch (const InputError& error) {
      course.broken.emplace_back(each, error.what());
    }
  }
  if (folders.empty()) refuse_empty_course(folder);
  sort_by_number(course.exercises);
  return course;
}

// The id that was mistyped, or of which a later part was typed instead of its beginning.
std::string meant_id(const std::string& wanted, const std::vector<std::string>& ids) {
  constexpr std::size_t kLeastPart = 3;
  if (const std::string whole = nearest(wanted, ids); !whole.empty()) return whole;
  std::vector<std::string> beginnings;
  for (const std::string& id : ids) {
    if (wanted.size() >= kLeastPart && id.find(wanted) != std::string::npos) return id;
    beginnings.push_back(id.substr(0, wanted.size()));
  }
  const std::string beginning = nearest(wanted, beginnings);
  const auto place = std::find(beginnings.begin(), beginnings.end(), beginning);
  return beginning.empty() ? "" : ids[static_cast<std::size_t>(place - beginnings.begin())];
}

}  // namespace

Course read_course(const std::string& folder) { return read_each(folder, read_whole); }

Course read_course_overview(const std::string& folder) { return read_each(folder, read_questions); }

std::vector<ExerciseName> exercise_names(const std::string& folder) {
  if (exercise_folders(folder).empty()) refuse_empty_course(folder);
  return numbered_exercises(folder);
}

std::vector<std::string> ids_of(const std::vector<ExerciseName>& names) {
  std::vector<std::string> ids;
  for (const ExerciseName& name : names) ids.push_back(name.id);
  return ids;
}

std::vector<ExerciseName> numbered_exercises(const std::string& folder) {
  std::vector<ExerciseName> names;
  for (const std::string& each : exercise_folders(folder))
    if (auto name = exercise_name(each)) names.push_back(std::move(*name));
  sort_by_number(names);
  return names;
}

const ExerciseName& find_exercise(const std::vector<ExerciseName>& names,
                                  const std::string& typed) {
  const std::string wanted = in_plain_characters(typed);
  const auto number = number_of(wanted);
  std::vector<std::string> ids, begin_so;
  const ExerciseName* found = nullptr;
  for (const ExerciseName& name : names) {
    if (name.id == wanted || name.number == number) return name;
    ids.push_back(name.id);
    if (wanted.empty() || !name.id.starts_with(wanted)) continue;
    begin_so.push_back(name.id);
    found = &name;
  }
  if (begin_so.size() == 1) return *found;
  if (begin_so.size() > 1)
    throw InputError(message("{} begins several ids: {}. Type more of the one that is meant.",
                             preview(typed), listed(begin_so)));
  const std::string meant = meant_id(wanted, ids);
  throw InputError(
      meant.empty()
          ? message("there is no exercise '{}'. attn exercise list shows them all.", preview(typed))
          : message("there is no exercise '{}'. Did you mean {}?", preview(typed), meant));
}

Exercise read_exercise(const std::string& course_folder, const std::string& wanted) {
  const std::vector<ExerciseName> names = exercise_names(course_folder);
  const ExerciseName& name = find_exercise(names, wanted);
  try {
    return read_whole(course_folder, name, read_course_settings(course_folder).languages);
  } catch (const InputError& error) {
    throw InputError(message("{} cannot be used: {}", preview(name.folder), error.what()));
  }
}

namespace {

std::string name_of_folder(const std::string& folder) {
  std::error_code unknown;
  const fs::path whole = fs::absolute(folder, unknown).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

std::vector<std::string> read_languages(const TomlItem& value) {
  const std::vector<std::string> languages = value.different_words();
  for (const TomlItem& each : value.list())
    if (!is_language_code(each.text()))
      each.refuse(message("{} is not the code of a language, such as \"en\" or \"pt-BR\".",
                          preview(each.text())));
  return languages;
}

}  // namespace

std::string course_file(const std::string& folder) {
  return (fs::path(folder) / "exercises" / "course.toml").string();
}

bool is_language_code(const std::string& text) {
  const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_other = [&is_small](char c) {
    return is_small(c) || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
  };
  constexpr std::size_t kMost = 16;
  const auto first_end = std::find_if_not(text.begin(), text.end(), is_small);
  const auto n_first = first_end - text.begin();
  return n_first >= 2 && n_first <= 3 && text.size() <= kMost &&
         (first_end == text.end() || *first_end == '-') &&
         std::all_of(first_end, text.end(), is_other) && !text.ends_with('-');
}

CourseSettings read_course_settings(const std::string& folder) {
  const std::string file = course_file(folder);
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return {.name = name_of_folder(folder)};
  const TomlValue tree = read_toml(file_bytes(file, kManifestLimit), file);
  TomlTable table({&tree, file, ""});
  table.allow_only({"name", "languages"});
  const TomlItem name = table.need("name");
  if (name.text().empty()) name.refuse(translated("the text is empty."));
  CourseSettings settings{.name = name.text()};
  if (const auto languages = table.find("languages"))
    settings.languages = read_languages(*languages);
  return settings;
}

}  // namespace attn

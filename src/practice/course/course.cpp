#include "practice/course/course.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "practice/course/manifest.hpp"
#include "practice/course/manifest_table.hpp"
#include "practice/course/toml_tree.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

// A folder's name taken apart: "01-two-words".
struct Numbered {
  unsigned number = 0;
  std::string id;
};

std::optional<unsigned> number_of(std::string_view text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<Numbered> numbered(const std::string& folder) {
  const std::size_t dash = folder.find('-');
  if (dash == std::string::npos) return std::nullopt;
  const auto number = number_of(std::string_view(folder).substr(0, dash));
  if (!number) return std::nullopt;
  return Numbered{*number, folder.substr(dash + 1)};
}

// A page, without the carriage returns of other systems; "" where there is none, which lint tells.
std::string read_page(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return "";
  std::string text = file_bytes(path.string(), kManifestLimit);
  std::erase(text, '\r');
  return text;
}

LocalText read_pages(const fs::path& folder, const std::string& name) {
  return {.en = read_page(folder / (name + ".en.md")), .ja = read_page(folder / (name + ".ja.md"))};
}

// The "## " sections of a page, without blank lines at their ends; what stands before the first is
// for nobody.
std::vector<std::string> sections_of(const std::string& page) {
  const std::string text = "\n" + page;
  const std::string heading = "\n## ";
  std::vector<std::string> sections;
  std::size_t start = text.find(heading);
  while (start != std::string::npos) {
    const std::size_t next = text.find(heading, start + 1);
    std::string section = text.substr(start + 1, next == std::string::npos ? next : next - start);
    section.erase(section.find_last_not_of("\n ") + 1);
    sections.push_back(section + "\n");
    start = next;
  }
  return sections;
}

std::vector<LocalText> read_hints(const fs::path& folder) {
  const LocalText page = read_pages(folder, "hints");
  const std::vector<std::string> en = sections_of(page.en), ja = sections_of(page.ja);
  std::vector<LocalText> hints(std::max(en.size(), ja.size()));
  for (std::size_t i = 0; i < en.size(); ++i) hints[i].en = en[i];
  for (std::size_t i = 0; i < ja.size(); ++i) hints[i].ja = ja[i];
  return hints;
}

Exercise read_exercise(const fs::path& folder, const fs::path& solution, const Numbered& name) {
  const std::string manifest = (folder / "exercise.toml").string();
  Exercise exercise = read_manifest(file_bytes(manifest, kManifestLimit), manifest);
  if (exercise.id != name.id)
    throw InputError(
        message("{}: the id is {}, and the folder's name ends in {}. They must be the "
                "same.",
                manifest, exercise.id, preview(name.id)));
  exercise.number = name.number;
  exercise.pages = {.prompt = read_pages(folder, "prompt"),
                    .hints = read_hints(folder),
                    .solution = read_pages(solution, "solution"),
                    .answer_template = read_page(folder / "answer.txt"),
                    .answer = read_page(solution / "answer.txt")};
  return exercise;
}

// The folders in a folder, by name; what is no folder, and hidden ones, are passed over.
std::vector<fs::path> folders_in(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> found;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code ignored;
    if (fs::is_directory(entry->path(), ignored) &&
        !entry->path().filename().string().starts_with("."))
      found.push_back(entry->path());
  }
  if (error)
    throw InputError(
        message("{}: there is no folder of exercises here. A course has a folder "
                "exercises, and in it one for each exercise.",
                folder.string()));
  std::sort(found.begin(), found.end());
  return found;
}

// The id that was mistyped, or of which another part was typed than its beginning.
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

// An exercise that is there but cannot be read is not one that there is not.
void refuse_broken(const Course& course, const std::string& wanted) {
  for (const auto& [folder, reason] : course.broken)
    if (const auto parts = numbered(folder))
      if (parts->id == wanted || number_of(wanted) == parts->number)
        throw InputError(message("{} cannot be used: {}", preview(folder), reason));
}

}  // namespace

std::string read_course_name(const std::string& folder) {
  const fs::path file = fs::path(folder) / "exercises" / "course.toml";
  std::error_code ignored;
  if (!fs::exists(file, ignored)) {
    const fs::path whole = fs::absolute(folder).lexically_normal();
    return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
  }
  const TomlValue tree = read_toml(file_bytes(file.string(), kManifestLimit), file.string());
  ManifestTable table({&tree, file.string(), ""});
  const ManifestValue name = table.need("name");
  if (name.text().empty()) name.refuse(translated("the text is empty."));
  table.finish();
  return name.text();
}

std::optional<Exercise> read_one_exercise(const std::string& folder, const std::string& wanted) {
  const std::optional<unsigned> number = number_of(wanted);
  std::vector<fs::path> called_so, begin_so;
  for (const fs::path& path : folders_in(fs::path(folder) / "exercises")) {
    const std::optional<Numbered> name = numbered(path.filename().string());
    if (!name) continue;
    if (name->id == wanted || name->number == number) called_so.push_back(path);
    if (!wanted.empty() && name->id.starts_with(wanted)) begin_so.push_back(path);
  }
  const std::vector<fs::path>& found = called_so.empty() ? begin_so : called_so;
  if (found.size() != 1) return std::nullopt;
  const fs::path name = found.front().filename();
  try {
    return read_exercise(found.front(), fs::path(folder) / "solutions" / name,
                         *numbered(name.string()));
  } catch (const InputError&) {
    return std::nullopt;
  }
}

Course read_course(const std::string& folder) {
  Course course;
  const std::vector<fs::path> folders = folders_in(fs::path(folder) / "exercises");
  course.name = read_course_name(folder);
  for (const fs::path& path : folders) {
    const std::string name = path.filename().string();
    try {
      const std::optional<Numbered> parts = numbered(name);
      if (!parts)
        throw InputError(
            message("{}: a folder of an exercise is called by its number and its id: "
                    "01-two-words.",
                    preview(name)));
      course.exercises.push_back(
          read_exercise(path, fs::path(folder) / "solutions" / name, *parts));
    } catch (const InputError& error) {
      course.broken.emplace_back(name, error.what());
    }
  }
  if (course.exercises.empty() && course.broken.empty())
    throw InputError(message("{}: there is no exercise here.", folder));
  std::stable_sort(course.exercises.begin(), course.exercises.end(),
                   [](const Exercise& a, const Exercise& b) { return a.number < b.number; });
  return course;
}

const Exercise& find_exercise(const Course& course, const std::string& wanted) {
  const auto number = number_of(wanted);
  std::vector<std::string> ids, begin_so;
  const Exercise* found = nullptr;
  for (const Exercise& exercise : course.exercises) {
    if (exercise.id == wanted || (number && exercise.number == *number)) return exercise;
    ids.push_back(exercise.id);
    if (wanted.empty() || !exercise.id.starts_with(wanted)) continue;
    begin_so.push_back(exercise.id);
    found = &exercise;
  }
  if (begin_so.size() == 1) return *found;
  if (begin_so.size() > 1)
    throw InputError(message("{} begins several ids: {}. Type more of the one that is meant.",
                             preview(wanted), listed(begin_so)));
  refuse_broken(course, wanted);
  const std::string meant = meant_id(wanted, ids);
  throw InputError(
      meant.empty()
          ? message("there is no exercise '{}'. attn exercise list shows them all.",
                    preview(wanted))
          : message("there is no exercise '{}'. Did you mean {}?", preview(wanted), meant));
}

}  // namespace attn

#include "practice/course/course_settings.hpp"

#include <algorithm>
#include <filesystem>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "data/toml/toml.hpp"
#include "practice/course/manifest.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

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

#include "cli/exercise/found_course.hpp"

#include <filesystem>

#include "base/system.hpp"
#include "cli/program/program_folder.hpp"
#include "practice/course/course.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

// The nearest folder with a course.toml, from the current one upwards; "" if there is none.
std::string course_around() {
  std::error_code ignored;
  for (fs::path folder = fs::current_path(ignored); !folder.empty();
       folder = folder.parent_path()) {
    if (fs::is_regular_file(course_file(folder.string()), ignored)) return folder.string();
    if (folder == folder.parent_path()) break;
  }
  return "";
}

}  // namespace

std::string course_folder(const std::string& flag) {
  if (!flag.empty()) return flag;
  if (const std::string_view folder = environment("ATTN_COURSE"); !folder.empty())
    return std::string(folder);
  const std::string around = course_around();
  // Where attn is built its own course lies around whoever works there.
  return around.empty() || is_own_course(around) ? data_folder() : around;
}

bool is_own_course(const std::string& folder) {
  std::error_code ignored;
  return fs::equivalent(course_file(folder), course_file(data_folder()), ignored);
}

bool is_chosen_course(const std::string& flag) {
  return !flag.empty() || !environment("ATTN_COURSE").empty() || is_own_course(course_folder(flag));
}

}  // namespace attn

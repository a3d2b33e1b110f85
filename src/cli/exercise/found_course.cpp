#include "cli/exercise/found_course.hpp"

#include <filesystem>

#include "base/environment.hpp"
#include "cli/program/program_folder.hpp"

namespace attn {

std::string course_folder(const std::string& flag) {
  if (!flag.empty()) return flag;
  if (const std::string_view folder = environment("ATTN_COURSE"); !folder.empty())
    return std::string(folder);
  const std::filesystem::path own = program_folder() + "/" ATTN_COURSE_FROM_PROGRAM;
  return own.lexically_normal().string();
}

}  // namespace attn

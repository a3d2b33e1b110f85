#include "cli/exercise_course.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "cli/language.hpp"

namespace attn {

std::string course_folder(const std::string& flag) {
  if (!flag.empty()) return flag;
  if (const char* const folder = std::getenv("ATTN_COURSE"); folder && *folder) return folder;
  const std::filesystem::path own = program_folder() + "/" ATTN_COURSE_FROM_PROGRAM;
  return own.lexically_normal().string();
}

std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+:,@%=";
  const bool is_plain = !word.empty() && std::all_of(word.begin(), word.end(), [&](char c) {
    return kPlain.find(c) != std::string_view::npos || (c & 0x80) != 0;
  });
  if (is_plain) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace attn

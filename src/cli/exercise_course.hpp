#pragma once

#include <string>

namespace attn {

/// The folder of the course: what --course says, else ATTN_COURSE, else the exercises that lie
/// beside the program.
std::string course_folder(const std::string& flag);

/// A word as a shell has to be given it: in quotes where it needs them.
std::string shell_word(const std::string& word);

}  // namespace attn

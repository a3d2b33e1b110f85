#pragma once

#include <string>

namespace attn {

/// The folder of the course: what --course says, else ATTN_COURSE, else the exercises that lie
/// beside the program.
std::string course_folder(const std::string& flag);

}  // namespace attn

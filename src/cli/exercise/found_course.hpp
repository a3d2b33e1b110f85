#pragma once

#include <string>

namespace attn {

/// The folder of the course: what --course says, else ATTN_COURSE, else the nearest folder that
/// holds exercises/course.toml, from the current one upwards, else the exercises that lie beside
/// the program. Of a course nothing is ever run: its files are read as text.
std::string course_folder(const std::string& flag);

/// Whether a folder holds the very exercises that come with attn.
bool is_own_course(const std::string& folder);

/// Whether the user chose the course that course_folder found, or it is attn's own; and not one
/// that merely lies where somebody stands.
bool is_chosen_course(const std::string& flag);

}  // namespace attn

#pragma once

#include <string>
#include <vector>

namespace attn {

/// A program on this machine, and what it takes to run it where only the system is seen.
struct FoundProgram {
  std::string path{};                 ///< absolute; "" where there is none
  std::vector<std::string> places{};  ///< its own, where it is not of the system: files and folders
  std::string search_path{};          ///< for it: the folder that it was found in, and the system's
};

/// Where every program of the system is found.
constexpr const char* kSystemPath = "/usr/local/bin:/usr/bin:/bin";

/// Finds a program by its name, as a shell does, or by its path.
FoundProgram found_program(const std::string& name);

}  // namespace attn

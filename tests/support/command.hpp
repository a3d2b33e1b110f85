#pragma once

#include <filesystem>
#include <string>

#include "support/temporary_folder.hpp"

namespace attn {

/// What a command left behind.
struct CommandResult {
  std::string out, err;
  int exit_code = 0;
  bool timed_out = false;
};

/// Runs a shell command in `folder`. Nothing of our own surroundings reaches it: its standard input
/// is empty, and its environment is PATH (the folder of attn, /usr/bin, /bin), HOME (`folder`),
/// LC_ALL=C.UTF-8 and WEIGHTS (the folder of what other programs saved). After `seconds` it is
/// killed together with whatever it started.
CommandResult run_command(const std::string& command, const std::filesystem::path& folder,
                          int seconds = 20);

/// The same in an empty folder, which is gone at the end.
CommandResult run_command(const std::string& command, int seconds = 20);

}  // namespace attn

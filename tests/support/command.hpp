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

/// Before a command: what attn does not give back is an error.
inline constexpr const char* kFindLeaks = "export ASAN_OPTIONS=detect_leaks=1; ";

/// Runs a shell command in `folder`. Nothing of our own surroundings reaches it: its standard input
/// is empty, and its environment is PATH (the folder of attn, /usr/bin, /bin), HOME (`folder`),
/// LC_ALL=C.UTF-8, WEIGHTS (the folder of what other programs saved) and ASAN_OPTIONS. After
/// `seconds` it is killed together with whatever it started. What attn leaks is looked for where
/// kFindLeaks is asked for, as by every golden command: it takes longer than all else that a short
/// run does.
CommandResult run_command(const std::string& command, const std::filesystem::path& folder,
                          int seconds = 20);

/// The same in an empty folder, which is gone at the end.
CommandResult run_command(const std::string& command, int seconds = 20);

}  // namespace attn

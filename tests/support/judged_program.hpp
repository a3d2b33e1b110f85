#pragma once

#include "practice/program/program.hpp"
#include "support/program_exercise.hpp"
#include "support/temporary_folder.hpp"

namespace attn {

/// The judgement of a shell script that answers doubling_exercise().
inline ProgramResult judged_script(const std::string& script) {
  const TemporaryFolder folder;
  return judge_program(doubling_exercise(), {.path = folder.file("program.sh", script)});
}

}  // namespace attn

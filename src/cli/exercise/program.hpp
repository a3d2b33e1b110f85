#pragma once

#include <string>

#include "cli/exercise/session.hpp"
#include "cli/exercise/sitting.hpp"
#include "cli/terminal/keys.hpp"
#include "practice/program/program.hpp"

namespace attn {

/// The verb `check` where a program is asked for; returns the exit code.
int check_program(ExerciseSession& session);

/// The file or folder of a program to the exercise of the session that lies here: `<id>.py`,
/// `<id>.cpp` or a folder `<id>`. "" where there is none.
/// Errors: InputError where there are several.
std::string program_here(const ExerciseSession& session, const Exercise& exercise);

/// The file of a program to watch: the one that was named or lies here, else the template, written.
std::string watched_program(ExerciseSession& session);

/// Runs and judges the program; a live line says which check is tried.
/// Errors: those of judge_program; SurroundingsError where no isolation that was asked for works.
ProgramResult judge_file(ExerciseSession& session, const std::string& path);

/// Writes the template of the program's language, over an existing file only with `replace`.
/// Returns the name under which that file is kept, or "".
/// Errors: InputError if there is no template in that language; those of write_files.
std::string write_program_template(const Exercise& exercise, const std::string& path, bool replace);

/// What is said of a program, and how to go on.
Document program_page(ExerciseSession& session, const ProgramResult& result,
                      const std::string& path);

/// An exercise of a sitting that asks for a program: its page, where the program is written, and
/// what the checker says of it whenever Enter is typed.
Leaving sit_at_program(ExerciseSession& session, SittingScreen& screen, LineEditor& editor);

}  // namespace attn

#pragma once

namespace attn {

/// The whole program: chooses the language, reads the arguments, runs the chosen subcommand.
/// Returns the exit code. Errors leave as exceptions; main says what they mean.
int run_program(int argc, char** argv);

}  // namespace attn

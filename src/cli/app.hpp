// The whole program as one function, and what its failures mean to the user.
#pragma once

namespace attn {

/// The whole program: chooses the language, reads the arguments, runs the chosen subcommand.
/// Returns the exit code. Errors leave as exceptions; main says what they mean.
int run_program(int argc, char** argv);

/// Says on standard error what the exception being handled means to the user, and returns the exit
/// code that goes with it. A closed pipe is no failure: it says nothing and returns kDone.
int report_failure();

}  // namespace attn

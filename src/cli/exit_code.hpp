#pragma once

namespace attn {

/// What the program tells the shell.
enum ExitCode {
  kDone = 0,               ///< done; the answer is right
  kNotYet = 1,             ///< ran well, and the answer is "not yet"
  kWrongInput = 2,         ///< the input is wrong: flag, file, shape, number
  kWrongSurroundings = 3,  ///< the surroundings are wrong: cannot write, no memory
  kOurBug = 70,            ///< anything else
  kInterrupted = 130,      ///< stopped by the user
};

}  // namespace attn

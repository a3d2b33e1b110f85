#pragma once

#include <string>

#include "cli/flags/number_flags.hpp"
#include "cli/flags/words.hpp"
#include "trace/trace.hpp"

namespace CLI {
class App;
}

namespace attn {

/// What is asked about positions, as typed.
struct PositionFlags {
  WordFlags words;
  NumberFlags numbers;
  std::string kind = "sinusoidal", length, base, layout = "interleaved", heads, max_length;
  std::string positions, dims, at, shift, vocabulary, order;
  bool add = false, scale_embedding = false, compare = false;

  void add_to(CLI::App& app);
};

/// The trace that the flags ask for, with its title and notes.
/// Errors: InputError naming the flag.
Trace position_trace(const PositionFlags& flags);

}  // namespace attn

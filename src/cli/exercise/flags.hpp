#pragma once

#include <string>
#include <vector>

#include "cli/flags/flag_values.hpp"
#include "cli/flags/screen_flags.hpp"

namespace CLI {
class App;
}

namespace attn {

/// The words and flags of `attn exercise`, as typed.
struct ExerciseFlags {
  std::vector<std::string> words;  ///< VERB, ID, FILE
  std::vector<std::string> set;    ///< NAME=VALUE
  std::string variant, seed, course;
  bool all = false, give_up = false, force = false, json = false;
  ScreenFlags screen;

  void add_to(CLI::App& app);

  /// The flags that only some verbs take.
  std::vector<GivenFlag> of_some_verbs() const;
};

}  // namespace attn

#pragma once

#include <string>
#include <vector>

#include "cli/flags/screen_flags.hpp"

namespace attn {

/// The words and flags of `attn exercise`, as typed.
struct ExerciseFlags {
  std::vector<std::string> words;  ///< VERB, ID, FILE
  Flag variant{"--variant"}, course{"--course"};
  Flag set{"--set"};  ///< NAME=VALUE
  Flag all{"--all"}, give_up{"--give-up"}, force{"--force"}, seed{"--seed"}, json{"--json"};
  Flag run{"--run"}, one_case{"--case"}, request{"--request"}, isolation{"--isolation"};
  Flag show_mistakes{"--show-mistakes"}, watch{"--watch"};
  ScreenFlags screen{};

  void add_to(FlagTable& table);
};

}  // namespace attn

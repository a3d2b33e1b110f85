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
  // Of `print`; the roster is that of `grade`, too.
  Flag output{"--output"}, variants{"--variants"}, answers{"--answers"};
  // Of `grade`.
  Flag exercise{"--exercise"}, layout{"--layout"}, only{"--only"};
  Flag roster{"--roster"}, roster_column{"--roster-column"};
  Flag exclude{"--exclude"}, hidden{"--hidden"}, jobs{"--jobs"};
  Flag out{"--out"}, resume{"--resume"}, format{"--format"}, fail_under{"--fail-under"};
  Flag shard{"--shard"}, merge{"--merge"};
  ScreenFlags screen{};

  void add_to(FlagTable& table);

 private:
  void add_printing_flags(FlagTable& table);
  void add_grading_flags(FlagTable& table);
};

}  // namespace attn

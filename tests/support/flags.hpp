#pragma once

#include <string>

#include "cli/flags/flag.hpp"
#include "cli/flags/shared_flags.hpp"

namespace attn {

/// Types a flag without a value.
inline void type(Flag& flag) { flag.give(); }

/// Types a value for a flag, in place of any other; "" types nothing.
inline void type(Flag& flag, const std::string& value) {
  flag.take_back();
  if (!value.empty()) flag.give(value);
}

/// Types one of the flags that change scores.
inline void type_score(AttentionSettingFlags& flags, const std::string& name,
                       const std::string& value = "") {
  for (ScoreFlag& row : flags.of_scores)
    if (row.flag.name() == name) row.flag.give(value);
}

/// A flag for which a value was typed; "" for none.
inline Flag typed(const char* name, const std::string& value) {
  Flag flag(name);
  type(flag, value);
  return flag;
}

/// A flag without a value that was typed.
inline Flag typed(const char* name) {
  Flag flag(name);
  flag.give();
  return flag;
}

}  // namespace attn

#pragma once

#include <string>

#include "cli/flags/flag.hpp"

namespace attn {

/// Types a flag without a value.
inline void type(Flag& flag) { flag.give(); }

/// Types a value for a flag, in place of any other; "" types nothing.
inline void type(Flag& flag, const std::string& value) {
  flag.take_back();
  if (!value.empty()) flag.give(value);
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

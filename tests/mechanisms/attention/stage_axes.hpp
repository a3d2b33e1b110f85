#pragma once

#include "trace/trace.hpp"

// Two queries that look at three keys, for tests that ask how stages are called.
namespace attn {

inline const Axis kQuery{"query", {"a", "b"}};
inline const Axis kKey{"key", {"c", "d", "e"}};

}  // namespace attn

#pragma once

#include <functional>

namespace attn {

/// How long a run takes when nothing gets in its way: the least of several, after warming up.
///
/// Units:   seconds
double least_seconds(const std::function<void()>& run);

}  // namespace attn

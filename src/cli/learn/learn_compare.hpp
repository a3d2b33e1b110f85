#pragma once

#include "cli/learn/learn_command.hpp"

namespace attn {

/// The four classifiers one after another on the same data, and one table of them all.
int compare_models(const LearnCommand& command, const Layout& layout);

}  // namespace attn

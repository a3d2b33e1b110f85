#pragma once

#include <string>

namespace attn {

/// Removes a folder and all that is in it, whatever a program made of it: folders without rights,
/// trees of any depth. Links in it are not followed. False where something is left.
bool remove_tree(const std::string& folder);

}  // namespace attn

#pragma once

#include <string>
#include <vector>

namespace attn {

/// A name out of a file, shortened and safe to show.
std::string shown_key(const std::string& key);

/// As many names as fit into a sentence, shortened and safe to show, and their number if there are
/// more: a file can hold any number of them.
std::string listed_keys(const std::vector<std::string>& keys);

/// Where one of a file's arrays is, for whatever is refused in it: "weights.npz:wq".
std::string key_place(const std::string& name, const std::string& key);

/// Refuses a file without one array.
/// Errors:  InputError naming the file.
void require_keys(const std::string& name, const std::vector<std::string>& keys);

/// Which of a file's arrays is meant when none is named: the first of `preferred` that the file
/// has, or its only one.
///
/// Errors:  InputError naming the arrays that there are.
std::string chosen_key(const std::string& name, const std::vector<std::string>& keys,
                       const std::vector<std::string>& preferred);

/// Throws the InputError for an array that the file does not have, naming those that it has.
[[noreturn]] void refuse_missing_key(const std::string& name, const std::string& key,
                                     const std::vector<std::string>& keys);

/// Throws the InputError for a name that occurs twice, so that it is unclear which one is meant.
[[noreturn]] void refuse_twice(const std::string& name, const std::string& key);

/// What a stage is called in a file of several matrices: "scores", or "head0.scores" in the group
/// "head 0".
std::string stage_key(std::string group, const std::string& id);

}  // namespace attn

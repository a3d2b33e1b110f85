#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "practice/exercise.hpp"

namespace attn {

/// Definitions that stand elsewhere, some of them replaced: copied and changed without copying what
/// they hold. The definitions must live at least as long.
class DefinitionView {
 public:
  struct Entry {
    std::string_view name;
    const Definition* definition;
  };

  explicit DefinitionView(const Definitions& definitions);

  /// Takes other definitions in the place of those of the same names; further names are added.
  void replace(const Definitions& changes);

  /// What a name stands for; null if it does not exist.
  const Definition* find(std::string_view name) const;

  const std::vector<Entry>& entries() const { return entries_; }  ///< sorted by name

 private:
  std::vector<Entry> entries_;
};

/// All names that depend, directly or not, on a name, and the name itself.
std::set<std::string, std::less<>> dependents(const DefinitionView& definitions,
                                              const std::string& name);

}  // namespace attn

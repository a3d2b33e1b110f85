#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace attn {

/// Which of many names a text goes on with: the longest one. The names are sorted, and those that
/// agree with the text stand side by side: there are fewer with each byte.
class LongestPrefix {
 public:
  struct Name {
    std::string_view text;  ///< not empty; whoever made it keeps its bytes
    std::uint32_t value = 0;
  };

  /// Of twins the first counts.
  /// Errors:  InputError for a name of more than 1,024 bytes: to go along it at every place of a
  ///          long text would take too long
  explicit LongestPrefix(std::vector<Name> names);

  /// The longest name that stands in the text at a byte; nullptr if none does.
  const Name* at(std::string_view text, std::size_t place) const;

 private:
  std::vector<Name> names_;
  std::vector<std::uint32_t> first_;  // of the names that begin with a byte; and the end
};

}  // namespace attn

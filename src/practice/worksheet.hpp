#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "practice/exercise.hpp"

namespace attn {

/// The numbers of one exercise: what is given, and what follows from it, computed when it is asked
/// for. A field replaced by the learner's own value gives what follows from that; a definition
/// replaced by a mistake gives what that mistake leads to.
class Worksheet : private RecipeNames {
 public:
  /// Variant 0 has the numbers of the book. Any other draws numbers of its own, again and again
  /// until no mistake of the exercise gives the same answer as another or as the truth.
  /// Errors: InputError if the exercise has no variants.
  explicit Worksheet(const Exercise& exercise, std::uint64_t variant = 0);

  /// A copy in which some names stand for something else.
  Worksheet with(const Definitions& changes) const;

  /// A name's numbers.
  /// Errors: InputError if there is none, it depends on itself, or it is words.
  const arma::mat& numbers(const std::string& name);

  /// A name's words.
  const std::vector<std::string>& words(const std::string& name);

  /// Whether a name depends, directly or not, on any of the others (or is one of them).
  bool depends_on(const std::string& name, const std::set<std::string>& others) const;

  std::uint64_t variant() const { return variant_; }

 private:
  const RecipeValue& value_of(const std::string& name) override;
  std::uint32_t next_seed() override;

  std::uint64_t variant_ = 0;
};

}  // namespace attn

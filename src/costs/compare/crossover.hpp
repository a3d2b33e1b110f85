#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/count.hpp"

namespace attn {

/// A cost as a function of the number of tokens T, at most quadratic in it.
using CostOfTokens = std::function<Count(std::uint64_t n_tokens)>;

enum class Cheaper { left, right, neither };

/// A number of tokens, 1 or more, below and above which different costs are the smaller one.
struct Crossover {
  std::optional<mpq_class> tokens;   ///< where they are equal; absent if never or at no fraction
  std::optional<Count> last_below;   ///< the last whole number before the crossing; absent if never
  Cheaper below = Cheaper::neither;  ///< before the crossing, or always
};

/// Where two costs cross, in order; one entry without numbers if they never do.
///
///     left(T) − right(T) = a T² + b T + c   from three values, solved in exact fractions
///
/// Where they only touch, they do not cross.
std::vector<Crossover> crossovers_of(const CostOfTokens& left, const CostOfTokens& right);

/// A fraction the way people write it: "768", "1.5", or "7/3" where no decimal ends.
std::string fraction_text(const mpq_class& fraction);

}  // namespace attn

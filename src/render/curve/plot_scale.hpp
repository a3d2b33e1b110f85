#pragma once

#include <string>
#include <vector>

#include "base/count.hpp"

namespace attn {

/// How counts lie along an axis: by their logarithms, or evenly.
class PlotScale {
 public:
  enum class Kind { linear, logarithmic };

  /// From the least to the greatest count that has a place on it.
  PlotScale(Kind kind, const Count& least, const Count& greatest);

  /// Whether a count has a place: on a logarithmic scale zero has none.
  bool holds(const Count& count) const { return kind_ == Kind::linear || count > 0; }

  /// Where a count lies: 0 at the least, 1 at the greatest. Exact beyond the range of a double.
  double share_of(const Count& count) const;

  /// Round numbers on it, in order, at most `most`: powers of ten, or 1, 2, 5 times them.
  std::vector<Count> ticks(unsigned most) const;

 private:
  std::vector<Count> decades(unsigned most) const;
  std::vector<Count> multiples_of_powers(const std::vector<unsigned>& factors) const;
  std::vector<Count> even_steps(unsigned most) const;

  Kind kind_;
  Count least_, greatest_;
};

/// A round number with the prefix of a decimal unit: "20 T", "500", beyond the last "10^33".
/// With decimals the count is one of thousandths or the like: "0.25" for 250 and 3.
std::string tick_text(const Count& count, unsigned decimals = 0);

/// The labels of places on an axis: "512", "4K", "1M" with K = 1,024 where every number above 1,024
/// is a multiple of it; otherwise all digits, "1,000". Decimals as for ticks.
std::vector<std::string> place_texts(const std::vector<Count>& places, unsigned decimals = 0);

}  // namespace attn

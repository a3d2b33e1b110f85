#pragma once

#include "trace/trace.hpp"

namespace attn {

/// What the colour of a cell says.
struct Heat {
  enum class Kind {
    none,         ///< nothing: a mask blocks the cell, or it is no finite number
    share,        ///< its share of the row, against the largest
    signed_value  ///< its size against the largest cell, and its sign
  } kind{};
  double value = 0.0;  ///< share: 0…1; signed_value: −1…1

  /// Which of the kShareLevels or kSignedLevels steps it has. Not for `none`.
  int level() const;
};

/// The heat of the cells of one stage, whoever draws it. The stage must outlive it.
class StageHeat {
 public:
  /// Shares are seen against the largest that has a colour of its own.
  explicit StageHeat(const Stage& stage, double largest_share = 1.0);

  Heat operator()(arma::uword row, arma::uword col) const;

  /// What the two ends of the colours stand for: the largest size, or share.
  double largest() const { return largest_; }

 private:
  const Stage& stage_;
  bool has_shares_;
  double largest_;
};

}  // namespace attn

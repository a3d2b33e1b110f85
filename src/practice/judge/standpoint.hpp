#pragma once

#include <string>
#include <vector>

#include "practice/judge/check.hpp"

namespace attn {

// What a learner may have gone on from, so that one slip counts once.

/// An earlier answer of which only the written digits are known: what was gone on from may be
/// anything that rounds to them.
struct RoundedAnswer {
  std::string name;
  arma::mat written;
  double half_unit = 0.0;  ///< of the last digit
};

/// One way in which a learner may have gone on: these answers in the place of the right ones.
struct Standpoint {
  Definitions answers;
  std::vector<RoundedAnswer> rounded;
};

/// Whether an answer is wrong and says nothing (zeros, the same number everywhere, a constant for a
/// formula, nothing but NaN), so that nothing follows from it; unless a known mistake gives it.
bool is_blank_slip(const FieldResult& result);

/// Whether an answer says nothing after an earlier slip that is all zeros or the same number
/// everywhere: zeros, that number again, or what is chosen or listed, but for what is chosen by a
/// single number. A known mistake that gives the earlier one explains that one only, but for zeros
/// that are meant: among the answers `before` there are other numbers, or no other zeros and the
/// mistake never coincides with another.
bool is_nothing_after(const Field& field, const arma::mat& given, const FieldResult& earlier,
                      const std::vector<FieldResult>& before);

/// The earlier results that a field depends on, and that an answer to it can follow from: read,
/// graded, without ∞, and not so that the answer says nothing after it (see is_nothing_after).
/// Nothing follows from a blank slip, but that numbers follow from the same number everywhere.
std::vector<const FieldResult*> results_behind(const Worksheet& worksheet, const Field& field,
                                               const arma::mat& given,
                                               const std::vector<FieldResult>& before);

/// Every way to have gone on from them, the likeliest first. A slip is gone on from as it was
/// written, or with all the digits of the mistake that it shows; a right answer as it was written,
/// or with all digits.
std::vector<Standpoint> standpoints(const Worksheet& worksheet,
                                    const std::vector<const FieldResult*>& behind);

/// What a field is there; nothing where no answer can be computed from them.
std::optional<arma::mat> value_at(const Worksheet& worksheet, const Standpoint& standpoint,
                                  const Field& field);

/// Whether an answer is what follows there, for some of the numbers that round to what was
/// written.
///
///     |given − f(x)| ≤ allowed + Σ |f(x ± h) − f(x)|   over the rounded cells x, h half a unit
bool follows_at(const Worksheet& worksheet, const Standpoint& standpoint, const Field& field,
                const arma::mat& given);

/// Whether an answer was rounded as people round: to the digits that were asked for, or correctly
/// to more of them, from all digits or from what was rounded before it. What follows from anything
/// else is not what was taught.
bool is_rounded_truth(const Worksheet& worksheet, const FieldResult& result,
                      const std::vector<FieldResult>& before);

}  // namespace attn

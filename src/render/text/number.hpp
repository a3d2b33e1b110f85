// Numbers as a person reads them.
#pragma once

#include <algorithm>
#include <armadillo>
#include <cmath>
#include <string>

#include "base/named.hpp"
#include "render/layout.hpp"
#include "trace/table.hpp"

namespace attn {

/// How the numbers of one matrix are written: one format for all its cells.
///
/// Whole numbers are shown bare. Others get a fixed number of decimals; a value that is not zero
/// never prints as zero (it prints `<.001`), and zero never prints with a sign. Numbers too large
/// for a column are written as 1.23e+12.
class NumberFormat {
 public:
  /// `shares`: values between 0 and 1 that are written without a leading zero (".881").
  NumberFormat(const arma::mat& matrix, const Layout& layout, bool shares = false);

  /// The same with fewer decimals; a matrix of whole numbers stays as it is.
  NumberFormat with_precision(int precision) const;

  std::string operator()(double value) const;
  int precision() const { return precision_; }

 private:
  std::string tiny(bool negative) const;

  int precision_;
  bool whole_ = true;
  bool shares_;
  bool ascii_;
};

/// The numbers of a calculation as one writes them on paper: 0.5 rather than 0.500, but 1.649 for
/// e^0.5. It remembers whether any of them was rounded, because what follows is then not equal to
/// what stands there.
class HandNumber {
 public:
  explicit HandNumber(const Layout& layout) : layout_(layout) {}

  std::string operator()(double value);

  /// A number with at most four digits that count, wherever they begin: an angle may be very small
  /// and still matter.
  std::string significant(double value);

  /// What stands before the next result: "=" as long as every number so far is exact, then "≈".
  std::string sign() const { return has_rounded_ ? "≈" : "="; }

 private:
  const Layout& layout_;
  bool has_rounded_ = false;
};

/// A number that starts with a sign, or with the < or > of one too small to show, in parentheses.
std::string in_parentheses(const std::string& number);

/// "a + b + c", with the middle of a sum of more than eight terms left out.
template <typename TermAt>
std::string sum_of(arma::uword n, TermAt term_at) {
  constexpr arma::uword kMaxTerms = 8;  // a longer sum shows its first six terms and its last
  std::string sum;
  for (arma::uword k = 0; k < n; ++k) {
    if (n > kMaxTerms && k == kMaxTerms - 2) {
      sum += " + ..";
      k = n - 1;
    }
    sum += (sum.empty() ? "" : " + ") + term_at(k);
  }
  return sum;
}

// How many steps colours of heat have, and which of them a value gets: the same on every screen,
// page and figure. The colours themselves are theirs.

constexpr int kShareLevels = 10;
constexpr int kSignedLevels = 7;
constexpr int kSignedZero = kSignedLevels / 2;  ///< the step of what is nearly 0

/// The step of a share between 0 and 1: 0 for the smallest, 9 for the largest.
inline int share_level(double share) {
  return std::clamp(static_cast<int>(share * kShareLevels), 0, kShareLevels - 1);
}

/// The step of a value from −1 to 1, its size against the largest: 0 for −1, 3 around 0, 6 for 1.
inline int signed_level(double part) {
  const long step = std::lround(std::clamp(part, -1.0, 1.0) * kSignedZero);
  return static_cast<int>(step) + kSignedZero;
}

/// What operations are counted in: multiplications and additions, or the two together.
enum class OperationUnit { flop, mac };
inline constexpr Named<OperationUnit> kOperationUnits[] = {{OperationUnit::flop, "flop"},
                                                           {OperationUnit::mac, "mac"}};

/// The same as its name and as how many FLOP one of them is.
struct Operations {
  const char* base;  ///< "FLOP", "MAC"
  unsigned flops;
  const char* rule;  ///< how titles say it: "MAC = 2 FLOP"

  explicit Operations(OperationUnit unit)
      : base(unit == OperationUnit::flop ? "FLOP" : "MAC"),
        flops(unit == OperationUnit::flop ? 1 : 2),
        rule(unit == OperationUnit::flop ? "MAC = 2 FLOP" : "MAC") {}
};

/// The largest binary unit that goes into a number of bytes: B, KiB, MiB, GiB, … YiB.
/// Give the largest number of a column, so that all its numbers can be compared.
Unit binary_unit_for(const Count& largest);

/// The largest decimal unit that goes into it: "FLOP", "kFLOP", "MFLOP", … "QFLOP".
Unit decimal_unit_for(const Count& largest, const std::string& base);

/// A count in a unit, rounded from the exact number (half a digit away from zero): "12.551".
///
/// Where the unit is one there is nothing to round, so the number is whole. What is not zero never
/// prints as zero: "<.001".
std::string in_unit(const Count& count, const Unit& unit, unsigned decimals = 3);

/// A cell of a table that shows a count in a unit, without decimals where nothing is rounded.
cell::Quantity quantity_cell(const Count& count, const Unit& unit, unsigned decimals = 3);

/// The same as text: "12.551 GiB", "512 KiB".
std::string with_unit(const Count& count, const Unit& unit, unsigned decimals = 3);

}  // namespace attn

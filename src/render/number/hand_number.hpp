#pragma once

#include <armadillo>
#include <string>

#include "render/layout.hpp"

namespace attn {

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

}  // namespace attn

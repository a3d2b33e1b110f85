#pragma once

#include <armadillo>
#include <string>

#include "render/layout.hpp"

namespace attn {

/// Numbers as one writes them on paper: 0.5 rather than 0.500, but 1.649 for e^0.5.
class HandNumber {
 public:
  explicit HandNumber(const Layout& layout) : layout_(layout) {}

  std::string operator()(double value) const;

 private:
  const Layout& layout_;
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

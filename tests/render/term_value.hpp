#pragma once

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

// Works out again what a spelled-out cell says.
namespace attn {

/// The text with ASCII signs: "(−2)⋅e^0.5" becomes "(-2)*e^0.5".
inline std::string in_plain_signs(std::string text) {
  for (const auto& [symbol, plain] :
       {std::pair<std::string, std::string>{"−", "-"}, {"⋅", "*"}, {"∞", "inf"}, {"²", "^2"}})
    for (std::size_t at = 0; (at = text.find(symbol)) != std::string::npos;)
      text.replace(at, symbol.size(), plain);
  return text;
}

/// The value of a sum of products with parentheses, powers, `e^x` and the bounds "<.001" (read as
/// 0).
class TermReader {
 public:
  explicit TermReader(const std::string& text) {
    for (const char c : in_plain_signs(text))
      if (c != ' ') text_ += c;
  }

  double read() {
    const double value = sum();
    if (at_ != text_.size()) throw std::runtime_error("left over: " + text_.substr(at_));
    return value;
  }

 private:
  bool accept(char c) {
    const bool found = at_ < text_.size() && text_[at_] == c;
    at_ += found ? 1 : 0;
    return found;
  }

  double sum() {
    double value = product();
    for (;;) {
      if (accept('+'))
        value += product();
      else if (accept('-'))
        value -= product();
      else
        return value;
    }
  }

  double product() {
    double value = power();
    for (;;) {
      if (accept('*'))
        value *= power();
      else if (accept('/'))
        value /= power();
      else
        return value;
    }
  }

  double power() {
    const double base = factor();
    return accept('^') ? std::pow(base, factor()) : base;
  }

  double factor() {
    if (accept('-')) return -factor();
    if (accept('(')) {
      const double value = sum();
      if (!accept(')')) throw std::runtime_error("no ) in " + text_);
      return value;
    }
    if (text_.compare(at_, 2, "e^") == 0) {
      at_ += 2;
      return std::exp(factor());
    }
    const bool is_bound = accept('<') || accept('>');
    std::size_t n_read = 0;
    const double value = std::stod(text_.substr(at_), &n_read);
    at_ += n_read;
    return is_bound ? 0.0 : value;
  }

  std::string text_;
  std::size_t at_ = 0;
};

inline double term_value(const std::string& text) { return TermReader(text).read(); }

}  // namespace attn

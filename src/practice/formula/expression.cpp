#include <cmath>
#include <memory>

#include "base/message.hpp"
#include "practice/formula/formula.hpp"

namespace attn {

namespace {

// Where a function is 0, between two places at which it has different signs. The secant is drawn
// again and again; an end that stays has its value halved, so that it does not stay for ever.
double root_between(const std::function<double(double)>& f, double low, double high) {
  constexpr int kMostSteps = 200;
  constexpr double kClose = 1e-14;
  double at_low = f(low), at_high = f(high);
  for (int i = 0; i < kMostSteps && std::abs(high - low) > kClose * std::abs(high); ++i) {
    const double middle = (low * at_high - high * at_low) / (at_high - at_low);
    const double at_middle = f(middle);
    if (at_middle == 0.0) return middle;
    if ((at_middle < 0.0) == (at_high < 0.0)) {
      at_low *= 0.5;
    } else {
      low = high;
      at_low = at_high;
    }
    high = middle;
    at_high = at_middle;
  }
  return high;
}

constexpr double kNearest = 1e-6, kFarthest = 1e9;

// Where a difference f(x) − g(x), divided by x, is 0 although it is not for positive x: at 0, or at
// a negative x. Of costs there is none; but what follows from a wrong formula may be so.
double meeting_elsewhere(const std::function<double(double)>& slope) {
  constexpr int kMostSteps = 200;
  const bool is_below = slope(-kNearest) < 0.0;
  if (is_below != (slope(kNearest) < 0.0)) return 0.0;
  if (is_below == (slope(-kFarthest) < 0.0))
    throw InputError(message("the two formulas do not meet."));
  double near = std::log(kNearest), far = std::log(kFarthest);
  for (int i = 0; i < kMostSteps; ++i) {
    const double middle = 0.5 * (near + far);
    ((slope(-std::exp(middle)) < 0.0) == is_below ? near : far) = middle;
  }
  return -std::exp(near);
}

// How far f lies above g. Of costs, which are powers, the logarithms are all but straight.
double height_above(double f, double g) {
  if (f > 0.0 && g > 0.0) return std::log(f) - std::log(g);
  return f < g ? -1.0 : 1.0;
}

}  // namespace

Expression expression_of(const std::string& text, const std::vector<std::string>& variables,
                         FormulaSpelling spelling) {
  const auto arithmetic = std::make_shared<const Arithmetic>(text, variables, spelling);
  return {variables,
          [arithmetic](const Expression::Values& values) { return arithmetic->at(values); }, text,
          spelling};
}

arma::mat samples_of(const Expression& formula) {
  return arma::vec(sampled(formula.at, formula.variables));
}

arma::mat growth_of(const Expression& formula) {
  if (formula.text.empty()) throw InputError(message("this formula has no order of growth."));
  return arma::vec(growth(formula.text, formula.variables, formula.spelling));
}

Expression crossing_of(const Expression& f, const Expression& g) {
  if (f.variables.empty()) throw InputError(message("a formula without variables meets nothing."));
  const std::string first = f.variables.front();
  const auto meeting = [f, g, first](const Expression::Values& values) {
    Expression::Values at = values;
    double& at_first = at[first];
    const auto value = [&](const Expression& formula, double x) {
      at_first = x;
      return formula.at(at);
    };
    const auto height = [&](double log_x) {
      const double x = std::exp(log_x);
      return height_above(value(f, x), value(g, x));
    };
    const double low = std::log(kNearest), high = std::log(kFarthest);
    if ((height(low) < 0.0) != (height(high) < 0.0))
      return std::exp(root_between(height, low, high));
    return meeting_elsewhere([&](double x) { return (value(f, x) - value(g, x)) / x; });
  };
  return {{f.variables.begin() + 1, f.variables.end()}, meeting};
}

namespace {

using Tokens = std::vector<ArithmeticToken>;
using TokenKind = ArithmeticToken::Kind;

bool is_sign(const ArithmeticToken& token, std::string_view signs) {
  return token.kind == TokenKind::sign && signs.find(token.text) != signs.npos;
}

/// How far parentheses reach: over one product, or over the sum as well.
enum class Reach { product, sum };

/// A formula to which parentheses are added; the last of its tokens is an end.
class Parenthesised {
 public:
  explicit Parenthesised(const std::string& formula)
      : tokens_(arithmetic_tokens(formula)), opened_(tokens_.size()), closed_(tokens_.size()) {}

  // What stands from here on in the same group, up to the end of the product or of the sum: the
  // place behind it.
  std::size_t end_from(std::size_t first, Reach reach) const {
    int depth = 0;
    for (std::size_t at = first; at < tokens_.size(); ++at) {
      const ArithmeticToken& token = tokens_[at];
      if (token.kind == TokenKind::end) return at;
      if (token.kind == TokenKind::open) ++depth;
      if (token.kind == TokenKind::close && depth-- == 0) return at;
      const bool is_between = at > first && tokens_[at - 1].kind != TokenKind::sign;
      if (depth == 0 && reach == Reach::product && is_between && is_sign(token, "+-")) return at;
    }
    return tokens_.size() - 1;
  }

  // Where the group begins in which a place stands.
  std::size_t start_of_group(std::size_t place) const {
    int depth = 0;
    for (std::size_t at = place; at > 0; --at) {
      const TokenKind kind = tokens_[at - 1].kind;
      if (kind == TokenKind::close) ++depth;
      if (kind == TokenKind::open && depth-- == 0) return at;
    }
    return 0;
  }

  // Whether more than one number, name or group stands there.
  bool has_operation(std::size_t first, std::size_t end, std::string_view signs) const {
    int depth = 0;
    for (std::size_t at = first; at < end; ++at) {
      if (tokens_[at].kind == TokenKind::open) ++depth;
      if (tokens_[at].kind == TokenKind::close) --depth;
      if (depth == 0 && at > first && is_sign(tokens_[at], signs) &&
          tokens_[at - 1].kind != TokenKind::sign)
        return true;
    }
    return false;
  }

  void enclose(std::size_t first, std::size_t end) {
    ++opened_[first];
    ++closed_[end - 1];
  }

  void enclose_exponents(Reach reach) {
    for (std::size_t at = 0; at + 1 < tokens_.size(); ++at) {
      if (!is_sign(tokens_[at], "^")) continue;
      const std::size_t end = end_from(at + 1, reach);
      if (has_operation(at + 1, end, "+-*/")) enclose(at + 1, end);
    }
  }

  void enclose_denominators(Reach reach) {
    for (std::size_t at = 0; at + 1 < tokens_.size(); ++at) {
      if (!is_sign(tokens_[at], "/")) continue;
      const std::size_t end = end_from(at + 1, reach);
      if (!has_operation(at + 1, end, "+-*/")) continue;
      enclose(at + 1, end);
      at = end - 1;
    }
  }

  void enclose_numerators() {
    for (std::size_t at = 1; at + 1 < tokens_.size(); ++at) {
      if (!is_sign(tokens_[at], "/")) continue;
      const std::size_t first = start_of_group(at);
      if (has_operation(first, at, "+-")) enclose(first, at);
    }
  }

  std::string text() const {
    std::string text;
    for (std::size_t at = 0; at + 1 < tokens_.size(); ++at) {
      const bool joins_words =
          at > 0 && tokens_[at - 1].kind != TokenKind::sign && tokens_[at].kind != TokenKind::sign;
      if (joins_words && tokens_[at].place > end_of(at - 1)) text += ' ';
      text += std::string(opened_[at], '(') + tokens_[at].shown + std::string(closed_[at], ')');
    }
    return text;
  }

 private:
  std::size_t end_of(std::size_t at) const { return tokens_[at].place + tokens_[at].shown.size(); }

  Tokens tokens_;
  std::vector<std::size_t> opened_, closed_;
};

std::string in_exponents(const std::string& formula, Reach reach) {
  Parenthesised result(formula);
  result.enclose_exponents(reach);
  return result.text();
}

std::string in_denominators(const std::string& formula, Reach reach) {
  Parenthesised result(formula);
  result.enclose_denominators(reach);
  return result.text();
}

std::string in_numerators(const std::string& formula) {
  Parenthesised result(formula);
  result.enclose_numerators();
  return result.text();
}

}  // namespace

std::vector<std::string> with_parentheses(std::string_view formula) {
  try {
    const std::string plain = Parenthesised(std::string(formula)).text();
    std::vector<std::string> ways;
    for (const std::string& powers :
         {plain, in_exponents(plain, Reach::product), in_exponents(plain, Reach::sum)})
      for (const std::string& above : {powers, in_numerators(powers)}) {
        ways.push_back(above);
        ways.push_back(in_denominators(above, Reach::sum));
        ways.push_back(in_denominators(above, Reach::product));
      }
    return ways;
  } catch (const InputError&) {
    return {};  // it is read as something else, or not at all
  }
}

}  // namespace attn

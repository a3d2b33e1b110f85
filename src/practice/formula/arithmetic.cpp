#include "practice/formula/arithmetic.hpp"

#include <fmt/format.h>
#include <muParserBase.h>

#include <cmath>
#include <stdexcept>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/preview.hpp"
#include "data/words/random.hpp"
#include "practice/answer/plain_characters.hpp"
#include "practice/formula/arithmetic_tokens.hpp"

namespace attn {
namespace {

/// Thrown through muParser where an operation gives no number; `why` has a place for the formula.
struct NoNumber {
  enum class Why { divides_by_zero, root_of_negative, logarithm, power, too_large } why;
};

double finite(double value) {
  if (std::isnan(value)) throw NoNumber{NoNumber::Why::power};
  if (std::isinf(value)) throw NoNumber{NoNumber::Why::too_large};
  return value;
}

double sum(double a, double b) { return finite(a + b); }
double difference(double a, double b) { return finite(a - b); }
double product(double a, double b) { return finite(a * b); }
double negative(double a) { return -a; }

double quotient(double a, double b) {
  if (b == 0.0) throw NoNumber{NoNumber::Why::divides_by_zero};
  return finite(a / b);
}

double power(double a, double b) {
  if (a == 0.0 && b < 0.0) throw NoNumber{NoNumber::Why::divides_by_zero};
  return finite(std::pow(a, b));
}

double root(double a) {
  if (a < 0.0) throw NoNumber{NoNumber::Why::root_of_negative};
  return std::sqrt(a);
}

double logarithm(double a) {
  if (a <= 0.0) throw NoNumber{NoNumber::Why::logarithm};
  return std::log(a);
}

double exponential(double a) { return finite(std::exp(a)); }
double sine(double a) { return std::sin(a); }
double cosine(double a) { return std::cos(a); }

std::string sentence_of(NoNumber::Why why, const std::string& formula) {
  switch (why) {
    case NoNumber::Why::divides_by_zero:
      return message("'{}' divides by zero.", formula);
    case NoNumber::Why::root_of_negative:
      return message("'{}' takes the square root of a negative number.", formula);
    case NoNumber::Why::logarithm:
      return message("'{}' takes the logarithm of a number that is not positive.", formula);
    case NoNumber::Why::power:
      return message("'{}' takes a broken power of a negative number.", formula);
    case NoNumber::Why::too_large:
      break;
  }
  return message("'{}' is too large a number.", formula);
}

// Positive numbers that no simple formula gives, the same for every answer.
class SamplePoints {
 public:
  explicit SamplePoints(std::size_t n_variables) {
    for (std::size_t i = 0; i < n_variables; ++i)
      streams_.emplace_back(static_cast<std::uint32_t>(i + 1));
  }

  // The next point, a coordinate for each variable.
  std::vector<double> next() {
    constexpr double kLeast = 1.1, kMost = 9.0;
    std::vector<double> point;
    for (Random& stream : streams_) point.push_back(kLeast + (kMost - kLeast) * stream.uniform());
    return point;
  }

 private:
  std::vector<Random> streams_;
};

}  // namespace

/// muParser with nothing in it but what plain_formula writes. Numbers come in as constants, so it
/// reads none, and no locale has a say.
class Arithmetic::Evaluator : public mu::ParserBase {
 public:
  explicit Evaluator(const PlainFormula& formula) : variables_(formula.names.size()) {
    define_operations();
    for (std::size_t i = 0; i < formula.constants.size(); ++i)
      DefineConst(fmt::format("c{}", i), formula.constants[i]);
    for (std::size_t i = 0; i < variables_.size(); ++i)
      DefineVar(fmt::format("v{}", i), &variables_[i]);
    SetExpr(formula.text);
  }

  double at(const std::vector<std::string>& names, const std::map<std::string, double>& values) {
    for (std::size_t i = 0; i < names.size(); ++i) variables_[i] = values.at(names[i]);
    return Eval();
  }

 private:
  void define_operations() {
    constexpr int kSum = 1, kProduct = 2, kSign = 3, kPower = 4;  // which binds more tightly
    EnableBuiltInOprt(false);
    DefineNameChars("0123456789abcdefghijklmnopqrstuvwxyz");
    DefineOprtChars("+-*/^");
    DefineInfixOprtChars("-");
    DefineOprt("+", sum, kSum);
    DefineOprt("-", difference, kSum);
    DefineOprt("*", product, kProduct);
    DefineOprt("/", quotient, kProduct);
    DefineInfixOprt("-", negative, kSign);
    DefineOprt("^", power, kPower, mu::oaRIGHT);
    DefineFun("sqrt", root);
    DefineFun("exp", exponential);
    DefineFun("ln", logarithm);
    DefineFun("log", logarithm);
    DefineFun("sin", sine);
    DefineFun("cos", cosine);
  }

  void InitCharSets() override {}
  void InitFun() override {}
  void InitConst() override {}
  void InitOprt() override {}

  std::vector<double> variables_;
};

Arithmetic::Arithmetic(std::string_view text, const std::vector<std::string>& variables)
    : formula_(plain_formula(text, variables)), shown_(preview(text, 40)) {}

double Arithmetic::at(const std::map<std::string, double>& values) const {
  try {
    if (!evaluator_) evaluator_ = std::make_shared<Evaluator>(formula_);
    return evaluator_->at(formula_.names, values);
  } catch (const NoNumber& none) {
    throw InputError(sentence_of(none.why, shown_));
  } catch (const mu::ParserError& error) {  // it is no std::exception
    throw std::logic_error(formula_.text + ": " + error.GetMsg());
  }
}

double arithmetic_value(std::string_view text) {
  std::vector<std::string> unused;
  const std::string plain = in_plain_characters(text, unused);
  if (plain.size() <= kFormulaLimit)
    if (const auto number = parse_number(trimmed(plain))) return *number;
  return Arithmetic(text, {}).at({});
}

std::vector<double> sampled(std::string_view text, const std::vector<std::string>& variables) {
  const Arithmetic formula(text, variables);
  SamplePoints points(variables.size());
  std::vector<double> samples;
  for (std::size_t n = 0; n < kSamplePoints; ++n) {
    const std::vector<double> point = points.next();
    std::map<std::string, double> values;
    for (std::size_t i = 0; i < variables.size(); ++i) values[variables[i]] = point[i];
    samples.push_back(formula.at(values));
  }
  return samples;
}

}  // namespace attn

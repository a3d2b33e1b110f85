#include "practice/formula/operations.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace attn {
namespace {

double finite(double value) {
  if (std::isnan(value)) throw NoNumber{NoNumber::Why::power};
  if (std::isinf(value)) throw NoNumber{NoNumber::Why::too_large};
  return value;
}

double sum(const double* x) { return finite(x[0] + x[1]); }
double difference(const double* x) { return finite(x[0] - x[1]); }
double product(const double* x) { return finite(x[0] * x[1]); }
double negative(const double* x) { return -x[0]; }

double quotient(const double* x) {
  if (x[1] == 0.0) throw NoNumber{NoNumber::Why::divides_by_zero};
  return finite(x[0] / x[1]);
}

double whole_quotient(const double* x) { return std::floor(quotient(x)); }

double power(const double* x) {
  if (x[0] == 0.0 && x[1] < 0.0) throw NoNumber{NoNumber::Why::divides_by_zero};
  return finite(std::pow(x[0], x[1]));
}

double root(const double* x) {
  if (x[0] < 0.0) throw NoNumber{NoNumber::Why::root_of_negative};
  return std::sqrt(x[0]);
}

double logarithm(const double* x) {
  if (x[0] <= 0.0) throw NoNumber{NoNumber::Why::logarithm};
  return std::log(x[0]);
}

double logarithm_to_2(const double* x) { return logarithm(x) / std::numbers::ln2; }
double logarithm_to_10(const double* x) { return logarithm(x) / std::numbers::ln10; }
double exponential(const double* x) { return finite(std::exp(x[0])); }
double rounded_down(const double* x) { return std::floor(x[0]); }
double rounded_up(const double* x) { return std::ceil(x[0]); }
double without_fraction(const double* x) { return std::trunc(x[0]); }
double sine(const double* x) { return std::sin(x[0]); }
double cosine(const double* x) { return std::cos(x[0]); }

constexpr unsigned kSum = 1, kProduct = 2, kSign = 3, kPower = 4, kFunction = 5;

constexpr std::array kBetween = {FormulaOperation{"+", 2, kSum, false, sum},
                                 FormulaOperation{"-", 2, kSum, false, difference},
                                 FormulaOperation{"*", 2, kProduct, false, product},
                                 FormulaOperation{"/", 2, kProduct, false, quotient},
                                 FormulaOperation{"//", 2, kProduct, false, whole_quotient},
                                 FormulaOperation{"^", 2, kPower, true, power}};
constexpr FormulaOperation kMinus{"-", 1, kSign, true, negative};
constexpr std::array kFunctions = {FormulaOperation{"sqrt", 1, kFunction, true, root},
                                   FormulaOperation{"exp", 1, kFunction, true, exponential},
                                   FormulaOperation{"ln", 1, kFunction, true, logarithm},
                                   FormulaOperation{"log", 1, kFunction, true, logarithm},
                                   FormulaOperation{"log2", 1, kFunction, true, logarithm_to_2},
                                   FormulaOperation{"log10", 1, kFunction, true, logarithm_to_10},
                                   FormulaOperation{"sin", 1, kFunction, true, sine},
                                   FormulaOperation{"cos", 1, kFunction, true, cosine},
                                   FormulaOperation{"floor", 1, kFunction, true, rounded_down},
                                   FormulaOperation{"ceil", 1, kFunction, true, rounded_up},
                                   FormulaOperation{"int", 1, kFunction, true, without_fraction}};

template <typename Operations>
const FormulaOperation* found(const Operations& operations, const std::string& name) {
  for (const FormulaOperation& one : operations)
    if (name == one.name) return &one;
  return nullptr;
}

}  // namespace

const FormulaOperation& operation_between(const std::string& sign) {
  if (const FormulaOperation* const one = found(kBetween, sign)) return *one;
  throw std::logic_error(sign + " stands for no operation");
}

const FormulaOperation& minus_sign() { return kMinus; }

const FormulaOperation* function_named(const std::string& name) {
  if (name == "log_e" || name == "loge") return found(kFunctions, "ln");
  if (name == "log_2" || name == "log_10") return found(kFunctions, "log" + name.substr(4));
  return found(kFunctions, name);
}

const std::vector<std::string>& formula_functions() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const FormulaOperation& one : kFunctions) all.emplace_back(one.name);
    return all;
  }();
  return names;
}

}  // namespace attn

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/formula/formula.hpp"

namespace attn {

namespace {

std::string reason_of(NoGrowth::Why why, const std::string& formula) {
  switch (why) {
    case NoGrowth::Why::not_positive:
      return message(
          "'{}' is not positive where its variables are large, so it has no order of growth.",
          formula);
    case NoGrowth::Why::too_many_terms:
      return message("'{}' has too many terms. Write only those that grow fastest.", formula);
    case NoGrowth::Why::no_sum_of_powers:
      break;
  }
  return message(
      "'{}' is no sum of powers of its variables and of their logarithms, so its order cannot be "
      "compared. Write it as in n^2 + n*log(n).",
      formula);
}

// The leading terms of a formula, or why it has none.
GrowthTerms leading_terms_of(const std::string& formula, const std::vector<std::string>& variables,
                             FormulaSpelling spelling) {
  const FormulaSteps steps = formula_steps(formula, variables, spelling, FormulaMeaning::order);
  const std::string shown = preview(formula, 40);
  try {
    GrowthTerms terms = leading_terms(growth_terms(steps));
    // In the order of the variables, whichever of them the formula has first.
    for (GrowthTerm& term : terms) {
      std::vector<double> powers(2 * variables.size());
      for (std::size_t i = 0; i < steps.names.size(); ++i) {
        const auto name = std::find(variables.begin(), variables.end(), steps.names[i]);
        const auto place = static_cast<std::size_t>(name - variables.begin());
        powers[place] = term.powers[i];
        powers[variables.size() + place] = term.powers[steps.names.size() + i];
      }
      term.powers = std::move(powers);
    }
    return terms;
  } catch (const NoGrowth& none) {
    throw InputError(reason_of(none.why, shown));
  } catch (const NoNumber& none) {
    throw InputError(reason_of(none.why, shown));
  }
}

double rounded(double power) {
  constexpr double kPerUnit = 1e9;
  return std::round(power * kPerUnit) / kPerUnit + 0.0;  // + 0.0: no -0
}

}  // namespace

std::vector<double> growth(std::string_view text, const std::vector<std::string>& variables,
                           FormulaSpelling spelling) {
  std::string plain = in_plain_characters(text);
  if (spelling == FormulaSpelling::by_hand && plain.size() <= kFormulaLimit)
    plain = without_latex(plain);
  GrowthTerms terms = leading_terms_of(plain, variables, spelling);
  if (terms.size() > kGrowthTerms)
    throw InputError(reason_of(NoGrowth::Why::too_many_terms, preview(plain, 40)));
  for (GrowthTerm& term : terms)
    std::transform(term.powers.begin(), term.powers.end(), term.powers.begin(), rounded);
  std::sort(terms.begin(), terms.end(),
            [](const GrowthTerm& a, const GrowthTerm& b) { return a.powers > b.powers; });
  for (const GrowthTerm& term : terms)
    if (!std::all_of(term.powers.begin(), term.powers.end(),
                     [](double power) { return std::isfinite(power); }))
      throw InputError(message("'{}' has a power that is too large.", preview(plain, 40)));
  const std::size_t n_powers = 2 * variables.size();
  std::vector<double> result(1 + kGrowthTerms * n_powers);
  result[0] = static_cast<double>(terms.size());
  for (std::size_t i = 0; i < terms.size(); ++i)
    std::copy(terms[i].powers.begin(), terms[i].powers.end(),
              result.begin() + static_cast<std::ptrdiff_t>(1 + i * n_powers));
  return result;
}

namespace {

using Why = NoGrowth::Why;

constexpr double kSamePower = 1e-9;

bool are_same(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::abs(a[i] - b[i]) > kSamePower) return false;
  return true;
}

bool is_constant(const GrowthTerm& term) {
  return are_same(term.powers, std::vector<double>(term.powers.size()));
}

// Adds a term; what cancels but for rounding is gone.
void add_term(GrowthTerms& sum, const GrowthTerm& term) {
  if (!std::isfinite(term.factor)) throw NoNumber{NoNumber::Why::too_large};
  if (term.factor == 0.0) return;
  const auto same = std::find_if(sum.begin(), sum.end(), [&](const GrowthTerm& other) {
    return are_same(other.powers, term.powers);
  });
  if (same == sum.end()) {
    if (sum.size() == kMostGrowthTerms) throw NoGrowth{Why::too_many_terms};
    sum.push_back(term);
    return;
  }
  constexpr double kCancelled = 1e-12;
  const double total = same->factor + term.factor;
  if (std::abs(total) <= kCancelled * std::abs(term.factor))
    sum.erase(same);
  else
    same->factor = total;
}

GrowthTerms sum_of(GrowthTerms a, const GrowthTerms& b, double sign) {
  for (GrowthTerm term : b) {
    term.factor *= sign;
    add_term(a, term);
  }
  return a;
}

GrowthTerms product_of(const GrowthTerms& a, const GrowthTerms& b) {
  GrowthTerms product;
  for (const GrowthTerm& one : a)
    for (const GrowthTerm& other : b) {
      GrowthTerm term{one.factor * other.factor, one.powers};
      for (std::size_t i = 0; i < term.powers.size(); ++i) term.powers[i] += other.powers[i];
      add_term(product, term);
    }
  return product;
}

/// How much the best mix of some others falls short of one term, 0 or more if it does not: the
/// value of the game in which one player mixes the others and the other one the variables.
///
/// With payoffs P > 0 the second player's side is the linear programme
///
///     maximise y₁ + y₂ + ...   where P y ≤ 1 and y ≥ 0;   the value is 1 / (y₁ + y₂ + ...)
///
/// solved by the simplex method; Bland's rule keeps it from going round in circles.
class MixingGame {
 public:
  explicit MixingGame(const std::vector<std::vector<double>>& payoffs)
      : n_rows_(payoffs.size()), n_cols_(payoffs.front().size()) {
    for (const std::vector<double>& row : payoffs)
      for (const double payoff : row) shift_ = std::max(shift_, 1.0 + std::abs(payoff));
    for (std::size_t i = 0; i < n_rows_; ++i) {
      std::vector<double> row(n_cols_ + n_rows_ + 1);
      for (std::size_t j = 0; j < n_cols_; ++j) row[j] = payoffs[i][j] + shift_;
      row[n_cols_ + i] = row.back() = 1.0;
      table_.push_back(std::move(row));
      basis_.push_back(n_cols_ + i);
    }
    gains_.assign(n_cols_ + n_rows_ + 1, 0.0);
    std::fill_n(gains_.begin(), n_cols_, 1.0);
  }

  double value() {
    constexpr std::size_t kMostSteps = 10'000;
    for (std::size_t step = 0; step < kMostSteps; ++step) {
      const std::size_t col = entering();
      if (col == gains_.size() - 1) break;
      exchange(leaving(col), col);
    }
    return 1.0 / -gains_.back() - shift_;
  }

 private:
  static constexpr double kZero = 1e-12;

  std::size_t entering() const {
    const auto gain =
        std::find_if(gains_.begin(), gains_.end() - 1, [](double g) { return g > kZero; });
    return static_cast<std::size_t>(gain - gains_.begin());
  }

  // There is one, since every payoff is positive.
  std::size_t leaving(std::size_t col) const {
    std::size_t best = 0;
    double least = HUGE_VAL;
    for (std::size_t i = 0; i < n_rows_; ++i) {
      if (table_[i][col] <= kZero) continue;
      const double ratio = table_[i].back() / table_[i][col];
      const bool is_tie = std::abs(ratio - least) <= kZero;
      if (is_tie ? basis_[i] < basis_[best] : ratio < least) {
        least = ratio;
        best = i;
      }
    }
    return best;
  }

  void exchange(std::size_t row, std::size_t col) {
    const double pivot = table_[row][col];
    for (double& cell : table_[row]) cell /= pivot;
    const auto clear = [&](std::vector<double>& other) {
      const double times = other[col];
      for (std::size_t j = 0; j < other.size(); ++j) other[j] -= times * table_[row][j];
    };
    for (std::size_t i = 0; i < n_rows_; ++i)
      if (i != row) clear(table_[i]);
    clear(gains_);
    basis_[row] = col;
  }

  std::size_t n_rows_, n_cols_;
  double shift_ = 1.0;
  std::vector<std::vector<double>> table_;
  std::vector<double> gains_;
  std::vector<std::size_t> basis_;
};

// The power of each variable, with its logarithm as a hair of a power.
std::vector<double> speeds(const GrowthTerm& term) {
  constexpr double kLogarithm = 1e-5;
  const std::size_t n = term.powers.size() / 2;
  std::vector<double> speeds(n);
  for (std::size_t i = 0; i < n; ++i) speeds[i] = term.powers[i] + kLogarithm * term.powers[n + i];
  return speeds;
}

bool is_reached(const GrowthTerm& term, const GrowthTerms& all) {
  constexpr double kRounding = 1e-8;
  const std::vector<double> own = speeds(term);
  std::vector<std::vector<double>> ahead;
  for (const GrowthTerm& other : all) {
    if (&other == &term) continue;
    std::vector<double> row = speeds(other);
    for (std::size_t i = 0; i < row.size(); ++i) row[i] -= own[i];
    ahead.push_back(std::move(row));
  }
  if (ahead.empty()) return false;
  return own.empty() || MixingGame(ahead).value() >= -kRounding;
}

/// Works a formula out with sums of terms for numbers.
class Expansion {
 public:
  explicit Expansion(std::size_t n_variables) : n_(n_variables) {}

  GrowthTerms number(double value) const {
    GrowthTerms terms;
    add_term(terms, {value, std::vector<double>(2 * n_)});
    return terms;
  }

  GrowthTerms variable(std::size_t place) const {
    GrowthTerms terms = number(1.0);
    terms.front().powers[place] = 1.0;
    return terms;
  }

  GrowthTerms of_one(const FormulaOperation& operation, const GrowthTerms& x) const {
    const std::string_view name = operation.name;
    if (name == "-") return sum_of({}, x, -1.0);
    if (is_number(x)) {
      const double value = number_of(x);
      return number(operation.of(&value));
    }
    if (name == "sqrt") return leading_power(x, 0.5);
    if (name.starts_with("ln") || name.starts_with("log")) return logarithm(x);
    throw NoGrowth{Why::no_sum_of_powers};
  }

  GrowthTerms of_two(const FormulaOperation& operation, const GrowthTerms& a,
                     const GrowthTerms& b) const {
    if (operation.name == std::string_view("//")) throw NoGrowth{Why::no_sum_of_powers};
    switch (operation.name[0]) {
      case '+':
        return sum_of(a, b, 1.0);
      case '-':
        return sum_of(a, b, -1.0);
      case '*':
        return product_of(a, b);
      case '/':
        if (b.empty()) throw NoNumber{NoNumber::Why::divides_by_zero};
        return product_of(a, leading_power(b, -1.0));
      default:
        return power(operation, a, b);
    }
  }

 private:
  static bool is_number(const GrowthTerms& terms) {
    return terms.empty() || (terms.size() == 1 && is_constant(terms.front()));
  }

  static double number_of(const GrowthTerms& terms) {
    return terms.empty() ? 0.0 : terms.front().factor;
  }

  GrowthTerms power(const FormulaOperation& operation, const GrowthTerms& a,
                    const GrowthTerms& b) const {
    constexpr double kMultipliedOut = 8.0;
    if (!is_number(b)) throw NoGrowth{Why::no_sum_of_powers};
    const double times = number_of(b);
    if (is_number(a)) {
      const double operands[] = {number_of(a), times};
      return number(operation.of(operands));
    }
    if (times != std::floor(times) || times < 0.0 || times > kMultipliedOut)
      return leading_power(a, times);
    GrowthTerms result = number(1.0);
    for (double n = 0.0; n < times; ++n) result = product_of(result, a);
    return result;
  }

  // (a + b)^p grows as a^p + b^p for p > 0; a sum below a fraction has no such form.
  GrowthTerms leading_power(const GrowthTerms& x, double p) const {
    GrowthTerms leading = x;
    const bool is_negative_number = is_number(x) && number_of(x) < 0.0;
    if (!is_negative_number) leading = leading_terms(x);
    if (p < 0.0 && leading.size() > 1) throw NoGrowth{Why::no_sum_of_powers};
    for (GrowthTerm& term : leading) {
      term.factor = std::pow(term.factor, p);
      for (double& power : term.powers) power *= p;
    }
    return sum_of({}, leading, 1.0);
  }

  // ln(n² d) is 2 ln n + ln d; ln(n + d) grows as ln n + ln d.
  GrowthTerms logarithm(const GrowthTerms& x) const {
    const GrowthTerms leading = leading_terms(x);
    GrowthTerms sum;
    for (const GrowthTerm& term : leading) {
      for (std::size_t i = 0; i < n_; ++i) {
        const double power = term.powers[i];
        const bool has_log = std::abs(term.powers[n_ + i]) > kSamePower;
        const bool is_flat = std::abs(power) <= kSamePower;
        const bool is_inverse_sum = leading.size() > 1 && power < -kSamePower;
        if ((has_log && is_flat) || is_inverse_sum) throw NoGrowth{Why::no_sum_of_powers};
        GrowthTerm log{power, std::vector<double>(2 * n_)};
        log.powers[n_ + i] = 1.0;
        if (!is_flat) add_term(sum, log);
      }
      add_term(sum, {std::log(term.factor), std::vector<double>(2 * n_)});
    }
    return sum;
  }

  std::size_t n_;
};

}  // namespace

GrowthTerms leading_terms(GrowthTerms terms) {
  for (std::size_t i = 0; i < terms.size();)
    if (is_reached(terms[i], terms))
      terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  const bool is_positive = std::all_of(terms.begin(), terms.end(),
                                       [](const GrowthTerm& term) { return term.factor > 0.0; });
  if (terms.empty() || !is_positive) throw NoGrowth{Why::not_positive};
  return terms;
}

GrowthTerms growth_terms(const FormulaSteps& formula) {
  const Expansion expansion(formula.names.size());
  std::vector<GrowthTerms> stack;
  const auto take = [&stack] {
    GrowthTerms last = std::move(stack.back());
    stack.pop_back();
    return last;
  };
  for (const FormulaSteps::Step& step : formula.steps) {
    if (const auto* const number = std::get_if<double>(&step)) {
      stack.push_back(expansion.number(*number));
    } else if (const auto* const variable = std::get_if<VariablePlace>(&step)) {
      stack.push_back(expansion.variable(variable->place));
    } else {
      const FormulaOperation& operation = *std::get<const FormulaOperation*>(step);
      const GrowthTerms last = take();
      stack.push_back(operation.n_operands == 1 ? expansion.of_one(operation, last)
                                                : expansion.of_two(operation, take(), last));
    }
  }
  return take();
}

}  // namespace attn

#include "practice/formula/growth.hpp"

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/formula/arithmetic.hpp"
#include "practice/formula/arithmetic_tokens.hpp"
#include "practice/formula/growth_terms.hpp"
#include "practice/formula/latex.hpp"

namespace attn {
namespace {

/// How many bytes the O of O(...), Θ(...) or Theta(...) has, where a text begins so; else 0.
std::size_t order_sign(std::string_view text) {
  for (const std::string_view sign : {"O", "Θ", "Theta"}) {
    if (!text.starts_with(sign)) continue;
    const auto next = text.find_first_not_of(kSpaces, sign.size());
    if (next != text.npos && text[next] == '(') return sign.size();
  }
  return 0;
}

/// O(n) + O(d) as  (n) +  (d): spaces instead, so that places in the text stay the same.
std::string without_orders(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const bool in_name = !result.empty() && begins_name(result.back());
    const std::size_t n_bytes = in_name ? 0 : order_sign(text);
    const std::string_view kept = text.substr(0, 1);
    if (n_bytes == 0)
      result.append(kept);
    else
      for (const char c : text.substr(0, n_bytes))
        if ((c & 0xC0) != 0x80) result.push_back(' ');
    text.remove_prefix(std::max<std::size_t>(n_bytes, 1));
  }
  return result;
}

/// max(a, b) as    (a+ b), and the places in the text stay the same. Nothing else has commas, and
/// those between digits, which may be meant as decimal ones, are left for the reader to refuse.
std::string with_sums_for_maxima(std::string text) {
  constexpr std::string_view kMax = "max";
  std::vector<bool> is_max;  // of each open parenthesis
  bool begins = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool in_name = i > 0 && begins_name(text[i - 1]);
    const auto next = text.find_first_not_of(kSpaces, i + kMax.size());
    if (!in_name && text.compare(i, kMax.size(), kMax) == 0 && next != text.npos &&
        text[next] == '(') {
      text.replace(i, kMax.size(), kMax.size(), ' ');
      begins = true;
    }
    if (text[i] == '(') {
      is_max.push_back(begins);
      begins = false;
    }
    if (text[i] == ')' && !is_max.empty()) is_max.pop_back();
    if (text[i] == ',' && !is_max.empty() && is_max.back()) text[i] = '+';
  }
  return text;
}

void refuse_minimum(std::string_view text) {
  for (std::size_t at = text.find("min"); at != text.npos; at = text.find("min", at + 1)) {
    const auto next = text.find_first_not_of(kSpaces, at + 3);
    if (next != text.npos && text[next] == '(')
      throw InputError(
          message("min(...) is not read in an order of growth. Write a sum of terms."));
  }
}

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
  const FormulaSteps steps = formula_steps(formula, variables, spelling);
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
  const std::string inside = with_sums_for_maxima(without_orders(plain));
  refuse_minimum(inside);
  GrowthTerms terms = leading_terms_of(inside, variables, spelling);
  if (terms.size() > kGrowthTerms)
    throw InputError(reason_of(NoGrowth::Why::too_many_terms, preview(inside, 40)));
  for (GrowthTerm& term : terms)
    std::transform(term.powers.begin(), term.powers.end(), term.powers.begin(), rounded);
  std::sort(terms.begin(), terms.end(),
            [](const GrowthTerm& a, const GrowthTerm& b) { return a.powers > b.powers; });
  for (const GrowthTerm& term : terms)
    if (!std::all_of(term.powers.begin(), term.powers.end(),
                     [](double power) { return std::isfinite(power); }))
      throw InputError(message("'{}' has a power that is too large.", preview(inside, 40)));
  const std::size_t n_powers = 2 * variables.size();
  std::vector<double> result(1 + kGrowthTerms * n_powers);
  result[0] = static_cast<double>(terms.size());
  for (std::size_t i = 0; i < terms.size(); ++i)
    std::copy(terms[i].powers.begin(), terms[i].powers.end(),
              result.begin() + static_cast<std::ptrdiff_t>(1 + i * n_powers));
  return result;
}

}  // namespace attn

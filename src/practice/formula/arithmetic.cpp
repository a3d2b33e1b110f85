#include "practice/formula/arithmetic.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "data/random/random.hpp"
#include "practice/formula/arithmetic_tokens.hpp"
#include "practice/formula/latex.hpp"

namespace attn {
namespace {

// So long a text is refused by its length, not by what stands in it.
std::string readable_latex(std::string_view text) {
  return text.size() > kFormulaLimit ? std::string(text) : without_latex(text);
}

using Points = std::vector<std::vector<double>>;

// Positive numbers that no simple formula gives, the same for every answer: a stream of them for
// each variable.
Points sample_points(std::size_t n_variables) {
  constexpr double kLeast = 1.1, kMost = 9.0;
  std::vector<Random> streams;
  for (std::size_t i = 0; i < n_variables; ++i)
    streams.emplace_back(static_cast<std::uint32_t>(i + 1));
  Points points(kSamplePoints);
  for (std::vector<double>& point : points)
    for (Random& stream : streams) point.push_back(kLeast + (kMost - kLeast) * stream.uniform());
  return points;
}

// Drawn once a thread: every formula of an exercise is sampled there.
const Points& known_sample_points(std::size_t n_variables) {
  thread_local std::map<std::size_t, Points> known;
  const auto [place, is_new] = known.try_emplace(n_variables);
  if (is_new) place->second = sample_points(n_variables);
  return place->second;
}

}  // namespace

std::string reason_of(NoNumber::Why why, const std::string& formula) {
  switch (why) {
    case NoNumber::Why::divides_by_zero:
      return message("'{}' divides by zero.", formula);
    case NoNumber::Why::root_of_negative:
      return message("'{}' takes the square root of a negative number.", formula);
    case NoNumber::Why::logarithm:
      return message("'{}' takes the logarithm of a number that is not positive.", formula);
    case NoNumber::Why::power:
      return message("'{}' raises a negative number to a fractional power.", formula);
    case NoNumber::Why::too_large:
      break;
  }
  return message("'{}' is too large a number.", formula);
}

Arithmetic::Arithmetic(std::string_view text, const std::vector<std::string>& variables,
                       FormulaSpelling spelling)
    : formula_(formula_steps(
          spelling == FormulaSpelling::by_hand ? readable_latex(text) : std::string(text),
          variables, spelling)),
      shown_(preview(text, 40)) {}

double Arithmetic::at(const std::map<std::string, double>& values) const {
  std::vector<double> in_order;
  in_order.reserve(formula_.names.size());
  for (const std::string& name : formula_.names) in_order.push_back(values.at(name));
  try {
    return formula_.at(in_order);
  } catch (const NoNumber& none) {
    throw InputError(reason_of(none.why, shown_));
  }
}

double arithmetic_value(std::string_view text, const std::map<std::string, double>& known) {
  const std::string plain = in_plain_characters(text);
  if (plain.size() <= kFormulaLimit)
    if (const auto number = parse_number(trimmed(plain))) return *number;
  std::vector<std::string> names;
  for (const auto& [name, value] : known) names.push_back(name);
  return Arithmetic(text, names, FormulaSpelling::by_hand).at(known);
}

std::vector<double> sampled(const std::function<double(const std::map<std::string, double>&)>& f,
                            const std::vector<std::string>& variables) {
  std::vector<double> samples;
  for (const std::vector<double>& point : known_sample_points(variables.size())) {
    std::map<std::string, double> values;
    for (std::size_t i = 0; i < variables.size(); ++i) values[variables[i]] = point[i];
    samples.push_back(f(values));
  }
  return samples;
}

std::vector<double> sampled(std::string_view text, const std::vector<std::string>& variables,
                            FormulaSpelling spelling) {
  const Arithmetic formula(text, variables, spelling);
  return sampled([&formula](const auto& values) { return formula.at(values); }, variables);
}

}  // namespace attn

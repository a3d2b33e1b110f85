#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
#include "practice/answer/plain_characters.hpp"
#include "practice/formula/arithmetic.hpp"

namespace attn {
namespace {

using Direction = std::vector<double>;  // the power of t that each variable is

/// Every variable alone, all together, and each pair at different speeds: directions in which terms
/// of different orders lead.
std::vector<Direction> directions(std::size_t n) {
  std::vector<Direction> all;
  for (std::size_t i = 0; i < n; ++i) {
    all.emplace_back(n, 0.0);
    all.back()[i] = 1.0;
  }
  if (n < 2) return all;
  all.emplace_back(n, 1.0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (const double speed : {2.0, 3.0}) {
        if (i == j) continue;
        all.emplace_back(n, 0.0);
        all.back()[i] = speed;
        all.back()[j] = 1.0;
      }
  return all;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

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
    const bool in_name = !result.empty() && is_letter(result.back());
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

/// ln f, where every variable is t to its power in the direction; one of power 0 does not grow.
double log_value(const Arithmetic& formula, const std::vector<std::string>& variables,
                 const Direction& direction, double log_t, std::string_view text) {
  constexpr double kFixed = 3.0;  // not 1, whose logarithm is 0, nor so large that it seems to grow
  std::map<std::string, double> values;
  for (std::size_t i = 0; i < variables.size(); ++i)
    values[variables[i]] = direction[i] > 0.0 ? std::exp(direction[i] * log_t) : kFixed;
  const double value = formula.at(values);
  if (value > 0.0) return std::log(value);
  throw InputError(
      message("'{}' is not positive where its variables are large, so it has no order of growth.",
              preview(text, 40)));
}

/// The power of t and the power of ln t that a formula grows with along a direction.
///
/// ln f = ln C + a·l + b·ln l with l = ln t, at l = L, rL and r²L. The differences are
///     d1 = a (r − 1) L + b ln r      d2 = a (r − 1) r L + b ln r
/// A large L silences slower terms; t³ to the sixth power is still a number at the last point.
std::pair<double, double> powers(const Arithmetic& formula,
                                 const std::vector<std::string>& variables,
                                 const Direction& direction, std::string_view text) {
  const double L = std::log(1e7), r = 1.5;
  std::array<double, 3> values{};
  double log_t = L;
  for (double& value : values) {
    value = log_value(formula, variables, direction, log_t, text);
    log_t *= r;
  }
  const double d1 = values[1] - values[0], d2 = values[2] - values[1];
  return {(d2 - d1) / ((r - 1) * (r - 1) * L), (r * d1 - d2) / ((r - 1) * std::log(r))};
}

double rounded(double value, double per_unit) {
  return std::round(value * per_unit) / per_unit + 0.0;  // + 0.0: no -0
}

}  // namespace

std::vector<double> growth(std::string_view text, const std::vector<std::string>& variables) {
  std::vector<std::string> unused;
  const std::string inside = without_orders(in_plain_characters(text, unused));
  const Arithmetic formula(inside, variables);
  constexpr double kTwelfths = 12.0;  // halves, thirds and quarters come out exactly
  std::vector<double> result;
  for (const Direction& direction : directions(variables.size())) {
    const auto [power, log_power] = powers(formula, variables, direction, inside);
    result.push_back(rounded(power, kTwelfths));
    result.push_back(rounded(log_power, 1.0));
  }
  return result;
}

}  // namespace attn

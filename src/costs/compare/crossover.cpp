#include "costs/compare/crossover.hpp"

namespace attn {
namespace {

// a T² + b T + c
struct Quadratic {
  mpq_class a, b, c;
};

Quadratic through(const mpq_class& at_1, const mpq_class& at_2, const mpq_class& at_3) {
  const mpq_class a = (at_3 - 2 * at_2 + at_1) / 2;
  const mpq_class b = at_2 - at_1 - 3 * a;
  return {a, b, at_1 - a - b};
}

struct Root {
  std::optional<mpq_class> exact;
  Count floor;
};

Count floor_of(const mpq_class& fraction) {
  Count floor;
  mpz_fdiv_q(floor.get_mpz_t(), fraction.get_num_mpz_t(), fraction.get_den_mpz_t());
  return floor;
}

Root rational_root(const mpq_class& value) { return {value, floor_of(value)}; }

// Both roots of a quadratic with whole coefficients, a > 0 and discriminant > 0, the smaller first.
std::vector<Root> two_roots(const Count& a, const Count& b, const Count& discriminant) {
  const Count root = sqrt(discriminant);
  if (root * root == discriminant) {
    mpq_class lower(-b - root, 2 * a), upper(-b + root, 2 * a);
    lower.canonicalize();
    upper.canonicalize();
    return {rational_root(lower), rational_root(upper)};
  }
  // √D lies strictly between `root` and `root` + 1, so −√D and √D may be rounded down first.
  return {{std::nullopt, floor_of(mpq_class(-b - root - 1, 2 * a))},
          {std::nullopt, floor_of(mpq_class(-b + root, 2 * a))}};
}

// Where the sign changes, in order.
std::vector<Root> sign_changes(const Quadratic& difference) {
  const auto& [a, b, c] = difference;
  if (a == 0) return b == 0 ? std::vector<Root>{} : std::vector{rational_root(-c / b)};
  const Count common = lcm(lcm(a.get_den(), b.get_den()), c.get_den());
  const int sign = a > 0 ? 1 : -1;
  const Count whole_a = mpq_class(a * common * sign).get_num();
  const Count whole_b = mpq_class(b * common * sign).get_num();
  const Count whole_c = mpq_class(c * common * sign).get_num();
  const Count discriminant = whole_b * whole_b - 4 * whole_a * whole_c;
  return discriminant > 0 ? two_roots(whole_a, whole_b, discriminant) : std::vector<Root>{};
}

Cheaper cheaper_where(int sign) {
  return sign < 0 ? Cheaper::left : sign > 0 ? Cheaper::right : Cheaper::neither;
}

// For many tokens the highest power decides, and each crossing reverses the sign.
int sign_for_many(const Quadratic& difference) {
  const auto& [a, b, c] = difference;
  return a != 0 ? sgn(a) : b != 0 ? sgn(b) : sgn(c);
}

}  // namespace

std::vector<Crossover> crossovers_of(const CostOfTokens& left, const CostOfTokens& right) {
  const auto difference_at = [&](std::uint64_t tokens) {
    return mpq_class(left(tokens) - right(tokens));
  };
  const Quadratic difference = through(difference_at(1), difference_at(2), difference_at(3));

  std::vector<Crossover> found;
  const std::vector<Root> roots = sign_changes(difference);
  int sign = sign_for_many(difference);
  for (auto root = roots.rbegin(); root != roots.rend() && root->floor >= 1; ++root) {
    sign = -sign;
    const bool is_whole = root->exact && *root->exact == root->floor;
    found.insert(found.begin(), {.tokens = root->exact,
                                 .last_below = is_whole ? Count(root->floor - 1) : root->floor,
                                 .below = cheaper_where(sign)});
  }
  if (found.empty()) found.push_back({.below = cheaper_where(sign)});
  return found;
}

std::string fraction_text(const mpq_class& fraction) {
  Count scale = 1;
  constexpr int kMostDecimals = 6;
  for (int n_decimals = 0; n_decimals <= kMostDecimals; ++n_decimals, scale *= 10) {
    const mpq_class scaled = fraction * scale;
    if (scaled.get_den() != 1) continue;
    std::string digits = Count(abs(scaled.get_num())).get_str();
    const auto n = static_cast<std::size_t>(n_decimals);
    if (digits.size() <= n) digits.insert(0, n + 1 - digits.size(), '0');
    if (n > 0) digits.insert(digits.size() - n, ".");
    return (fraction < 0 ? "-" : "") + digits;
  }
  return fraction.get_str();
}

}  // namespace attn

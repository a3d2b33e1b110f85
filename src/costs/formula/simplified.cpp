#include "costs/formula/simplified.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>
#include <vector>

#include "costs/formula/formula.hpp"

namespace attn {
namespace {

using Powers = std::map<std::string, unsigned>;  // T^2 d: {T: 2, d: 1}
using Polynomial = std::map<Powers, mpq_class>;  // with the coefficient of each product
using Term = std::pair<Powers, mpq_class>;

// Within a product symbols come in this order, as the chapters write them; others come after.
constexpr std::array kOrder{"B", "T", "M", "V", "C", "c", "d", "f", "h", "h_kv", "d_h", "H"};

auto place_of(const std::string& symbol) {
  return std::find(kOrder.begin(), kOrder.end(), symbol) - kOrder.begin();
}

Polynomial sum(Polynomial left, const Polynomial& right, const mpq_class& times) {
  for (const auto& [powers, coefficient] : right) left[powers] += times * coefficient;
  return left;
}

Polynomial product(const Polynomial& left, const Polynomial& right) {
  Polynomial result;
  for (const auto& [left_powers, left_coefficient] : left)
    for (const auto& [right_powers, right_coefficient] : right) {
      Powers powers = left_powers;
      for (const auto& [symbol, power] : right_powers) powers[symbol] += power;
      result[powers] += left_coefficient * right_coefficient;
    }
  return result;
}

Polynomial number(const mpq_class& value) { return {{Powers{}, value}}; }

Polynomial polynomial_of(const Formula::Node& node, const Equalities& equal) {
  using NodeKind = Formula::Node::Kind;
  Polynomial result;
  switch (node.kind) {
    case NodeKind::number:
      return number(node.number);
    case NodeKind::symbol: {
      const auto known = equal.symbols.find(node.symbol);
      if (known == equal.symbols.end()) return {{Powers{{node.symbol, 1}}, 1}};
      return polynomial_of(known->second.root(), equal);
    }
    case NodeKind::sum:
      for (std::size_t i = 0; i < node.parts.size(); ++i)
        result =
            sum(std::move(result), polynomial_of(*node.parts[i], equal), node.negative[i] ? -1 : 1);
      return result;
    case NodeKind::product:
      result = number(node.number);
      for (const auto& part : node.parts) result = product(result, polynomial_of(*part, equal));
      return result;
    case NodeKind::quotient:
      if (node.parts.size() > 1) break;
      return product(polynomial_of(*node.parts.front(), equal), number(mpq_class(1, node.number)));
    case NodeKind::choice:
      break;
  }
  throw std::invalid_argument("a formula with cases, or divided by a symbol, is no polynomial");
}

// Each product h d_h becomes d.
Polynomial with_whole_model(const Polynomial& given) {
  Polynomial result;
  for (const auto& [given_powers, coefficient] : given) {
    Powers powers = given_powers;
    const unsigned n_pairs = powers.contains("h") && powers.contains("d_h")
                                 ? std::min(powers.at("h"), powers.at("d_h"))
                                 : 0;
    if (n_pairs > 0) {
      powers["d"] += n_pairs;
      for (const char* symbol : {"h", "d_h"})
        if ((powers[symbol] -= n_pairs) == 0) powers.erase(symbol);
    }
    result[powers] += coefficient;
  }
  return result;
}

unsigned degree_of(const Powers& powers) {
  unsigned degree = 0;
  for (const auto& [symbol, power] : powers) degree += power;
  return degree;
}

// The place of the symbol that comes first in a product.
auto first_place(const Powers& powers) {
  auto first = place_of("");
  for (const auto& [symbol, power] : powers) first = std::min(first, place_of(symbol));
  return first;
}

// The higher degree first; where it is equal, what grows more slowly with T: 3 T d^2 + 2 T^2 d.
std::vector<Term> ordered(const Polynomial& polynomial) {
  std::vector<Term> terms;
  std::copy_if(polynomial.begin(), polynomial.end(), std::back_inserter(terms),
               [](const Term& term) { return term.second != 0; });
  const auto power_of_T = [](const Powers& powers) {
    return powers.contains("T") ? powers.at("T") : 0;
  };
  std::stable_sort(terms.begin(), terms.end(), [&](const Term& left, const Term& right) {
    const unsigned left_degree = degree_of(left.first), right_degree = degree_of(right.first);
    if (left_degree != right_degree) return left_degree > right_degree;
    const unsigned left_T = power_of_T(left.first), right_T = power_of_T(right.first);
    if (left_T != right_T) return left_T < right_T;
    return first_place(left.first) < first_place(right.first);
  });
  return terms;
}

Formula formula_of(const Powers& powers, const Count& coefficient) {
  std::vector<std::pair<std::string, unsigned>> factors(powers.begin(), powers.end());
  std::stable_sort(factors.begin(), factors.end(), [](const auto& left, const auto& right) {
    return place_of(left.first) < place_of(right.first);
  });
  Formula result(coefficient);
  for (const auto& [symbol, power] : factors)
    for (unsigned i = 0; i < power; ++i) result = result * Formula(symbol);
  return result;
}

}  // namespace

Formula simplified(const Formula& formula, const Equalities& equal) {
  Polynomial polynomial = polynomial_of(formula.root(), equal);
  if (equal.heads_fill_model) polynomial = with_whole_model(polynomial);
  const std::vector<Term> terms = ordered(polynomial);

  Count denominator = 1;
  for (const Term& term : terms) denominator = lcm(denominator, term.second.get_den());
  Formula result = 0;
  for (const auto& [powers, coefficient] : terms) {
    const mpq_class whole = coefficient * denominator;
    const Formula term = formula_of(powers, abs(whole.get_num()));
    result = whole < 0 ? result - term : result + term;
  }
  return denominator == 1 ? result : result / denominator.get_ui();
}

}  // namespace attn

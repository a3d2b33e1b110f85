#include "costs/formula/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>
#include <vector>

namespace attn {

namespace {

using Node = Formula::Node;
using NodePointer = std::shared_ptr<const Node>;

NodePointer number_node(const Count& number) {
  return std::make_shared<Node>(Node{.kind = Node::Kind::number, .number = number});
}

bool is_number(const Node& node, int number) {
  return node.kind == Node::Kind::number && node.number == number;
}

NodePointer product_of(const NodePointer& left, const NodePointer& right) {
  Node product{.kind = Node::Kind::product};
  for (const NodePointer& side : {left, right}) {
    if (side->kind == Node::Kind::number) {
      product.number *= side->number;
    } else if (side->kind == Node::Kind::product) {
      product.number *= side->number;
      product.parts.insert(product.parts.end(), side->parts.begin(), side->parts.end());
    } else {
      product.parts.push_back(side);
    }
  }
  if (product.number == 0 || product.parts.empty()) return number_node(product.number);
  if (product.number == 1 && product.parts.size() == 1) return product.parts.front();
  return std::make_shared<Node>(std::move(product));
}

NodePointer sum_of(const NodePointer& left, const NodePointer& right, bool subtracts) {
  if (is_number(*right, 0)) return left;
  if (is_number(*left, 0) && !subtracts) return right;
  Node sum{.kind = Node::Kind::sum};
  const auto add = [&sum](const NodePointer& side, bool is_negative) {
    if (side->kind != Node::Kind::sum) {
      sum.parts.push_back(side);
      sum.negative.push_back(is_negative);
      return;
    }
    for (std::size_t i = 0; i < side->parts.size(); ++i) {
      sum.parts.push_back(side->parts[i]);
      sum.negative.push_back(side->negative[i] != is_negative);
    }
  };
  add(left, false);
  add(right, subtracts);
  return std::make_shared<Node>(std::move(sum));
}

std::string text_of(const Node& node);

// As a factor of a product: what is not one factor by itself gets parentheses.
std::string factor_text(const Node& node) {
  const bool is_single = node.kind == Node::Kind::symbol || node.kind == Node::Kind::number;
  return is_single ? text_of(node) : "(" + text_of(node) + ")";
}

std::string product_text(const Node& node) {
  std::string text = node.number == 1 ? "" : node.number.get_str();
  for (std::size_t i = 0; i < node.parts.size();) {
    const std::string factor = factor_text(*node.parts[i]);
    std::size_t power = 1;
    while (i + power < node.parts.size() && factor_text(*node.parts[i + power]) == factor) ++power;
    text += (text.empty() ? "" : " ") + factor;
    if (power > 1) text += "^" + std::to_string(power);
    i += power;
  }
  return text;
}

std::string sum_text(const Node& node) {
  std::string text;
  for (std::size_t i = 0; i < node.parts.size(); ++i) {
    if (i > 0) text += node.negative[i] ? " − " : " + ";
    const bool starts_negative = i == 0 && node.negative[i];
    text += (starts_negative ? "−" : "") + text_of(*node.parts[i]);
  }
  return text;
}

bool has_own_divisor(const Node& quotient) { return quotient.parts.size() > 1; }

std::string quotient_text(const Node& node) {
  const Node& part = *node.parts.front();
  const bool needs_none = part.kind == Node::Kind::product;
  return (needs_none ? text_of(part) : factor_text(part)) + " / " +
         (has_own_divisor(node) ? factor_text(*node.parts[1]) : node.number.get_str());
}

// For who looks into a tree: what people see is decided before.
std::string choice_text(const Node& node) {
  return fmt::format("{} ≤ {} ? {} : {}", text_of(*node.parts[0]), text_of(*node.parts[1]),
                     factor_text(*node.parts[2]), factor_text(*node.parts[3]));
}

std::string text_of(const Node& node) {
  switch (node.kind) {
    case Node::Kind::number:
      return node.number.get_str();
    case Node::Kind::symbol:
      return node.symbol;
    case Node::Kind::sum:
      return sum_text(node);
    case Node::Kind::product:
      return product_text(node);
    case Node::Kind::quotient:
      return quotient_text(node);
    case Node::Kind::choice:
      break;
  }
  return choice_text(node);
}

Count value_of(const Node& node, const Arguments& arguments);

Count quotient_value(const Node& node, const Arguments& arguments) {
  const Count dividend = value_of(*node.parts.front(), arguments);
  const Count divisor = has_own_divisor(node) ? value_of(*node.parts[1], arguments) : node.number;
  if (divisor == 0) throw std::domain_error("a formula divides by 0: " + text_of(node));
  Count value;
  mpz_cdiv_q(value.get_mpz_t(), dividend.get_mpz_t(), divisor.get_mpz_t());
  return value;
}

const NodePointer& chosen_part(const Node& choice, const Arguments& arguments) {
  const bool is_first =
      value_of(*choice.parts[0], arguments) <= value_of(*choice.parts[1], arguments);
  return choice.parts[is_first ? 2 : 3];
}

Count value_of(const Node& node, const Arguments& arguments) {
  Count value = 0;
  switch (node.kind) {
    case Node::Kind::number:
      return node.number;
    case Node::Kind::symbol:
      return arguments[node.symbol];
    case Node::Kind::sum:
      for (std::size_t i = 0; i < node.parts.size(); ++i) {
        const Count part = value_of(*node.parts[i], arguments);
        if (node.negative[i])
          value -= part;
        else
          value += part;
      }
      return value;
    case Node::Kind::product:
      value = node.number;
      for (const NodePointer& part : node.parts) value *= value_of(*part, arguments);
      return value;
    case Node::Kind::quotient:
      return quotient_value(node, arguments);
    case Node::Kind::choice:
      break;
  }
  return value_of(*chosen_part(node, arguments), arguments);
}

bool has_choice(const Node& node) {
  return node.kind == Node::Kind::choice ||
         std::any_of(node.parts.begin(), node.parts.end(),
                     [](const NodePointer& part) { return has_choice(*part); });
}

void collect_symbols(const Node& node, std::vector<std::string>& symbols) {
  if (node.kind == Node::Kind::symbol &&
      std::find(symbols.begin(), symbols.end(), node.symbol) == symbols.end())
    symbols.push_back(node.symbol);
  for (const NodePointer& part : node.parts) collect_symbols(*part, symbols);
}

}  // namespace

void Arguments::add(const std::string& symbol, const std::string& meaning, const Count& value) {
  const bool is_there =
      std::any_of(arguments_.begin(), arguments_.end(),
                  [&symbol](const Argument& argument) { return argument.symbol == symbol; });
  if (!is_there) arguments_.push_back({symbol, meaning, value});
}

const Count& Arguments::operator[](const std::string& symbol) const {
  for (const Argument& argument : arguments_)
    if (argument.symbol == symbol) return argument.value;
  throw std::out_of_range("no value for the symbol " + symbol);
}

Formula::Formula(std::uint64_t number) : node_(number_node(count_of(number))) {}

Formula::Formula(const Count& number) : node_(number_node(number)) {}

Formula::Formula(const std::string& symbol)
    : node_(std::make_shared<Node>(Node{.kind = Node::Kind::symbol, .symbol = symbol})) {}

std::string Formula::text() const { return text_of(*node_); }

Count Formula::at(const Arguments& arguments) const { return value_of(*node_, arguments); }

bool Formula::is_zero() const { return is_number(*node_, 0); }

std::vector<std::string> Formula::symbols() const {
  std::vector<std::string> symbols;
  collect_symbols(*node_, symbols);
  return symbols;
}

Formula Formula::resolved(const Arguments& arguments) const { return resolved(node_, arguments); }

// Put together anew by the same operators, so that it is what it would have been without cases.
Formula Formula::resolved(const NodePointer& node, const Arguments& arguments) {
  if (!has_choice(*node)) return Formula(node);
  const auto part = [&](std::size_t i) { return resolved(node->parts[i], arguments); };
  if (node->kind == Node::Kind::choice) return resolved(chosen_part(*node, arguments), arguments);
  if (node->kind == Node::Kind::quotient)
    return has_own_divisor(*node) ? part(0) / part(1) : part(0) / node->number.get_ui();
  const bool is_product = node->kind == Node::Kind::product;
  Formula result(is_product ? node->number : Count(0));
  for (std::size_t i = 0; i < node->parts.size(); ++i)
    result = is_product          ? result * part(i)
             : node->negative[i] ? result - part(i)
                                 : result + part(i);
  return result;
}

Formula operator+(const Formula& left, const Formula& right) {
  return Formula(sum_of(left.node_, right.node_, false));
}

Formula operator-(const Formula& left, const Formula& right) {
  return Formula(sum_of(left.node_, right.node_, true));
}

Formula operator*(const Formula& left, const Formula& right) {
  return Formula(product_of(left.node_, right.node_));
}

Formula operator/(const Formula& left, std::uint64_t divisor) {
  if (divisor == 1) return left;
  return Formula(std::make_shared<Node>(
      Node{.kind = Node::Kind::quotient, .number = count_of(divisor), .parts = {left.node_}}));
}

Formula operator/(const Formula& left, const Formula& divisor) {
  return Formula(std::make_shared<Node>(
      Node{.kind = Node::Kind::quotient, .parts = {left.node_, divisor.node_}}));
}

Formula if_at_most(const Formula& left, const Formula& right, const Formula& then,
                   const Formula& otherwise) {
  return Formula(std::make_shared<Node>(
      Node{.kind = Node::Kind::choice,
           .parts = {left.node_, right.node_, then.node_, otherwise.node_}}));
}

Formula if_equal(const Formula& left, const Formula& right, const Formula& then,
                 const Formula& otherwise) {
  return if_at_most(left, right, if_at_most(right, left, then, otherwise), otherwise);
}

bool is_pair_product(const Quantity& term) {
  return term.part == Quantity::Part::scores || term.part == Quantity::Part::weighted_sum;
}

bool is_projection(const Quantity& quantity) { return quantity.part == Quantity::Part::projection; }

Quantity quantity_of(const std::string& id, const std::string& label, const Formula& general,
                     const Arguments& arguments, Quantity::Part part) {
  const Formula formula = general.resolved(arguments);
  return {.id = id,
          .label = label,
          .formula = formula,
          .count = formula.at(arguments),
          .part = part,
          .general = general};
}

Count total_of(const std::vector<Quantity>& quantities) {
  Count total = 0;
  for (const Quantity& quantity : quantities) total += quantity.count;
  return total;
}

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

// A formula as a tree that prints and evaluates itself.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/count.hpp"

namespace attn {

/// What the symbols of a formula stand for, in the order in which they are shown.
class Arguments {
 public:
  struct Argument {
    std::string symbol;   ///< "d_h"
    std::string meaning;  ///< "d_head": the name it has everywhere else
    Count value;
  };

  /// Adds a symbol; one that is there keeps its value.
  void add(const std::string& symbol, const std::string& meaning, const Count& value);

  /// Errors: std::out_of_range for a symbol that was never added.
  const Count& operator[](const std::string& symbol) const;

  const std::vector<Argument>& all() const { return arguments_; }

 private:
  std::vector<Argument> arguments_;
};

/// A count written with symbols, such as 2 d h d_h + d: it is printed and evaluated from one and
/// the same tree, so the formula shown is the formula used.
class Formula {
 public:
  // Implicit, so that formulas read like formulas: 2 * d * f + d.
  Formula(std::uint64_t number);  // NOLINT(google-explicit-constructor)
  explicit Formula(const Count& number);
  explicit Formula(const std::string& symbol);

  /// "2 d h d_h + d": a space multiplies, and a product in a sum has no parentheses.
  std::string text() const;

  /// The exact value.
  /// Errors: std::out_of_range for a symbol without a value.
  Count at(const Arguments& arguments) const;

  /// The symbols in it, each once, in the order in which they appear.
  std::vector<std::string> symbols() const;

  /// Whether nothing is left of it: 0 times something, an empty sum.
  bool is_zero() const;

  /// The same with every case decided (if_at_most): what remains at these arguments.
  Formula resolved(const Arguments& arguments) const;

  friend Formula operator+(const Formula& left, const Formula& right);
  friend Formula operator-(const Formula& left, const Formula& right);
  friend Formula operator*(const Formula& left, const Formula& right);
  /// Rounded up where it does not divide.
  friend Formula operator/(const Formula& left, std::uint64_t divisor);
  friend Formula operator/(const Formula& left, const Formula& divisor);

  /// One of two formulas: `then` where left ≤ right, else `otherwise`.
  friend Formula if_at_most(const Formula& left, const Formula& right, const Formula& then,
                            const Formula& otherwise);

  Formula& operator+=(const Formula& right) { return *this = *this + right; }

  struct Node;  // defined below
  const Node& root() const { return *node_; }

 private:
  explicit Formula(std::shared_ptr<const Node> node) : node_(std::move(node)) {}

  static Formula resolved(const std::shared_ptr<const Node>& node, const Arguments& arguments);

  std::shared_ptr<const Node> node_;
};

/// One of two formulas: `then` where left = right, else `otherwise`.
Formula if_equal(const Formula& left, const Formula& right, const Formula& then,
                 const Formula& otherwise);

/// One number of a cost report: what it counts, its formula and its value.
struct Quantity {
  /// The part of a model that it belongs to, whichever stack or attention it is in. Counts of
  /// parameters, of operations and of values use the same parts.
  enum class Part {
    other,
    projection,  ///< to queries, keys and values, or from heads to output
    scores,      ///< Q Kᵀ
    weighted_sum,
    query_key_norm,
    mlp,  ///< those of the experts, where there are any
    biases
  };

  std::string id;     ///< "token_embedding": what JSON and --plain call it
  std::string label;  ///< the same for people, translated
  Formula formula;    ///< gives `count`; its cases are decided
  Count count;
  Count per_layer = 0;  ///< what one of several equal layers has of it; 0 for what no layer has
  Part part = Part::other;
  Formula general = 0;  ///< the same with its cases, as it is at all arguments
};

/// Q Kᵀ or A V: what grows with the number of pairs.
bool is_pair_product(const Quantity& term);

bool is_projection(const Quantity& quantity);

/// A quantity whose count is what a formula gives at `arguments`.
/// Errors: std::out_of_range for a symbol without a value.
Quantity quantity_of(const std::string& id, const std::string& label, const Formula& general,
                     const Arguments& arguments, Quantity::Part part = Quantity::Part::other);

/// The sum of the counts.
Count total_of(const std::vector<Quantity>& quantities);

/// The sum of one member, &Quantity::count or &Quantity::formula, over those that `selects` picks.
template <typename Number, typename Selects>
Number sum_where(const std::vector<Quantity>& quantities, Number Quantity::*member,
                 const Selects& selects) {
  Number sum = 0;
  for (const Quantity& quantity : quantities)
    if (selects(quantity)) sum += quantity.*member;
  return sum;
}

/// The tree of a formula. It is never changed, so that formulas can share parts of it. A product
/// keeps its number apart, so 2 (3 x) is 6 x; a sum keeps the sign of each part.
struct Formula::Node {
  enum class Kind { number, symbol, sum, product, quotient, choice } kind{};
  Count number = 1;  ///< number: itself; product: its factor; quotient: a divisor that is a number
  std::string symbol{};
  /// Quotient: what is divided, and a divisor that is none. Choice: left, right, then, otherwise.
  std::vector<std::shared_ptr<const Node>> parts{};
  std::vector<bool> negative{};  ///< sum: which parts are taken away
};

/// What is known about the symbols of a formula beyond their names.
struct Equalities {
  std::map<std::string, Formula> symbols;  ///< what stands in place of a symbol: "h_kv" is h
  bool heads_fill_model = false;           ///< h d_h is d
};

/// The formula multiplied out, like terms joined, with equal things under one name:
/// T d d_h (h + 2 h_kv) with h_kv = h and h d_h = d is 3 T d^2. It has the same value wherever the
/// equalities hold and every quotient in it divides.
/// Errors: std::invalid_argument for a formula with cases, or divided by a symbol.
Formula simplified(const Formula& formula, const Equalities& equal);

}  // namespace attn

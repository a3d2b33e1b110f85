#pragma once

#include <armadillo>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "practice/formula/arithmetic.hpp"
#include "practice/formula/expression.hpp"

namespace attn {

struct EngineFunction;

/// What a recipe can give: numbers, words, or a formula.
using RecipeValue = std::variant<arma::mat, std::vector<std::string>, Expression>;

/// Where a recipe looks up the names in it.
class RecipeNames {
 public:
  virtual ~RecipeNames() = default;

  /// The value of a name.
  /// Errors: InputError if the name does not exist, or depends on itself.
  virtual const RecipeValue& value_of(const std::string& name) = 0;

  /// A seed for random draws, another one at each call; 0 arguments: the same run, the same draws.
  /// Errors: InputError where nothing may be drawn.
  virtual std::uint32_t next_seed() = 0;
};

constexpr std::size_t kLongestRecipe = 4096;  ///< bytes
constexpr int kDeepestRecipe = 32;            ///< parentheses within parentheses

/// How a value is computed: a function of the engine applied to names, numbers and other recipes.
///
///     softmax_rows(divide(scores, sqrt(d_k)))      4 * d_model * n_heads * d_k
///
/// Whatever is not a function of the engine is arithmetic, in which names and functions stand for
/// single numbers: 2 * cell(M, 0, 1) + width(Q).
class Recipe {
 public:
  /// Errors: InputError naming the place in the text, in characters from 1, if it is not a recipe,
  ///         names no function, or is longer or deeper than the limits above.
  explicit Recipe(const std::string& text);

  /// A recipe for a formula: `variables` stay open in it, and other names may stand for formulas.
  ///
  ///     qkv + scores      n * total
  ///
  /// Errors: the same.
  Recipe(const std::string& text, const std::vector<std::string>& variables);

  /// Errors: InputError if a name is missing, or a function refuses what it is given.
  RecipeValue evaluate(RecipeNames& names) const;

  /// The names in it, each once, without its open variables.
  const std::vector<std::string>& names() const;

  /// Whether its result is random.
  bool draws() const;

  const std::string& text() const;

  struct Node;

 private:
  struct Parsed;

  std::shared_ptr<const Parsed> parsed_;  // shared, since worksheets are copied all the time
};

/// Whether a text is a name: letters, digits and _, no digit first.
bool is_name(std::string_view text);

/// Whether a text can be the name of a value: a name that arithmetic does not know already (sqrt,
/// pi, e). A function's name can: a function is what a parenthesis follows.
bool is_free_name(std::string_view text);

/// A number as the matrix that it is: 1 × 1.
arma::mat single(double number);

/// A whole number, a number of rows and so on: a value that must be a single number.
/// Errors: InputError naming `what`.
double single_number(const RecipeValue& value, const std::string& what);

/// A part of a recipe: a call of a function, arithmetic, or a name.
struct Recipe::Node {
  std::string text;                          ///< as written; of a name, the name
  const EngineFunction* function = nullptr;  ///< of a call; its arguments are the parts
  std::optional<Arithmetic> arithmetic{};    ///< what its variables stand for are the parts
  std::vector<std::string> variables{};      ///< of arithmetic, one for each part
  std::vector<std::shared_ptr<const Node>> parts{};

  bool is_name() const { return !function && !arithmetic; }
};

}  // namespace attn

#pragma once

#include <armadillo>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace attn {

/// What a recipe can give: numbers, or words.
using RecipeValue = std::variant<arma::mat, std::vector<std::string>>;

/// Where a recipe gets what it names from.
class RecipeNames {
 public:
  virtual ~RecipeNames() = default;

  /// The value of a name.
  /// Errors: InputError if there is none, or it depends on itself.
  virtual const RecipeValue& value_of(const std::string& name) = 0;

  /// A seed for random draws, another one at each call; 0 arguments: the same run, the same draws.
  /// Errors: InputError where nothing may be drawn.
  virtual std::uint32_t next_seed() = 0;
};

/// How a value is computed: a function of the engine applied to names, numbers and other recipes.
///
///     softmax_rows(divide(scores, sqrt(d_k)))      4 * d_model * n_heads * d_k
///
/// What is no function of the engine is arithmetic, in which names stand for single numbers.
class Recipe {
 public:
  /// Errors: InputError naming the place in the text if it is no recipe, or names no function.
  explicit Recipe(const std::string& text);

  /// Errors: InputError if a name is missing, or a function refuses what it is given.
  RecipeValue evaluate(RecipeNames& names) const;

  /// The names in it, each once.
  std::vector<std::string> names() const;

  const std::string& text() const { return text_; }

  struct Node;

 private:
  std::string text_;
  std::shared_ptr<const Node> root_;
};

/// A whole number, a number of rows and so on: a value that must be a single number.
/// Errors: InputError naming `what`.
double single_number(const RecipeValue& value, const std::string& what);

}  // namespace attn

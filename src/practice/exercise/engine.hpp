#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/mask.hpp"
#include "data/random/random.hpp"
#include "practice/exercise/exercise.hpp"

namespace attn {

// No manifest may ask for more than this machine has.
constexpr arma::uword kMostRows = 16384;     ///< and columns, of a matrix that a recipe makes
constexpr arma::uword kMostCells = 1000000;  ///< of a matrix that a recipe makes

class EngineCall;

/// A function that recipes can call.
struct EngineFunction {
  const char* name;         ///< "softmax_rows"
  const char* arguments;    ///< "scores": how the documentation shows them
  const char* does;         ///< half a sentence, English; for docs/writing-exercises.md
  std::size_t n_arguments;  ///< 0: one or more
  std::function<RecipeValue(const EngineCall& call)> run;
  bool draws = false;  ///< its result is random: allowed in variants and simulations only
};

/// What a function was called with. An error about an argument names it by its place, counted from
/// 1.
class EngineCall {
 public:
  EngineCall(const std::vector<RecipeValue>& arguments, RecipeNames& names)
      : arguments_(arguments), names_(names) {}

  std::size_t size() const { return arguments_.size(); }

  /// Errors: InputError for words.
  const arma::mat& matrix(std::size_t i) const;
  /// Errors: InputError for numbers.
  const std::vector<std::string>& words(std::size_t i) const;
  /// Errors: InputError for anything but a formula.
  const Expression& expression(std::size_t i) const;
  /// Errors: InputError for anything but a single number.
  double number(std::size_t i) const;
  /// Errors: InputError for anything but a whole number from `least` to `most`.
  long long whole(std::size_t i, long long least, long long most) const;
  /// A number of rows or columns that a matrix may have: from 1 to kMostRows.
  arma::uword length(std::size_t i) const;
  /// A place, counted from 0, among `n`.
  arma::uword place(std::size_t i, arma::uword n) const;
  /// Errors: InputError for cells that are neither 0 nor 1, or another shape than that of `scores`.
  Mask mask(std::size_t i, const arma::mat& scores) const;
  /// Random numbers of this call's own.
  Random random() const { return Random(names_.next_seed()); }

 private:
  const std::vector<RecipeValue>& arguments_;
  RecipeNames& names_;
};

/// Refuses to make a matrix of more rows, columns or cells than a recipe may.
void require_moderate(arma::uword n_rows, arma::uword n_cols);

/// Every function, in the order in which they are documented.
const std::vector<EngineFunction>& engine_functions();

/// The function of that name; null if it does not exist.
const EngineFunction* engine_function(const std::string& name);

/// Definitions that stand elsewhere, some of them replaced: copied and changed without copying what
/// they hold. The definitions must live at least as long.
class DefinitionView {
 public:
  struct Entry {
    std::string_view name;
    const Definition* definition;
  };

  explicit DefinitionView(const Definitions& definitions);

  /// Takes other definitions in the place of those of the same names; further names are added.
  void replace(const Definitions& changes);

  /// What a name stands for; null if it does not exist.
  const Definition* find(std::string_view name) const;

  const std::vector<Entry>& entries() const { return entries_; }  ///< sorted by name

 private:
  std::vector<Entry> entries_;
};

/// All names that depend, directly or not, on a name, and the name itself.
std::set<std::string, std::less<>> dependents(const DefinitionView& definitions,
                                              const std::string& name);

}  // namespace attn

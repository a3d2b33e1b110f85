// The numbers of one exercise and its variants, and the answers that are as good as they are.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "practice/exercise/exercise.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The numbers of one exercise: what is given, and what follows from it, computed when it is asked
/// for. A field replaced by the learner's own value gives what follows from that; a definition
/// replaced by a mistake gives what that mistake leads to.
///
/// The exercise must live at least as long as its worksheets.
class Worksheet {
 public:
  /// Variant 0 has the numbers of the book. Any other draws numbers of its own, again and again
  /// until no mistake of the exercise gives the same answer as another or as the truth, and every
  /// graded answer is finite. The same variant always has the same numbers.
  /// Errors: InputError if the exercise has no variants, or none of a thousand draws is
  ///         acceptable.
  explicit Worksheet(const Exercise& exercise, std::uint64_t variant = 0);

  /// The numbers of one request to a program: `drawn` says what is given. The same seed always has
  /// the same numbers; `name` tells the requests of an exercise apart.
  static Worksheet of_request(const Exercise& exercise, const Definitions& drawn,
                              const std::string& name, std::uint64_t seed);

  /// The same in which some names stand for something else. Of a field, numbers are taken as they
  /// are; what a recipe gives is brought into the form that Field describes. What does not depend
  /// on them is shared with this worksheet, not copied.
  Worksheet with(const Definitions& changes) const;

  /// What a name stands for: numbers, or words. Of a field, its truth (see Field).
  /// Errors: InputError if the name does not exist, depends on itself, cannot be computed, or does
  ///         not fit its field: not one number, no option's place, not one row for each label.
  const RecipeValue& value(const std::string& name) const;

  /// A name's numbers; of a formula, its samples.
  /// Errors: as value; also if it is words.
  const arma::mat& numbers(const std::string& name) const;

  /// The same worksheet in which fields are computed from the answers before them, as
  /// Exercise::follows has it. The truth is the same; what follows from a wrong answer is more.
  const Worksheet& following() const;  ///< a matrix there may have another shape than its field

  /// A field's truth where an alternative holds; nothing where it does not reach the field, or
  /// leads to no answer. Kept, since every wrong answer is compared with all of them.
  const std::optional<arma::mat>& under(const Alternative& alternative, const Field& field) const;

  /// Whether a name depends, directly or not, on any of the others (or is one of them).
  bool depends_on(const std::string& name, const std::set<std::string>& others) const;

  std::uint64_t variant() const;
  const Exercise& exercise() const;

 private:
  // The definitions and what was computed from them; shared with the copies of this worksheet, and
  // with those that change a part of it.
  class Values;
  // What was found out about this worksheet as it is; shared with its copies alone.
  struct Memo;

  explicit Worksheet(std::shared_ptr<Values> values);

  std::shared_ptr<Values> values_;
  std::shared_ptr<Memo> memo_;
};

/// What a recipe gave, in the form that the truth of a field has.
/// Errors: InputError if it does not fit the field.
arma::mat as_truth(const Field& field, const arma::mat& value);

/// Why the numbers that were drawn for a variant are not acceptable: an answer that cannot be
/// computed or is not finite, or mistakes that cannot be told apart. A sentence, or "" if they are.
std::string reason_against(const Exercise& exercise, Worksheet& worksheet);

/// One unit of the first digit, 0.0001 for 0.000335; 0 where there is none.
double first_unit(double number);

/// What binary makes of a whole number that was computed by way of roots, say.
double whole_hair(double value);

/// One cell of an answer beside what is right.
struct CellDifference {
  arma::uword row = 0, col = 0;
  double given = 0.0, expected = 0.0;
};

/// An answer beside the truth, cell by cell.
struct Comparison {
  bool same_shape = false;
  arma::umat wrong;                     ///< 1 where a cell is not within the tolerance
  std::optional<CellDifference> worst;  ///< the wrong cell farthest from the truth; a NaN first
  double largest_error = 0.0;           ///< over all cells that are numbers, wrong or not

  bool matches() const { return same_shape && !worst; }
};

/// Whether a number is close enough, but for what binary makes of a fraction. What is not finite
/// never is.
///
///     |given − expected| ≤ allowed_error(expected, tolerance)
bool is_close(double given, double expected, const Tolerance& tolerance);

/// The most that a number may be off. Where digits are counted from the first, `relative` counts in
/// units of the first digit of the expected number: half a unit of the second digit of 0.000335 is
/// 0.000005. A whole number that is asked for as one is not rounded: 1024.5 is no 1024.
///
///     max(absolute, relative · |expected|)
double allowed_error(double expected, const Tolerance& tolerance);

/// Compares an answer with what is right for its field: `truth` is what a Worksheet has under the
/// field's name.
Comparison compare(const Field& field, const arma::mat& given, const arma::mat& truth);

/// The truth in the form of an answer. For a list, whose truth is the score of each item, that is
/// the places of the best ones; any other truth stays as it is.
arma::mat answer_of(const Field& field, const arma::mat& truth);

/// The truth of a field under an alternative; nothing where the alternative does not reach it.
std::optional<arma::mat> truth_under(const Alternative& alternative, const Worksheet& worksheet,
                                     const Field& field);

/// Whether an alternative exists with these numbers: a printed key belongs to the book's.
bool applies(const Alternative& alternative, const Worksheet& worksheet);

/// The first field at which an alternative's answer is not right; null if it is right everywhere.
const Field* first_wrong_field(const Exercise& exercise, const Worksheet& worksheet,
                               const Alternative& alternative);

/// Alternatives that may not coincide and cannot be told from the truth, or from one another where
/// they first show: pairs of names, the second "" being the truth.
std::vector<std::pair<std::string, std::string>> indistinguishable(const Exercise& exercise,
                                                                   const Worksheet& worksheet);

/// The names that a definition is computed from, each once.
std::vector<std::string> names_in(const Definition& definition);

/// Whether a name depends, directly or not, on any of the others (or is one of them).
bool depends_on(const Definitions& definitions, const std::string& name,
                const std::set<std::string>& others);

/// Refuses definitions that cannot be computed.
/// Errors: InputError if one needs a name that does not exist (with the nearest one), or depends on
///         itself: "a depends on itself: a -> b -> a".
void require_computable(const Definitions& definitions);

/// The same for one recipe beside them, such as a column of a simulation; `more` are names that it
/// may use too.
void require_names(const Definitions& definitions, const Recipe& recipe,
                   const std::set<std::string>& more);

/// Errors: InputError always: the name does not exist.
[[noreturn]] void refuse_missing_name(const Definitions& definitions, const std::string& name);

/// Errors: InputError always: the last of these names is one of those before it.
[[noreturn]] void refuse_circle(const std::vector<std::string>& path);

/// The table that a simulation makes: a row for each value it runs through, each cell from numbers
/// of its own. The same seed draws the same numbers.
///
/// Errors:  InputError if the exercise has no simulation, or a column is not a single number.
Table simulation_table(const Exercise& exercise, Worksheet& worksheet, std::uint32_t seed);

}  // namespace attn

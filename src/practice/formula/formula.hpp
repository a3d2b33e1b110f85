// Arithmetic and orders of growth as a learner types them.
#pragma once

#include <armadillo>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attn {

/// How the names in a formula are taken: as they are written, or as people write them by hand, in
/// the other case ("3ND^2") and without underscores ("dk"), where only one name can be meant.
enum class FormulaSpelling { strict, by_hand };

/// What a formula stands for: a number, or an order of growth, in which max(a, b) is a sum, and
/// O(...) and Θ(...) are what stands in them.
enum class FormulaMeaning { number, order };

/// The names whose product a word is, the longest first: "nd" is n · d. By hand, a word that is
/// none as it stands is compared without case and underscores. Empty if it is none, or could be
/// several.
std::vector<std::string> factors_of(const std::string& word, const std::vector<std::string>& names,
                                    FormulaSpelling spelling);

/// The product that a word with digits behind it was probably meant as: "nd^2" for "nd2"; else "".
std::string meant_as_power(const std::string& word, const std::vector<std::string>& names,
                           FormulaSpelling spelling);

/// The value of pi, tau or e, by hand also "Pi" and "PI"; null if it is none of them.
const double* constant_named(const std::string& word, FormulaSpelling spelling);

/// What a formula may do with numbers: + - * / // ^ with two of them, a minus sign or a function
/// with one.
struct FormulaOperation {
  const char* name;     ///< "+", "sqrt"
  unsigned n_operands;  ///< 1 or 2
  unsigned binds;       ///< which binds more tightly: * more than +
  bool from_right;      ///< 2^3^2 is 2^(3^2), but 2 - 3 - 2 is (2 - 3) - 2
  double (*of)(const double* operands);
};

/// The operation between two numbers that a sign stands for: one of + - * / // ^. As in Python,
/// // divides and rounds down.
const FormulaOperation& operation_between(const std::string& sign);

/// The minus sign before a number. It binds less tightly than a power: −2² is −(2²).
const FormulaOperation& minus_sign();

/// The function of that name; null where there is no such function.
const FormulaOperation* function_named(const std::string& name);

/// The names of the functions that a formula may use; each takes one number.
const std::vector<std::string>& formula_functions();

/// Thrown where an operation gives no number.
struct NoNumber {
  enum class Why { divides_by_zero, root_of_negative, logarithm, power, too_large } why;
};

/// A piece of a formula.
struct ArithmeticToken {
  /// `sign` is one of + - * / ^; `comma` parts what stands in pow(a, b), and in max(a, b) of an
  /// order.
  enum class Kind { number, name, sign, power, open, close, comma, end };
  Kind kind = Kind::end;
  std::string text;       ///< in ASCII: "sqrt" for √, "2" for ², "pi" for π
  std::string shown;      ///< as it was typed
  std::size_t place = 0;  ///< of its first character, from 1
};

/// The longest formula that is read, in characters.
constexpr std::size_t kFormulaLimit = 400;

/// A formula cut into pieces; the last one is an end. b分のa becomes the fraction ((a)/(b)).
/// Errors:  InputError naming the piece and its place: a character that means nothing in a formula,
///          a decimal comma, a middle dot between digits, an unfinished number; for more than
///          kFormulaLimit characters.
std::vector<ArithmeticToken> arithmetic_tokens(std::string_view text,
                                               FormulaMeaning meaning = FormulaMeaning::number);

/// Throws the InputError about a piece; `reason` is a whole sentence.
[[noreturn]] void refuse_token(const ArithmeticToken& token, const std::string& reason);

/// The place of a variable among those of a formula.
struct VariablePlace {
  std::size_t place;
};

/// A formula in the order in which it is worked out: numbers and variables are put on a stack, an
/// operation takes its operands off it and leaves its result. 2 + n·d is 2 n d * +.
struct FormulaSteps {
  using Step = std::variant<double, VariablePlace, const FormulaOperation*>;

  std::vector<Step> steps;
  std::vector<std::string> names;  ///< of the variables that occur

  /// The value, with a number for each of `names`.
  /// Errors:  NoNumber
  double at(const std::vector<double>& values) const;
};

/// The deepest that parentheses may be nested.
constexpr std::size_t kFormulaDepth = 50;

/// Reads a formula (see Arithmetic).
/// Errors:  InputError naming the piece and its place.
FormulaSteps formula_steps(std::string_view text, const std::vector<std::string>& variables,
                           FormulaSpelling spelling = FormulaSpelling::strict,
                           FormulaMeaning meaning = FormulaMeaning::number);

/// A number written as people write them, or a formula in named variables.
///
///     1/3   sqrt(2)   2*pi   2π   √2   4nd² + 2 n^2 d   n log n
///
/// What stands before a name or an opening parenthesis multiplies it, as * would: 1/2n is (1/2)·n.
/// A name that is none but is made of variables' names stands for their product ("nd"). pi and e
/// are known unless variables are called so; functions: sqrt, exp, ln, log (natural), log2, log10,
/// sin, cos, floor, ceil, int, also as np.log(2); // divides and rounds down. By hand (see
/// FormulaSpelling) names may stand in the other case and without underscores, tau is 2π, x or
/// "times" between two numbers is ×, ln2 and LN(2) are ln(2), and LaTeX is read. pow(a, b) is a^b,
/// and 3分の1 is a third.
class Arithmetic {
 public:
  /// Errors: InputError naming the token and its place, counted from 1 in characters: text that is
  ///         no arithmetic, unknown names (with the nearest one), "1,5" (use a point), "0x1",
  ///         "--1".
  Arithmetic(std::string_view text, const std::vector<std::string>& variables,
             FormulaSpelling spelling = FormulaSpelling::strict);

  /// Errors: InputError for a division by zero and whatever else gives no number.
  double at(const std::map<std::string, double>& values) const;

 private:
  FormulaSteps formula_;
  std::string shown_;
};

/// Why a formula gives no number, as a sentence.
std::string reason_of(NoNumber::Why why, const std::string& formula);

/// A number by hand in which the names of known numbers may stand, or a plain decimal one. nan, inf
/// and 1e400 are read too and are not finite; it is the comparison that never accepts them.
/// Errors: as Arithmetic.
double arithmetic_value(std::string_view text, const std::map<std::string, double>& known = {});

/// Points at which two formulas are compared; the same for every answer.
constexpr std::size_t kSamplePoints = 16;

/// The values of a function of named variables at kSamplePoints fixed points. The i-th variable
/// always has the same values there, whatever it is called.
std::vector<double> sampled(const std::function<double(const std::map<std::string, double>&)>& f,
                            const std::vector<std::string>& variables);

/// The same of a formula.
/// Errors:  as Arithmetic.
std::vector<double> sampled(std::string_view text, const std::vector<std::string>& variables,
                            FormulaSpelling spelling = FormulaSpelling::strict);

/// A formula in named variables, as a learner or an exercise gives it: something that has a value
/// wherever its variables have one.
struct Expression {
  using Values = std::map<std::string, double>;

  std::vector<std::string> variables;  ///< in the order in which they are sampled
  std::function<double(const Values&)> at;
  std::string text{};  ///< as it can be read again; "" of one that was solved for
  FormulaSpelling spelling = FormulaSpelling::strict;  ///< how the text is read
  std::size_t n_parts = 1;  ///< of how many formulas it was made, each as often as it is computed
};

/// Reads a formula.
/// Errors: as Arithmetic; `at` has the errors of Arithmetic::at.
Expression expression_of(const std::string& text, const std::vector<std::string>& variables,
                         FormulaSpelling spelling = FormulaSpelling::strict);

/// The values of a formula at kSamplePoints fixed points, by which two formulas are compared.
///
/// Shapes:  (kSamplePoints × 1)
/// Errors:  as Arithmetic::at.
arma::mat samples_of(const Expression& formula);

/// The order of growth of a formula (see growth).
/// Errors:  as growth; InputError if it has no text.
arma::mat growth_of(const Expression& formula);

/// Where two formulas meet, as a formula in all variables but the first.
///
///     f(x, ...) = g(x, ...)   for one x > 0
///
/// Errors:  InputError from `at` where they do not cross between 1e-6 and 1e9.
Expression crossing_of(const Expression& f, const Expression& g);

/// The most terms that an order of growth may have once those that do not count are dropped.
constexpr std::size_t kGrowthTerms = 16;

/// How a formula grows when its variables do: two formulas have the same growth if they are of the
/// same order. The formula is multiplied out to a sum of terms
///
///     v₁^a₁ · v₂^a₂ · ... · (ln v₁)^b₁ · (ln v₂)^b₂ · ...
///
/// from which factors and the terms that grow no faster than the rest are dropped (see
/// leading_terms); max(..., ...) is a sum. The signs of O(...) and Θ(...), around the formula or
/// its parts, are dropped too.
///
/// Shapes:  the number of terms, then for each of kGrowthTerms terms 2 · variables.size() powers
///          (a₁, a₂, ..., b₁, b₂, ...), the highest first and zeros after the last
/// Errors:  as Arithmetic; also if the formula is not positive for large variables, or is no such
///          sum: n^d, exp(n), log(log(n)), 1/(n + d), min(n, d).
std::vector<double> growth(std::string_view text, const std::vector<std::string>& variables,
                           FormulaSpelling spelling = FormulaSpelling::strict);

/// One term of an order of growth: a factor times a power of every variable and of its logarithm.
struct GrowthTerm {
  double factor = 1.0;
  std::vector<double> powers;  ///< of the variables, then of their logarithms
};

/// A sum of terms, no two of which have the same powers. Empty: 0.
using GrowthTerms = std::vector<GrowthTerm>;

/// The most terms that a sum may have while a formula is multiplied out.
constexpr std::size_t kMostGrowthTerms = 64;

/// Thrown where a formula is no such sum.
struct NoGrowth {
  enum class Why { no_sum_of_powers, not_positive, too_many_terms } why;
};

/// A formula multiplied out. Of what stands under a root, in a logarithm, below a fraction or in a
/// power above 8 only the leading terms are kept, which does not change the order.
/// Errors:  NoGrowth, NoNumber
GrowthTerms growth_terms(const FormulaSteps& formula);

/// The terms that count: those that no weighted geometric mean of the others reaches in every
/// variable. Beside n²d + nd² neither nd nor n^1.5 d^1.5 counts, but n^2.01 d does.
/// Errors:  NoGrowth if one that counts is negative, or if there is none.
GrowthTerms leading_terms(GrowthTerms terms);

/// A formula of LaTeX as one would type it without: \frac{1}{2}n^{2} as ((1)/(2))n^(2),
/// \sqrt{d_{k}} as sqrt(d_k), \cdot and \times as *; dollars, \left and spacing are left out. What
/// is none of these stays as it is, so that whoever reads the formula refuses it.
std::string without_latex(std::string_view text);

/// A formula with the parentheses that people mean and leave out: around exponents, denominators,
/// numerators. The first is the formula as it is; then come always the same ways to add them, in
/// the same order, even where one of them changes nothing. Nothing where the text is no formula.
///
///     d_k^1/2      d_k^(1/2)
///     1/1+e^-1     1/(1+e^-1)
///     1+2+3/3      (1+2+3)/3
std::vector<std::string> with_parentheses(std::string_view formula);

}  // namespace attn

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "data/random/random.hpp"
#include "practice/formula/formula.hpp"

namespace attn {

namespace {

// So long a text is refused by its length, not by what stands in it.
std::string readable_latex(std::string_view text) {
  return text.size() > kFormulaLimit ? std::string(text) : without_latex(text);
}

using Points = std::vector<std::vector<double>>;

// Positive numbers that no simple formula gives, the same for every answer: a stream of them for
// each variable.
Points sample_points(std::size_t n_variables) {
  constexpr double kLeast = 1.1, kMost = 9.0;
  std::vector<Random> streams;
  for (std::size_t i = 0; i < n_variables; ++i)
    streams.emplace_back(static_cast<std::uint32_t>(i + 1));
  Points points(kSamplePoints);
  for (std::vector<double>& point : points)
    for (Random& stream : streams) point.push_back(kLeast + (kMost - kLeast) * stream.uniform());
  return points;
}

// Drawn once a thread: every formula of an exercise is sampled there.
const Points& known_sample_points(std::size_t n_variables) {
  thread_local std::map<std::size_t, Points> known;
  const auto [place, is_new] = known.try_emplace(n_variables);
  if (is_new) place->second = sample_points(n_variables);
  return place->second;
}

}  // namespace

std::string reason_of(NoNumber::Why why, const std::string& formula) {
  switch (why) {
    case NoNumber::Why::divides_by_zero:
      return message("'{}' divides by zero.", formula);
    case NoNumber::Why::root_of_negative:
      return message("'{}' takes the square root of a negative number.", formula);
    case NoNumber::Why::logarithm:
      return message("'{}' takes the logarithm of a number that is not positive.", formula);
    case NoNumber::Why::power:
      return message("'{}' raises a negative number to a fractional power.", formula);
    case NoNumber::Why::too_large:
      break;
  }
  return message("'{}' is too large a number.", formula);
}

Arithmetic::Arithmetic(std::string_view text, const std::vector<std::string>& variables,
                       FormulaSpelling spelling)
    : formula_(formula_steps(
          spelling == FormulaSpelling::by_hand ? readable_latex(text) : std::string(text),
          variables, spelling)),
      shown_(preview(text, 40)) {}

double Arithmetic::at(const std::map<std::string, double>& values) const {
  std::vector<double> in_order;
  in_order.reserve(formula_.names.size());
  for (const std::string& name : formula_.names) in_order.push_back(values.at(name));
  try {
    return formula_.at(in_order);
  } catch (const NoNumber& none) {
    throw InputError(reason_of(none.why, shown_));
  }
}

double arithmetic_value(std::string_view text, const std::map<std::string, double>& known) {
  const std::string plain = in_plain_characters(text);
  if (plain.size() <= kFormulaLimit)
    if (const auto number = parse_number(trimmed(plain))) return *number;
  std::vector<std::string> names;
  for (const auto& [name, value] : known) names.push_back(name);
  return Arithmetic(text, names, FormulaSpelling::by_hand).at(known);
}

std::vector<double> sampled(const std::function<double(const std::map<std::string, double>&)>& f,
                            const std::vector<std::string>& variables) {
  std::vector<double> samples;
  for (const std::vector<double>& point : known_sample_points(variables.size())) {
    std::map<std::string, double> values;
    for (std::size_t i = 0; i < variables.size(); ++i) values[variables[i]] = point[i];
    samples.push_back(f(values));
  }
  return samples;
}

std::vector<double> sampled(std::string_view text, const std::vector<std::string>& variables,
                            FormulaSpelling spelling) {
  const Arithmetic formula(text, variables, spelling);
  return sampled([&formula](const auto& values) { return formula.at(values); }, variables);
}

namespace {

double finite(double value) {
  if (std::isnan(value)) throw NoNumber{NoNumber::Why::power};
  if (std::isinf(value)) throw NoNumber{NoNumber::Why::too_large};
  return value;
}

double sum(const double* x) { return finite(x[0] + x[1]); }
double difference(const double* x) { return finite(x[0] - x[1]); }
double product(const double* x) { return finite(x[0] * x[1]); }
double negative(const double* x) { return -x[0]; }

double quotient(const double* x) {
  if (x[1] == 0.0) throw NoNumber{NoNumber::Why::divides_by_zero};
  return finite(x[0] / x[1]);
}

double whole_quotient(const double* x) { return std::floor(quotient(x)); }

double power(const double* x) {
  if (x[0] == 0.0 && x[1] < 0.0) throw NoNumber{NoNumber::Why::divides_by_zero};
  return finite(std::pow(x[0], x[1]));
}

double root(const double* x) {
  if (x[0] < 0.0) throw NoNumber{NoNumber::Why::root_of_negative};
  return std::sqrt(x[0]);
}

double logarithm(const double* x) {
  if (x[0] <= 0.0) throw NoNumber{NoNumber::Why::logarithm};
  return std::log(x[0]);
}

double logarithm_to_2(const double* x) { return logarithm(x) / std::numbers::ln2; }
double logarithm_to_10(const double* x) { return logarithm(x) / std::numbers::ln10; }
double exponential(const double* x) { return finite(std::exp(x[0])); }
double rounded_down(const double* x) { return std::floor(x[0]); }
double rounded_up(const double* x) { return std::ceil(x[0]); }
double without_fraction(const double* x) { return std::trunc(x[0]); }
double sine(const double* x) { return std::sin(x[0]); }
double cosine(const double* x) { return std::cos(x[0]); }

constexpr unsigned kSum = 1, kProduct = 2, kSign = 3, kPower = 4, kFunction = 5;

constexpr std::array kBetween = {FormulaOperation{"+", 2, kSum, false, sum},
                                 FormulaOperation{"-", 2, kSum, false, difference},
                                 FormulaOperation{"*", 2, kProduct, false, product},
                                 FormulaOperation{"/", 2, kProduct, false, quotient},
                                 FormulaOperation{"//", 2, kProduct, false, whole_quotient},
                                 FormulaOperation{"^", 2, kPower, true, power}};
// What stands on both sides of the comma of pow(a, b) is worked out first.
constexpr FormulaOperation kPowerOfParts{"^", 2, 0, false, power};
constexpr FormulaOperation kMinus{"-", 1, kSign, true, negative};
constexpr std::array kFunctions = {FormulaOperation{"sqrt", 1, kFunction, true, root},
                                   FormulaOperation{"exp", 1, kFunction, true, exponential},
                                   FormulaOperation{"ln", 1, kFunction, true, logarithm},
                                   FormulaOperation{"log", 1, kFunction, true, logarithm},
                                   FormulaOperation{"log2", 1, kFunction, true, logarithm_to_2},
                                   FormulaOperation{"log10", 1, kFunction, true, logarithm_to_10},
                                   FormulaOperation{"sin", 1, kFunction, true, sine},
                                   FormulaOperation{"cos", 1, kFunction, true, cosine},
                                   FormulaOperation{"floor", 1, kFunction, true, rounded_down},
                                   FormulaOperation{"ceil", 1, kFunction, true, rounded_up},
                                   FormulaOperation{"int", 1, kFunction, true, without_fraction}};

template <typename Operations>
const FormulaOperation* found(const Operations& operations, const std::string& name) {
  for (const FormulaOperation& one : operations)
    if (name == one.name) return &one;
  return nullptr;
}

}  // namespace

const FormulaOperation& operation_between(const std::string& sign) {
  if (const FormulaOperation* const one = found(kBetween, sign)) return *one;
  throw std::logic_error(sign + " stands for no operation");
}

const FormulaOperation& minus_sign() { return kMinus; }

const FormulaOperation* function_named(const std::string& name) {
  if (name == "log_e" || name == "loge") return found(kFunctions, "ln");
  if (name == "log_2" || name == "log_10") return found(kFunctions, "log" + name.substr(4));
  return found(kFunctions, name);
}

const std::vector<std::string>& formula_functions() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const FormulaOperation& one : kFunctions) all.emplace_back(one.name);
    return all;
  }();
  return names;
}

namespace {

struct Constant {
  std::string_view name;
  double value;
};
constexpr std::array kConstants = {Constant{"pi", std::numbers::pi}, Constant{"e", std::numbers::e},
                                   Constant{"tau", 2.0 * std::numbers::pi}};

// "d_K" as "dk".
std::string without_case(const std::string& name) {
  std::string folded = lower_case(name);
  std::erase(folded, '_');
  return folded;
}

/// The places of the names whose product a word is, the longest first; empty if it is none.
std::vector<std::size_t> factor_places(const std::string& word,
                                       const std::vector<std::string>& names) {
  // reached[i]: one more than the place of the longest name that ends a way to write i letters
  std::vector<std::size_t> reached(word.size() + 1);
  const auto length = [&](std::size_t end) {
    return reached[end] == 0 ? std::size_t{0} : names[reached[end] - 1].size();
  };
  for (std::size_t end = 1; end <= word.size(); ++end)
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::size_t size = names[i].size();
      if (size == 0 || size > end || word.compare(end - size, size, names[i]) != 0) continue;
      const bool begins_well = size == end || reached[end - size] != 0;
      if (begins_well && size > length(end)) reached[end] = i + 1;
    }
  std::vector<std::size_t> places;
  for (std::size_t end = word.size(); end > 0 && reached[end] != 0; end -= length(end))
    places.insert(places.begin(), reached[end] - 1);
  return places;
}

}  // namespace

std::vector<std::string> factors_of(const std::string& word, const std::vector<std::string>& names,
                                    FormulaSpelling spelling) {
  std::vector<std::size_t> places = factor_places(word, names);
  if (places.empty() && spelling == FormulaSpelling::by_hand) {
    std::vector<std::string> folded;
    for (const std::string& name : names) folded.push_back(without_case(name));
    places = factor_places(without_case(word), folded);
    const bool is_ambiguous = std::any_of(places.begin(), places.end(), [&](std::size_t place) {
      return std::count(folded.begin(), folded.end(), folded[place]) > 1;
    });
    if (is_ambiguous) places.clear();
  }
  std::vector<std::string> factors;
  for (const std::size_t place : places) factors.push_back(names[place]);
  return factors;
}

std::string meant_as_power(const std::string& word, const std::vector<std::string>& names,
                           FormulaSpelling spelling) {
  const std::size_t n_letters = word.find_last_not_of("0123456789") + 1;
  if (n_letters == 0 || n_letters == word.size()) return "";
  const std::string letters = word.substr(0, n_letters);
  return factors_of(letters, names, spelling).empty() ? "" : letters + "^" + word.substr(n_letters);
}

const double* constant_named(const std::string& word, FormulaSpelling spelling) {
  // "E" is no number: one could mean the power of ten in 1E3.
  const bool in_any_case = spelling == FormulaSpelling::by_hand && word.size() > 1;
  const std::string name = in_any_case ? lower_case(word) : word;
  for (const Constant& constant : kConstants) {
    const bool is_known = spelling == FormulaSpelling::by_hand || constant.name != "tau";
    if (is_known && constant.name == name) return &constant.value;
  }
  return nullptr;
}

namespace {

using Kind = ArithmeticToken::Kind;

// The one name that begins with a word: d_k for "d"; "" where there are several or none.
std::string only_beginning(const std::vector<std::string>& names, const std::string& word) {
  std::string found;
  for (const std::string& name : names) {
    if (!name.starts_with(word)) continue;
    if (!found.empty()) return "";
    found = name;
  }
  return found;
}

// Of "x4096", "x512xd" and "x", the factors behind each x that people write for ×: "" at the end
// where the factor is the next piece, as behind "times". Nothing of a word that does not begin so.
std::vector<std::string> factors_behind_x(std::string name) {
  if (name == "times") return {""};
  std::replace(name.begin(), name.end(), 'X', 'x');
  std::vector<std::string> factors = split(name, 'x');
  if (factors.size() < 2 || !factors.front().empty()) return {};
  factors.erase(factors.begin());
  const bool is_doubled = std::find(factors.begin(), factors.end() - 1, "") != factors.end() - 1;
  return is_doubled ? std::vector<std::string>{} : factors;
}

// float64(0.5) is the number, as NumPy prints it.
bool is_number_type(const std::string& name) {
  constexpr std::array<std::string_view, 6> kTypes = {"float",   "float16", "float32",
                                                      "float64", "int32",   "int64"};
  return std::find(kTypes.begin(), kTypes.end(), name) != kTypes.end();
}

/// Puts the operations of a formula behind their operands (Dijkstra's shunting yard): an operation
/// waits until what binds more tightly has been worked out.
class StepList {
 public:
  void number(double value) { formula_.steps.emplace_back(value); }

  void variable(const std::string& name) {
    auto& names = formula_.names;
    const auto known = std::find(names.begin(), names.end(), name);
    formula_.steps.emplace_back(VariablePlace{static_cast<std::size_t>(known - names.begin())});
    if (known == names.end()) names.push_back(name);
  }

  void between(const FormulaOperation& operation) {
    while (!waiting_.empty() && waiting_.back() && goes_before(*waiting_.back(), operation))
      take_waiting();
    waiting_.push_back(&operation);
  }

  // A sign or a function before its operand.
  void before(const FormulaOperation& operation) { waiting_.push_back(&operation); }

  void open() { waiting_.push_back(nullptr); }

  void close() {
    while (waiting_.back()) take_waiting();
    waiting_.pop_back();
    if (!waiting_.empty() && waiting_.back() && function_named(waiting_.back()->name))
      take_waiting();
  }

  FormulaSteps finished() {
    while (!waiting_.empty()) take_waiting();
    return std::move(formula_);
  }

 private:
  static bool goes_before(const FormulaOperation& earlier, const FormulaOperation& later) {
    return earlier.binds > later.binds || (earlier.binds == later.binds && !later.from_right);
  }

  void take_waiting() {
    formula_.steps.emplace_back(waiting_.back());
    waiting_.pop_back();
  }

  FormulaSteps formula_;
  std::vector<const FormulaOperation*> waiting_;  // null: an open parenthesis
};

/// Goes through the pieces once, guesses what people leave out, and lists the steps.
class ArithmeticReader {
 public:
  ArithmeticReader(const std::vector<ArithmeticToken>& tokens,
                   const std::vector<std::string>& variables, FormulaSpelling spelling,
                   FormulaMeaning meaning)
      : tokens_(tokens), variables_(variables), spelling_(spelling), meaning_(meaning) {}

  FormulaSteps read() {
    for (; here().kind != Kind::end; ++at_)
      if (after_operand_)
        go_on();
      else
        begin_operand();
    if (!after_operand_) refuse_end();
    if (!open_.empty())
      refuse_token(*open_.back().token, message("This parenthesis is never closed."));
    return steps_.finished();
  }

 private:
  const ArithmeticToken& here() const { return tokens_[at_]; }
  const ArithmeticToken& following() const {
    return tokens_[std::min(at_ + 1, tokens_.size() - 1)];
  }

  [[noreturn]] void refuse_end() const {
    if (at_ == 0) throw InputError(message("Nothing is written there."));
    refuse_token(tokens_[at_ - 1], message("A number is missing after it."));
  }

  void begin_operand() {
    switch (here().kind) {
      case Kind::number:
        return number();
      case Kind::name:
        return name();
      case Kind::open:
        return open();
      case Kind::sign:
        return leading_sign();
      default:
        break;
    }
    if (here().kind == Kind::close && at_ > 0 && tokens_[at_ - 1].kind == Kind::open)
      refuse_token(here(), message("There is nothing between the parentheses."));
    refuse_token(here(), message("A number is missing before it."));
  }

  void number() {
    const double value = *parse_number(here().text);
    if (!std::isfinite(value)) refuse_token(here(), message("This number is too large."));
    steps_.number(value);
    after_operand_ = true;
  }

  // What a name stands for, if it is a single number.
  bool single(const std::string& name) {
    if (std::find(variables_.begin(), variables_.end(), name) != variables_.end()) {
      steps_.variable(name);
    } else if (const double* const constant = constant_named(name, spelling_)) {
      steps_.number(*constant);
    } else {
      const std::vector<std::string> factors = factors_of(name, variables_, spelling_);
      if (factors.size() != 1) return false;
      steps_.variable(factors.front());
    }
    after_operand_ = true;
    return true;
  }

  void name() {
    const std::string& name = here().text;
    if (following().kind == Kind::open && is_before_parts(name)) return;
    if (single(name)) return;
    if (const FormulaOperation* const operation = function_of(name)) return function(*operation);
    const bool is_by_hand = spelling_ == FormulaSpelling::by_hand;
    if (is_by_hand && is_number_type(name) && following().kind == Kind::open) return;
    const std::vector<std::string> factors = factors_of(name, variables_, spelling_);
    if (factors.empty() && is_by_hand && function_of_digits(name)) return;
    if (factors.empty()) refuse_name();
    product(factors);
  }

  // pow(a, b) is worked out where its comma stands. Of an order, max(a, b) is the sum, and O(...)
  // and Θ(...) are what stands in them.
  bool is_before_parts(const std::string& name) const {
    if (name == "pow" || name == "power") return true;
    if (meaning_ != FormulaMeaning::order) return false;
    if (name == "min")
      throw InputError(
          message("min(...) is not read in an order of growth. Write a sum of terms."));
    return name == "max" || name == "O" || name == "Theta";
  }

  // By hand also in the other case ("LN"), where it is no product of names.
  const FormulaOperation* function_of(const std::string& name) const {
    const FormulaOperation* const operation = function_named(name);
    const bool is_by_hand = spelling_ == FormulaSpelling::by_hand;
    if (operation != nullptr || !is_by_hand || !factors_of(name, variables_, spelling_).empty())
      return operation;
    return function_named(lower_case(name));
  }

  // "ln2" and "sqrt2".
  bool function_of_digits(const std::string& name) {
    const std::size_t n_letters = name.find_last_not_of("0123456789") + 1;
    const FormulaOperation* const operation = function_of(name.substr(0, n_letters));
    if (operation == nullptr || n_letters == name.size() || !ends_argument()) return false;
    steps_.before(*operation);
    steps_.open();
    steps_.number(*parse_number(name.substr(n_letters)));
    steps_.close();
    after_operand_ = true;
    return true;
  }

  void open() {
    if (open_.size() == kFormulaDepth)
      refuse_token(here(), message("Parentheses are nested more than {} deep.", kFormulaDepth));
    open_.push_back({&here(), at_ > 0 ? &tokens_[at_ - 1] : nullptr});
    steps_.open();
    after_operand_ = false;
  }

  void leading_sign() {
    const std::string& sign = here().text;
    if (sign != "-" && sign != "+") refuse_token(here(), message("A number is missing before it."));
    const bool after_sign =
        at_ > 0 && (tokens_[at_ - 1].text == "-" || tokens_[at_ - 1].text == "+");
    if (after_sign)
      refuse_token(here(), message("Two signs stand next to each other. Put the second number in "
                                   "parentheses."));
    if (sign == "-") steps_.before(minus_sign());
  }

  // sqrt(...), or sqrt 2 and √2 where nothing follows that it might cover too, and √2 cos(1).
  void function(const FormulaOperation& operation) {
    const ArithmeticToken& function = here();
    steps_.before(operation);
    if (following().kind == Kind::open) return;
    ++at_;
    steps_.open();
    if (here().kind == Kind::number) number();
    if (here().kind == Kind::name && !single(here().text) && is_unknown(here().text)) refuse_name();
    if (!after_operand_ || (!ends_argument() && !ends_root(function)))
      refuse_token(function,
                   message("Put what it is taken of in parentheses: {}(...).", function.text));
    steps_.close();
  }

  bool is_unknown(const std::string& name) const {
    return function_of(name) == nullptr && factors_of(name, variables_, spelling_).empty();
  }

  // Whether nothing follows that a function without parentheses might cover too.
  bool ends_argument() const {
    const Kind next = following().kind;
    return next == Kind::close || next == Kind::end ||
           (next == Kind::sign && following().text != "^");
  }

  // √2 cos(1): the sign of the root covers one number and no function.
  bool ends_root(const ArithmeticToken& function) const {
    return function.shown == "√" && here().kind == Kind::number && following().kind == Kind::name &&
           function_of(following().text) != nullptr;
  }

  void go_on() {
    switch (here().kind) {
      case Kind::sign:
        return between(here().text);
      case Kind::power:
        return superscript();
      case Kind::close:
        return close();
      case Kind::comma:
        return comma();
      case Kind::number:
        refuse_token(here(), message("An operator is missing before it, such as the * in 2*3."));
      default:
        break;
    }
    between("*");
    if (here().kind == Kind::name && times_sign()) return;
    begin_operand();
  }

  // 512 x 4096, 4x512x512, 4xd and 3.4x10^-4; but 0x10 is no product.
  bool times_sign() {
    const std::string& name = here().text;
    if (spelling_ != FormulaSpelling::by_hand || tokens_[at_ - 1].text == "0" || !is_unknown(name))
      return false;
    const std::vector<std::string> factors = factors_behind_x(name);
    const bool is_product =
        !factors.empty() &&
        std::all_of(factors.begin(), factors.end(), [this](const std::string& factor) {
          return factor.empty() || are_ascii_digits(factor) ||
                 !factors_of(factor, variables_, spelling_).empty();
        });
    const Kind next = following().kind;
    const bool needs_next = is_product && factors.back().empty();
    const bool has_next = next == Kind::number || next == Kind::name || next == Kind::open;
    if (!is_product || (needs_next && !has_next)) return false;
    for (const std::string& factor : factors) {
      if (after_operand_) between("*");
      if (!factor.empty()) take_factor(factor);
    }
    return true;
  }

  void take_factor(const std::string& factor) {
    if (!are_ascii_digits(factor)) return product(factors_of(factor, variables_, spelling_));
    steps_.number(*parse_number(factor));
    after_operand_ = true;
  }

  void product(const std::vector<std::string>& factors) {
    for (const std::string& factor : factors) {
      if (after_operand_) steps_.between(operation_between("*"));
      single(factor);
    }
  }

  void between(const std::string& sign) {
    steps_.between(operation_between(sign));
    after_operand_ = false;
  }

  void superscript() {
    const bool more = following().text == "^" && following().kind == Kind::sign;
    if (more || following().kind == Kind::power)
      refuse_token(following(), message("There are two powers. Put the first in parentheses."));
    steps_.between(operation_between("^"));
    number();
  }

  void comma() {
    ++open_.back().n_commas;
    steps_.between(open_.back().is_power() ? kPowerOfParts : operation_between("+"));
    after_operand_ = false;
  }

  void close() {
    if (open_.empty()) refuse_token(here(), message("This parenthesis was never opened."));
    if (open_.back().is_power() && open_.back().n_commas != 1)
      refuse_token(*open_.back().before, message("It takes two numbers, as in {}.", "pow(2, 3)"));
    open_.pop_back();
    steps_.close();
  }

  // Two words beside each other: "moved by".
  bool is_before_name() const {
    return at_ + 1 < tokens_.size() && tokens_[at_ + 1].kind == Kind::name;
  }

  [[noreturn]] void refuse_name() const {
    std::vector<std::string> known = variables_;
    const bool may_be_function = here().text.size() > 1;  // "n" is not meant to be ln
    if (may_be_function)
      known.insert(known.end(), formula_functions().begin(), formula_functions().end());
    std::string near = nearest(here().text, known);
    for (const std::string& name : known)
      if (lower_case(name) == lower_case(here().text)) near = name;
    if (near.empty()) near = only_beginning(variables_, here().text);
    std::string reason = near.empty() ? message("This name is not known.")
                                      : message("This name is not known. Did you mean {}?", near);
    if (const std::string power = meant_as_power(here().text, variables_, spelling_);
        !power.empty())
      reason = message("A power is written with ^. Did you mean {}?", power);
    if (near.empty() && is_before_name())
      add_sentence(reason, translated("Write a number or formula alone, without a sentence around "
                                      "it."));
    if (!variables_.empty())
      add_sentence(reason, message("The variables are: {}.", listed(variables_)));
    refuse_token(here(), reason);
  }

  // An open parenthesis, and what stands before it.
  struct Open {
    const ArithmeticToken *token, *before;
    std::size_t n_commas = 0;

    bool is_power() const {
      return before != nullptr && before->kind == Kind::name &&
             (before->text == "pow" || before->text == "power");
    }
  };

  const std::vector<ArithmeticToken>& tokens_;
  const std::vector<std::string>& variables_;
  FormulaSpelling spelling_;
  FormulaMeaning meaning_;
  std::size_t at_ = 0;
  bool after_operand_ = false;
  std::vector<Open> open_;
  StepList steps_;
};

}  // namespace

double FormulaSteps::at(const std::vector<double>& values) const {
  std::vector<double> stack;
  stack.reserve(steps.size());
  for (const Step& step : steps) {
    if (const auto* const operation = std::get_if<const FormulaOperation*>(&step)) {
      const std::size_t rest = stack.size() - (*operation)->n_operands;
      const double result = (*operation)->of(stack.data() + rest);
      stack.resize(rest);
      stack.push_back(result);
    } else if (const auto* const variable = std::get_if<VariablePlace>(&step)) {
      stack.push_back(values[variable->place]);
    } else {
      stack.push_back(std::get<double>(step));
    }
  }
  return stack.back();
}

FormulaSteps formula_steps(std::string_view text, const std::vector<std::string>& variables,
                           FormulaSpelling spelling, FormulaMeaning meaning) {
  const std::vector<ArithmeticToken> tokens = arithmetic_tokens(text, meaning);
  return ArithmeticReader(tokens, variables, spelling, meaning).read();
}

}  // namespace attn

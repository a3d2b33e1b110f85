#include "practice/formula/arithmetic_grammar.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "practice/formula/arithmetic_tokens.hpp"

namespace attn {
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

  void between(const std::string& sign) {
    const FormulaOperation& operation = operation_between(sign);
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
                   const std::vector<std::string>& variables, FormulaSpelling spelling)
      : tokens_(tokens), variables_(variables), spelling_(spelling) {}

  FormulaSteps read() {
    for (; here().kind != Kind::end; ++at_)
      if (after_operand_)
        go_on();
      else
        begin_operand();
    if (!after_operand_) refuse_end();
    if (!open_.empty()) refuse_token(*open_.back(), message("This parenthesis is never closed."));
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
    if (single(name)) return;
    if (const FormulaOperation* const operation = function_of(name)) return function(*operation);
    const bool is_by_hand = spelling_ == FormulaSpelling::by_hand;
    if (is_by_hand && is_number_type(name) && following().kind == Kind::open) return;
    const std::vector<std::string> factors = factors_of(name, variables_, spelling_);
    if (factors.empty() && is_by_hand && function_of_digits(name)) return;
    if (factors.empty()) refuse_name();
    product(factors);
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
    open_.push_back(&here());
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
      if (after_operand_) steps_.between("*");
      single(factor);
    }
  }

  void between(const std::string& sign) {
    steps_.between(sign);
    after_operand_ = false;
  }

  void superscript() {
    const bool more = following().text == "^" && following().kind == Kind::sign;
    if (more || following().kind == Kind::power)
      refuse_token(following(), message("There are two powers. Put the first in parentheses."));
    steps_.between("^");
    number();
  }

  void close() {
    if (open_.empty()) refuse_token(here(), message("This parenthesis was never opened."));
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

  const std::vector<ArithmeticToken>& tokens_;
  const std::vector<std::string>& variables_;
  FormulaSpelling spelling_;
  std::size_t at_ = 0;
  bool after_operand_ = false;
  std::vector<const ArithmeticToken*> open_;
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
                           FormulaSpelling spelling) {
  const std::vector<ArithmeticToken> tokens = arithmetic_tokens(text);
  return ArithmeticReader(tokens, variables, spelling).read();
}

}  // namespace attn

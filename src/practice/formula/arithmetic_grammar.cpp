#include "practice/formula/arithmetic_grammar.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "practice/formula/arithmetic_tokens.hpp"

namespace attn {
namespace {

using Kind = ArithmeticToken::Kind;

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The names whose product "nd" is, the longest first; empty if it is none.
std::vector<std::string> factors_of(const std::string& name,
                                    const std::vector<std::string>& variables) {
  // reached[i]: the longest name that ends a way to write the first i letters
  std::vector<std::string> reached(name.size() + 1);
  for (std::size_t end = 1; end <= name.size(); ++end)
    for (const std::string& variable : variables) {
      const std::size_t size = variable.size();
      if (size == 0 || size > end || name.compare(end - size, size, variable) != 0) continue;
      const bool begins_well = size == end || !reached[end - size].empty();
      if (begins_well && size > reached[end].size()) reached[end] = variable;
    }
  std::vector<std::string> factors;
  for (std::size_t end = name.size(); end > 0 && !reached[end].empty(); end -= reached[end].size())
    factors.insert(factors.begin(), reached[end]);
  return factors;
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
                   const std::vector<std::string>& variables)
      : tokens_(tokens), variables_(variables) {}

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
    if (is_among(variables_, name))
      steps_.variable(name);
    else if (name == "pi")
      steps_.number(std::numbers::pi);
    else if (name == "e")
      steps_.number(std::numbers::e);
    else
      return false;
    after_operand_ = true;
    return true;
  }

  void name() {
    const std::string& name = here().text;
    if (single(name)) return;
    if (const FormulaOperation* const operation = function_named(name)) return function(*operation);
    const std::vector<std::string> factors = factors_of(name, variables_);
    if (factors.empty()) refuse_name();
    for (const std::string& factor : factors) {
      if (after_operand_) steps_.between("*");
      single(factor);
    }
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

  // sqrt(...), or sqrt 2 and √2 where nothing follows that it might cover too.
  void function(const FormulaOperation& operation) {
    const ArithmeticToken& function = here();
    steps_.before(operation);
    if (following().kind == Kind::open) return;
    ++at_;
    steps_.open();
    if (here().kind == Kind::number) number();
    if (here().kind == Kind::name) single(here().text);
    const Kind next = following().kind;
    const bool is_clear =
        next == Kind::close || next == Kind::end || (next == Kind::sign && following().text != "^");
    if (!after_operand_ || !is_clear)
      refuse_token(function,
                   message("Put what it is taken of in parentheses: {}(...).", function.text));
    steps_.close();
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
    begin_operand();
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

  [[noreturn]] void refuse_name() const {
    std::vector<std::string> known = variables_;
    const bool may_be_function = here().text.size() > 1;  // "n" is not meant to be ln
    if (may_be_function)
      known.insert(known.end(), formula_functions().begin(), formula_functions().end());
    std::string near = nearest(here().text, known);
    for (const std::string& name : known)
      if (lower_case(name) == lower_case(here().text)) near = name;
    std::string reason = near.empty() ? message("This name is not known.")
                                      : message("This name is not known. Did you mean {}?", near);
    if (!variables_.empty())
      add_sentence(reason, message("The variables are: {}.", listed(variables_)));
    refuse_token(here(), reason);
  }

  const std::vector<ArithmeticToken>& tokens_;
  const std::vector<std::string>& variables_;
  std::size_t at_ = 0;
  bool after_operand_ = false;
  std::vector<const ArithmeticToken*> open_;
  StepList steps_;
};

}  // namespace

double FormulaSteps::at(const std::vector<double>& values) const {
  std::vector<double> stack;
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

FormulaSteps formula_steps(std::string_view text, const std::vector<std::string>& variables) {
  const std::vector<ArithmeticToken> tokens = arithmetic_tokens(text);
  return ArithmeticReader(tokens, variables).read();
}

}  // namespace attn

#include "practice/formula/arithmetic_grammar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <optional>

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

/// Goes through the pieces once and writes the formula down.
class Writer {
 public:
  Writer(const std::vector<ArithmeticToken>& tokens, const std::vector<std::string>& variables)
      : tokens_(tokens), variables_(variables) {}

  PlainFormula written() {
    for (; here().kind != Kind::end; ++at_)
      if (after_operand_)
        go_on();
      else
        begin_operand();
    if (!after_operand_) refuse_end();
    if (!open_.empty()) refuse_token(*open_.back(), message("This parenthesis is never closed."));
    return std::move(formula_);
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
        return end_operand(constant(*parse_number(here().text)));
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

  void end_operand(const std::string& written) {
    formula_.text += written;
    after_operand_ = true;
  }

  std::string constant(double value) {
    if (!std::isfinite(value)) refuse_token(here(), message("This number is too large."));
    formula_.constants.push_back(value);
    return fmt::format("c{}", formula_.constants.size() - 1);
  }

  std::string variable(const std::string& name) {
    auto& names = formula_.names;
    if (!is_among(names, name)) names.push_back(name);
    return fmt::format("v{}", std::find(names.begin(), names.end(), name) - names.begin());
  }

  // What a name stands for, if it is a single number.
  std::optional<std::string> single(const std::string& name) {
    if (is_among(variables_, name)) return variable(name);
    if (name == "pi") return constant(std::numbers::pi);
    if (name == "e") return constant(std::numbers::e);
    return std::nullopt;
  }

  void name() {
    const std::string& name = here().text;
    if (const auto written = single(name)) return end_operand(*written);
    if (is_among(formula_functions(), name)) return function();
    const std::vector<std::string> factors = factors_of(name, variables_);
    if (factors.empty()) refuse_name();
    std::string product;
    for (const std::string& factor : factors)
      product += (product.empty() ? "" : "*") + variable(factor);
    end_operand(product);
  }

  void open() {
    if (open_.size() == kFormulaDepth)
      refuse_token(here(), message("Parentheses are nested more than {} deep.", kFormulaDepth));
    open_.push_back(&here());
    formula_.text += '(';
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
    if (sign == "-") formula_.text += '-';
  }

  // sqrt(...), or sqrt 2 and √2 where nothing follows that it might cover too.
  void function() {
    const ArithmeticToken& function = here();
    formula_.text += function.text;
    after_operand_ = false;
    if (following().kind == Kind::open) return;
    ++at_;
    std::optional<std::string> argument;
    if (here().kind == Kind::number) argument = constant(*parse_number(here().text));
    if (here().kind == Kind::name) argument = single(here().text);
    const Kind next = following().kind;
    const bool is_clear =
        next == Kind::close || next == Kind::end || (next == Kind::sign && following().text != "^");
    if (!argument || !is_clear)
      refuse_token(function,
                   message("Put what it is taken of in parentheses: {}(...).", function.text));
    end_operand("(" + *argument + ")");
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
    formula_.text += '*';
    begin_operand();
  }

  void between(const std::string& sign) {
    formula_.text += sign;
    after_operand_ = false;
  }

  void superscript() {
    const bool more = following().text == "^" && following().kind == Kind::sign;
    if (more || following().kind == Kind::power)
      refuse_token(following(), message("There are two powers. Put the first in parentheses."));
    formula_.text += "^" + constant(*parse_number(here().text));
  }

  void close() {
    if (open_.empty()) refuse_token(here(), message("This parenthesis was never opened."));
    open_.pop_back();
    formula_.text += ')';
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
  PlainFormula formula_;
};

}  // namespace

const std::vector<std::string>& formula_functions() {
  static const std::vector<std::string> names = {"sqrt", "exp", "ln", "log", "sin", "cos"};
  return names;
}

PlainFormula plain_formula(std::string_view text, const std::vector<std::string>& variables) {
  const std::vector<ArithmeticToken> tokens = arithmetic_tokens(text);
  return Writer(tokens, variables).written();
}

}  // namespace attn

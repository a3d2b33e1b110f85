#include "practice/formula/arithmetic_tokens.hpp"

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/number_text.hpp"
#include "base/plain_characters.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

namespace attn {
namespace {

using Kind = ArithmeticToken::Kind;

// Beyond ASCII, what a piece may be written with.
struct Symbol {
  std::string_view shown;
  Kind kind;
  const char* text;
};
constexpr std::array kSymbols = {
    Symbol{"**", Kind::sign, "^"},    Symbol{"+", Kind::sign, "+"},
    Symbol{"-", Kind::sign, "-"},     Symbol{"*", Kind::sign, "*"},
    Symbol{"//", Kind::sign, "//"},   Symbol{"/", Kind::sign, "/"},
    Symbol{"^", Kind::sign, "^"},     Symbol{"(", Kind::open, "("},
    Symbol{")", Kind::close, ")"},    Symbol{"·", Kind::sign, "*"},
    Symbol{"⋅", Kind::sign, "*"},     Symbol{"・", Kind::sign, "*"},
    Symbol{"×", Kind::sign, "*"},     Symbol{"∗", Kind::sign, "*"},
    Symbol{"÷", Kind::sign, "/"},     Symbol{"∕", Kind::sign, "/"},
    Symbol{"⁄", Kind::sign, "/"},     Symbol{"√", Kind::name, "sqrt"},
    Symbol{"π", Kind::name, "pi"},    Symbol{"τ", Kind::name, "tau"},
    Symbol{"θ", Kind::name, "theta"}, Symbol{"ルート", Kind::name, "sqrt"},
};

struct Fraction {
  std::string_view shown;
  double value;
};
constexpr std::array kFractions = {
    Fraction{"½", 1.0 / 2}, Fraction{"⅓", 1.0 / 3}, Fraction{"⅔", 2.0 / 3}, Fraction{"¼", 1.0 / 4},
    Fraction{"¾", 3.0 / 4}, Fraction{"⅕", 1.0 / 5}, Fraction{"⅖", 2.0 / 5}, Fraction{"⅗", 3.0 / 5},
    Fraction{"⅘", 4.0 / 5}, Fraction{"⅙", 1.0 / 6}, Fraction{"⅚", 5.0 / 6}, Fraction{"⅐", 1.0 / 7},
    Fraction{"⅛", 1.0 / 8}, Fraction{"⅜", 3.0 / 8}, Fraction{"⅝", 5.0 / 8}, Fraction{"⅞", 7.0 / 8},
    Fraction{"⅑", 1.0 / 9}, Fraction{"⅒", 1.0 / 10}};

// What functions are called after in programs: np.log(2).
constexpr std::array<std::string_view, 8> kModules = {"np",    "numpy", "math", "Math",
                                                      "torch", "scipy", "jnp",  "cmath"};

constexpr std::array<std::string_view, 10> kSuperscripts = {"⁰", "¹", "²", "³", "⁴",
                                                            "⁵", "⁶", "⁷", "⁸", "⁹"};

/// Cuts one piece after the other off a text.
class Cutter {
 public:
  explicit Cutter(std::string_view text) : rest_(text) {}

  ArithmeticToken next() {
    while (!rest_.empty() && is_plain_space(rest_.front())) take(1);
    ArithmeticToken token{.place = place_};
    if (rest_.empty()) return token;
    if (is_ascii_digit(rest_.front()) || rest_.front() == '.')
      take_number(token);
    else if (take_fraction(token, 0.0))
      return token;
    else if (begins_name(rest_.front()))
      take_name(token);
    else if (!take_superscript(token) && !take_symbol(token))
      refuse_character(token);
    return token;
  }

 private:
  std::string take(std::size_t n_bytes) {
    const std::string taken(rest_.substr(0, n_bytes));
    place_ += character_count(taken);
    rest_.remove_prefix(n_bytes);
    return taken;
  }

  void take_number(ArithmeticToken& token) {
    const auto digits = [this](std::size_t from, std::string_view allowed) {
      return std::min(rest_.find_first_not_of(allowed, from), rest_.size());
    };
    std::size_t end = digits(0, "0123456789.");
    if (end < rest_.size() && (rest_[end] == 'e' || rest_[end] == 'E')) {
      std::size_t power = end + 1;
      if (power < rest_.size() && (rest_[power] == '+' || rest_[power] == '-')) ++power;
      const bool is_exponent = power < rest_.size() && is_ascii_digit(rest_[power]);
      const bool is_word = power == end + 1 && power < rest_.size() && begins_name(rest_[power]);
      if (!is_exponent && !is_word) refuse_unfinished(token, power);
      if (is_exponent) end = digits(power, "0123456789");
    }
    if (rest_.substr(end).starts_with(',')) refuse_comma(token, end);
    token.kind = Kind::number;
    token.text = token.shown = take(end);
    const auto number = parse_number(token.text);
    if (!number) refuse_token(token, message("This is not a number."));
    const bool is_whole = token.text.find_first_not_of("0123456789") == token.text.npos;
    if (is_whole) take_fraction(token, *number);
  }

  // ½, and 1½ after the 1.
  bool take_fraction(ArithmeticToken& token, double whole) {
    for (const Fraction& fraction : kFractions) {
      if (!rest_.starts_with(fraction.shown)) continue;
      token.kind = Kind::number;
      token.text = exact(whole + fraction.value);
      token.shown += take(fraction.shown.size());
      return true;
    }
    return false;
  }

  [[noreturn]] void refuse_unfinished(ArithmeticToken& token, std::size_t end) {
    token.shown = rest_.substr(0, end);
    refuse_token(token,
                 message("This is the beginning of a number such as 1e3. Write 2*e for twice "
                         "the number e."));
  }

  // "1,5" and "1,0485" are one number with a comma inside; "1.5,2", "1,5,2", "1, 2" and "1," are
  // not, nor is what stands in parentheses: pow(512,2).
  [[noreturn]] void refuse_comma(ArithmeticToken& token, std::size_t at) {
    const std::size_t end = std::min(rest_.find_first_not_of("0123456789", at + 1), rest_.size());
    const char behind = end < rest_.size() ? rest_[end] : ' ';
    const bool is_one_number = rest_.substr(0, at).find('.') == rest_.npos && end > at + 1 &&
                               behind != ',' && behind != '.' && n_open_ == 0;
    token.shown = rest_.substr(0, is_one_number ? end : at + 1);
    if (!is_one_number)
      refuse_token(token, message("A comma parts two numbers, and one number is "
                                  "expected here."));
    refuse_token(token, message("Write decimals with a point, as in 1.5, and thousands without a "
                                "comma."));
  }

  void take_name(ArithmeticToken& token) {
    token.kind = Kind::name;
    token.text = token.shown = take(name_length(0));
    const bool is_module =
        std::find(kModules.begin(), kModules.end(), token.text) != kModules.end();
    if (is_module && rest_.starts_with('.') && name_length(1) > 0) {
      token.shown += take(1);
      token.text = take(name_length(0));
      token.shown += token.text;
    }
    constexpr std::string_view kIndex = "ₖ";
    if (!rest_.starts_with(kIndex)) return;
    token.text += "_k";
    token.shown += take(kIndex.size());
  }

  std::size_t name_length(std::size_t from) const {
    std::size_t end = from;
    if (end >= rest_.size() || !begins_name(rest_[end])) return 0;
    while (end < rest_.size() && (begins_name(rest_[end]) || is_ascii_digit(rest_[end]))) ++end;
    return end - from;
  }

  bool take_superscript(ArithmeticToken& token) {
    constexpr std::string_view kMinus = "⁻";
    if (rest_.starts_with(kMinus)) {
      token.text = "-";
      token.shown = take(kMinus.size());
    }
    for (bool found = true; found;) {
      found = false;
      for (std::size_t digit = 0; digit < kSuperscripts.size(); ++digit)
        if (rest_.starts_with(kSuperscripts[digit])) {
          found = true;
          token.text += static_cast<char>('0' + digit);
          token.shown += take(kSuperscripts[digit].size());
        }
    }
    if (token.text.empty()) return false;
    if (token.text == "-") refuse_token(token, message("A number is missing after it."));
    token.kind = Kind::power;
    return true;
  }

  bool take_symbol(ArithmeticToken& token) {
    for (const Symbol& symbol : kSymbols) {
      if (!rest_.starts_with(symbol.shown)) continue;
      token.kind = symbol.kind;
      token.text = symbol.text;
      if (symbol.kind == Kind::open) ++n_open_;
      if (symbol.kind == Kind::close && n_open_ > 0) --n_open_;
      token.shown = take(symbol.shown.size());
      return true;
    }
    return false;
  }

  [[noreturn]] void refuse_character(ArithmeticToken& token) {
    token.shown = rest_.substr(0, first_code_point(rest_).n_bytes);
    if (token.shown == ",")
      refuse_token(token, message("A comma parts two numbers, and one number is expected here."));
    if (token.shown == "=")
      refuse_token(token, message("Write only what stands on one side of the equals sign."));
    refuse_token(token, message("This character has no meaning in a number or formula."));
  }

  std::string_view rest_;
  std::size_t place_ = 1;
  std::size_t n_open_ = 0;  // parentheses
};

}  // namespace

void refuse_token(const ArithmeticToken& token, const std::string& reason) {
  throw InputError(
      message("'{}' (character {}): {}", shown_token(token.shown), token.place, reason));
}

std::vector<ArithmeticToken> arithmetic_tokens(std::string_view text) {
  constexpr std::size_t kLongestCharacter = 4;  // bytes; so that a megabyte is not even counted
  if (text.size() > kFormulaLimit * kLongestCharacter || character_count(text) > kFormulaLimit)
    throw InputError(
        message("A number or formula of more than {} characters is not read.", kFormulaLimit));
  std::vector<std::string> unused;
  std::string plain = in_plain_characters(text, unused);
  replace_all(plain, "⌊", "floor(");
  replace_all(plain, "⌋", ")");
  std::vector<ArithmeticToken> tokens;
  for (Cutter cutter(plain); tokens.empty() || tokens.back().kind != Kind::end;)
    tokens.push_back(cutter.next());
  return tokens;
}

}  // namespace attn

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "data/matrix/read_matrix.hpp"
#include "practice/formula/formula.hpp"

namespace attn {

namespace {

using Kind = ArithmeticToken::Kind;

// 3分の1: a third.
constexpr const char* kPartsOf = "分の";

// Of Θ(n), an order of growth.
constexpr std::string_view kTheta = "Θ";

// Beyond ASCII, what a piece may be written with.
struct Symbol {
  std::string_view shown;
  Kind kind;
  const char* text;
};
constexpr std::array kSymbols = {
    Symbol{"**", Kind::sign, "^"},          Symbol{"+", Kind::sign, "+"},
    Symbol{"-", Kind::sign, "-"},           Symbol{"*", Kind::sign, "*"},
    Symbol{"//", Kind::sign, "//"},         Symbol{"/", Kind::sign, "/"},
    Symbol{"^", Kind::sign, "^"},           Symbol{"(", Kind::open, "("},
    Symbol{")", Kind::close, ")"},          Symbol{"·", Kind::sign, "*"},
    Symbol{"⋅", Kind::sign, "*"},           Symbol{"∙", Kind::sign, "*"},
    Symbol{"×", Kind::sign, "*"},           Symbol{"∗", Kind::sign, "*"},
    Symbol{"÷", Kind::sign, "/"},           Symbol{"∕", Kind::sign, "/"},
    Symbol{"⁄", Kind::sign, "/"},           Symbol{"√", Kind::name, "sqrt"},
    Symbol{"π", Kind::name, "pi"},          Symbol{"τ", Kind::name, "tau"},
    Symbol{"θ", Kind::name, "theta"},       Symbol{kTheta, Kind::name, "Theta"},
    Symbol{"ルート", Kind::name, "sqrt"},   Symbol{"・", Kind::sign, "*"},
    Symbol{"･", Kind::sign, "*"},           Symbol{"•", Kind::sign, "*"},
    Symbol{"かける", Kind::sign, "*"},      Symbol{"掛ける", Kind::sign, "*"},
    Symbol{kPartsOf, Kind::sign, kPartsOf},
};

// Between digits they are a slip for a decimal point or a comma, and elsewhere a product.
bool is_middle_dot(std::string_view shown) { return shown == "・" || shown == "･" || shown == "•"; }

// Beside 分の: 三分の一.
constexpr std::array<std::string_view, 10> kJapaneseDigits = {"一", "二", "三", "四", "五",
                                                              "六", "七", "八", "九", "十"};

// Whether what stands in parentheses behind it has commas between its parts.
bool takes_several(const ArithmeticToken& token, FormulaMeaning meaning) {
  const std::string& name = token.text;
  const bool is_of_order =
      meaning == FormulaMeaning::order && (name == "max" || name == "min");  // which is refused
  return token.kind == Kind::name && (name == "pow" || name == "power" || is_of_order);
}

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
  Cutter(std::string_view text, FormulaMeaning meaning) : rest_(text), meaning_(meaning) {}

  ArithmeticToken next() {
    while (!rest_.empty() && is_plain_space(rest_.front())) take(1);
    ArithmeticToken token{.place = place_};
    if (rest_.empty()) return token;
    if (is_ascii_digit(rest_.front()) || rest_.front() == '.')
      take_number(token);
    else if (begins_name(rest_.front()))
      take_name(token);
    else if (!take_fraction(token, 0.0) && !take_japanese_digit(token) &&
             !take_superscript(token) && !take_symbol(token) && !take_comma(token))
      refuse_character(token);
    last_ = token;
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
    if (rest_.substr(end).starts_with(',') && !has_parts()) refuse_comma(token, end);
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
                               behind != ',' && behind != '.' && open_.empty();
    token.shown = rest_.substr(0, is_one_number ? end : at + 1);
    if (!is_one_number)
      refuse_token(token, message("A comma parts two numbers, and one number is "
                                  "expected here."));
    if (has_doubtful_comma(token.shown)) refuse_token(token, doubt_about_comma(token.shown));
    refuse_token(token, message("{} Thousands have no comma.", decimal_point_advice()));
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
      const bool is_of_orders = symbol.shown == kTheta;
      if (!rest_.starts_with(symbol.shown) || (is_of_orders && meaning_ != FormulaMeaning::order))
        continue;
      token.kind = symbol.kind;
      token.text = symbol.text;
      if (symbol.kind == Kind::open) open_.push_back(takes_several(last_, meaning_));
      if (symbol.kind == Kind::close && !open_.empty()) open_.pop_back();
      token.shown = take(symbol.shown.size());
      if (is_middle_dot(token.shown)) refuse_between_digits(token);
      return true;
    }
    return false;
  }

  void refuse_between_digits(const ArithmeticToken& dot) const {
    const bool has_digits = last_.kind == Kind::number && !rest_.empty() &&
                            (is_ascii_digit(rest_.front()) || rest_.front() == '.');
    if (has_digits)
      refuse_token(dot, message("Between digits it is no sign. {} Two numbers have a space between "
                                "them, and a product has a *.",
                                decimal_point_advice()));
  }

  bool take_japanese_digit(ArithmeticToken& token) {
    for (std::size_t i = 0; i < kJapaneseDigits.size(); ++i) {
      const std::string_view digit = kJapaneseDigits[i];
      const bool is_beside =
          last_.text == kPartsOf ||
          (rest_.starts_with(digit) && rest_.substr(digit.size()).starts_with(kPartsOf));
      if (!is_beside || !rest_.starts_with(digit)) continue;
      token.kind = Kind::number;
      token.text = std::to_string(i + 1);
      token.shown = take(digit.size());
      return true;
    }
    return false;
  }

  bool has_parts() const { return !open_.empty() && open_.back(); }

  bool take_comma(ArithmeticToken& token) {
    if (!rest_.starts_with(',') || !has_parts()) return false;
    token.kind = Kind::comma;
    token.shown = take(1);
    return true;
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
  ArithmeticToken last_;
  std::vector<bool> open_;  // for each open parenthesis, whether commas part what stands in it
  FormulaMeaning meaning_;
};

ArithmeticToken sign_like(const ArithmeticToken& token, Kind kind, const char* text) {
  ArithmeticToken sign = token;
  sign.kind = kind;
  sign.text = text;
  return sign;
}

/// The place where the factors before or behind a place end, towards `step`: at a sign between
/// terms or factors, or at the parenthesis around them.
std::size_t end_of_factors(const std::vector<ArithmeticToken>& tokens, std::size_t at, int step) {
  const Kind deeper = step > 0 ? Kind::open : Kind::close;
  const Kind outer = step > 0 ? Kind::close : Kind::open;
  const auto next = [step](std::size_t i) { return step > 0 ? i + 1 : i - 1; };
  int depth = 0;
  std::size_t end = at;
  for (std::size_t i = next(at); i < tokens.size() && tokens[i].kind != Kind::end; i = next(i)) {
    const bool is_in_power = tokens[i].text == "^" || (i > 0 && tokens[i - 1].text == "^");
    const bool is_between = tokens[i].kind == Kind::sign || tokens[i].kind == Kind::comma;
    if (depth == 0 && is_between && !is_in_power) break;
    if (tokens[i].kind == outer && depth-- == 0) break;
    if (tokens[i].kind == deeper) ++depth;
    end = i;
  }
  return end;
}

// 3分の1 as ((1)/(3)), and d_k分の1 as ((1)/(d_k)).
std::vector<ArithmeticToken> without_parts_of(std::vector<ArithmeticToken> tokens) {
  const auto place = [](std::size_t i) { return static_cast<std::ptrdiff_t>(i); };
  const auto is_parts_of = [](const ArithmeticToken& token) { return token.text == kPartsOf; };
  while (true) {
    const auto sign = std::find_if(tokens.begin(), tokens.end(), is_parts_of);
    if (sign == tokens.end()) return tokens;
    const auto at = static_cast<std::size_t>(sign - tokens.begin());
    const std::size_t first = end_of_factors(tokens, at, -1), last = end_of_factors(tokens, at, 1);
    if (first == at) refuse_token(*sign, message("A number is missing before it."));
    if (last == at) refuse_token(*sign, message("A number is missing after it."));
    const ArithmeticToken open = sign_like(*sign, Kind::open, "(");
    const ArithmeticToken close = sign_like(*sign, Kind::close, ")");
    std::vector<ArithmeticToken> fraction{open, open};
    fraction.insert(fraction.end(), sign + 1, tokens.begin() + place(last + 1));
    fraction.insert(fraction.end(), {close, sign_like(*sign, Kind::sign, "/"), open});
    fraction.insert(fraction.end(), tokens.begin() + place(first), sign);
    fraction.insert(fraction.end(), {close, close});
    const auto after =
        tokens.erase(tokens.begin() + place(first), tokens.begin() + place(last + 1));
    tokens.insert(after, fraction.begin(), fraction.end());
  }
}

}  // namespace

void refuse_token(const ArithmeticToken& token, const std::string& reason) {
  throw InputError(
      message("'{}' (character {}): {}", shown_token(token.shown), token.place, reason));
}

std::vector<ArithmeticToken> arithmetic_tokens(std::string_view text, FormulaMeaning meaning) {
  constexpr std::size_t kLongestCharacter = 4;  // bytes; so that a megabyte is not even counted
  if (text.size() > kFormulaLimit * kLongestCharacter || character_count(text) > kFormulaLimit)
    throw InputError(
        message("A number or formula of more than {} characters is not read.", kFormulaLimit));
  std::string plain = in_plain_characters(text);
  replace_all(plain, "⌊", "floor(");
  replace_all(plain, "⌈", "ceil(");
  for (const std::string_view end : {"⌋", "⌉"}) replace_all(plain, end, ")");
  std::vector<ArithmeticToken> tokens;
  for (Cutter cutter(plain, meaning); tokens.empty() || tokens.back().kind != Kind::end;)
    tokens.push_back(cutter.next());
  return without_parts_of(std::move(tokens));
}

namespace {

// No command is the beginning of another.
constexpr std::string_view kNameCommands[] = {"\\sqrt", "\\Theta", "\\theta", "\\log", "\\ln",
                                              "\\exp",  "\\max",   "\\sin",   "\\cos", "\\tau",
                                              "\\pi",   "\\_",     "\\%"};
constexpr std::string_view kFractionCommands[] = {"\\dfrac", "\\tfrac", "\\frac"};
constexpr std::string_view kWordCommands[] = {"\\text", "\\mathrm", "\\mathcal", "\\operatorname"};
constexpr std::string_view kBlankCommands[] = {"\\quad", "\\,", "\\;", "\\ "};
constexpr std::string_view kIdleCommands[] = {
    "\\displaystyle", "\\left", "\\right", "\\!", "$", "\\(", "\\)"};
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kSignCommands = {
    {{"\\times", "*"},
     {"\\cdot", "*"},
     {"\\div", "/"},
     {"\\lfloor", "floor("},
     {"\\lceil", "ceil("},
     {"\\rfloor", ")"},
     {"\\rceil", ")"}}};

/// Goes through a formula once, from left to right; a group in braces is read by the same rules.
class LatexReader {
 public:
  explicit LatexReader(std::string_view text) : rest_(text) {}

  std::string read() {
    std::string plain;
    while (!rest_.empty()) {
      const bool is_command = rest_.starts_with('\\');
      const bool is_index = !plain.empty() && plain.back() == '_';
      const std::string next = piece(is_index);
      const bool are_names =
          !plain.empty() && begins_name(plain.back()) && !next.empty() && begins_name(next.front());
      if (is_command && are_names && !is_index) plain += ' ';  // \pi\sqrt{2}
      plain += next;
    }
    return plain;
  }

 private:
  // One command, one group or one character.
  std::string piece(bool is_index) {
    if (take_one_of(kFractionCommands)) {
      const std::string above = group();
      return "(" + above + "/" + group() + ")";
    }
    if (rest_.starts_with("\\sqrt[") && rest_.find(']') != rest_.npos) return root();
    if (const auto name = take_one_of(kNameCommands)) return std::string(name->substr(1));
    if (take_one_of(kWordCommands)) return inside_braces();
    if (take_one_of(kBlankCommands)) return " ";
    if (take_one_of(kIdleCommands)) return "";
    for (const auto& [command, plain] : kSignCommands)
      if (take(command)) return std::string(plain);
    if (rest_.starts_with('{')) return is_index ? inside_braces() : group();
    const std::string one(rest_.substr(0, 1));
    rest_.remove_prefix(1);
    return one;
  }

  std::optional<std::string_view> take_one_of(std::span<const std::string_view> commands) {
    for (const std::string_view command : commands)
      if (take(command)) return command;
    return std::nullopt;
  }

  bool take(std::string_view start) {
    if (!rest_.starts_with(start)) return false;
    rest_.remove_prefix(start.size());
    return true;
  }

  // \sqrt[3]{x} as (x)^(1/(3)).
  std::string root() {
    const std::size_t begin = rest_.find('[') + 1, end = rest_.find(']');
    const std::string degree(rest_.substr(begin, end - begin));
    rest_.remove_prefix(end + 1);
    return "(" + group() + "^(1/(" + degree + ")))";
  }

  // {n+1} as (n+1); of \frac12 the one digit.
  std::string group() {
    rest_ = rest_.substr(std::min(rest_.find_first_not_of(kSpaces), rest_.size()));
    if (rest_.empty()) return "()";
    return rest_.starts_with('{') ? "(" + inside_braces() + ")" : "(" + piece(false) + ")";
  }

  std::string inside_braces() {
    if (!rest_.starts_with('{')) return "";
    std::size_t depth = 0, end = 0;
    for (; end < rest_.size(); ++end) {
      if (rest_[end] == '{') ++depth;
      if (rest_[end] == '}' && --depth == 0) break;
    }
    const std::string_view inside = rest_.substr(1, end == 0 ? 0 : end - 1);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (++depth_ > kDeepest) return std::string(inside);
    std::string plain = LatexReader(inside, depth_).read();
    --depth_;
    return plain;
  }

  LatexReader(std::string_view text, std::size_t depth) : rest_(text), depth_(depth) {}

  static constexpr std::size_t kDeepest = 50;
  std::string_view rest_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string without_latex(std::string_view text) {
  if (text.find_first_of("\\{$") == text.npos) return std::string(text);
  return LatexReader(text).read();
}

}  // namespace attn

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "practice/answer/reading.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/formula/formula.hpp"

namespace attn {

namespace {

constexpr std::size_t kMostBytes = 4 * kFormulaLimit;

// The name that "total" and "f(n, d)" are; "" for anything else.
std::string name_before_equals(std::string_view side) {
  side = trimmed(side);
  if (side.empty() || !begins_name(side.front())) return "";
  const auto end = std::find_if_not(side.begin(), side.end(), goes_on_in_name);
  const std::string_view name = side.substr(0, static_cast<std::size_t>(end - side.begin()));
  const std::string_view rest = trimmed(side.substr(name.size()));
  const bool is_call = rest.size() > 2 && rest.starts_with('(') && rest.ends_with(')') &&
                       rest.find_first_not_of(
                           "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                           "_0123456789, ",
                           1) == rest.size() - 1;
  return rest.empty() || is_call ? std::string(name) : "";
}

std::string_view without_sign(std::string_view text, std::string_view sign) {
  return text.starts_with(sign) ? trimmed(text.substr(sign.size())) : text;
}

// How many characters from `from` on are groups of three digits, each behind the separator.
std::size_t groups_length(std::string_view text, std::size_t from, std::string_view separator) {
  constexpr std::size_t kGroup = 3;
  std::size_t at = from;
  const auto is_digit_at = [&](std::size_t i) {
    return i < text.size() && is_ascii_digit(text[i]);
  };
  while (text.substr(at).starts_with(separator)) {
    const std::size_t digits = at + separator.size();
    if (!is_digit_at(digits) || !is_digit_at(digits + 1) || !is_digit_at(digits + 2)) break;
    if (is_digit_at(digits + kGroup)) return 0;
    at = digits + kGroup;
  }
  return at - from;
}

struct Separator {
  std::string_view sign;
  bool in_words_only, may_be_decimal;
};
// 1.048.576 can be nothing else; a point before one group is a decimal point.
constexpr std::array kSeparators = {Separator{".", false, true},  Separator{"_", false, false},
                                    Separator{"'", false, false}, Separator{"’", false, false},
                                    Separator{",", true, true},   Separator{" ", true, false}};

// How many characters the groups behind the digits before `at` have; 0 for none.
std::size_t grouped_behind(std::string_view text, std::size_t at, bool by_words, bool is_whole) {
  for (const Separator& separator : kSeparators) {
    if (separator.in_words_only && !by_words) continue;
    const std::size_t size = groups_length(text, at, separator.sign);
    if (size == 0) continue;
    const bool is_single = size == separator.sign.size() + 3;
    const char after = at + size < text.size() ? text[at + size] : ' ';
    const bool may_be_whole = separator.sign == "," && (is_whole || after == '.');
    if (separator.may_be_decimal && is_single && !may_be_whole) continue;
    if (after != separator.sign.front() || after == ' ') return size;
  }
  return 0;
}

void refuse_different_sides(std::string_view one, std::string_view other) {
  throw InputError(message("{} and {} are not equal. Write one number.", shown_token(trimmed(one)),
                           shown_token(trimmed(other))));
}

// A number alone in brackets, or as a program prints it.
std::string bare(std::string_view plain) {
  std::string text = without_program_words(plain);
  std::string_view inside = trimmed(text);
  while (inside.size() > 2 && inside.starts_with('[') && inside.ends_with(']'))
    inside = trimmed(inside.substr(1, inside.size() - 2));
  return std::string(inside);
}

// LaTeX sets 262{,}144 and 262\\,144.
std::string with_plain_groups(std::string text) {
  replace_all(text, "{,}", ",");
  replace_all(text, "\\,", " ");
  return text;
}

// "262144 (parameters)" with the unit as it stands without parentheses.
std::string with_bare_unit(const std::string& text,
                           const std::function<bool(const std::string&)>& is_name) {
  const auto open = text.rfind('(');
  if (open == text.npos || open == 0 || !text.ends_with(')')) return text;
  const std::string unit = text.substr(open + 1, text.size() - open - 2);
  const std::string with_one = "1 " + unit;
  const std::string_view left = without_units(with_one, is_name).number;
  const bool is_unit = left == "1" && !trimmed(unit).empty();
  return is_unit ? text.substr(0, open) + " " + unit : text;
}

// Of "2 cos 30°" the degrees are not those of the whole.
void require_angle(const std::string& text, std::string_view number, const AnswerContext& context) {
  const bool has_function = number.find("cos") != number.npos || number.find("sin") != number.npos;
  if (has_function)
    throw InputError(message("'{}': inside a formula, write angles in radians, as in cos(pi/6).",
                             shown_token(text)));
  if (!context.takes_degrees)
    throw InputError(message("'{}' is an angle, and none is asked for here.", shown_token(text)));
}

// Whether a word of the text begins so: "rad" begins none of "the gradient".
bool has_word_beginning(std::string_view text, std::string_view stem) {
  for (auto at = text.find(stem); at != text.npos; at = text.find(stem, at + 1))
    if (at == 0 || !goes_on_in_name(text[at - 1])) return true;
  return false;
}

// Whether a word, in whatever number, is of the question, so that nothing is said of it.
bool is_asked(std::string_view noun, const AnswerContext& context) {
  constexpr std::size_t kStem = 4;
  if (context.question.empty()) return true;
  return begins_name(noun.front()) ? has_word_beginning(context.question, noun.substr(0, kStem))
                                   : context.question.find(noun) != std::string::npos;
}

// One side of an equation, or an answer that has no other.
struct Side {
  double value = 0.0;
  double slack = 0.0;           // by which its true value may differ, as far as its digits tell
  std::optional<int> decimals;  // of a number that is not worked out
  bool has_unit = false;
  bool has_operation = false;  // more than a number, a name or a function
  std::string text{};
};

constexpr double kRounded = 0.01;  // what the rounded numbers of a longer working leave

// A number that is worked out from exact ones is exact itself.
double slack_of_formula(double value, std::string_view formula, const AnswerContext& context) {
  constexpr double kHair = 1e-9, kOfDecimals = 1e-12;  // 1.1 - 0.84 - 0.26 is not quite 0
  const bool has_rounded_name =
      std::any_of(context.names.begin(), context.names.end(), [&](const auto& known) {
        return known.second != std::floor(known.second) &&
               formula.find(known.first) != formula.npos;
      });
  const bool is_exact = formula.find('.') == formula.npos && !has_rounded_name;
  return std::max((is_exact ? kHair : kRounded) * std::abs(value), kOfDecimals);
}

// Whether a formula is more than one name, function or parenthesis: 512x512, 1/5, d_model^2.
bool is_operation(std::string_view formula) {
  using Kind = ArithmeticToken::Kind;
  int depth = 0;
  for (const ArithmeticToken& token : arithmetic_tokens(without_latex(formula))) {
    depth += token.kind == Kind::open ? 1 : token.kind == Kind::close ? -1 : 0;
    const bool is_part = token.kind == Kind::sign || token.kind == Kind::number;
    if (depth == 0 && is_part) return true;
  }
  return false;
}

Side side_of(double value, const NumberAndUnit& typed, const std::string& number, bool is_worded,
             const AnswerContext& context) {
  if (is_worded) return {.value = value};
  if (typed.is_degrees) return {.value = value, .slack = kRounded * std::abs(value)};
  if (!parse_number(trimmed(number)))
    return {.value = value,
            .slack = slack_of_formula(value, number, context),
            .has_operation = is_operation(number)};
  // Of 33% there are two, and of 1.5 million five too few.
  const int decimals =
      decimals_of_one(number) - static_cast<int>(std::lround(std::log10(typed.factor)));
  if (decimals > 0) return {.value = value, .slack = half_unit(decimals), .decimals = decimals};
  // 62800 may be rounded to hundreds, but not where a count is asked for.
  const std::size_t last_digit = number.find_last_not_of('0');
  const int n_zeros =
      context.is_whole || decimals < 0
          ? -decimals
          : static_cast<int>(number.size() - std::min(last_digit + 1, number.size()));
  return {.value = value,
          .slack = std::min(half_unit(-n_zeros), kRounded * std::abs(value)),
          .decimals = decimals};
}

// 0.666 has the first digits of 2/3.
bool has_first_digits(const Side& one, double other) {
  if (one.decimals.value_or(0) == 0) return false;
  const double unit = std::pow(10.0, *one.decimals);
  return std::trunc(other * unit) == std::round(one.value * unit);
}

// Whether two sides are one number, as far as their digits tell.
bool are_equal(const Side& one, const Side& other) {
  return std::abs(one.value - other.value) <= one.slack + other.slack ||
         has_first_digits(one, other.value) || has_first_digits(other, one.value);
}

Side side_alone(std::string_view plain, const AnswerContext& context,
                std::vector<std::string>& remarks) {
  const auto is_name = [&](const std::string& word) { return context.names.contains(word); };
  std::vector<std::string> left_out;
  const std::string text =
      with_bare_unit(bare(with_plain_groups(without_surroundings(plain, left_out))), is_name);
  const NumberAndUnit typed = without_units(text, is_name);
  if (typed.is_degrees) require_angle(text, typed.number, context);
  const auto worded = worded_number(typed.number, is_name);
  for (const std::string_view noun : typed.nouns)
    if (!is_asked(noun, context)) left_out.emplace_back(noun);
  if (worded && !worded->nouns.empty() && !is_asked(worded->nouns, context))
    left_out.push_back(worded->nouns);
  if (!left_out.empty()) remarks.push_back(remark_of_left_out(left_out));
  if (worded && worded->is_ordinal)
    remarks.push_back(message("'{}' was read as the number {}.", shown_token(trimmed(typed.number)),
                              plain_number(worded->value)));
  const std::string number = without_grouping(typed.number, true, context.is_whole);
  const double value =
      typed.factor * (worded ? worded->value : arithmetic_value(number, context.names));
  if (typed.is_degrees)
    remarks.push_back(message("Degrees were turned into radians: {}.", plain_number(value)));
  Side side = side_of(value, typed, number, worded.has_value(), context);
  side.has_unit = typed.number.size() < trimmed(text).size();
  side.text = text;
  return side;
}

std::optional<Side> side_if_readable(const std::string& text, const AnswerContext& context) {
  std::vector<std::string> unused;
  try {
    return side_alone(text, context, unused);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// The last side of a working such as "ln 2" or "512*512 = 262144".
std::optional<Side> side_of_working(const std::string& working, const AnswerContext& context) {
  const std::vector<std::string> sides = parts_between(working, '=');
  const auto last = side_if_readable(sides.back(), context);
  for (const std::string& text : sides) {
    const auto side = side_if_readable(text, context);
    if (!last || !side) return std::nullopt;
    if (!are_equal(*side, *last)) refuse_different_sides(text, sides.back());
  }
  return last;
}

// 512 × (8*64) does, 4 × (= 32/8) does not.
bool has_times_sign_between(const AnswerAndWorking& parts) {
  const bool is_equation = parts.working.find('=') != parts.working.npos;
  return ends_in_times_sign(parts.answer) && (!parts.says_equal || is_equation);
}

bool asks_how_many_times(const AnswerContext& context) {
  return has_word_beginning(context.question, "times") ||
         context.question.find("倍") != std::string::npos;
}

[[noreturn]] void refuse_possible_product(std::string_view whole) {
  throw InputError(
      message("'{}' may be a product, or a number with its working. Write the number alone, or a * "
              "between the factors.",
              shown_token(whole)));
}

// Whether × is the unit in "4 × (32/8)", where both numbers are equal: it is where times are asked
// for, and cannot be behind \times, a name or a parenthesis. Numbers that differ are a product.
// Errors: InputError where it may as well be a product.
bool is_times_with_working(const AnswerAndWorking& parts, std::string_view whole,
                           const Side& answer, const Side& working, const AnswerContext& context) {
  const std::string_view number =
      without_units(parts.answer, [](const auto&) { return false; }).number;
  if (!is_ascii_digit(number.back()) || !are_equal(answer, working)) return false;
  if (asks_how_many_times(context)) return true;
  refuse_possible_product(whole);
}

// Whether an equals sign, a unit or an operation tells that an answer is done, so that what stands
// in parentheses behind it is no factor.
bool is_finished(const AnswerAndWorking& parts, const Side& answer, const Side& working) {
  return parts.says_equal || answer.has_unit || working.has_unit ||
         (parts.is_parted && answer.has_operation);
}

// Whether an answer with something in parentheses beside it is a number with its working.
// Errors: InputError where it may as well be a product, or where the two are not equal.
bool is_with_working(const AnswerAndWorking& parts, std::string_view whole, const Side& answer,
                     const Side& working) {
  const bool are_same = are_equal(answer, working);
  if (parts.says_equal && !are_same) refuse_different_sides(parts.answer, parts.working);
  if (!parts.is_behind && !are_same) return false;
  const bool is_number = answer.decimals || is_ascii_digit(parts.answer.back());
  if (!are_same) {
    if (!is_number || !parts.is_parted) return false;
    throw InputError(
        message("{} and {} are not equal. Write one number; a product has a * between "
                "its factors.",
                shown_token(parts.answer), shown_token(parts.working)));
  }
  if (is_finished(parts, answer, working)) return true;
  // 512 (512) may be both; d_model (8*64) is a product, and so is 512(512).
  const bool is_exact = std::abs(answer.value - working.value) <= 1e-9 * std::abs(answer.value);
  const bool may_be_product = is_exact && working.decimals.has_value();
  if (!is_number && is_exact && !may_be_product) return false;
  if (!parts.is_parted && (may_be_product || !is_number)) return false;
  if (may_be_product || !parts.is_parted) refuse_possible_product(whole);
  return true;
}

// Whether a count is asked for that an answer has the first digits of, and its working all.
bool is_rounded_count(const Side& answer, const Side& working, const AnswerContext& context) {
  return context.is_whole && answer.slack > half_unit(0) && working.slack <= half_unit(0);
}

// "600-700" and "50-50": nobody works a number out so, and many write what lies between two so.
bool may_be_range(std::string_view number) {
  const auto dash = number.find('-');
  if (dash == number.npos || !are_ascii_digits(number.substr(0, dash)) ||
      !are_ascii_digits(number.substr(dash + 1)))
    return false;
  const auto first = parse_number(number.substr(0, dash)),
             last = parse_number(number.substr(dash + 1));
  return first && last && *first <= *last;
}

// One side of an equation, or an answer that has no other: `is_alone`. Another side and a unit
// behind it tell that a × is none.
Side one_side(std::string_view plain, bool is_alone, const AnswerContext& context,
              std::vector<std::string>& remarks) {
  std::vector<std::string> left_out;
  const std::string text = bare(without_surroundings(plain, left_out));
  const auto is_name = [&](const std::string& word) { return context.names.contains(word); };
  const std::string_view number = without_units(text, is_name).number;
  if (is_alone && may_be_range(number))
    throw InputError(
        message("'{}' may be a range or a difference. Write one number.", shown_token(number)));
  const auto parts = answer_and_working(number);
  const bool has_times_sign = parts && has_times_sign_between(*parts);
  const bool has_unit = number.size() < trimmed(text).size();
  if (!parts || (has_times_sign && (has_unit || !is_alone)))
    return side_alone(plain, context, remarks);
  const auto answer = side_if_readable(parts->answer, context);
  const auto working = side_of_working(parts->working, context);
  const bool is_number =
      answer && working &&
      (has_times_sign ? is_times_with_working(*parts, number, *answer, *working, context)
                      : is_with_working(*parts, number, *answer, *working));
  if (!is_number) return side_alone(plain, context, remarks);
  const bool is_rounded = is_rounded_count(*answer, *working, context);
  left_out.push_back(is_rounded ? parts->answer : "(" + parts->working + ")");
  remarks.push_back(remark_of_left_out(left_out));
  const std::string taken = is_rounded ? parts_between(parts->working, '=').back() : parts->answer;
  return side_alone(taken + text.substr(number.size()), context, remarks);
}

}  // namespace

std::string_view without_name(std::string_view plain, const std::vector<std::string>& kept) {
  std::string_view text = trimmed(plain);
  const auto equals = text.find('=');
  if (equals != text.npos && equals > 0) {
    const std::string name = name_before_equals(text.substr(0, equals));
    if (!name.empty() && std::find(kept.begin(), kept.end(), name) == kept.end())
      text = trimmed(text.substr(equals));
  }
  for (const std::string_view sign : {"=", "≈", "≒", "~"}) text = without_sign(text, sign);
  return text;
}

std::string without_grouping(std::string_view plain, bool by_words, bool is_whole) {
  if (plain.find("pow") != plain.npos) return std::string(plain);  // pow(2,512)
  std::string result;
  std::size_t n_digits = 0;  // that the text taken so far ends in
  for (std::size_t at = 0; at < plain.size();) {
    const bool begins = n_digits >= 1 && n_digits <= 3 && !is_ascii_digit(plain[at]);
    const char before = result.size() > n_digits ? result[result.size() - n_digits - 1] : ' ';
    const bool is_whole_part = !goes_on_in_name(before) && before != '.';
    const std::size_t size =
        begins && is_whole_part ? grouped_behind(plain, at, by_words, is_whole) : 0;
    for (const char c : plain.substr(at, size))
      if (is_ascii_digit(c)) result += c;
    if (size == 0) result += plain[at];
    n_digits = size == 0 && is_ascii_digit(plain[at]) ? n_digits + 1 : 0;
    at += std::max<std::size_t>(size, 1);
  }
  return result;
}

TypedNumber typed_number(std::string_view plain, const AnswerContext& context,
                         std::vector<std::string>& remarks) {
  if (plain.size() > kMostBytes) return {arithmetic_value(plain)};  // which says so
  require_more_than_sameness(plain);
  require_single_number(plain);
  const std::string equal = with_equals_signs(without_program_words(plain));
  const std::string text(without_name(equal, context.known_names()));
  const std::vector<std::string> sides = parts_between(text, '=');
  const bool is_alone = sides.size() == 1;
  const Side last = one_side(sides.back(), is_alone, context, remarks);
  Side taken = last;
  for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
    // "n = 1024" gives the answer a name, which a number of the page may have as well.
    if (i == 0 && context.names.contains(std::string(trimmed(sides[i])))) continue;
    std::vector<std::string> unused;
    const Side side = one_side(sides[i], is_alone, context, unused);
    if (!are_equal(side, last)) refuse_different_sides(sides[i], sides.back());
    if (is_rounded_count(last, side, context)) taken = side;
  }
  if (taken.text != last.text) remarks.push_back(remark_of_left_out({last.text}));
  return {taken.value, taken.text};
}

double typed_cell(std::string_view plain, const AnswerContext& context) {
  for (const std::string_view sign : {"≈", "≒", "~", "="}) plain = without_sign(plain, sign);
  const NumberAndUnit typed =
      without_units(plain, [&](const std::string& word) { return context.names.contains(word); });
  const std::string_view number = typed.factor == 1.0 ? plain : typed.number;
  return typed.factor * arithmetic_value(without_grouping(number, false, true), context.names);
}

namespace {

using Around = std::pair<std::string_view, std::string_view>;

// The longer of two that begin alike comes first.
constexpr std::array kAround = {Around{"\"", "\""}, Around{"'", "'"},     Around{"“", "”"},
                                Around{"‘", "’"},   Around{"「", "」"},   Around{"『", "』"},
                                Around{"**", "**"}, Around{"`", "`"},     Around{"$$", "$$"},
                                Around{"$", "$"},   Around{"\\(", "\\)"}, Around{"\\[", "\\]"},
                                Around{"<tf.", ">"}};

// In small letters. A word of ASCII ends where no letter goes on.
constexpr std::array<std::string_view, 29> kBefore = {
    "my answer is",  "the answer is", "the result is", "answer is", "answer:", "result:", "ans:",
    "it is",         "it's",          "approximately", "approx.",   "approx",  "about",   "around",
    "roughly",       "nearly",        "circa",         "ca.",       ">>>",     "答えは",  "答え:",
    "答え",          "およそ",        "おおよそ",      "だいたい",  "大体",    "約",      "ほぼ",
    "\\displaystyle"};
constexpr std::array<std::string_view, 20> kBehind = {
    "(rounded)",  "(approx.)",  "(approx)", "(approximately)", "(about)",  "(四捨五入)", "(概算)",
    "(約)",       "rounded",    "or so",    "だと思います",    "だと思う", "です",       "である",
    "になります", "となります", "くらい",   "ぐらい",          "程度",     "ほど"};
constexpr std::array<std::string_view, 3> kEndMarks = {"。", ";", "."};

// What programs write, and no words of a person.
bool is_notation(std::string_view word) { return word == ">>>" || word.starts_with('\\'); }

bool goes_on_as_word(std::string_view word, char next) {
  return goes_on_in_name(word.back()) && begins_name(next);
}

bool take_around(std::string_view& text) {
  for (const auto& [open, close] : kAround) {
    if (text.size() <= open.size() + close.size() || !text.starts_with(open) ||
        !text.ends_with(close))
      continue;
    const auto inside = text.substr(open.size(), text.size() - open.size() - close.size());
    if (inside.find(open) != inside.npos || inside.find(close) != inside.npos) continue;
    text = trimmed(inside);
    return true;
  }
  return false;
}

// ```, or ```python, and the same at the end.
bool take_fence(std::string_view& text) {
  constexpr std::string_view kFence = "```";
  const auto line_end = text.find_first_of("\r\n");
  const bool is_fenced = text.size() >= 2 * kFence.size() && text.starts_with(kFence) &&
                         text.ends_with(kFence) && line_end != text.npos;
  if (!is_fenced) return false;
  text = trimmed(text.substr(line_end, text.size() - line_end - kFence.size()));
  return true;
}

// "Out[3]:" as notebooks have it.
bool take_prompt(std::string_view& text) {
  constexpr std::string_view kOut = "Out";
  if (!text.starts_with(kOut)) return false;
  std::string_view rest = trimmed(text.substr(kOut.size()));
  if (!rest.starts_with('[')) return false;
  const auto end = rest.find_first_not_of("0123456789 ", 1);
  if (end == rest.npos || !rest.substr(end).starts_with("]:")) return false;
  text = trimmed(rest.substr(end + 2));
  return true;
}

// "2×2 Matrix{Float64}:", which Julia prints above the rows.
bool take_type_line(std::string_view& text) {
  const auto line_end = text.find_first_of("\r\n");
  if (line_end == text.npos) return false;
  const std::string_view line = trimmed(text.substr(0, line_end));
  const bool names_type = line.find("Matrix{") != line.npos || line.find("Vector{") != line.npos ||
                          line.find("Array{") != line.npos;
  if (!names_type || !line.ends_with("}:")) return false;
  text = trimmed(text.substr(line_end));
  return true;
}

// "Tensor: shape=(1, 2), dtype=float32, numpy=array(...)": what is left inside <tf. and >.
bool take_tensor_head(std::string_view& text) {
  constexpr std::string_view kValues = "numpy=";
  const auto at = text.find(kValues);
  if (!text.starts_with("Tensor:") || at == text.npos) return false;
  text = trimmed(text.substr(at + kValues.size()));
  return true;
}

bool take_words_before(std::string_view& text, std::vector<std::string>& left_out) {
  constexpr std::size_t kLongest = 24;
  const std::string start = lower_case(std::string(text.substr(0, kLongest)));
  for (const std::string_view word : kBefore) {
    if (!start.starts_with(word) || text.size() <= word.size()) continue;
    if (goes_on_as_word(word, text[word.size()])) continue;
    const std::string_view rest = trimmed(text.substr(word.size()));
    if (rest.empty()) continue;
    if (!is_notation(word)) left_out.emplace_back(trimmed(text.substr(0, word.size())));
    text = rest;
    return true;
  }
  return false;
}

bool take_words_behind(std::string_view& text, std::vector<std::string>& left_out) {
  for (const std::string_view word : kBehind) {
    if (text.size() <= word.size() || !text.ends_with(word)) continue;
    const std::string_view rest = text.substr(0, text.size() - word.size());
    if (begins_name(word.front()) && begins_name(rest.back())) continue;
    text = trimmed(rest);
    left_out.emplace_back(word);
    return !text.empty();
  }
  return false;
}

// A full stop, but not of "0.333...", nor one that stands by itself.
bool take_end_mark(std::string_view& text) {
  for (const std::string_view mark : kEndMarks) {
    if (text.size() <= mark.size() || !text.ends_with(mark)) continue;
    const std::string_view rest = text.substr(0, text.size() - mark.size());
    if (rest.empty() || rest.ends_with(mark) || is_plain_space(rest.back())) continue;
    text = rest;
    return true;
  }
  return false;
}

}  // namespace

std::string without_surroundings(std::string_view plain, std::vector<std::string>& left_out) {
  constexpr int kMostTaken = 12;
  std::string_view text = trimmed(plain);
  for (int n_taken = 0; n_taken < kMostTaken; ++n_taken) {
    const bool found =
        !text.empty() &&
        (take_fence(text) || take_around(text) || take_prompt(text) || take_type_line(text) ||
         take_tensor_head(text) || take_words_before(text, left_out) ||
         take_words_behind(text, left_out) || take_end_mark(text));
    if (!found) break;
  }
  return std::string(text.empty() ? trimmed(plain) : text);
}

std::string without_surroundings(std::string_view plain) {
  std::vector<std::string> unused;
  return without_surroundings(plain, unused);
}

std::string remark_of_left_out(const std::vector<std::string>& words) {
  return words.empty() ? ""
                       : message("'{}' was left out, and the rest was read.",
                                 shown_token(joined(words, " ... ")));
}

std::string with_equals_signs(std::string_view plain) {
  std::string text(plain);
  for (const std::string_view sign :
       {"≈", "≒", "≃", "≅", "∼", "≐", "\\approx", "\\simeq", "\\fallingdotseq"})
    replace_all(text, sign, "=");
  return text;
}

namespace {

// The place of the parenthesis that is closed at the end of a text.
std::size_t opening_of_last(std::string_view text) {
  int depth = 0;
  for (std::size_t at = text.size(); at-- > 0;) {
    depth += text[at] == ')' ? 1 : text[at] == '(' ? -1 : 0;
    if (depth == 0) return at;
  }
  return text.npos;
}

AnswerAndWorking parts_of(std::string_view answer, std::string_view inside) {
  std::string_view working = trimmed(inside);
  for (const std::string_view sign : {"=", "~"})
    if (working.starts_with(sign)) working = trimmed(working.substr(sign.size()));
  return {.answer = std::string(trimmed(answer)),
          .working = std::string(working),
          .says_equal = inside.find_first_of("=~") != inside.npos};
}

}  // namespace

std::optional<AnswerAndWorking> answer_and_working(std::string_view plain) {
  const std::string_view text = trimmed(plain);
  if (text.ends_with(')')) {
    const auto open = opening_of_last(text);
    if (open == text.npos || open == 0) return std::nullopt;
    AnswerAndWorking parts =
        parts_of(text.substr(0, open), text.substr(open + 1, text.size() - open - 2));
    parts.is_parted = is_plain_space(text[open - 1]);
    return parts;
  }
  if (!text.starts_with('(')) return std::nullopt;
  const auto close = closing_bracket(text, "()");
  if (close == text.npos) return std::nullopt;
  AnswerAndWorking parts = parts_of(text.substr(close + 1), text.substr(1, close - 1));
  const bool begins_number = is_ascii_digit(parts.answer.front()) || parts.answer.front() == '.';
  if (!begins_number || !is_plain_space(text[close + 1])) return std::nullopt;
  parts.is_parted = true;
  parts.is_behind = false;
  return parts;
}

}  // namespace attn

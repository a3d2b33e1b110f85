#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "practice/answer/reading.hpp"

namespace attn {

namespace {

constexpr std::array<std::string_view, 8> kOpenMarks = {"✓", "✔", "☑", "○", "◯", "〇", "■", "⬛"};
constexpr std::array<std::string_view, 8> kBlockedMarks = {"✗", "✘", "☒", "×", "✕", "❌", "□", "⬜"};

std::string with_digits_for_marks(std::string_view plain) {
  std::string text(plain);
  for (const std::string_view mark : kOpenMarks) replace_all(text, mark, "1");
  for (const std::string_view mark : kBlockedMarks) replace_all(text, mark, "0");
  return text;
}

bool is_sign(char c) { return std::string_view("01tTfFoOxX.#").find(c) != std::string_view::npos; }

// Whether every cell is a row of signs: one cell a row, or all in one row.
bool are_rows_of_signs(const TypedCells& cells, const AnswerContext& context) {
  if (cells.size() > 1 && cells.front().size() > 1) return false;
  const std::size_t n_rows = std::max(cells.size(), cells.front().size());
  const std::size_t width = context.n_cols > 0 ? context.n_cols : n_rows;
  if (width < 2 || (context.n_rows > 0 && context.n_rows != n_rows)) return false;
  for (const auto& row : cells)
    for (const std::string_view cell : row)
      if (cell.size() != width || !std::all_of(cell.begin(), cell.end(), is_sign)) return false;
  return true;
}

TypedCells with_cells_apart(const TypedCells& cells) {
  TypedCells apart;
  for (const auto& row : cells)
    for (const std::string_view cell : row) {
      apart.emplace_back();
      for (std::size_t i = 0; i < cell.size(); ++i) apart.back().push_back(cell.substr(i, 1));
    }
  return apart;
}

// The signs of a mask of one digit, each of them once: the digit for any spelling of the number,
// and the marks that became digits as they were typed.
std::set<std::string> signs_in(const TypedCells& cells, std::string_view plain,
                               const std::string& digit) {
  std::set<std::string> signs;
  for (const auto& row : cells)
    for (const std::string_view cell : row)
      signs.insert(parse_number(cell) ? digit : lower_case(std::string(cell)));
  if (plain.find(digit) == plain.npos) signs.erase(digit);
  for (const auto& marks : {kOpenMarks, kBlockedMarks})
    for (const std::string_view mark : marks)
      if (plain.find(mark) != plain.npos) signs.emplace(mark);
  return signs;
}

double permission(std::string_view cell) {
  const std::string word = lower_case(std::string(cell));
  if (word == "true" || word == "t" || word == "o" || word == "#" || word == "yes") return 1.0;
  if (word == "false" || word == "f" || word == "x" || word == "." || word == "no" || word == "-")
    return 0.0;
  const auto number = parse_number(word);
  if (number && (*number == 0.0 || *number == 1.0)) return *number;
  if (word == "-inf" || word == "-∞" || word == "-infinity")
    throw InputError(message(
        "This is the mask that is added to the scores, with −∞ for what is blocked. Write 1 "
        "where the query may attend to the key, and 0 where it may not."));
  std::string text = message("'{}' is neither 1 (may attend) nor 0.", shown_token(cell));
  const bool may_be_several = cell.size() > 1 && std::all_of(cell.begin(), cell.end(), is_sign);
  if (may_be_several) add_sentence(text, message("Leave a space between two cells."));
  throw InputError(text);
}

// Of "x . .; x x .; x x x" one sign is meant to be open, and either of them can be; of "1 o o; 1 1
// o; 1 1 1" one is meant to be blocked.
void require_one_sign(const arma::mat& mask, const TypedCells& cells, std::string_view plain) {
  const bool is_open = mask.min() == 1.0;
  const std::set<std::string> signs = signs_in(cells, plain, is_open ? "1" : "0");
  if ((!is_open && !mask.is_zero()) || signs.size() < 2) return;
  const std::string &one = *signs.begin(), &other = *std::next(signs.begin());
  throw InputError(
      is_open
          ? message("'{}' and '{}' both stand for an open cell. Write 1 where the query may attend "
                    "to the key, and 0 where it may not.",
                    one, other)
          : message("'{}' and '{}' both stand for a blocked cell. Write 1 where the query may "
                    "attend to the key, and 0 where it may not.",
                    one, other));
}

}  // namespace

arma::mat typed_mask(std::string_view plain, const AnswerContext& context) {
  const std::string text = with_digits_for_marks(plain);
  TypedCells cells = typed_cells(text);
  if (are_rows_of_signs(cells, context)) cells = with_cells_apart(cells);
  const arma::mat mask = matrix_of(cells, permission);
  require_one_sign(mask, cells, plain);
  return mask;
}

namespace {

constexpr std::array<std::string_view, 3> kRowWords = {"rows", "row", "行"};
constexpr std::array<std::string_view, 6> kColumnWords = {"columns", "column", "cols",
                                                          "col",     "列",     "桁"};
constexpr std::array<std::string_view, 3> kTimesSigns = {"×", "✕", "⨯"};
constexpr std::array<std::string_view, 4> kBetweenNumbers = {"by", "and", "かける", "と"};

// Where a word stands by itself; npos if nowhere.
std::size_t find_word(const std::string& text, std::string_view word) {
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const bool is_ascii = begins_name(word.front());
    const auto end = at + word.size();
    const bool begins = at == 0 || !begins_name(text[at - 1]);
    if (!is_ascii || (begins && (end == text.size() || !goes_on_in_name(text[end])))) return at;
  }
  return text.npos;
}

template <std::size_t n>
std::size_t first_of(const std::string& text, const std::array<std::string_view, n>& words) {
  std::size_t first = text.npos;
  for (const std::string_view word : words) first = std::min(first, find_word(text, word));
  return first;
}

template <std::size_t n>
void replace_words(std::string& text, const std::array<std::string_view, n>& words,
                   std::string_view with) {
  for (const std::string_view word : words)
    for (auto at = find_word(text, word); at != text.npos; at = find_word(text, word))
      text.replace(at, word.size(), with);
}

// "512 rows by 4096 columns" as "512 , 4096"; the columns named first would be another shape.
std::string without_words(std::string text) {
  const std::size_t row_word = first_of(text, kRowWords),
                    column_word = first_of(text, kColumnWords);
  const bool has_word =
      std::min({row_word, column_word, first_of(text, kBetweenNumbers)}) != text.npos;
  if (!has_word || column_word < row_word) return text;
  replace_words(text, kRowWords, " , ");
  replace_words(text, kColumnWords, " ");
  replace_words(text, kBetweenNumbers, " , ");
  for (const std::string_view sign : kTimesSigns) replace_all(text, sign, " , ");
  std::string tidy;  // "512 , , 4096" has one comma
  for (const char c : text) {
    const auto last = tidy.find_last_not_of(' ');
    const bool is_double = c == ',' && (last == tidy.npos || tidy[last] == ',');
    if (!is_double) tidy += c;
  }
  const std::string_view whole = trimmed(tidy);
  return std::string(whole.ends_with(',') ? trimmed(whole.substr(0, whole.size() - 1)) : whole);
}

// The sign × at a place, as an x also where it stands between numbers; 0 bytes if there is none.
std::size_t times_length(std::string_view text, std::size_t at) {
  for (const std::string_view sign : kTimesSigns)
    if (text.substr(at).starts_with(sign)) return sign.size();
  if (text[at] != 'x' && text[at] != 'X') return 0;
  const bool after_number =
      at > 0 && (is_plain_space(text[at - 1]) || is_ascii_digit(text[at - 1]));
  const bool before_number =
      at + 1 < text.size() && (is_plain_space(text[at + 1]) || is_ascii_digit(text[at + 1]));
  return after_number && before_number ? 1 : 0;
}

// Without the spaces around signs, "" if others are left: then those part the numbers.
std::string as_one_cell(std::string_view part) {
  std::string tight;
  for (const char c : trimmed(part)) {
    const bool is_sign = c == '*' || c == '/' || c == '+';
    while (is_sign && !tight.empty() && tight.back() == ' ') tight.pop_back();
    const bool after_sign =
        !tight.empty() && std::string_view("*/+").find(tight.back()) != std::string_view::npos;
    if (!(is_plain_space(c) && after_sign)) tight += c;
  }
  return tight.find_first_of(" \t\r\n\f,;[]") == tight.npos ? tight : "";
}

// "512 tokens" as 512; what does not end in a digit then is left alone.
std::string_view without_noun(std::string_view part) {
  const NumberAndUnit typed = without_units(part, [](const std::string&) { return false; });
  const bool is_number = !typed.number.empty() && is_ascii_digit(typed.number.back());
  return is_number && typed.factor == 1.0 ? typed.number : part;
}

std::string as_row(const std::vector<std::string>& parts, std::size_t n) {
  if (parts.size() != n) return "";
  std::vector<std::string> cells;
  for (const std::string& part : parts) {
    cells.push_back(as_one_cell(without_grouping(trimmed(without_noun(part)), true, true)));
    if (cells.back().empty()) return "";
  }
  return joined(cells, ", ");
}

// "4.096" and "1.048.576", but not "0.333".
bool is_in_groups(const std::string& number) {
  const std::vector<std::string> groups = split(number, '.');
  constexpr std::size_t kGroup = 3;
  return groups.size() > 1 && !groups.front().empty() && groups.front().size() <= kGroup &&
         groups.front().front() != '0' &&
         std::all_of(groups.begin() + 1, groups.end(),
                     [](const std::string& group) { return group.size() == kGroup; });
}

// The product of numbers that are written alone.
std::optional<double> product_of(const std::vector<std::string>& sizes) {
  double product = 1.0;
  for (const std::string& size : sizes) {
    const auto number = parse_number(without_grouping(trimmed(without_noun(size)), true, true));
    if (!number) return std::nullopt;
    product *= *number;
  }
  return product;
}

// "n × d_model" and "rows × columns".
bool are_names(const std::vector<std::string>& sizes) {
  return std::all_of(sizes.begin(), sizes.end(),
                     [](const std::string& size) { return is_name(trimmed(size)); });
}

std::vector<std::string> sizes_at_signs_or_commas(std::string_view text) {
  return parts_between(text, [](std::string_view all, std::size_t at) -> std::size_t {
    return all[at] == ',' || all[at] == '*' ? 1 : times_length(all, at);
  });
}

}  // namespace

std::string without_size_in_parentheses(std::string_view plain, std::size_t n,
                                        std::vector<std::string>& remarks) {
  const auto parts = answer_and_working(plain);
  if (!parts || !parts->is_behind || ends_in_times_sign(parts->answer)) return std::string(plain);
  const std::vector<std::string> sizes = parts_between(parts->answer, times_length);
  if (sizes.size() != n || as_row(sizes, n).empty()) return std::string(plain);
  const std::vector<std::string> others = sizes_at_signs_or_commas(parts->working);
  const auto product = product_of(sizes);
  const bool is_known =
      are_names(others) || (product && (product == product_of({parts->working}) ||  // 2,097,152
                                        product == product_of(others)));
  if (!is_known && !parts->is_parted) return std::string(plain);  // 512×32(128)
  const std::string in_parentheses = "(" + parts->working + ")";
  if (!is_known)
    throw InputError(
        message("{} stands behind the shape, and is not its size. Write the numbers "
                "of the shape alone.",
                shown_token(in_parentheses)));
  remarks.push_back(remark_of_left_out({in_parentheses}));
  return parts->answer;
}

std::string shape_as_row(std::string_view plain, std::size_t n) {
  std::string text(trimmed(plain));
  replace_all(text, "\\times", "×");
  replace_all(text, "-by-", " by ");
  constexpr std::size_t kLongestShape = 1000;
  if (text.size() > kLongestShape || text.find_first_of("\n\r;") != text.npos) return text;
  const bool in_brackets = text.size() > 2 && text.front() == '[' && text.back() == ']';
  if (in_brackets) text = text.substr(1, text.size() - 2);
  const bool in_parentheses = text.size() > 2 && text.front() == '(' && text.back() == ')' &&
                              text.find_first_of("()", 1) == text.size() - 1;
  if (in_parentheses) text = text.substr(1, text.size() - 2);
  text = without_words(std::move(text));
  const bool names_columns_first = first_of(text, kColumnWords) != text.npos;
  if (n < 2 || names_columns_first) return text;
  // Of a third size, too, which is told then: it is no product.
  const std::vector<std::string> sizes = parts_between(text, times_length);
  if (std::string row = as_row(sizes, std::max(n, sizes.size())); !row.empty()) return row;
  if (std::string row = as_row(parts_between(as_one_cell(text), '*'), n); !row.empty()) return row;
  const auto comma_length = [](std::string_view all, std::size_t at) -> std::size_t {
    return all.substr(at).starts_with(", ") ? 2 : 0;
  };
  if (std::string row = as_row(parts_between(text, comma_length), n); !row.empty()) return row;
  return text;
}

std::string without_batch_of_one(std::string_view plain, std::size_t n,
                                 std::vector<std::string>& remarks) {
  const std::string_view text = trimmed(plain);
  const bool in_brackets = (text.starts_with('[') && text.ends_with(']')) ||
                           (text.starts_with('(') && text.ends_with(')'));
  const std::string_view inside = in_brackets ? text.substr(1, text.size() - 2) : text;
  const auto sign_length = [in_brackets](std::string_view all, std::size_t at) -> std::size_t {
    return in_brackets && all[at] == ',' ? 1 : times_length(all, at);
  };
  std::vector<std::string> parts = parts_between(inside, sign_length);
  if (parts.size() != n + 1 || trimmed(parts.front()) != "1") return std::string(plain);
  parts.erase(parts.begin());
  for (std::string& part : parts) {
    part = std::string(trimmed(part));
    if (part.empty() || part.find_first_not_of("0123456789_") != part.npos)
      return std::string(plain);
  }
  remarks.push_back(message("The 1 in front was read as a batch of one."));
  return joined(parts, ", ");
}

void require_no_points_in_thousands(std::string_view plain) {
  const auto is_of_number = [](char c) { return is_ascii_digit(c) || c == '.'; };
  bool has_plain_number = false;
  std::string pointed;
  for (auto at = plain.begin(); at != plain.end();) {
    const auto begin = std::find_if(at, plain.end(), is_of_number);
    at = std::find_if_not(begin, plain.end(), is_of_number);
    const std::string number(begin, at);
    if (is_in_groups(number)) pointed = number;
    has_plain_number = has_plain_number || (number.size() > 1 && number.find('.') == number.npos);
  }
  if (pointed.empty() || !has_plain_number) return;
  std::string whole = pointed;
  std::erase(whole, '.');
  throw InputError(
      message("{} is no whole number here. Write {} without a point.", pointed, whole));
}

}  // namespace attn

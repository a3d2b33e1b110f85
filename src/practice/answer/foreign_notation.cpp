#include "practice/answer/foreign_notation.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/answer/rows_in_one_line.hpp"

namespace attn {
namespace {

using Cells = std::vector<std::string>;

std::string in_one_line(const std::vector<Cells>& rows) {
  std::vector<std::string> lines;
  for (const Cells& row : rows) lines.push_back(joined(row, " "));
  return joined(lines, "; ");
}

std::vector<Cells> rows_in_lines(std::string_view text) {
  std::vector<Cells> rows;
  for (const std::string& line : split(text, '\n'))
    if (!trimmed(line).empty()) rows.push_back(spaced_words(line));
  return rows;
}

// 26万2144 and 1億1509万7600: digits, a sign, and digits behind it.
std::string without_large_signs(std::string_view text) {
  std::string sum;
  for (const auto& [sign, zeros] : {std::pair{"億", "100000000"}, std::pair{"万", "10000"}}) {
    const auto at = text.find(sign);
    if (at == text.npos || !are_ascii_digits(trimmed(text.substr(0, at)))) continue;
    sum += (sum.empty() ? "" : " + ") + std::string(trimmed(text.substr(0, at))) + "*" + zeros;
    text = trimmed(text.substr(at + std::string_view(sign).size()));
  }
  return !sum.empty() && are_ascii_digits(text) ? sum + " + " + std::string(text) : "";
}

// 115.1M as 115.1e6. Of a whole number nobody knows whether 1000 or 1024 is meant.
std::string with_prefix_as_power(std::string_view text) {
  constexpr std::string_view kPrefixes = "kKMG";
  if (text.size() < 2 || kPrefixes.find(text.back()) == kPrefixes.npos) return std::string(text);
  const std::string_view number = trimmed(text.substr(0, text.size() - 1));
  const auto point = number.find('.');
  const bool is_decimal = point != number.npos && are_ascii_digits(number.substr(0, point)) &&
                          are_ascii_digits(number.substr(point + 1));
  if (is_decimal) {
    const char prefix = text.back();
    return std::string(number) + (prefix == 'G' ? "e9" : prefix == 'M' ? "e6" : "e3");
  }
  if (are_ascii_digits(number))
    throw InputError(
        message("'{}' may be thousands, or powers of 1024, and leaves digits out. Write the "
                "number in full.",
                shown_token(text.substr(text.size() - 1))));
  return std::string(text);
}

// R writes [,1] [,2] above the columns and [1,] before the rows.
bool take_r_places(std::vector<Cells>& rows) {
  const auto is_place = [](const std::string& cell) {
    return cell.size() > 3 && cell.starts_with('[') && cell.ends_with(']') &&
           cell.find(',') != cell.npos;
  };
  if (rows.size() < 2 || !std::all_of(rows.front().begin(), rows.front().end(), is_place))
    return false;
  const std::size_t n_cols = rows.front().size();
  rows.erase(rows.begin());
  for (Cells& row : rows) {
    if (row.size() != n_cols + 1 || !is_place(row.front())) return false;
    row.erase(row.begin());
  }
  return true;
}

// pandas counts columns above, and rows in front, both from 0.
bool take_pandas_places(std::vector<Cells>& rows) {
  if (rows.size() < 3) return false;
  const std::size_t n_cols = rows.front().size();
  for (std::size_t col = 0; col < n_cols; ++col)
    if (rows.front()[col] != std::to_string(col)) return false;
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (rows[i].size() != n_cols + 1 || rows[i].front() != std::to_string(i - 1)) return false;
  rows.erase(rows.begin());
  for (Cells& row : rows) row.erase(row.begin());
  return true;
}

// "5×5 BitMatrix:" and "3×3 LowerTriangular{...}:", in which a point stands for 0.
bool take_julia_type(std::string& text) {
  const auto end = text.find('\n');
  if (end == text.npos) return false;
  const std::string_view line = trimmed(std::string_view(text).substr(0, end));
  const bool is_type = line.ends_with(':') && (line.find("BitMatrix") != line.npos ||
                                               line.find("Triangular{") != line.npos);
  if (!is_type) return false;
  text.erase(0, end + 1);
  for (const std::string_view point : {"⋅", "·"}) replace_all(text, point, "0");
  return true;
}

// "q1: 1 0 1; q2: 0 1 1": a label before the colon of every row.
std::string without_row_labels(std::string_view text) {
  std::vector<std::string> rows;
  for (const std::string& row : split(text, ';')) {
    const auto colon = row.find(':');
    const std::string_view label = trimmed(std::string_view(row).substr(0, colon));
    const bool is_label = colon != row.npos && !label.empty() && begins_name(label.front()) &&
                          std::all_of(label.begin(), label.end(), goes_on_in_name) &&
                          row.find(':', colon + 1) == row.npos;
    if (!is_label) return std::string(text);
    rows.emplace_back(trimmed(std::string_view(row).substr(colon + 1)));
  }
  return rows.size() > 1 ? joined(rows, "; ") : std::string(text);
}

// \begin{array}{ccc} without the columns' places.
void remove_array_columns(std::string& text) {
  constexpr std::string_view kBegin = "\\begin{array}{";
  const auto at = text.find(kBegin);
  const auto end = at == text.npos ? at : text.find('}', at + kBegin.size());
  if (end == text.npos) return;
  text.erase(at + kBegin.size() - 1, end + 2 - at - kBegin.size());
}

// "mat<-cat" and "mat ← cat" as "cat->mat"; an arrow with two heads stays and is refused.
std::string with_arrows_forward(std::string text) {
  constexpr std::string_view kBack = "<-", kSpaces = " \t";
  for (const std::string_view arrow : {"←", "⟵", "⇐", "<--"}) replace_all(text, arrow, kBack);
  if (text.find("<->") != text.npos) return text;
  for (auto at = text.find(kBack); at != text.npos; at = text.find(kBack, at + 1)) {
    const auto word_end = at == 0 ? text.npos : text.find_last_not_of(kSpaces, at - 1);
    const auto next = text.find_first_not_of(kSpaces, at + kBack.size());
    if (word_end == text.npos || next == text.npos) return text;
    const auto before = text.find_last_of(" \t\r\n,;(", word_end);
    const auto start = before == text.npos ? 0 : before + 1;
    const auto end = std::min(text.find_first_of(" \t\r\n,;)", next), text.size());
    if (start > word_end || end == next) return text;
    const std::string pair =
        text.substr(next, end - next) + "->" + text.substr(start, word_end + 1 - start);
    text.replace(start, end - start, pair);
    at = start;
  }
  return text;
}

}  // namespace

std::string number_in_plain_notation(std::string_view plain) {
  std::string text(trimmed(plain));
  for (const std::string_view dots : {"...", "…"})
    if (text.size() > dots.size() && text.ends_with(dots) &&
        is_ascii_digit(text[text.size() - dots.size() - 1]) && text.find('.') < text.size() - 3)
      text.resize(text.size() - dots.size());
  replace_all(text, "Math.PI", "pi");
  replace_all(text, "\\%", "%");
  if (const std::string sum = without_large_signs(text); !sum.empty()) return sum;
  return with_prefix_as_power(text);
}

std::string without_asked_unit(const Field& field, std::string_view plain) {
  const std::string ask = field.ask.in("en");
  const bool asks_for_flop = ask.find("FLOP") != ask.npos;
  const bool asks_for_mac = !asks_for_flop && ask.find("MAC") != ask.npos;
  const std::string_view text = trimmed(plain);
  const bool asks_for_numbers = ask.starts_with("How many numbers");
  for (const std::string_view unit : {"FLOPs", "FLOP", "MACs", "MAC", " numbers", "個"}) {
    const bool is_asked = unit.starts_with("FLOP")  ? asks_for_flop
                          : unit.starts_with("MAC") ? asks_for_mac
                                                    : asks_for_numbers;
    if (is_asked && text.size() > unit.size() && text.ends_with(unit))
      return std::string(trimmed(text.substr(0, text.size() - unit.size())));
  }
  return std::string(plain);
}

std::string rows_in_plain_notation(std::string_view plain, const AnswerContext& context) {
  constexpr std::size_t kLongest = 1 << 14;
  if (plain.size() > kLongest) return std::string(plain);
  std::string text(plain);
  replace_all(text, "\\%", "%");
  remove_array_columns(text);
  if (take_julia_type(text)) return text;
  if (text.find('\n') != text.npos) {
    std::vector<Cells> rows = rows_in_lines(text);
    if (take_r_places(rows) || take_pandas_places(rows)) return in_one_line(rows);
    return rows_in_one_line(text, context);
  }
  if (const std::string rows = rows_in_one_line(text, context); rows != text) return rows;
  return text.find_first_of("[({") == text.npos ? without_row_labels(text) : text;
}

std::string pairs_in_plain_notation(std::string_view plain) {
  std::string text(plain);
  for (const std::string_view arrow : {"\\rightarrow", "\\to "}) replace_all(text, arrow, "->");
  for (const std::string_view arrow : {"➔", "➜", "➝", "➞", "⟹"}) replace_all(text, arrow, "->");
  const bool has_arrow = text.find("->") != text.npos || text.find("→") != text.npos;
  if (!has_arrow) replace_all(text, " > ", "->");
  return with_arrows_forward(std::move(text));
}

}  // namespace attn

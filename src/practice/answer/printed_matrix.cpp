#include "practice/answer/printed_matrix.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace attn {
namespace {

// DeviceArray and FloatTensor are found by how they end; c is R's.
constexpr std::array<std::string_view, 8> kMakers = {"matrix",      "Matrix", "Size", "tuple",
                                                     "TensorShape", "list",   "c",    "Variable"};
constexpr std::array<std::string_view, 4> kMakerEnds = {"tensor", "Tensor", "array", "Array"};

bool is_of_path(char c) { return goes_on_in_name(c) || c == '.'; }

// Where the bracket at the beginning is closed, of whichever kind; npos if nowhere.
std::size_t closing(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if ((text[i] == ')' || text[i] == ']') && --depth == 0) return i;
  }
  return text.npos;
}

// Where a character stands outside of all brackets; npos if nowhere.
std::size_t find_outside(std::string_view text, char wanted) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (depth == 0 && text[i] == wanted) return i;
    if (text[i] == '(' || text[i] == '[') ++depth;
    if ((text[i] == ')' || text[i] == ']') && depth > 0) --depth;
  }
  return text.npos;
}

// [[1, 2]], dtype=torch.float64, device='cuda' without the settings.
std::string_view without_settings(std::string_view inside) {
  for (std::size_t from = 0; from < inside.size();) {
    const std::size_t comma = find_outside(inside.substr(from), ',');
    if (comma == inside.npos) break;
    const std::string_view rest = trimmed(inside.substr(from + comma + 1));
    const auto end = std::find_if_not(rest.begin(), rest.end(), is_of_path);
    const bool is_setting = end != rest.begin() && end != rest.end() && *end == '=';
    if (is_setting || rest.empty()) return trimmed(inside.substr(0, from + comma));
    from += comma + 1;
  }
  return inside;
}

// What stands inside tensor(...); the text itself where that is no such call.
std::string_view inside_maker(std::string_view text) {
  const auto name_end = std::find_if_not(text.begin(), text.end(), is_of_path);
  std::string_view name = text.substr(0, static_cast<std::size_t>(name_end - text.begin()));
  const std::string_view call = trimmed(text.substr(name.size()));
  if (const auto dot = name.rfind('.'); dot != name.npos) name.remove_prefix(dot + 1);
  const bool is_maker = std::find(kMakers.begin(), kMakers.end(), name) != kMakers.end() ||
                        std::any_of(kMakerEnds.begin(), kMakerEnds.end(),
                                    [&](std::string_view end) { return name.ends_with(end); });
  if (!is_maker || !call.starts_with('(')) return text;
  const std::size_t end = closing(call);
  if (end == call.npos || !trimmed(call.substr(end + 1)).empty()) return text;
  return without_settings(trimmed(call.substr(1, end - 1)));
}

// (512, 4096) as [512, 4096], and rows that are tuples likewise. Arithmetic keeps its parentheses.
std::string with_brackets_for_tuples(std::string_view text, int depth = 0) {
  constexpr int kDeepest = 3;
  const bool is_tuple = text.starts_with('(') && closing(text) == text.size() - 1 &&
                        find_outside(text.substr(1, text.size() - 2), ',') != text.npos;
  const bool is_list = text.starts_with('[') && closing(text) == text.size() - 1;
  if ((!is_tuple && !is_list) || depth == kDeepest) return std::string(text);
  std::string_view rest = text.substr(1, text.size() - 2);
  if (rest.find('(') == rest.npos) return "[" + std::string(without_settings(rest)) + "]";
  std::string result = "[";
  while (true) {
    const std::size_t comma = find_outside(rest, ',');
    const std::string_view item = trimmed(rest.substr(0, comma));
    result += item.starts_with('(') ? with_brackets_for_tuples(item, depth + 1) : std::string(item);
    if (comma == rest.npos) return result + "]";
    result += ", ";
    rest = rest.substr(comma + 1);
  }
}

// [[[1, 2]]] as [[1, 2]]: a batch of one.
std::string_view without_outer_bracket(std::string_view text) {
  if (!text.starts_with('[') || closing(text) != text.size() - 1) return text;
  const std::string_view inside = trimmed(text.substr(1, text.size() - 2));
  const bool is_alone = inside.starts_with('[') && closing(inside) == inside.size() - 1;
  const std::string_view row = is_alone ? trimmed(inside.substr(1)) : inside;
  return is_alone && row.starts_with('[') ? inside : text;
}

// \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} as 1 , 2 ; 3 , 4.
std::string without_latex_matrix(std::string text) {
  for (const std::string_view command : {"\\begin{", "\\end{"})
    for (auto at = text.find(command); at != text.npos; at = text.find(command)) {
      const auto end = text.find('}', at);
      if (end == text.npos) return text;
      text.erase(at, end + 1 - at);
    }
  for (const std::string_view sign :
       {"\\left[", "\\right]", "\\left(", "\\right)", "\\[", "\\]", "\\(", "\\)", "\\hline"})
    replace_all(text, sign, " ");
  replace_all(text, "\\\\", ";");
  replace_all(text, "&", ",");
  replace_all(text, "$", "");
  return text;
}

// {{1, 2}, {3, 4}} as [[1, 2], [3, 4]].
std::string with_brackets_for_braces(std::string text) {
  const bool is_list =
      text.starts_with('{') && text.ends_with('}') && text.find_first_of("\\$[]") == text.npos;
  if (!is_list) return text;
  std::replace(text.begin(), text.end(), '{', '[');
  std::replace(text.begin(), text.end(), '}', ']');
  return text;
}

}  // namespace

std::string without_program_words(std::string_view plain) {
  std::string text(trimmed(plain));
  constexpr std::size_t kLongestLatex = 1 << 14;
  const bool has_latex_cells = text.find('&') != text.npos || text.find("\\\\") != text.npos;
  const bool is_latex = has_latex_cells || text.find("\\begin{") != text.npos;
  if (text.size() <= kLongestLatex && is_latex) text = without_latex_matrix(std::move(text));
  text = with_brackets_for_braces(std::move(text));
  const std::string_view inside = inside_maker(trimmed(text));
  const bool has_brackets = inside.starts_with('[') || inside.starts_with('(');
  if (!has_brackets) return std::string(inside);
  const std::string rows = with_brackets_for_tuples(inside);
  return std::string(without_outer_bracket(rows));
}

}  // namespace attn

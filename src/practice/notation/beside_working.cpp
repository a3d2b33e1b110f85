#include "practice/notation/beside_working.hpp"

#include "base/text.hpp"

namespace attn {
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

// The place of the parenthesis that closes the one at the beginning of a text.
std::size_t closing_of_first(std::string_view text) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
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
  const auto close = closing_of_first(text);
  if (close == text.npos) return std::nullopt;
  AnswerAndWorking parts = parts_of(text.substr(close + 1), text.substr(1, close - 1));
  const bool begins_number = is_ascii_digit(parts.answer.front()) || parts.answer.front() == '.';
  if (!begins_number || !is_plain_space(text[close + 1])) return std::nullopt;
  parts.is_parted = true;
  parts.is_behind = false;
  return parts;
}

std::vector<std::string> sides_of_equation(std::string_view text) {
  std::vector<std::string> sides(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == '=' && depth == 0)
      sides.emplace_back();
    else
      sides.back() += c;
  }
  return sides;
}

}  // namespace attn

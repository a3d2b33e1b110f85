#include "practice/course/dollar_formula.hpp"

#include <algorithm>

namespace attn {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// What stands behind the code that begins at `at`, or behind its quotes if they are never closed.
std::size_t behind_code(std::string_view text, std::size_t at) {
  const std::size_t inside = std::min(text.find_first_not_of('`', at), text.size());
  const std::string_view quotes = text.substr(at, inside - at);
  for (std::size_t close = text.find(quotes, inside); close != text.npos;) {
    const std::size_t end = std::min(text.find_first_not_of('`', close), text.size());
    if (end - close == quotes.size()) return end;
    close = text.find(quotes, end);
  }
  return inside;
}

// Whether the dollar sign at `at` begins a formula.
bool begins_formula(std::string_view text, std::size_t at) {
  if (text.substr(at).starts_with("$$")) return text.find("$$", at + 2) != text.npos;
  if (at + 1 >= text.size() || is_space(text[at + 1])) return false;
  const std::size_t close = text.find('$', at + 1);
  if (close == text.npos || is_space(text[close - 1]) || text[close - 1] == '\\') return false;
  return close + 1 == text.size() || !is_digit(text[close + 1]);
}

}  // namespace

std::optional<std::size_t> find_dollar_formula(std::string_view block) {
  for (std::size_t at = 0; at < block.size();) {
    if (block[at] == '$' && begins_formula(block, at)) return at;
    if (block[at] == '`')
      at = behind_code(block, at);
    else
      at += block[at] == '\\' ? 2 : 1;
  }
  return std::nullopt;
}

}  // namespace attn

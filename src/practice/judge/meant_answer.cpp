#include "practice/judge/meant_answer.hpp"

#include <algorithm>
#include <string_view>

#include "practice/formula/missing_parentheses.hpp"

namespace attn {
namespace {

constexpr std::size_t kLongestAnswer = 2000;  // bytes: longer ones are printed by programs

// An answer cut into what stands between spaces and signs that part cells, and those signs.
std::vector<std::string> pieces_of(const Field& field, const std::string& text) {
  if (field.kind != FieldKind::matrix) return {text};
  constexpr std::string_view kParting = " ,;[]\t\r\n";
  std::vector<std::string> pieces;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find_first_of(kParting, at);
    if (end == at) end = at + 1;
    pieces.push_back(text.substr(at, end - at));
    at = end == text.npos ? text.size() : end;
  }
  return pieces;
}

}  // namespace

std::vector<MeantAnswer> answers_with_parentheses(const Field& field, const std::string& text) {
  const bool has_formulas = field.is_numeric() || field.kind == FieldKind::expression;
  if (!has_formulas || text.size() > kLongestAnswer || text.find_first_of("^/") == text.npos)
    return {};
  const std::vector<std::string> pieces = pieces_of(field, text);
  std::vector<std::vector<std::string>> ways;
  std::size_t n_ways = 0;
  for (const std::string& piece : pieces) {
    ways.push_back(with_parentheses(piece));
    n_ways = std::max(n_ways, ways.back().size());
  }
  std::vector<MeantAnswer> answers;
  for (std::size_t way = 1; way < n_ways; ++way) {
    MeantAnswer answer;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const bool is_changed = way < ways[i].size() && ways[i][way] != ways[i][0];
      answer.text += is_changed ? ways[i][way] : pieces[i];
      if (is_changed && answer.first_changed.empty()) answer.first_changed = ways[i][way];
    }
    const bool is_new = std::none_of(answers.begin(), answers.end(), [&](const MeantAnswer& other) {
      return other.text == answer.text;
    });
    if (is_new && !answer.first_changed.empty()) answers.push_back(std::move(answer));
  }
  return answers;
}

}  // namespace attn

#include "practice/notation/contrast_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"

namespace attn {
namespace {

constexpr std::array<std::string_view, 10> kNegations = {
    "not", "no", "non", "isn't", "never", "neither", "nor", "ではない", "でない", "じゃない"};

// "not only" denies nothing.
constexpr std::array<std::string_view, 6> kLimits = {"only",   "just",   "merely",
                                                     "simply", "solely", "alone"};
using Contrast = std::pair<std::string_view, std::string_view>;
// What people tell one term from another by, and the same with a comma. The longer of two that
// begin alike comes first.
constexpr std::array kContrasts = {Contrast{" but ", ", "},
                                   Contrast{" and not ", ", not "},
                                   Contrast{"rather than ", ", not "},
                                   Contrast{"instead of ", ", not "},
                                   Contrast{"as opposed to ", ", not "},
                                   Contrast{"ではなくて", "ではない,"},
                                   Contrast{"ではなく", "ではない,"},
                                   Contrast{"ではありません", "ではない,"},
                                   Contrast{"じゃなくて", "じゃない,"},
                                   Contrast{"じゃなく", "じゃない,"},
                                   Contrast{"でなくて", "でない,"},
                                   Contrast{"でなく", "でない,"},
                                   Contrast{"であって", ","},
                                   Contrast{"であります", ","},
                                   Contrast{"であり", ","},
                                   Contrast{"ですが", ","},
                                   Contrast{"だが", ","},
                                   Contrast{"。", ","},
                                   Contrast{". ", ", "},
                                   Contrast{" - ", ", "},
                                   Contrast{"—", ", "}};

// In whatever case the text has it.
void replace_in_any_case(std::string& text, std::string_view from, std::string_view to) {
  const std::string small = lower_case(text);
  std::string result;
  std::size_t done = 0;
  for (auto at = small.find(from); at != small.npos; at = small.find(from, done)) {
    result += text.substr(done, at - done).append(to);
    done = at + from.size();
  }
  text = result + text.substr(done);
}

template <std::size_t n>
bool has_word_among(const std::array<std::string_view, n>& words, const std::string& part) {
  const std::vector<std::string> typed = words_of(lower_case(part));
  return std::any_of(typed.begin(), typed.end(), [&words](const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  });
}

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    const bool parts = is_plain_space(c) || c == '.' || c == '"' || c == '!';
    if (!parts)
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

std::vector<std::string> parts_told_apart(std::string_view text) {
  std::string rest = in_plain_characters(text);
  for (const auto& [contrast, with_comma] : kContrasts)
    replace_in_any_case(rest, contrast, with_comma);
  for (const std::string_view sign : {"「", "」", "“", "”"}) replace_all(rest, sign, " ");
  std::vector<std::string> parts(1);
  for (const char c : rest)
    if (std::string_view("(),/:;=[]").find(c) != std::string_view::npos)
      parts.emplace_back();
    else
      parts.back() += c;
  std::erase_if(parts, [](const std::string& part) { return trimmed(part).empty(); });
  return parts;
}

bool is_negated(const std::string& part) {
  return has_word_among(kNegations, part) || part.find("ない") != part.npos ||
         lower_case(part).find("non-") != part.npos;
}

bool says_more_than_one(const std::string& part) {
  return has_word_among(kLimits, part) || part.find("だけ") != part.npos ||
         part.find("のみ") != part.npos;
}

}  // namespace attn

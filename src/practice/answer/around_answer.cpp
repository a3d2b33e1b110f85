#include "practice/answer/around_answer.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {
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

}  // namespace attn

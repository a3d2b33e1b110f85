#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

namespace attn {

bool are_ascii_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_ascii_digit);
}

std::string kept_together(std::string text) {
  replace_all(text, " ", "\u00a0");
  return text;
}

std::size_t n_lines_of(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string first_lines(const std::string& text, std::size_t n) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < n && end < text.size(); ++i)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  return text.substr(0, end);
}

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  const auto first = text.find_first_not_of(blanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

std::string upper_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return text;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::vector<std::string> spaced_words(std::string_view text) {
  std::vector<std::string> words;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const auto end = std::min(text.find_first_of(kSpaces), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

std::vector<std::string> list_items(std::string_view list) {
  std::string without_spaces(list);
  std::erase(without_spaces, ' ');
  return split(without_spaces, ',');
}

void replace_all(std::string& text, std::string_view old, std::string_view with) {
  std::string result;
  std::size_t from = 0;
  for (auto at = text.find(old); at != text.npos; at = text.find(old, from)) {
    result.append(text, from, at - from).append(with);
    from = at + old.size();
  }
  text = result.append(text, from);
}

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  return fmt::format("{}", fmt::join(parts, between));
}

std::string listed(const std::vector<std::string>& words) { return joined(words, ", "); }

std::string listed_first(std::vector<std::string> words, std::size_t n) {
  if (words.size() > n) {
    words.resize(n);
    words.emplace_back("..");
  }
  return listed(words);
}

std::string tab_field(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  return text;
}

std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+:,@%=";
  const bool is_plain = !word.empty() && std::all_of(word.begin(), word.end(), [&](char c) {
    return kPlain.find(c) != std::string_view::npos || (c & 0x80) != 0;
  });
  if (is_plain) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string preview(std::string_view text, int longest) {
  std::string shown;
  for (int count = 0; !text.empty(); ++count) {
    if (count == longest) return shown + "...";
    const CodePoint point = first_code_point(text);
    const bool valid = point.value >= 0 && is_visible(point.value);
    shown.append(valid ? text.substr(0, point.n_bytes) : "?");
    text.remove_prefix(point.n_bytes);
  }
  return shown;
}

namespace {

// As people see them: a kanji is one letter, though it takes three bytes.
using Letters = std::vector<std::string_view>;

// Levenshtein's distance: how many letters to insert, drop or change.
std::size_t edit_distance(const Letters& a, const Letters& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row.back();
}

// "not every row" denies "every row", and is no misspelling of it.
bool has_more_before(const Letters& word, const Letters& candidate) {
  constexpr std::size_t kShortestWord = 3;
  return word.size() >= candidate.size() + kShortestWord &&
         std::equal(candidate.rbegin(), candidate.rend(), word.rbegin());
}

// How many letters of a mistyped word are other ones than the candidate's.
std::size_t letters_to_change(const Letters& word, const Letters& candidate) {
  return has_more_before(word, candidate) ? std::max(word.size(), candidate.size())
                                          : edit_distance(word, candidate);
}

// "--num-heads" of another program for our "--heads".
bool ends_in_name_of(const std::string& word, const std::string& flag) {
  constexpr std::size_t kShortestName = 4;
  if (!flag.starts_with("--") || flag.size() < 2 + kShortestName) return false;
  const std::string name = flag.substr(2);
  return word.ends_with("-" + name) || word.ends_with("_" + name);
}

}  // namespace

std::string nearest(const std::string& word, const std::vector<std::string>& candidates) {
  constexpr std::size_t kLongestWord =
      40;  // longer words are not mistyped commands; the time grows with the square
  constexpr std::size_t kShortestStart = 4;  // "--sh" is the start of a flag, "--" is not
  const Letters letters = graphemes_of(word);
  if (letters.size() > kLongestWord) return "";
  std::string best, begins_alike, ends_alike;
  std::size_t best_distance = std::max<std::size_t>(2, letters.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const Letters others = graphemes_of(candidate);
    if (letters.size() >= kShortestStart && candidate.starts_with(word) && begins_alike.empty())
      begins_alike = candidate;
    if (ends_in_name_of(word, candidate) && candidate.size() > ends_alike.size())
      ends_alike = candidate;
    const std::size_t distance = letters_to_change(letters, others);
    const bool mostly_the_same = 2 * distance <= std::max(letters.size(), others.size());
    if (mostly_the_same && distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  if (best_distance <= 1) return best;
  return !begins_alike.empty() ? begins_alike : !ends_alike.empty() ? ends_alike : best;
}

std::vector<std::string> about_as_near(const std::string& word,
                                       const std::vector<std::string>& candidates) {
  constexpr std::size_t kMore = 2;
  const std::string best = nearest(word, candidates);
  if (best.empty()) return {};
  const Letters letters = graphemes_of(word);
  const std::size_t least = letters_to_change(letters, graphemes_of(best));
  const std::size_t most = least <= 1 ? least : least + kMore;
  const auto has_word = [&word](const std::string& text) { return text.find(word) != text.npos; };
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& candidate : candidates)
    if (const std::size_t distance = letters_to_change(letters, graphemes_of(candidate));
        distance <= most || (has_word(best) && has_word(candidate)))
      near.emplace_back(distance, candidate);
  std::stable_sort(near.begin(), near.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (const auto& [distance, name] : near)
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

}  // namespace attn

#include "cli/program/command_line.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace attn {
namespace {

std::vector<std::string>& kept_words() {
  static std::vector<std::string> words;
  return words;
}

}  // namespace

void keep_command_line(int argc, char** argv) {
  kept_words().assign(argv + std::min(argc, 1), argv + argc);
}

const std::vector<std::string>& typed_words() { return kept_words(); }

std::string_view typed_value(std::string_view flag) {
  const std::vector<std::string>& words = kept_words();
  std::string_view value;
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const std::string_view word = words[i];
    if (word == flag && i + 1 < words.size()) value = words[i + 1];
    if (word.size() > flag.size() && word.starts_with(flag) && word[flag.size()] == '=')
      value = word.substr(flag.size() + 1);
  }
  return value;
}

std::string command_line_with(const std::string& flag) {
  std::vector<std::string> words = kept_words();
  const auto end = std::find(words.begin(), words.end(), "--");
  if (std::find(words.begin(), end, flag) == end) words.insert(end, flag);
  std::string line = "attn";
  for (const std::string& word : words) line += " " + shell_word(word);
  return line;
}

}  // namespace attn

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

std::string command_line_with(const std::string& flag) {
  std::vector<std::string> words = kept_words();
  const auto end = std::find(words.begin(), words.end(), "--");
  if (std::find(words.begin(), end, flag) == end) words.insert(end, flag);
  std::string line = "attn";
  for (const std::string& word : words) line += " " + shell_word(word);
  return line;
}

}  // namespace attn

#include "tokenizer/files/vocabulary_files.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "tokenizer/unicode/characters.hpp"

namespace attn {
namespace {

void require_utf8(std::string_view text, const std::string& file) {
  const std::size_t end = end_of_utf8(text);
  if (end < text.size())
    throw InputError(
        message("{}: {}: the byte there is not UTF-8.", file, line_place_of(text, end)));
}

// Calls back with each line, without its end, and its number from 0 on.
template <typename Visit>
void for_each_line(std::string_view text, const Visit& visit) {
  for (std::size_t number = 0; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    visit(line, number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string_view without_space_at_end(std::string_view line) {
  while (!line.empty()) {
    const std::size_t last = character_before(line, line.size());
    if (!is_white_space(character_at(line, last).value)) break;
    line = line.substr(0, last);
  }
  return line;
}

}  // namespace

MergeTexts read_merges_text(std::string_view text, const std::string& file) {
  require_utf8(text, file);
  MergeTexts merges;
  for_each_line(text, [&](std::string_view line, std::size_t number) {
    merges.add_spaced(line, file, number + 1);
  });
  return merges;
}

TokenVocabulary read_vocabulary_text(std::string_view text, const std::string& file) {
  require_utf8(text, file);
  TokenVocabulary vocabulary;
  for_each_line(text, [&](std::string_view line, std::size_t number) {
    vocabulary.add(without_space_at_end(line), static_cast<std::uint32_t>(number));
  });
  return vocabulary;
}

}  // namespace attn

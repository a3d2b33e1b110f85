#include "tokenizer/shown_token.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/text.hpp"
#include "tokenizer/model/byte_letters.hpp"
#include "tokenizer/unicode/characters.hpp"

namespace attn {
namespace {

constexpr std::string_view kMetaspace = "▁";

// "<0xE7>" as that byte.
std::optional<char> fallback_byte(std::string_view name) {
  constexpr std::size_t kLength = 6;
  if (name.size() != kLength || !name.starts_with("<0x") || name.back() != '>') return std::nullopt;
  unsigned value = 0;
  constexpr int kHexadecimal = 16;
  const char* end = name.data() + kLength - 1;
  const auto read = std::from_chars(name.data() + 3, end, value, kHexadecimal);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return static_cast<char>(value);
}

// A place in the bytes of all tokens that go on from each other.
struct Run {
  std::string bytes;
  std::vector<std::size_t> ends;  // of each token's bytes
};

bool is_combining(std::int32_t character) { return (classes_of(character) & kMark) != 0; }

void append_visible(std::string& shown, std::string_view text, std::int32_t c, bool is_first) {
  if (c == ' ') {
    shown += "␣";
  } else if (c == '\n') {
    shown += "\\n";
  } else if (c == '\t') {
    shown += "\\t";
  } else if (c == '\r') {
    shown += "\\r";
  } else if (c == '\\') {
    shown += "\\\\";
  } else if (!is_visible(c) || is_white_space(c) || (is_first && is_combining(c))) {
    shown += fmt::format("\\u{{{:X}}}", c);
  } else {
    shown += text;
  }
}

std::string hexadecimal(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes)
    text += fmt::format("{}{:02X}", text.empty() ? "" : " ", static_cast<unsigned char>(byte));
  return text;
}

// Where the character begins that the byte at `place` is in, or `place` if it is in none.
std::size_t character_around(std::string_view all, std::size_t place) {
  constexpr std::size_t kMostBefore = 3;  // bytes of a character before its last
  for (std::size_t n = 1; n <= std::min(kMostBefore, place); ++n) {
    const CodePoint point = first_code_point(all.substr(place - n));
    if (point.value >= 0) return point.n_bytes > n ? place - n : place;
  }
  return place;
}

// Where bytes end that are no characters.
std::size_t end_of_wrong_bytes(std::string_view all, std::size_t at, std::size_t end) {
  while (at < end && first_code_point(all.substr(at)).value < 0) ++at;
  return at;
}

// The bytes from `begin` up to `end`, which may cut the first and the last character.
std::string shown_part(std::string_view all, std::size_t begin, std::size_t end) {
  std::string shown;
  std::size_t start = begin == end ? begin : character_around(all, begin);
  for (std::size_t at = begin; at < end; start = at) {
    const CodePoint point = first_code_point(all.substr(start));
    if (point.value < 0) {
      const std::size_t stop = end_of_wrong_bytes(all, at, end);
      shown += "⟨" + hexadecimal(all.substr(at, stop - at)) + "⟩";
      at = stop;
      continue;
    }
    const std::size_t stop = std::min(start + point.n_bytes, end);
    const std::string_view character = all.substr(start, point.n_bytes);
    if (stop - at == point.n_bytes) {
      append_visible(shown, character, point.value, shown.empty());
    } else {
      append_visible(shown, character, point.value, true);
      const std::string bytes = hexadecimal(all.substr(at, stop - at));
      shown += stop == end ? ":" + bytes : ":⟨" + bytes + "⟩";
    }
    at = stop;
  }
  return shown;
}

}  // namespace

TokenBytes bytes_of_token(std::string_view name, NameStyle style) {
  if (style == NameStyle::byte_letters)
    if (auto bytes = bytes_of_letters(name)) return {.bytes = std::move(*bytes)};
  TokenBytes token{.bytes = std::string(name)};
  if (style == NameStyle::metaspace) {
    if (const auto byte = fallback_byte(name)) return {.bytes = std::string(1, *byte)};
    for (std::size_t at = token.bytes.find(kMetaspace); at != token.bytes.npos;
         at = token.bytes.find(kMetaspace, at))
      token.bytes.replace(at, kMetaspace.size(), " ");
  }
  return token;
}

std::vector<std::string> shown_tokens(const std::vector<TokenBytes>& tokens) {
  std::vector<std::string> shown;
  for (std::size_t first = 0; first < tokens.size();) {
    Run run;
    std::size_t last = first;
    do {
      run.bytes += tokens[last].bytes;
      run.ends.push_back(run.bytes.size());
      ++last;
    } while (last < tokens.size() && tokens[last - 1].goes_on && tokens[last].goes_on);
    std::size_t begin = 0;
    for (const std::size_t end : run.ends) {
      shown.push_back(shown_part(run.bytes, begin, end));
      begin = end;
    }
    first = last;
  }
  return shown;
}

}  // namespace attn

#include <algorithm>
#include <array>
#include <utility>

#include "tokenizer/steps.hpp"
#include "tokenizer/subwords.hpp"
#include "tokenizer/unicode.hpp"

namespace attn {

namespace {

std::uint32_t size_of(const AlignedText& text) {
  return static_cast<std::uint32_t>(text.text().size());
}

Pieces split_pieces(const SplitStep& split, Pieces pieces) {
  std::vector<ByteRange> ranges;
  for (const ByteRange range : pieces.ranges)
    for (const ByteRange part : parts_of(split, pieces.piece(range)))
      ranges.push_back({range.begin + part.begin, range.begin + part.end});
  pieces.ranges = std::move(ranges);
  return pieces;
}

// The pieces with a text before those that want one.
template <typename Wants>
Pieces with_prefix(const std::string& prefix, const Pieces& pieces, const Wants& wants) {
  Pieces result;
  for (const ByteRange range : pieces.ranges) {
    const std::uint32_t begin = size_of(result.text);
    if (wants(range)) result.text.add_before(prefix, pieces.text, range.begin);
    result.text.add(pieces.text, range);
    result.ranges.push_back({begin, size_of(result.text)});
  }
  return result;
}

Pieces applied(const SplitStep& split, Pieces pieces) {
  return split_pieces(split, std::move(pieces));
}

Pieces applied(BertWords, Pieces pieces) {
  pieces = split_pieces({.pattern = KnownPattern::white_space, .behavior = SplitBehavior::removed},
                        std::move(pieces));
  return split_pieces({.pattern = KnownPattern::punctuation}, std::move(pieces));
}

Pieces applied(const ByteLevel& step, Pieces pieces) {
  if (step.add_prefix_space)
    pieces = with_prefix(" ", pieces,
                         [&](ByteRange range) { return pieces.text.text()[range.begin] != ' '; });
  if (step.use_regex)
    pieces = split_pieces({.pattern = KnownPattern::gpt2_words}, std::move(pieces));
  Pieces letters;
  letters.text.reserve(pieces.text.text().size());
  letters.ranges.reserve(pieces.ranges.size());
  for (const ByteRange range : pieces.ranges) {
    const std::uint32_t begin = size_of(letters.text);
    add_byte_letters(pieces.text, range, letters.text);
    letters.ranges.push_back({begin, size_of(letters.text)});
  }
  return letters;
}

Pieces replaced(const std::string& replacement, const Pieces& pieces) {
  Pieces result;
  for (const ByteRange range : pieces.ranges) {
    const std::uint32_t begin = size_of(result.text);
    std::uint32_t at = range.begin;
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
      if (pieces.text.text()[i] != ' ') continue;
      result.text.add(pieces.text, {at, i});
      result.text.add_instead(replacement, pieces.text, {i, i + 1});
      at = i + 1;
    }
    result.text.add(pieces.text, {at, range.end});
    result.ranges.push_back({begin, size_of(result.text)});
  }
  return result;
}

Pieces applied(const Metaspace& step, Pieces pieces) {
  pieces = replaced(step.replacement, pieces);
  if (step.prepend != Metaspace::Prepend::never)
    pieces = with_prefix(step.replacement, pieces, [&](ByteRange range) {
      const bool may =
          step.prepend == Metaspace::Prepend::always || pieces.text.source(range).begin == 0;
      return may && !pieces.piece(range).starts_with(step.replacement);
    });
  if (!step.split) return pieces;
  return split_pieces({.pattern = step.replacement, .behavior = SplitBehavior::merged_with_next},
                      std::move(pieces));
}

}  // namespace

Pieces pre_tokenized(const std::vector<PreTokenizer>& steps, AlignedText text) {
  Pieces pieces{.text = std::move(text), .ranges = {}};
  if (!pieces.text.is_empty()) pieces.ranges.push_back({0, size_of(pieces.text)});
  for (const PreTokenizer& step : steps)
    pieces = std::visit([&](const auto& each) { return applied(each, std::move(pieces)); }, step);
  return pieces;
}

namespace {

struct SplitStretch {
  ByteRange range;
  bool is_match = false;
};

// The whole text, what matches and what lies between.
std::vector<SplitStretch> stretches_of(const SplitStep& split, std::string_view text) {
  std::vector<SplitStretch> stretches;
  const auto add = [&](ByteRange range, bool is_match) {
    if (range.begin < range.end)
      stretches.push_back({.range = range, .is_match = is_match != split.inverted});
  };
  std::uint32_t at = 0;
  for (const ByteRange match : matches_of(split.pattern, text)) {
    add({at, match.begin}, false);
    add(match, true);
    at = match.end;
  }
  add({at, static_cast<std::uint32_t>(text.size())}, false);
  return stretches;
}

// A stretch belongs to the one before it where `joins` says so of the two.
template <typename Joins>
std::vector<ByteRange> joined_where(const std::vector<SplitStretch>& stretches,
                                    const Joins& joins) {
  std::vector<ByteRange> parts;
  bool before = false;
  for (const SplitStretch& stretch : stretches) {
    if (!parts.empty() && joins(before, stretch.is_match))
      parts.back().end = stretch.range.end;
    else
      parts.push_back(stretch.range);
    before = stretch.is_match;
  }
  return parts;
}

std::vector<ByteRange> merged_with_next(const std::vector<SplitStretch>& stretches) {
  std::vector<ByteRange> parts;  // from the last to the first
  bool before = false;
  for (auto stretch = stretches.rbegin(); stretch != stretches.rend(); ++stretch) {
    if (!parts.empty() && stretch->is_match && !before)
      parts.back().begin = stretch->range.begin;
    else
      parts.push_back(stretch->range);
    before = stretch->is_match;
  }
  std::reverse(parts.begin(), parts.end());
  return parts;
}

}  // namespace

std::vector<ByteRange> parts_of(const SplitStep& split, std::string_view text) {
  const std::vector<SplitStretch> stretches = stretches_of(split, text);
  std::vector<ByteRange> parts;
  switch (split.behavior) {
    case SplitBehavior::removed:
      for (const SplitStretch& stretch : stretches)
        if (!stretch.is_match) parts.push_back(stretch.range);
      return parts;
    case SplitBehavior::isolated:
      return joined_where(stretches, [](bool, bool) { return false; });
    case SplitBehavior::contiguous:
      return joined_where(stretches, [](bool before, bool now) { return before == now; });
    case SplitBehavior::merged_with_previous:
      return joined_where(stretches, [](bool before, bool now) { return now && !before; });
    case SplitBehavior::merged_with_next:
      return merged_with_next(stretches);
  }
  return parts;
}

namespace {

struct Expression {
  std::string_view text;
  KnownPattern pattern;
};

constexpr std::array kExpressions{
    Expression{R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)",
               KnownPattern::gpt2_words},
    Expression{R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|)"
               R"( ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
               KnownPattern::llama3_words},
    Expression{R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}|)"
               R"( ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
               KnownPattern::qwen_words},
    Expression{R"(\w+|[^\w\s]+)", KnownPattern::words_and_signs},
    Expression{R"(\s+)", KnownPattern::white_space_run},
    Expression{R"( {2,})", KnownPattern::blanks},
    Expression{R"(\s)", KnownPattern::white_space},
};

// A place in a text, read character by character. Every function goes from a place to another.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool is_end(std::size_t at) const { return at >= text_.size(); }
  std::int32_t value(std::size_t at) const {
    return is_end(at) ? kNone : character_at(text_, at).value;
  }
  std::size_t after(std::size_t at) const { return at + character_at(text_, at).n_bytes; }

  template <typename Test>
  bool is(std::size_t at, const Test& test) const {
    return !is_end(at) && test(value(at));
  }
  template <typename Test>
  std::size_t after_run(std::size_t at, const Test& test) const {
    while (is(at, test)) at = after(at);
    return at;
  }

 private:
  static constexpr std::int32_t kNone = -1;
  std::string_view text_;
};

bool is_letter(std::int32_t c) { return (classes_of(c) & kLetter) != 0; }
bool is_number(std::int32_t c) { return (classes_of(c) & kNumber) != 0; }
bool is_sign(std::int32_t c) {
  return (classes_of(c) & (kLetter | kNumber)) == 0 && !is_white_space(c);
}
bool is_word_part(std::int32_t c) { return (classes_of(c) & kWordCharacter) != 0; }
bool is_word_sign(std::int32_t c) { return !is_word_part(c) && !is_white_space(c); }
bool ends_line(std::int32_t c) { return c == '\r' || c == '\n'; }
bool is_blank(std::int32_t c) { return c == ' '; }

// After 's 't 'm 'd 're 've 'll, or `at`.
std::size_t after_contraction(const Reader& text, std::size_t at, bool any_case) {
  if (text.value(at) != '\'') return at;
  const auto letter = [&](std::size_t place) {
    constexpr std::int32_t kLongS = 0x17F;
    const std::int32_t c = text.value(place);
    if (!any_case) return c;
    if (c == kLongS) return std::int32_t{'s'};
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
  };
  const std::int32_t first = letter(at + 1);
  if (first == 's' || first == 't' || first == 'm' || first == 'd') return text.after(at + 1);
  const std::int32_t second = first == 'r' || first == 'v' || first == 'l' ? letter(at + 2) : 0;
  const bool matches = first == 'l' ? second == 'l' : second == 'e';
  return matches ? at + 3 : at;
}

// \s+(?!\S)|\s+ : a run, but not its last character where a text goes on and more are left.
std::size_t after_white_space(const Reader& text, std::size_t at) {
  std::size_t last = at, end = at;
  while (text.is(end, is_white_space)) {
    last = end;
    end = text.after(end);
  }
  return text.is_end(end) || last == at ? end : last;
}

std::size_t after_gpt2_word(const Reader& text, std::size_t at) {
  if (const std::size_t end = after_contraction(text, at, false); end != at) return end;
  const std::size_t word = text.value(at) == ' ' ? at + 1 : at;
  for (const auto test : {is_letter, is_number, is_sign})
    if (text.is(word, test)) return text.after_run(word, test);
  return after_white_space(text, at);
}

std::size_t after_digits(const Reader& text, std::size_t at, int at_most) {
  for (int n = 0; n < at_most && text.is(at, is_number); ++n) at = text.after(at);
  return at;
}

// \s*[\r\n]+ : white space up to the last line end in it, or `at`.
std::size_t after_lines(const Reader& text, std::size_t at) {
  std::size_t end = at;
  for (std::size_t i = at; text.is(i, is_white_space);) {
    const bool ends = ends_line(text.value(i));
    i = text.after(i);
    if (ends) end = i;
  }
  return end;
}

std::size_t after_llama3_word(const Reader& text, std::size_t at, int n_digits) {
  if (const std::size_t end = after_contraction(text, at, true); end != at) return end;
  const std::int32_t c = text.value(at);
  if (is_letter(c)) return text.after_run(at, is_letter);
  if (is_number(c)) return after_digits(text, at, n_digits);
  if (!ends_line(c) && text.is(text.after(at), is_letter))
    return text.after_run(text.after(at), is_letter);
  const std::size_t sign = c == ' ' ? at + 1 : at;
  if (text.is(sign, is_sign)) return text.after_run(text.after_run(sign, is_sign), ends_line);
  const std::size_t lines = after_lines(text, at);
  return lines != at ? lines : after_white_space(text, at);
}

std::size_t after_if(const Reader& text, std::size_t at, bool matches) {
  return matches ? text.after(at) : at;
}

// The end of the match that begins at a character, or `at` if none does.
std::size_t after_match(KnownPattern pattern, const Reader& text, std::size_t at) {
  constexpr int kGroup = 3;  // digits of a thousand
  const std::int32_t c = text.value(at);
  switch (pattern) {
    case KnownPattern::gpt2_words:
      return after_gpt2_word(text, at);
    case KnownPattern::llama3_words:
      return after_llama3_word(text, at, kGroup);
    case KnownPattern::qwen_words:
      return after_llama3_word(text, at, 1);
    case KnownPattern::words_and_signs:
      return is_word_part(c) ? text.after_run(at, is_word_part) : text.after_run(at, is_word_sign);
    case KnownPattern::white_space_run:
      return text.after_run(at, is_white_space);
    case KnownPattern::blanks: {
      const std::size_t end = text.after_run(at, is_blank);
      return end - at < 2 ? at : end;
    }
    case KnownPattern::white_space:
      return after_if(text, at, is_white_space(c));
    case KnownPattern::numeric:
      return after_if(text, at, (classes_of(c) & kNumeric) != 0);
    case KnownPattern::punctuation:
      return after_if(text, at, (classes_of(c) & kPunctuation) != 0);
  }
  return at;
}

ByteRange range_of(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

std::vector<ByteRange> matches_of_literal(std::string_view wanted, std::string_view text) {
  std::vector<ByteRange> matches;
  for (std::size_t at = text.find(wanted); at != text.npos;
       at = text.find(wanted, at + wanted.size()))
    matches.push_back(range_of(at, at + wanted.size()));
  return matches;
}

std::vector<ByteRange> matches_of_known(KnownPattern pattern, std::string_view text) {
  const Reader reader(text);
  std::vector<ByteRange> matches;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = after_match(pattern, reader, at);
    if (end > at) matches.push_back(range_of(at, end));
    at = end > at ? end : reader.after(at);
  }
  return matches;
}

}  // namespace

std::optional<KnownPattern> known_pattern(std::string_view expression) {
  const auto* found =
      std::find_if(kExpressions.begin(), kExpressions.end(),
                   [&](const Expression& known) { return known.text == expression; });
  if (found == kExpressions.end()) return std::nullopt;
  return found->pattern;
}

std::vector<std::string> known_expressions() {
  std::vector<std::string> texts;
  for (const Expression& known : kExpressions) texts.emplace_back(known.text);
  return texts;
}

std::vector<ByteRange> matches_of(const SplitPattern& pattern, std::string_view text) {
  if (const auto* literal = std::get_if<std::string>(&pattern))
    return matches_of_literal(*literal, text);
  return matches_of_known(std::get<KnownPattern>(pattern), text);
}

}  // namespace attn

#include "tokenizer/steps/pre_tokenizer.hpp"

#include <utility>

#include "tokenizer/model/byte_letters.hpp"

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

}  // namespace attn

#include "tokenizer/steps/split.hpp"

#include <algorithm>

namespace attn {
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

}  // namespace attn

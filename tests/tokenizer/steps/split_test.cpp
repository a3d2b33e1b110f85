#include "tokenizer/steps/split.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

using Parts = std::vector<std::string>;

Parts split_at_minus(SplitBehavior behavior, const std::string& text, bool inverted = false) {
  const SplitStep split{.pattern = std::string("-"), .behavior = behavior, .inverted = inverted};
  Parts parts;
  for (const ByteRange range : parts_of(split, text))
    parts.push_back(text.substr(range.begin, range.end - range.begin));
  return parts;
}

}  // namespace

TEST_CASE("split: what becomes of the matches", "[tokenizer][split]") {
  const std::string text = "the-final--countdown";  // the library's own example
  CHECK(split_at_minus(SplitBehavior::removed, text) == Parts{"the", "final", "countdown"});
  CHECK(split_at_minus(SplitBehavior::isolated, text) ==
        Parts{"the", "-", "final", "-", "-", "countdown"});
  CHECK(split_at_minus(SplitBehavior::merged_with_previous, text) ==
        Parts{"the-", "final-", "-", "countdown"});
  CHECK(split_at_minus(SplitBehavior::merged_with_next, text) ==
        Parts{"the", "-final", "-", "-countdown"});
  CHECK(split_at_minus(SplitBehavior::contiguous, text) ==
        Parts{"the", "-", "final", "--", "countdown"});
  CHECK(split_at_minus(SplitBehavior::removed, text, true) == Parts{"-", "-", "-"});
  CHECK(split_at_minus(SplitBehavior::removed, "--").empty());
  CHECK(split_at_minus(SplitBehavior::isolated, "").empty());
}

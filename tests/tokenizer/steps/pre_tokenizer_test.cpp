#include "tokenizer/steps/pre_tokenizer.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

using Parts = std::vector<std::string>;

Parts parts_after(const std::vector<PreTokenizer>& steps, const std::string& text,
                  std::size_t offset = 0) {
  const Pieces pieces = pre_tokenized(steps, AlignedText(text, offset));
  Parts parts;
  for (const ByteRange range : pieces.ranges) parts.emplace_back(pieces.piece(range));
  return parts;
}

}  // namespace

TEST_CASE("pre_tokenizer: bytes as letters", "[tokenizer][pre_tokenizer]") {
  const ByteLevel words{.add_prefix_space = true},
      whole{.add_prefix_space = false, .use_regex = false};
  CHECK(parts_after({words}, "Hi 猫") == Parts{"ĠHi", "ĠçĮ«"});
  CHECK(parts_after({words}, " Hi") == Parts{"ĠHi"});
  CHECK(parts_after({whole}, "a b\n") == Parts{"aĠbĊ"});
  CHECK(parts_after({words}, "").empty());
}

TEST_CASE("pre_tokenizer: blanks as another character", "[tokenizer][pre_tokenizer]") {
  const Metaspace always{}, first{.prepend = Metaspace::Prepend::first},
      whole{.prepend = Metaspace::Prepend::never, .split = false};
  CHECK(parts_after({always}, "a  b") == Parts{"▁a", "▁", "▁b"});
  CHECK(parts_after({always}, " a") == Parts{"▁a"});
  CHECK(parts_after({first}, "a b") == Parts{"▁a", "▁b"});
  CHECK(parts_after({first}, "a b", 3) == Parts{"a", "▁b"});  // not at the text's beginning
  CHECK(parts_after({whole}, "a b") == Parts{"a▁b"});
}

TEST_CASE("pre_tokenizer: BERT's words, and steps after each other", "[tokenizer][pre_tokenizer]") {
  CHECK(parts_after({BertWords{}}, "don't  stop.\n") == Parts{"don", "'", "t", "stop", "."});
  const SplitStep digits{.pattern = KnownPattern::numeric};
  CHECK(parts_after({BertWords{}, digits}, "a12 b") == Parts{"a", "1", "2", "b"});
}

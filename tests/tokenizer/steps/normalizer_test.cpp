#include "tokenizer/steps/normalizer.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

std::string after(const Normalizer& step, const std::string& text) {
  return normalized({step}, AlignedText(text, 0)).text();
}

}  // namespace

TEST_CASE("normalizer: BERT's", "[tokenizer][normalizer]") {
  CHECK(after(BertCleaning{}, "Caf\u00E9\t猫 が\u200B\n") == "cafe  猫  か ");
  CHECK(after(BertCleaning{.separate_han = false, .strip_accents = false, .lower_case = false},
              "Caf\u00E9\r猫\v") == "Caf\u00E9 猫");
  CHECK(after(BertCleaning{.clean_text = false}, std::string("\0A", 2)) == std::string("\0a", 2));
}

TEST_CASE("normalizer: one step each", "[tokenizer][normalizer]") {
  CHECK(after(LowerCase{}, "ΣAÉ") == "σaé");
  CHECK(after(StripAccents{}, "e\u0301\u00E9") == "e\u00E9");
  CHECK(after(StripWhiteSpace{}, "\u3000 a b \n") == "a b");
  CHECK(after(StripWhiteSpace{.left = false}, " a ") == " a");
  CHECK(after(StripWhiteSpace{}, " \n").empty());
  CHECK(after(PrependText{"▁"}, "a") == "▁a");
  CHECK(after(PrependText{"▁"}, "").empty());
  CHECK(after(ReplaceText{.pattern = std::string(" "), .content = "▁"}, " a b") == "▁a▁b");
  CHECK(after(ReplaceText{.pattern = KnownPattern::blanks, .content = " "}, "a   b c") == "a b c");
  CHECK(after(BytesAsLetters{}, " é") == "ĠÃ©");
}

TEST_CASE("normalizer: steps follow each other, and the source stays known",
          "[tokenizer][normalizer]") {
  const AlignedText text = normalized(
      {PrependText{"▁"}, ReplaceText{.pattern = std::string(" "), .content = "▁"}, LowerCase{}},
      AlignedText("A B", 5));
  CHECK(text.text() == "▁a▁b");
  CHECK(text.source({0, 4}) == ByteRange{5, 6});
  CHECK(text.source({4, 7}) == ByteRange{6, 7});
  CHECK(text.source({4, 8}) == ByteRange{6, 8});
}

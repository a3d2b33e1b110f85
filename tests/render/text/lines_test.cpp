#include "render/text/lines.hpp"

#include "render/rendered.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

std::string named(const std::vector<std::string>& parts, const Layout& layout) {
  NamedLine line("scores", layout);
  for (const std::string& part : parts) line.append(part);
  return line.text();
}

}  // namespace

TEST_CASE("in_glyphs: writes our symbols in ASCII only where that is asked for",
          "[render][lines]") {
  CHECK(in_glyphs("S = Q Kᵀ", layout_of(80)) == "S = Q Kᵀ");
  CHECK(in_glyphs("S = Q Kᵀ", layout_of(80, Glyphs::ascii)) == "S = Q K^T");
}

TEST_CASE("paragraph: is indented and wrapped, and nothing for no text", "[render][lines]") {
  CHECK(paragraph("", layout_of(80)) == "");
  CHECK(paragraph("S / √d_k", layout_of(80)) == "   S / √d_k\n");
  CHECK(paragraph("S / √d_k", layout_of(80, Glyphs::ascii)) == "   S / sqrt(d_k)\n");
  CHECK(paragraph("one two three", layout_of(10)) == "   one two\n   three\n");
}

TEST_CASE("footnote: later lines start under the text", "[render][lines]") {
  CHECK(footnote("note", "aaa bbb ccc", layout_of(16)) ==
        "   note   aaa\n          bbb\n          ccc\n");
  CHECK(footnote("注", "あい うえ", layout_of(13)) == "   注   あい\n        うえ\n");
  CHECK(footnote("−inf", "x", layout_of(40, Glyphs::ascii)) == "   -inf   x\n");
}

TEST_CASE("block_text: indents every line and cuts the spaces at its end", "[render][lines]") {
  CHECK(block_text({{"ab  ", "    ", "  cd"}, 4}, 2) == "  ab\n\n    cd\n");
  CHECK(block_text({}, 2) == "");
}

TEST_CASE("NamedLine: parts stand behind the name while they fit", "[render][lines]") {
  CHECK(named({}, layout_of(40)) == " scores\n");
  CHECK(named({"S = Q Kᵀ", "(4, 4)"}, layout_of(40)) == " scores   S = Q Kᵀ   (4, 4)\n");
  // 7 columns for the name, 3 and 5 for each part: exactly 23.
  CHECK(named({"aaaaa", "bbbbb"}, layout_of(23)) == " scores   aaaaa   bbbbb\n");
  CHECK(named({"aaaaa", "bbbbb"}, layout_of(22)) == " scores   aaaaa\n   bbbbb\n");
  CHECK(named({"aaaaa", "bbbbb", "ccc"}, layout_of(22)) == " scores   aaaaa\n   bbbbb   ccc\n");
}

TEST_CASE("NamedLine: a part wider than a line is wrapped, and the next goes on behind it",
          "[render][lines]") {
  CHECK(named({"aaa bbb ccc ddd", "e"}, layout_of(14)) == " scores\n   aaa bbb ccc\n   ddd   e\n");
  CHECK(named({"aaa bbb ccc ddd", "eeeee"}, layout_of(14)).ends_with("\n   ddd   eeeee\n"));
  CHECK(named({"aaa bbb ccc ddd", "eeeeee"}, layout_of(14)).ends_with("\n   ddd\n   eeeeee\n"));
}

TEST_CASE("NamedLine: colour takes no columns", "[render][lines][property]") {
  for (unsigned width = 10; width <= 60; ++width) {
    Layout layout = layout_of(width);
    const std::vector<std::string> parts{"A = softmax(masked)", "(query 4)", "猫", "kv head 0"};
    const std::string plain = named(parts, layout);
    layout.color = true;
    const std::string colored = named(parts, layout);
    CAPTURE(width);
    CHECK(colored != plain);
    CHECK(without_escapes(colored) == plain);
  }
}

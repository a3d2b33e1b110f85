#include "render/figure/xml_text.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("xml_text: what XML reads as its own is escaped", "[render][figure]") {
  CHECK(xml_text(R"(<a b="c">&'d'</a>)") == "&lt;a b=&quot;c&quot;&gt;&amp;&#39;d&#39;&lt;/a&gt;");
  CHECK(xml_text("&amp;lt;") == "&amp;amp;lt;");
  CHECK(xml_text("]]>") == "]]&gt;");
  CHECK(xml_text("a\tb\nc\rd") == "a&#9;b&#10;c&#13;d");
}

TEST_CASE("harmless_characters: what is no text of XML becomes U+FFFD", "[render][figure]") {
  const std::string bad = "\xEF\xBF\xBD";
  CHECK(harmless_characters(std::string("a\0b", 3)) == "a" + bad + "b");
  CHECK(harmless_characters("\x1b[0m") == bad + "[0m");
  CHECK(harmless_characters("\xED\xA0\x80") == bad + bad + bad);  // a lone surrogate
  CHECK(harmless_characters("\xff") == bad);
  CHECK(harmless_characters("\xEF\xBF\xBE") == bad);  // U+FFFE
  CHECK(harmless_characters("猫 \xE2\x80\xA8 \xE2\x80\xAE") == "猫 \xE2\x80\xA8 \xE2\x80\xAE");
}

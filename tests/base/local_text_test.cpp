#include "base/local_text.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("LocalText: English here, and Japanese where there is nothing else", "[base][language]") {
  CHECK(LocalText{"weights", "重み"}.here() == "weights");
  CHECK(LocalText{"", "重み"}.here() == "重み");
  CHECK(LocalText{}.here().empty());
  CHECK(LocalText{"", "重み"}.language_here() == "ja");
  CHECK(LocalText{}.language_here().empty());
  CHECK(LocalText{}.empty());
  CHECK_FALSE(LocalText{"", "重み"}.empty());
}

TEST_CASE("LocalText: the user's language, its sister, then the first of the course",
          "[base][language]") {
  LocalText text;
  text.set("fr", "poids");
  text.set("pt-BR", "pesos");
  CHECK(text.here() == "poids");  // the user speaks English here
  CHECK(text.first() == "poids");
  CHECK(text.in("pt-BR") == "pesos");
  CHECK(text.in("de").empty());
  prefer_language("pt-BR");
  CHECK(text.here() == "pesos");
  CHECK(text.language_here() == "pt-BR");
  prefer_language("pt-PT");
  CHECK(text.here() == "pesos");
  prefer_language("de-DE");
  CHECK(text.here() == "poids");
  CHECK(text.language_here() == "fr");
  prefer_language("");
  text.set("fr", "les poids");
  CHECK(text.texts.size() == 2);
  CHECK(text.here() == "les poids");
}

#include "grading/handout/local_html.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

LocalText only_in(const std::string& code, const std::string& words) {
  LocalText text;
  text.set(code, words);
  return text;
}

}  // namespace

TEST_CASE("local_html: another language than that around it is named", "[grading][local_html]") {
  CHECK(local_html(only_in("en", "a < b")) == "a &lt; b");
  CHECK(local_html(only_in("fr", "l’attention")) == "<span lang=\"fr\">l’attention</span>");
  CHECK(lang_attribute(only_in("pt-BR", "x")) == " lang=\"pt-BR\"");
  CHECK(lang_attribute(LocalText()).empty());
}

#include "grading/handout/answer_key.hpp"

#include "grading/handout/small_handout.hpp"
#include "support/catch.hpp"
#include "support/parsed_html.hpp"

using namespace attn;

TEST_CASE("answer_key_html: a row for each question, with what is allowed",
          "[grading][answer_key]") {
  const ParsedHtml html(answer_key_html(small_handout()));
  CHECK(html.text("//h1") == "small worksheet: answers");
  CHECK(html.count("//tbody/tr") == practice_exercise().fields.size());
  CHECK(html.text("//tbody/tr[3]/th") == "3 output");
  CHECK(html.text("//tbody/tr[3]/td[2]") == "0.01");
  CHECK(html.text("//tbody/tr[1]/td/pre") == "2  2\n1  2");
  CHECK(html.text("//tbody/tr[6]/td") == "b  the variance becomes 1");
  CHECK(html.text("//tbody/tr[9]/td[2]") == "not graded");
  CHECK(html.count("//tbody/tr[4]/td/div[@class='or']") == 1);
}

TEST_CASE("answer_key_html: a section for each variant, in order, once", "[grading][answer_key]") {
  const ParsedHtml html(answer_key_html(small_handout({{.variant = 5, .student = "Ana"},
                                                       {.variant = 2, .student = "Bob"},
                                                       {.variant = 5, .student = "Chi"}})));
  CHECK(html.texts("//h2") == std::vector<std::string>{"Variant 2 (Bob)", "Variant 5 (Ana, Chi)"});
  CHECK(html.texts("//h3/span[@class='variant']") ==
        std::vector<std::string>{"variant 2", "variant 5"});
  CHECK(html.text("//section[@class='variant'][1]//pre") !=
        html.text("//section[@class='variant'][2]//pre"));
}

TEST_CASE("answer_key_html: what never changes stands there once", "[grading][answer_key]") {
  Exercise fixed = practice_exercise();
  fixed.variant.clear();
  const ParsedHtml html(answer_key_html(
      small_handout({{.variant = 1}, {.variant = 2}}, {practice_exercise(), fixed})));
  CHECK(html.texts("//h2") ==
        std::vector<std::string>{"The same for everybody", "Variant 1", "Variant 2"});
  CHECK(html.count("//table") == 3);
}

TEST_CASE("answer_key_html: texts are no markup", "[grading][answer_key]") {
  const std::set<std::string> names = ParsedHtml(answer_key_html(small_handout())).names();
  for (const std::string& text : hostile_words()) {
    CAPTURE(text);
    const Exercise exercise = changed_exercise([&text](Exercise& one) {
      one.title.set("en", text);
      for (Field& field : one.fields) {
        field.value_text = text;
        for (Option& option : field.options) option.text.set("en", text);
      }
    });
    Handout handout = small_handout({{.student = text}}, {exercise});
    handout.course = text;
    CHECK(ParsedHtml(answer_key_html(handout)).names() == names);
  }
}

#include "practice/course/pages.hpp"

#include "base/message.hpp"
#include "render/text/document.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

namespace {

Exercise with_prompt(const std::string& prompt) {
  Exercise exercise = practice_exercise();
  exercise.pages.prompt.set("en", prompt);
  exercise.number = 7;
  exercise.source.set("en", "chapter 3");
  return exercise;
}

std::string prompt_text(const Exercise& exercise, std::uint64_t variant = 0) {
  Worksheet worksheet(exercise, variant);
  return document_text(prompt_page(exercise, worksheet), Layout{});
}

std::string template_of(const std::string& text, std::uint64_t variant = 3) {
  Exercise exercise = practice_exercise();
  exercise.pages.answer_template = text;
  return template_text(exercise, variant);
}

}  // namespace

TEST_CASE("prompt_page: title, source, the prompt with its numbers, and the questions",
          "[practice][pages]") {
  const std::string page = prompt_text(with_prompt("Here d_k = {{d_k}}:\n\n{{Q}} {{K}}\n"));
  CHECK_THAT(page, Catch::Matchers::StartsWith(" 7 two-words — Two words\n"
                                               "   see chapter 3\n\n"
                                               "   Here d_k = 4:\n\n"
                                               "             Q                     K\n"
                                               "   cat ⎡ 1  2  0  1 ⎤    cat ⎡ 1  0  1  1 ⎤\n"
                                               "   sat ⎣ 0  1  1  0 ⎦    sat ⎣ 0  1  1  0 ⎦\n\n"
                                               " What is asked\n"
                                               "   scores      The scores.\n"
                                               "               2 × 2, whole numbers\n"));
  CHECK_THAT(page, ContainsSubstring("   why         Why √d_k?\n"
                                     "               one of a, b, c\n"
                                     "               a  it is faster\n"
                                     "               b  the variance becomes 1\n"));
  CHECK_THAT(page, ContainsSubstring("This one is not graded.\n"));
}

TEST_CASE("prompt_page: a variant is named and has its own numbers", "[practice][pages]") {
  const Exercise exercise = with_prompt("{{Q}}");
  const std::string page = prompt_text(exercise, 2);
  CHECK_THAT(page, ContainsSubstring("   see chapter 3   variant 2\n"));
  CHECK(page == prompt_text(exercise, 2));
  CHECK(page != prompt_text(exercise, 0));
}

TEST_CASE("prompt_page: never shows an answer", "[practice][pages]") {
  CHECK_THROWS_AS(prompt_text(with_prompt("{{weights}}")), InputError);
}

TEST_CASE("own_page: may show answers", "[practice][pages]") {
  Worksheet worksheet(practice_exercise());
  const Document page = own_page({"{{scores}}\n\nOpen: {{open}}.", ""}, worksheet);
  REQUIRE(page.pieces.size() == 2);
  CHECK(std::get<Paragraph>(page.pieces[1]).text == "Open: 3.");
}

TEST_CASE("template_text: begins with the exercise and the variant", "[practice][pages]") {
  CHECK(template_of("# scores\nscores =\n") ==
        "exercise = two-words\nvariant = 3\n\n# scores\nscores =\n");
  CHECK(template_of("") == "exercise = two-words\nvariant = 3\n");
}

TEST_CASE("template_text: entries that are there already are replaced where they stand",
          "[practice][pages]") {
  CHECK(template_of("# mine\nexercise=old\n variant = 0\nscores =") ==
        "# mine\nexercise = two-words\nvariant = 3\nscores =");
  CHECK(template_of("variant = 0\nscores =\n") ==
        "exercise = two-words\n\nvariant = 3\nscores =\n");
  CHECK(template_of("exercise = a\nexercise = b\nvariant = 1\n") ==
        "exercise = two-words\nvariant = 3\n");
  CHECK(template_of("# exercise = x\nvariants = 2\n") ==
        "exercise = two-words\nvariant = 3\n\n# exercise = x\nvariants = 2\n");
}

TEST_CASE("append_options: letters that stand for themselves are not listed", "[practice][pages]") {
  const Exercise exercise = practice_exercise();
  Field field = *exercise.find_field("why");
  Document page;
  append_options(page, field);
  CHECK(page.pieces.size() == field.options.size());
  const std::vector<std::string> letters = field.option_letters();
  for (std::size_t i = 0; i < letters.size(); ++i) field.options[i].text.set("en", letters[i]);
  Document bare;
  append_options(bare, field);
  CHECK(bare.pieces.empty());
  field.options.back().text.set("en", "none of them");
  append_options(bare, field);
  CHECK(bare.pieces.size() == letters.size());
}

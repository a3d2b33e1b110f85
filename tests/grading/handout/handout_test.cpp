#include "grading/handout/handout.hpp"

#include <cmath>

#include "grading/handout/small_handout.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/parsed_html.hpp"

using namespace attn;

namespace {

// The exercise with the numbers of a worksheet in the place of the book's.
Exercise with_numbers_of(const Worksheet& worksheet) {
  Exercise exercise = worksheet.exercise();
  for (const auto& [name, drawn] : exercise.variant) {
    const RecipeValue& value = worksheet.value(name);
    if (const auto* numbers = std::get_if<arma::mat>(&value))
      exercise.definitions[name] = *numbers;
    else if (const auto* words = std::get_if<std::vector<std::string>>(&value))
      exercise.definitions[name] = *words;
  }
  exercise.variant.clear();
  return exercise;
}

// Another answer of the same form.
arma::mat other_truth(const Field& field, arma::mat truth) {
  const bool is_whole = arma::all(arma::vectorise(truth == arma::round(truth)));
  switch (field.kind) {
    case FieldKind::number:
    case FieldKind::matrix:
      return truth + (is_whole ? 1.0 : 0.37);
    case FieldKind::mask:
      return 1.0 - truth;
    case FieldKind::choice:
    case FieldKind::label:
      return arma::mat{std::fmod(truth(0) + 1, static_cast<double>(field.options.size()))};
    case FieldKind::list:
      truth.for_each([](double& score) { score = std::isfinite(score) ? -score : score; });
      return truth;
    case FieldKind::expression:
      return truth + 1.0;
  }
  return truth;
}

Exercise with_other_answers(const Exercise& exercise) {
  const Worksheet worksheet(exercise);
  Exercise other = exercise;
  for (Field& field : other.fields) {
    other.definitions[field.name] = other_truth(field, worksheet.numbers(field.name));
    field.value_text = "12345";
  }
  return other;
}

// The elements and attributes of a handout.
std::set<std::string> usual_names() { return ParsedHtml(handout_html(small_handout())).names(); }

}  // namespace

TEST_CASE("handout_html: the title, a name to fill in, the prompt and every question",
          "[grading][handout]") {
  Exercise exercise = practice_exercise();
  exercise.number = 7;
  exercise.pages.prompt.set("en", "Here d_k = {{d_k}}:\n\n{{Q}} {{K}}\n");
  const ParsedHtml html(handout_html(small_handout({{}}, {exercise})));
  CHECK(html.text("//h1") == "small worksheet");
  CHECK(html.text("//h2") == "7 Two words");
  CHECK(html.count("//p[@class='student']//span[contains(@class,'line')]") == 3);
  CHECK(html.text("//div[@class='prompt']/p") == "Here d_k = 4:");
  CHECK(html.texts("//div[@class='prompt']//caption") == std::vector<std::string>{"Q", "K"});
  CHECK(html.count("//section[@class='question']") == exercise.fields.size());
  CHECK(html.text("//section[@class='question'][1]/h4") == "1 scores");
  CHECK(html.text("//section[@class='question'][1]/p") == "The scores. (2 × 2, whole numbers)");
  CHECK(html.text("//section[@class='question'][9]/p") ==
        "Your guess. (1 of these, the highest first: cat, sat) This one is not graded.");
  CHECK(html.text("//p[@class='check']/code") == "attn exercise continue two-words --variant 0");
}

TEST_CASE("handout_html: each student has a sheet with a name and numbers", "[grading][handout]") {
  const ParsedHtml html(handout_html(
      small_handout({{.variant = 3, .student = "Ana Ito"}, {.variant = 4, .student = "Bob"}})));
  CHECK(html.count("//article[@class='sheet']") == 2);
  CHECK(html.texts("//span[@class='variant']") ==
        std::vector<std::string>{"variant 3", "variant 4"});
  CHECK(html.texts("//p[@class='student']//b") == std::vector<std::string>{"Ana Ito", "Bob"});
  CHECK(html.texts("//p[@class='check']/code") ==
        std::vector<std::string>{"attn exercise continue two-words --variant 3",
                                 "attn exercise continue two-words --variant 4"});
}

TEST_CASE("handout_html: an exercise without variants is printed for everybody, as it is",
          "[grading][handout]") {
  const Exercise fixed = changed_exercise([](Exercise& exercise) { exercise.variant.clear(); });
  const ParsedHtml html(handout_html(small_handout({{.variant = 1}, {.variant = 2}}, {fixed})));
  CHECK(html.count("//section[@class='exercise']") == 2);
  CHECK(html.texts("//p[@class='check']/code") ==
        std::vector<std::string>(2, "attn exercise continue two-words --variant 0"));
}

TEST_CASE("handout_html: the same handout has the same bytes", "[grading][handout]") {
  const Handout handout = small_handout({{.variant = 1}, {.variant = 2}});
  CHECK(handout_html(handout) == handout_html(handout));
}

TEST_CASE("handout_html: a student's language is spoken, and then that of the command",
          "[grading][handout]") {
  std::vector<std::string> spoken;
  Handout handout = small_handout({{.language = "ja"}, {.language = ""}});
  handout.speak = [&spoken](const std::string& language) { spoken.push_back(language); };
  handout_html(handout);
  CHECK(spoken == std::vector<std::string>{"ja", "", "", ""});
}

TEST_CASE("handout_html: a text of the course in another language says which",
          "[grading][handout]") {
  const Exercise french = changed_exercise([](Exercise& exercise) {
    exercise.title = LocalText();
    exercise.title.set("fr", "Deux mots");
    exercise.pages.prompt = LocalText();
    exercise.pages.prompt.set("fr", "Voici deux mots.");
  });
  const ParsedHtml html(handout_html(small_handout({{}}, {french})));
  CHECK(html.text("//article[@lang='en']//h2/span[@lang='fr']") == "Deux mots");
  CHECK(html.text("//div[@class='prompt'][@lang='fr']/p") == "Voici deux mots.");
}

TEST_CASE("handout_html: a grid of the right shape for every matrix of every exercise",
          "[grading][handout]") {
  for (const Worksheet& worksheet : course_worksheets()) {
    const Exercise& exercise = worksheet.exercise();
    CAPTURE(named(worksheet));
    const ParsedHtml html(
        handout_html(small_handout({{.variant = worksheet.variant()}}, {exercise})));
    std::size_t n_cells = 0;
    for (const Field& field : exercise.fields)
      if (field.kind == FieldKind::matrix || field.kind == FieldKind::mask)
        n_cells += worksheet.numbers(field.name).n_elem;
    CHECK(html.count("//table[starts-with(@class,'grid')]/tbody//td[not(node())]") ==
          (exercise.program ? 0 : n_cells));
    CHECK(html.count("//h4") == (exercise.program ? 0 : exercise.fields.size()));
  }
}

TEST_CASE("handout_html: does not depend on the answers of any exercise", "[grading][handout]") {
  for (const Worksheet& worksheet : course_worksheets()) {
    if (worksheet.exercise().program) continue;  // whose reply to one request is an example
    CAPTURE(named(worksheet));
    const Exercise exercise = with_numbers_of(worksheet);
    const Handout handout = small_handout({{}}, {exercise});
    const Handout other = small_handout({{}}, {with_other_answers(exercise)});
    CHECK(handout_html(handout) == handout_html(other));
    CHECK(answer_key_html(handout) != answer_key_html(other));
  }
}

TEST_CASE("handout_html: none of its answers occurs in it", "[grading][handout]") {
  const std::string html = handout_html(small_handout());
  const Worksheet worksheet(practice_exercise());
  for (const char* name : {"weights", "output"})
    for (const double cell : worksheet.numbers(name)) {
      if (cell == std::round(cell)) continue;
      CHECK(html.find(fmt::format("{:.2f}", cell)) == std::string::npos);
    }
  CHECK(html.find("n^2*d") == std::string::npos);
}

TEST_CASE("handout_html: links nowhere and runs nothing", "[grading][handout]") {
  const std::set<std::string> names = usual_names();
  for (const char* name : {"a", "script", "link", "img", "iframe", "form", "@href", "@src",
                           "@style", "@onclick", "@id"})
    CHECK_FALSE(names.contains(name));
  const std::string html = handout_html(small_handout());
  CHECK(html.find("http:") == std::string::npos);
  CHECK(html.find("https:") == std::string::npos);
  CHECK(html.find("url(") == std::string::npos);
  CHECK(html.find("@import") == std::string::npos);
}

TEST_CASE("handout_html: what a course or a student is called is no markup", "[grading][handout]") {
  std::set<std::string> names = usual_names();
  for (const char* name : {"code", "pre", "dl", "dt", "dd"}) names.insert(name);
  for (const std::string& text : hostile_words()) {
    CAPTURE(text);
    const Exercise exercise = changed_exercise([&text](Exercise& one) {
      one.title.set("en", text);
      one.source.set("en", text);
      one.pages.prompt.set("en", "```\n" + text + "\n```\n");
      for (Field& field : one.fields) {
        field.ask.set("en", text);
        for (Option& option : field.options) option.text.set("en", text);
        for (std::string& label : field.row_labels) label = text;
        for (std::string& label : field.col_labels) label = text;
      }
    });
    Handout handout = small_handout({{.student = text}}, {exercise});
    handout.course = text;
    const ParsedHtml html(handout_html(handout));
    for (const std::string& name : html.names()) {
      CAPTURE(name);
      CHECK(names.contains(name));
    }
    CHECK(html.count("//article") == 1);
    CHECK(html.count("//section[@class='question']") == exercise.fields.size());
  }
}

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

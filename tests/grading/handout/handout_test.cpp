#include "grading/handout/handout.hpp"

#include "grading/handout/handout_parts.hpp"
#include "grading/handout/small_handout.hpp"
#include "practice/judge/check.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/parsed_html.hpp"
#include "support/practice_exercise.hpp"

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

TEST_CASE("handout_html: the title, a name to fill in, the prompt and every question") {
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

TEST_CASE("handout_html: each student has a sheet with a name and numbers") {
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

TEST_CASE("handout_html: an exercise without variants is printed for everybody, as it is") {
  const Exercise fixed = changed_exercise([](Exercise& exercise) { exercise.variant.clear(); });
  const ParsedHtml html(handout_html(small_handout({{.variant = 1}, {.variant = 2}}, {fixed})));
  CHECK(html.count("//section[@class='exercise']") == 2);
  CHECK(html.texts("//p[@class='check']/code") ==
        std::vector<std::string>(2, "attn exercise continue two-words --variant 0"));
}

TEST_CASE("handout_html: the same handout has the same bytes") {
  const Handout handout = small_handout({{.variant = 1}, {.variant = 2}});
  CHECK(handout_html(handout) == handout_html(handout));
}

TEST_CASE("handout_html: a student's language is spoken, and then that of the command") {
  std::vector<std::string> spoken;
  Handout handout = small_handout({{.language = "ja"}, {.language = ""}});
  handout.speak = [&spoken](const std::string& language) { spoken.push_back(language); };
  handout_html(handout);
  CHECK(spoken == std::vector<std::string>{"ja", "", "", ""});
}

TEST_CASE("handout_html: a text of the course in another language says which") {
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

TEST_CASE("handout_html: a grid of the right shape for every matrix of every exercise") {
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

TEST_CASE("handout_html: does not depend on the answers of any exercise") {
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

TEST_CASE("handout_html: none of its answers occurs in it") {
  const std::string html = handout_html(small_handout());
  const Worksheet worksheet(practice_exercise());
  for (const char* name : {"weights", "output"})
    for (const double cell : worksheet.numbers(name)) {
      if (cell == std::round(cell)) continue;
      CHECK_FALSE(contains(html, fmt::format("{:.2f}", cell)));
    }
  CHECK_FALSE(contains(html, "n^2*d"));
}

TEST_CASE("handout_html: links nowhere and runs nothing") {
  const std::set<std::string> names = usual_names();
  for (const char* name : {"a", "script", "link", "img", "iframe", "form", "@href", "@src",
                           "@style", "@onclick", "@id"})
    CHECK_FALSE(names.contains(name));
  const std::string html = handout_html(small_handout());
  CHECK_FALSE(contains(html, "http:"));
  CHECK_FALSE(contains(html, "https:"));
  CHECK_FALSE(contains(html, "url("));
  CHECK_FALSE(contains(html, "@import"));
}

TEST_CASE("handout_html: what a course or a student is called is no markup") {
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

TEST_CASE("answer_key_html: a row for each question, with what is allowed") {
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

TEST_CASE("answer_key_html: a section for each variant, in order, once") {
  const ParsedHtml html(answer_key_html(small_handout({{.variant = 5, .student = "Ana"},
                                                       {.variant = 2, .student = "Bob"},
                                                       {.variant = 5, .student = "Chi"}})));
  CHECK(html.texts("//h2") == std::vector<std::string>{"Variant 2 (Bob)", "Variant 5 (Ana, Chi)"});
  CHECK(html.texts("//h3/span[@class='variant']") ==
        std::vector<std::string>{"variant 2", "variant 5"});
  CHECK(html.text("//section[@class='variant'][1]//pre") !=
        html.text("//section[@class='variant'][2]//pre"));
}

TEST_CASE("answer_key_html: what never changes stands there once") {
  Exercise fixed = practice_exercise();
  fixed.variant.clear();
  const ParsedHtml html(answer_key_html(
      small_handout({{.variant = 1}, {.variant = 2}}, {practice_exercise(), fixed})));
  CHECK(html.texts("//h2") ==
        std::vector<std::string>{"The same for everybody", "Variant 1", "Variant 2"});
  CHECK(html.count("//table") == 3);
}

TEST_CASE("answer_key_html: texts are no markup") {
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

LocalText only_in(const std::string& code, const std::string& words) {
  LocalText text;
  text.set(code, words);
  return text;
}

TEST_CASE("local_html: another language than that around it is named") {
  CHECK(local_html(only_in("en", "a < b")) == "a &lt; b");
  CHECK(local_html(only_in("fr", "l’attention")) == "<span lang=\"fr\">l’attention</span>");
  CHECK(lang_attribute(only_in("pt-BR", "x")) == " lang=\"pt-BR\"");
  CHECK(lang_attribute(LocalText()).empty());
}

std::vector<RightAnswer> answers_to(const std::string& field) {
  static const Worksheet worksheet(practice_exercise());
  return right_answers(worksheet, practice_exercise().field(field));
}

using Lines = std::vector<std::string>;

// A number with this tolerance, as it is written out.
std::string number_within(double value, const Tolerance& tolerance) {
  Exercise exercise = practice_exercise();
  Field& field = exercise.fields[4];
  REQUIRE(field.name == "open");
  field.tolerance = tolerance;
  exercise.definitions["open"] = arma::mat{value};
  return right_answers(Worksheet(exercise), field).front().lines.front();
}

TEST_CASE("right_answers: a matrix in rows, its columns below one another") {
  const std::vector<RightAnswer> scores = answers_to("scores");
  REQUIRE(scores.size() == 1);
  CHECK(scores.front().lines == Lines{"2  2", "1  2"});
  CHECK(scores.front().is_matrix);
  // softmax of 1 1 and of 1/2 1
  CHECK(answers_to("weights").front().lines == Lines{"0.500  0.500", "0.378  0.622"});
}

TEST_CASE("right_answers: the book's misprint is no answer, an accepted reading is") {
  CHECK(answers_to("weights").size() == 1);
  const std::vector<RightAnswer> masks = answers_to("mask");
  REQUIRE(masks.size() == 2);
  CHECK(masks[0].lines == Lines{"1  0", "1  1"});
  CHECK(masks[1].lines != masks[0].lines);
}

TEST_CASE("right_answers: a choice, a list and a formula in words") {
  CHECK(answers_to("why").front().lines == Lines{"b  the variance becomes 1"});
  CHECK(answers_to("cost").front().lines == Lines{"n^2*d"});
  CHECK(answers_to("strongest").front().lines == Lines{"cat->sat"});
  CHECK(answers_to("open").front().lines == Lines{"3"});
  CHECK_FALSE(answers_to("open").front().is_matrix);
}

TEST_CASE("right_answers: as many digits as the tolerance tells apart") {
  CHECK(number_within(12345678, {}) == "12345678");
  CHECK(number_within(-0.123456, {.absolute = 0.01}) == "−0.123");
  CHECK(number_within(0.123456, {.absolute = 0.005, .decimals = 2}) == "0.12");
  CHECK(number_within(1234.56, {.absolute = 5}) == "1235");
  CHECK(number_within(0.000123456, {.relative = 0.01}) == "0.000123");
  CHECK(number_within(0.000123456, {.relative = 0.5, .significant = 2}) == "0.00012");
}

TEST_CASE("right_answers: a number that is written out is right, in every exercise") {
  for (const Worksheet& worksheet : course_worksheets()) {
    if (worksheet.exercise().program) continue;
    for (const Field& field : worksheet.exercise().fields) {
      if (field.kind != FieldKind::number || !field.is_graded) continue;
      CAPTURE(named(worksheet), field.name);
      std::string text = right_answers(worksheet, field).front().lines.front();
      if (text.starts_with("−")) text.replace(0, std::string("−").size(), "-");
      CAPTURE(text);
      Tolerance tolerance = field.tolerance;
      if (tolerance.is_exact()) tolerance.relative = 1e-5;  // six digits are written
      CHECK(is_close(std::stod(text), worksheet.numbers(field.name)(0), tolerance));
    }
  }
}

TEST_CASE("allowed_on_paper: only numbers may be off") {
  CHECK(allowed_on_paper(practice_exercise().field("output")) == "0.01");
  CHECK(allowed_on_paper(practice_exercise().field("weights")) == "0.0005");
  CHECK(allowed_on_paper(practice_exercise().field("open")).empty());
  CHECK(allowed_on_paper(practice_exercise().field("why")).empty());
}

ParsedHtml room_of(const std::string& field, arma::uword n_rows = 1, arma::uword n_cols = 1) {
  return ParsedHtml(room_to_write(practice_exercise().field(field), arma::SizeMat(n_rows, n_cols)));
}

bool has_grid(const Field& field) {
  return field.kind == FieldKind::matrix || field.kind == FieldKind::mask;
}

TEST_CASE("room_to_write: a matrix has an empty grid with its labels") {
  const ParsedHtml html = room_of("scores", 2, 2);
  CHECK(html.texts("//thead//th") == std::vector<std::string>{"cat", "sat"});
  CHECK(html.texts("//tbody//th") == std::vector<std::string>{"cat", "sat"});
  CHECK(html.texts("//tbody//td") == std::vector<std::string>(4, ""));
  CHECK(html.text("//caption") == "scores: a table to fill in, 2 × 2");
}

TEST_CASE("room_to_write: many columns are narrower") {
  CHECK(room_of("mask", 3, 8).count("//table[@class='grid']") == 1);
  CHECK(room_of("mask", 3, 9).count("//table[@class='grid narrow']") == 1);
  CHECK(room_of("mask", 3, 15).count("//table[@class='grid tight']") == 1);
}

TEST_CASE("room_to_write: a choice has boxes to tick, with letters and texts") {
  const ParsedHtml html = room_of("why");
  CHECK(html.texts("//li/b") == std::vector<std::string>{"a", "b", "c"});
  CHECK(html.text("//li[2]") == "☐ b the variance becomes 1");
  CHECK(html.count("//ul[@class='boxes']") == 1);
}

TEST_CASE("room_to_write: options that are letters alone stand in a row") {
  Field field = practice_exercise().field("why");
  for (Option& option : field.options) option.text.set("en", option.id);
  const ParsedHtml html(room_to_write(field, arma::SizeMat(1, 1)));
  CHECK(html.texts("//ul[@class='boxes letters']/li") ==
        std::vector<std::string>{"☐ a", "☐ b", "☐ c"});
}

TEST_CASE("room_to_write: a list has a line for each item, other answers one") {
  CHECK(room_of("open").count("//span[@class='line short']") == 1);
  CHECK(room_of("cost").count("//span[@class='line']") == 1);
  CHECK(room_of("strongest").count("//span[@class='line short']") == 1);
  Field three = practice_exercise().field("strongest");
  three.count = 3;
  CHECK(ParsedHtml(room_to_write(three, arma::SizeMat(1, 3))).count("//ol/li/span") == 3);
  CHECK(ParsedHtml(ruled_lines(5)).count("//span[@class='line']") == 5);
}

TEST_CASE("room_to_write: every question of every exercise has room of its shape") {
  for (const Worksheet& worksheet : course_worksheets()) {
    if (worksheet.exercise().program) continue;
    for (const Field& field : worksheet.exercise().fields) {
      CAPTURE(named(worksheet), field.name);
      const arma::mat& truth = worksheet.numbers(field.name);
      const ParsedHtml html(room_to_write(field, arma::size(truth)));
      CHECK(html.count("//tbody/tr") == (has_grid(field) ? truth.n_rows : 0));
      CHECK(html.count("//tbody//td[not(node())]") == (has_grid(field) ? truth.n_elem : 0));
      CHECK(html.count("//ul/li") == (field.kind == FieldKind::choice ? field.options.size() : 0));
      const bool has_lines = !has_grid(field) && field.kind != FieldKind::choice;
      CHECK(html.count("//span[contains(@class,'line')]") == (!has_lines ? 0
                                                              : field.kind == FieldKind::list
                                                                  ? field.count
                                                                  : 1));
    }
  }
}

}  // namespace

#include "grading/report/forms.hpp"

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "base/text.hpp"
#include "grading/gradebook.hpp"
#include "practice/course/course.hpp"
#include "practice/judge/check.hpp"
#include "practice/program/program.hpp"
#include "support/catch.hpp"
#include "support/csv_records.hpp"
#include "support/json.hpp"
#include "support/shown_safely.hpp"
#include "support/small_gradebook.hpp"

TEST_CASE("class_page: the class at a glance, what needs a look, then each exercise") {
  CHECK(class_page(small_gradebook()) == R"(# Attention

3 of 4 students handed in work to be graded. The maximum is 4.5 points.

Without those of whom something is not marked (1): mean 1.75 (38.9 %), median 1.75 (38.9 %).

| Points in % | Students | Share of the class   |
| ----------: | -------: | -------------------- |
|      80–100 |        0 | -------------------- |
|       60–80 |        1 | ##########---------- |
|       40–60 |        0 | -------------------- |
|       20–40 |        0 | -------------------- |
|        0–20 |        1 | ##########---------- |

Isolation of programs: bubblewrap.

## What to look at first

)" + needs_look(small_gradebook()) + R"(
## Exercises

| Exercise          | Handed in | Judged | Mean |  Of | Mean as a share      |
| ----------------- | --------: | -----: | ---: | --: | -------------------- |
| 1 Softmax by hand |         3 |      2 | 1.25 | 2.5 | ##########---------- |
| 2 A causal mask   |         3 |      2 |  0.5 |   2 | #####--------------- |

## 1 Softmax by hand (softmax)

| Name    | Correct | In % | Share correct        | Question |
| ------- | ------: | ---: | -------------------- | -------- |
| scores  |       1 | 50.0 | ##########---------- | What is Q Kᵀ? |
| weights |       1 | 50.0 | ##########---------- | What are the weights? |

Mistakes in scores:

- 1 × no_scale: The scores were not divided by √d_k.

Mistakes in weights:

- 1 × no known mistake: 0.71 0.29 (s02)

## 2 A causal mask (masks)

| Name   | Correct | In % | Share correct        | Question |
| ------ | ------: | ---: | -------------------- | -------- |
| shape  |       1 | 50.0 | ##########---------- | The shape is right |
| secret |       0 |  0.0 | -------------------- | Large numbers (hidden) |
)");
}

TEST_CASE("class_page: the three answers that most gave, and the first students") {
  Gradebook book = hostile_gradebook();
  for (std::size_t i = 0; i < book.plan.students.size(); ++i) {
    book.plan.students[i].id = book.marks[2 * i].student = "id" + std::to_string(i);
    for (MarkedItem& item : book.marks[2 * i].items)
      item.unexplained = i < 12 ? "rare" + std::to_string(i) : i % 2 == 0 ? "even" : "odd";
  }
  const std::string page = class_page(book);
  CHECK_THAT(page, ContainsSubstring(" × no known mistake: even (id12, id14, id16, ..)\n"));
  CHECK_THAT(page, ContainsSubstring("- 1 × no known mistake: rare0 (id0)\n"));
  CHECK_THAT(page, !ContainsSubstring("rare1 "));
}

TEST_CASE("class_page: an answer that two mistakes give counts once") {
  Gradebook book = small_gradebook();
  book.marks[2].items[0].misconceptions = {"no_scale", "swapped"};
  CHECK_THAT(class_page(book), ContainsSubstring(R"(
- 1 × an answer that each of these mistakes would give:
  - no_scale: The scores were not divided by √d_k.
  - swapped: Q and K were swapped.
)"));
}

TEST_CASE("class_page: nothing could be marked") {
  Gradebook book = small_gradebook();
  for (Mark& mark : book.marks) mark.state = MarkState::missing;
  const std::string page = class_page(book);
  CHECK_THAT(page, ContainsSubstring("0 of 4 students handed in work to be graded."));
  CHECK_THAT(page, !ContainsSubstring("mean"));
  CHECK_THAT(page, ContainsSubstring("Nothing that was handed in could be marked."));
}

TEST_CASE("class_page: hostile texts are no markup") {
  const auto n_pieces = [](const Gradebook& book) {
    return read_markdown(class_page(book), {}).pieces.size();
  };
  const std::size_t n_harmless = n_pieces(gradebook_with("harmless"));
  for (const std::string& text : hostile_texts()) {
    if (text.empty()) continue;  // nothing to show
    INFO(text);
    CHECK(n_pieces(gradebook_with(text)) == n_harmless);
  }
  CHECK_NOTHROW(read_markdown(class_page(hostile_gradebook()), {}));
  CHECK(obeyed_in(class_page(hostile_gradebook())) == "");
}

TEST_CASE("grades_csv: a row for each student, empty where nobody judged") {
  CHECK(grades_csv(small_gradebook()) ==
        "\"student\",\"name\",\"points\",\"of\",\"percent\",\"softmax\",\"masks\",\"remarks\","
        "\"on_roster\",\"isolation\"\r\n"
        "\"s01\",\"Ada\",3.5,4.5,77.8,2.5,1,\"\",yes,\"bubblewrap\"\r\n"
        "\"s02\",\"山田\",0,4.5,0.0,0,0,\"masks: unreadable\",yes,\"no program was run\"\r\n"
        "\"s03\",\"\",0,4.5,0.0,0,0,\"no folder\",yes,\"no program was run\"\r\n"
        "\"guest\",\"\",,4.5,,,,\"softmax: other_variant; masks: grader_failed\",no,"
        "\"no program was run\"\r\n");
}

TEST_CASE("grades_csv: says nothing of a roster where there is none") {
  Gradebook book = small_gradebook();
  for (Student& student : book.plan.students) student.on_roster.reset();
  const auto records = csv_records(grades_csv(book));
  for (std::size_t i = 1; i < records.size(); ++i) CHECK(records[i][8] == "");
}

TEST_CASE("grades_csv: no percent of nothing") {
  Gradebook book = small_gradebook();
  book.plan.exercises.clear();
  book.marks.clear();
  CHECK(csv_records(grades_csv(book))[1][4] == "");
}

TEST_CASE("grades_csv: hostile names stay in their fields") {
  const Gradebook book = hostile_gradebook();
  const auto records = csv_records(grades_csv(book));
  REQUIRE(records.size() == book.plan.students.size() + 1);
  for (std::size_t i = 1; i < records.size(); ++i) {
    REQUIRE(records[i].size() == records[0].size());
    const std::string& field = records[i][0];
    CHECK(field.find(harmless_line(book.plan.students[i - 1].id)) <= 1);
    CHECK((field.empty() || std::string("=+-@\t\r").find(field[0]) == std::string::npos));
  }
  CHECK(obeyed_in(grades_csv(book)) == "");
}

TEST_CASE("grades_json: the plan, the sums and every mark") {
  const Gradebook book = small_gradebook();
  const nlohmann::ordered_json json = grades_json(book);
  CHECK(json["schema"] == "attn.grades/1");
  CHECK(json.begin().key() == "schema");
  CHECK(json["course"] == "Attention");
  CHECK(json["students"][0]["points"] == 3.5);
  CHECK(json["students"][0]["of"] == 4.5);
  CHECK(json["isolation"] == "bubblewrap");
  REQUIRE(json["marks"].size() == 8);
  CHECK(json["marks"][7]["state"] == "grader_failed");
  CHECK(json["students"][2]["points"] == 0);
  CHECK(json["students"][3]["points"].is_null());
  CHECK(json["students"][3]["of"] == 4.5);
  CHECK(plan_json(read_plan(json)).dump() == plan_json(book.plan).dump());
}

TEST_CASE("grades_json: no isolation where no program was run") {
  Gradebook book = small_gradebook();
  for (Mark& mark : book.marks) mark.isolation.clear();
  CHECK(grades_json(book)["isolation"].is_null());
}

TEST_CASE("grades_document: a strict reader gets every text as it was") {
  for (const std::string& text : hostile_texts()) {
    const std::string document = grades_document(gradebook_with(text));
    const nlohmann::json json = json_of(document);
    const std::string utf8 = nlohmann::json::parse(
        nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    CHECK(json["students"][3]["id"] == utf8);
    CHECK(json["marks"][0]["feedback"] == utf8);
    CHECK(obeyed_in(document) == "");
  }
}

namespace {

// What Gradescope's specification has, but for times and the leaderboard.
void require_gradescope_fields(const nlohmann::json& json) {
  static const std::set<std::string> whole{
      "score", "output", "output_format", "visibility", "stdout_visibility", "tests", "extra_data"};
  static const std::set<std::string> of_test{
      "number", "name",   "name_format",   "score",      "max_score",
      "status", "output", "output_format", "visibility", "extra_data"};
  for (const auto& member : json.items()) REQUIRE(whole.contains(member.key()));
  for (const auto& test : json["tests"]) {
    for (const auto& member : test.items()) REQUIRE(of_test.contains(member.key()));
    REQUIRE(test["number"].is_string());
    REQUIRE(test["name"].is_string());
    REQUIRE(test["max_score"].is_number());
    REQUIRE(test.contains("score") == test.contains("status"));
    if (test.contains("score")) {
      REQUIRE(test["score"].is_number());
      REQUIRE((test["status"] == "passed" || test["status"] == "failed"));
    }
    REQUIRE(test["output"].is_string());
    REQUIRE(test["output_format"] == "text");
    REQUIRE(test["visibility"] == "visible");
  }
}

TEST_CASE("gradescope_json: a score for each test and none of the whole") {
  const nlohmann::json json = json_of(gradescope_document(small_gradebook(), 0));
  require_gradescope_fields(json);
  CHECK(!json.contains("score"));
  REQUIRE(json["tests"].size() == 4);
  CHECK(json["tests"][0]["number"] == "1.1");
  CHECK(json["tests"][0]["name"] == "Softmax by hand: What is Q Kᵀ?");
  CHECK(json["tests"][0]["score"] == 2);
  CHECK(json["tests"][0]["max_score"] == 2);
  CHECK(json["tests"][0]["status"] == "passed");
  CHECK(json["tests"][3]["number"] == "2.2");
  CHECK(json["tests"][3]["status"] == "failed");
  CHECK(json["extra_data"]["isolation"] == "bubblewrap");
  CHECK(json["output"] ==
        "3.5 of 4.5 points (77.8 %)\n\n"
        "Isolation of programs: bubblewrap.\n\n"
        "Exercise 1, Softmax by hand\nThere was an older copy, too.\n\n"
        "scores   correct\nweights  correct\n\n"
        "Exercise 2, A causal mask\n\nshape  passed");
}

TEST_CASE("gradescope_json: what was not handed in fails every test") {
  const nlohmann::json json = json_of(gradescope_document(small_gradebook(), 2));
  require_gradescope_fields(json);
  REQUIRE(json["tests"].size() == 4);
  for (const auto& test : json["tests"]) {
    CHECK(test["status"] == "failed");
    CHECK(test["score"] == 0);
  }
}

TEST_CASE("gradescope_json: what nobody judged has no score, and it is said why") {
  Gradebook book = small_gradebook();
  const nlohmann::json open = json_of(gradescope_document(book, 3));
  require_gradescope_fields(open);
  REQUIRE(open["tests"].size() == 4);
  for (const auto& test : open["tests"]) CHECK(!test.contains("score"));
  CHECK(open["score"] == 0);  // one is needed somewhere
  CHECK_THAT(open["output"].get<std::string>(),
             ContainsSubstring("the teacher has to look at it\nThe machine had no memory left."));
  book.marks[7].state = MarkState::missing;
  const nlohmann::json half = json_of(gradescope_document(book, 3));
  CHECK(!half.contains("score"));
  CHECK(!half["tests"][0].contains("score"));
  CHECK(half["tests"][3]["score"] == 0);
}

TEST_CASE("gradescope_json: of a hidden check only its name and verdict") {
  const std::string document = gradescope_document(small_gradebook(), 2);
  CHECK_THAT(document, ContainsSubstring("secret"));
  CHECK_THAT(document, !ContainsSubstring("Large numbers"));
}

TEST_CASE("gradescope_document: hostile texts are strings and nothing else") {
  for (const std::string& text : hostile_texts()) {
    const Gradebook book = gradebook_with(text);
    for (std::size_t student = 0; student < 4; ++student) {
      const std::string document = gradescope_document(book, student);
      const nlohmann::json json = json_of(document);
      require_gradescope_fields(json);
      CHECK(json["tests"].size() == 4);
      CHECK(obeyed_in(document) == "");
      CHECK(obeyed_in(json["output"]) == "");
    }
  }
}

TEST_CASE("harmless_lines: what cannot be seen is replaced by what can") {
  CHECK(harmless_lines("plain 山田 👩‍💻") == "plain 山田 👩‍💻");
  CHECK(harmless_lines("\x1B[31mred") == "␛[31mred");
  CHECK(harmless_lines(std::string("a\0b\x7F", 4)) == "a␀b␡");
  CHECK(harmless_lines("a\xFF"
                       "b") ==
        "a\uFFFD"
        "b");
  CHECK(harmless_lines("\xED\xA0\x80") == "\uFFFD\uFFFD\uFFFD");
  CHECK(harmless_lines("a\u202Eb\u0085c\uFFFEd") == "a⟨U+202E⟩b⟨U+0085⟩c⟨U+FFFE⟩d");
  CHECK(harmless_lines("a\tb") == "a  b");
  CHECK(harmless_lines("a\r\nb\rc\n") == "a\nb␍c\n");
  CHECK(harmless_lines("") == "");
}

TEST_CASE("harmless_line: names that differ in what is not seen look different") {
  CHECK(harmless_line("ana\u200B") == "ana⟨U+200B⟩");
  CHECK(harmless_line("an\u200Da") == "an⟨U+200D⟩a");
  CHECK(harmless_line("猫\u200C") == "猫⟨U+200C⟩");
  CHECK(harmless_line("ana\u3164") == "ana⟨U+3164⟩");
  CHECK(csv_field("\u202Eana") != csv_field("\u200Bana"));
  CHECK(markdown_text("ana\u2060") == "ana⟨U+2060⟩");
}

TEST_CASE("harmless_line: stays on its line") {
  CHECK(harmless_line("a\r\nb\nc\td\r") == "a␤b␤c␉d␍");
}

TEST_CASE("harmless_lines: no log takes a line for a command") {
  CHECK(harmless_lines("::set-output name=x::y") == ": :set-output name=x::y");
  CHECK(harmless_lines("a\n \u3000::error::b") == "a\n \u3000: :error::b");
  CHECK(harmless_lines("std::vector") == "std::vector");
  CHECK(harmless_lines("a ##[error]b") == "a # #[error]b");
  CHECK(harmless_lines("###[error]") == "## #[error]");
  CHECK(harmless_lines("##teamcity[x ##vso[y") == "# #teamcity[x # #vso[y");
  CHECK(harmless_lines("## heading [1]") == "## heading [1]");
}

TEST_CASE("harmless_lines: leaves nothing to obey in any text") {
  for (const std::string& text : hostile_texts()) {
    INFO(text);
    CHECK(obeyed_in(harmless_lines(text)) == "");
    CHECK(obeyed_in(harmless_line(text)) == "");
    CHECK(harmless_line(text).find('\n') == std::string::npos);
  }
}

TEST_CASE("markdown_text: is text, and can still be read") {
  CHECK(markdown_text("two_words.txt (1), 3.5-a & b!") == "two_words.txt (1), 3.5-a & b!");
  CHECK(markdown_text("*x* _y_ `z`") == "\\*x\\* \\_y\\_ \\`z\\`");
  CHECK(markdown_text("<b> &lt; [a](b) a|b $x$ ~~c~~ \\") ==
        "&lt;b> &amp;lt; \\[a\\](b) a\\|b \\$x\\$ \\~\\~c\\~\\~ \\\\");
  CHECK(markdown_text("# a") == "\\# a");
  CHECK(markdown_text("- a") == "\\- a");
  CHECK(markdown_text("12. a") == "12\\. a");
  CHECK(markdown_text("1) a") == "1\\) a");
  CHECK(markdown_text("---") == "\\---");
  CHECK(markdown_text("> a") == "\\> a");
  CHECK(markdown_text("12 a") == "12 a");
  CHECK(markdown_text("0.71 0.29") == "0.71 0.29");
  CHECK(markdown_text("-0.5") == "-0.5");
}

TEST_CASE("markdown_block: no line ends the fence") {
  CHECK(markdown_block("a\n\n") == "```text\na\n```\n");
  CHECK(markdown_block("```\n# out") == "````text\n```\n# out\n````\n");
  CHECK(markdown_block("a ````` b") == "``````text\na ````` b\n``````\n");
}

TEST_CASE("csv_field: a strict reader gets the text, a spreadsheet no formula") {
  CHECK(csv_field("a,\"b\"") == "\"a,\"\"b\"\"\"");
  CHECK(csv_field("") == "\"\"");
  for (const char* const formula :
       {"=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "\n=1", " =1", "＝1"}) {
    INFO(formula);
    CHECK(csv_field(formula).starts_with("\"'"));
  }
  for (const std::string& text : hostile_texts()) {
    const auto records = csv_records(csv_field(text) + "," + csv_field(text) + "\r\n");
    REQUIRE(records.size() == 1);
    REQUIRE(records[0].size() == 2);
    CHECK(records[0][0].find(harmless_line(text)) <= 1);
    CHECK(obeyed_in(csv_field(text)) == "");
  }
}

TEST_CASE("harmless_json: means the same") {
  for (const std::string& text : hostile_texts()) {
    const std::string document =
        nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    const std::string shown = harmless_json(document);
    CHECK(json_of(shown) == json_of(document));
    CHECK(obeyed_in(shown) == "");
  }
  CHECK(harmless_json("\"##[x \u202E \U000E0041\"") == R"("#\u0023[x \u202e \udb40\udc41")");
}

std::string field_of(const std::vector<std::vector<std::string>>& records, std::size_t row,
                     const std::string& column) {
  const auto found = std::find(records[0].begin(), records[0].end(), column);
  INFO(column);
  REQUIRE(found != records[0].end());
  return records.at(row).at(static_cast<std::size_t>(found - records[0].begin()));
}

TEST_CASE("items_csv: a row for each item") {
  const auto records = csv_records(items_csv(small_gradebook()));
  REQUIRE(records.size() == 5);
  CHECK(records[1][0] == "softmax");
  CHECK(field_of(records, 1, "item") == "scores");
  CHECK(field_of(records, 1, "title") == "What is Q Kᵀ?");
  CHECK(field_of(records, 1, "of") == "2");
  CHECK(field_of(records, 1, "handed_in") == "3");
  CHECK(field_of(records, 1, "judged") == "2");
  CHECK(field_of(records, 1, "right") == "1");
  CHECK(field_of(records, 1, "share") == "50.0");
  CHECK(field_of(records, 1, "wrong") == "1");
  CHECK(field_of(records, 1, "misconceptions") == "no_scale 1");
  CHECK(field_of(records, 2, "accepted") == "1");
  CHECK(field_of(records, 2, "unexplained") == "0.71 0.29 (1)");
  CHECK(field_of(records, 4, "hidden") == "yes");
  CHECK(field_of(records, 4, "skipped") == "1");
  CHECK(field_of(records, 4, "unreadable") == "1");
  CHECK(field_of(records, 4, "isolation") == "bubblewrap");
  CHECK(field_of(records, 1, "isolation") == "no program was run");
}

TEST_CASE("items_csv: the most frequent first, three answers that nothing explains") {
  Gradebook book = hostile_gradebook();
  book.marks[0].items[0].misconceptions = {"swapped"};
  for (std::size_t i = 0; i < book.plan.students.size(); ++i) {
    Mark& mark = book.marks[2 * i];
    for (MarkedItem& item : mark.items) item.unexplained = std::to_string(i % 5);
  }
  const auto records = csv_records(items_csv(book));
  const std::string n = std::to_string(hostile_texts().size() + 1);
  CHECK(field_of(records, 1, "misconceptions") == "no_scale " + n + "; swapped 1");
  const std::string answers = field_of(records, 1, "unexplained");
  CHECK(std::count(answers.begin(), answers.end(), ';') == 2);
}

TEST_CASE("items_csv: an answer that two mistakes give counts once") {
  Gradebook book = small_gradebook();
  book.marks[2].items[0].misconceptions = {"no_scale", "swapped"};
  CHECK(field_of(csv_records(items_csv(book)), 1, "misconceptions") == "no_scale/swapped 1");
}

TEST_CASE("items_csv: no share where nothing was judged") {
  Gradebook book = small_gradebook();
  for (Mark& mark : book.marks) mark.state = MarkState::missing;
  CHECK(field_of(csv_records(items_csv(book)), 1, "share") == "");
}

TEST_CASE("items_csv: has a column for every verdict") {
  const auto records = csv_records(items_csv(small_gradebook()));
  for (const auto& row : kFieldVerdicts) field_of(records, 1, row.name);
  for (const auto& row : kCheckStates) field_of(records, 1, row.name);
  for (const auto& row : kCaseVerdicts) field_of(records, 1, row.name);
}

TEST_CASE("items_csv: hostile answers stay in their fields") {
  for (const std::string& text : hostile_texts()) {
    const std::string csv = items_csv(gradebook_with(text));
    const auto records = csv_records(csv);
    REQUIRE(records.size() == 5);
    for (const auto& record : records) CHECK(record.size() == records[0].size());
    CHECK(obeyed_in(csv) == "");
  }
}

// Whether XML 1.0 allows every character, as it is or by its number.
bool has_only_xml_characters(std::string_view text) {
  for (std::string_view rest = text; !rest.empty();) {
    const CodePoint point = first_code_point(rest);
    const bool is_allowed = point.value == '\t' || point.value == '\n' || point.value == '\r' ||
                            (point.value >= 0x20 && point.value <= 0xFFFD) ||
                            point.value >= 0x10000;
    if (!is_allowed) return false;
    rest.remove_prefix(point.n_bytes);
  }
  return text.find("&#") == std::string_view::npos;
}

void read_junit(pugi::xml_document& document, const std::string& xml) {
  REQUIRE(document.load_string(xml.c_str(), pugi::parse_full));
  REQUIRE(has_only_xml_characters(xml));
}

unsigned children_of(pugi::xml_node node, const char* path) {
  return static_cast<unsigned>(node.select_nodes(path).size());
}

void require_true_counts(pugi::xml_node node) {
  REQUIRE(node.attribute("tests").as_uint(99) == children_of(node, ".//testcase"));
  REQUIRE(node.attribute("failures").as_uint(99) == children_of(node, ".//failure"));
  REQUIRE(node.attribute("errors").as_uint(99) == children_of(node, ".//error"));
  REQUIRE(node.attribute("skipped").as_uint(99) == children_of(node, ".//skipped"));
}

TEST_CASE("junit_xml: a suite for each student, and counts that are true") {
  pugi::xml_document document;
  read_junit(document, junit_xml(small_gradebook()));
  const pugi::xml_node all = document.child("testsuites");
  CHECK(std::string(all.attribute("name").value()) == "Attention");
  require_true_counts(all);
  CHECK(all.attribute("tests").as_uint() == 16);
  CHECK(all.attribute("failures").as_uint() == 8);
  CHECK(all.attribute("errors").as_uint() == 4);
  CHECK(all.attribute("skipped").as_uint() == 1);
  CHECK(children_of(all, "testsuite") == 4);
  for (const pugi::xml_node suite : all.children("testsuite")) require_true_counts(suite);
}

TEST_CASE("junit_xml: what nobody judged is an error, and has no points") {
  pugi::xml_document document;
  read_junit(document, junit_xml(small_gradebook()));
  const std::string points = "//testcase[properties/property[@name='points']]";
  CHECK(children_of(document, points.c_str()) == 12);
  CHECK(children_of(document, (points + "/error").c_str()) == 0);
  CHECK(children_of(document, "//testcase/error") == 4);
}

TEST_CASE("junit_xml: a test says what became of it") {
  CHECK_THAT(
      junit_xml(small_gradebook()),
      ContainsSubstring(
          " <testsuite name=\"s02\" tests=\"4\" failures=\"4\" errors=\"0\" skipped=\"0\">\n"
          "  <properties>\n"
          "   <property name=\"course\" value=\"Attention\" />\n"
          "   <property name=\"isolation\" value=\"no program was run\" />\n"
          "   <property name=\"student_name\" value=\"山田\" />\n"
          "  </properties>\n"
          "  <testcase name=\"scores\" classname=\"softmax\">\n"
          "   <properties>\n"
          "    <property name=\"points\" value=\"0\" />\n"
          "    <property name=\"max_points\" value=\"2\" />\n"
          "    <property name=\"verdict\" value=\"wrong\" />\n"
          "    <property name=\"misconceptions\" value=\"no_scale\" />\n"
          "   </properties>\n"
          "   <failure message=\"wrong answer\" type=\"wrong\">no_scale: The scores were not "
          "divided by √d_k.</failure>\n"
          "  </testcase>\n"));
}

TEST_CASE("junit_xml: failures, errors and what was skipped") {
  pugi::xml_document document;
  read_junit(document, junit_xml(small_gradebook()));
  const auto one = [&](const char* path) { return document.select_node(path).node(); };
  CHECK(one("//testsuite[@name='s01']//testcase[@name='secret']/skipped"));
  CHECK(std::string(one("//testsuite[@name='s02']//testcase[@name='shape']/failure")
                        .attribute("message")
                        .value()) == "could not be read: It is larger than 1 MiB.");
  CHECK(std::string(one("//testsuite[@name='s03']//failure").attribute("type").value()) ==
        "missing");
  CHECK(std::string(one("//testsuite[@name='guest']//error").attribute("type").value()) ==
        "other_variant");
  CHECK(std::string(one("//testsuite[@name='s01']/system-out").text().get()) ==
        "softmax\n\nscores   correct\nweights  correct\n\nmasks\n\nshape  passed\n\n");
}

TEST_CASE("junit_xml: hostile texts are text") {
  for (const std::string& text : hostile_texts()) {
    INFO(text);
    const std::string xml = junit_xml(gradebook_with(text));
    pugi::xml_document document;
    read_junit(document, xml);
    require_true_counts(document.child("testsuites"));
    const auto suites = document.select_nodes("/testsuites/testsuite");
    REQUIRE(suites.size() == 4);
    CHECK(suites[3].node().attribute("name").value() == harmless_line(text));
    CHECK(obeyed_in(xml) == "");
  }
}

TEST_CASE("markdown_table: columns are aligned, numbers to the right") {
  CHECK(markdown_table({{{"Name"}, {"N", true}}, {{"猫が", "7"}, {"a", "1000"}}}) ==
        "| Name |    N |\n"
        "| ---- | ---: |\n"
        "| 猫が |    7 |\n"
        "| a    | 1000 |\n");
  CHECK(markdown_table({{{"A"}, {"B", true}}}) == "| A   |   B |\n| --- | --: |\n");
}

TEST_CASE("markdown_table: prose is whole and makes no other row longer") {
  const std::string question(100, 'x');
  CHECK(markdown_table({{{"Name"}, {.heading = "Question", .is_prose = true}},
                        {{"a", prose_cell_of(question)}, {"b", prose_cell_of("y|\nz")}}}) ==
        "| Name | Question |\n"
        "| ---- | -------- |\n"
        "| a    | " +
            question +
            " |\n"
            "| b    | y\\|␤z    |\n");
}

TEST_CASE("bar_of: a share of twenty signs") {
  CHECK(bar_of(3, 4) == "###############-----");
  CHECK(bar_of(0, 4) == "--------------------");
  CHECK(bar_of(4, 4) == "####################");
  CHECK(bar_of(1, 0) == "--------------------");
}

TEST_CASE("cell_text_of: no cell makes a table too wide, or ends itself") {
  CHECK(cell_text_of("a|b") == "a\\|b");
  CHECK(cell_text_of("a\nb") == "a␤b");
  CHECK(cell_text_of(std::string(100, 'x')) == std::string(39, 'x') + "…");
}

TEST_CASE("needs_look: what a teacher has to do, the most urgent first") {
  CHECK(needs_look(small_gradebook()) == R"(**Not marked: the grader failed** (1)

- guest, masks: The machine had no memory left.

**Not marked: answers for a variant other than the student's** (1)

- guest, softmax

**0 points: could not be read or compiled** (1)

- s02 (山田), masks, masks.py

**Remarks on what was graded** (1)

- s01 (Ada), softmax, softmax.txt: There was an older copy, too.

**Not on the roster** (1)

- guest

**Nothing handed in** (1)

- s03

**Files that belong to no exercise** (1)

- s01/notes.pdf
)");
}

TEST_CASE("needs_look: says so where there is nothing") {
  Gradebook book = small_gradebook();
  book.plan.not_looked_at.clear();
  book.plan.students.resize(1);
  book.marks.resize(2);
  book.marks[0].notes.clear();
  CHECK(needs_look(book) == "Nothing: everything could be marked.\n");
}

TEST_CASE("needs_look: a file that the reason names is not named twice") {
  Gradebook book = small_gradebook();
  book.marks[3].reason = "masks.py: line 1: no.";
  book.plan.students[1].language = "en";
  CHECK_THAT(needs_look(book), ContainsSubstring("- s02 (山田), masks: masks.py: line 1: no.\n"));
  // A reason in a language that the teacher did not choose stays with the student.
  book.plan.students[1].language = "ja";
  CHECK_THAT(needs_look(book), ContainsSubstring("- s02 (山田), masks, masks.py\n") ||
                                   ContainsSubstring("- s02 (山田), masks\n"));
}

TEST_CASE("needs_look: how a file was found is told where it is not marked, too") {
  Gradebook book = small_gradebook();
  book.plan.students[1].language = "en";
  book.marks[3].notes = {"This was handed in as Masks (1).py."};
  CHECK_THAT(needs_look(book), ContainsSubstring("- s02 (山田), masks, masks.py: It is larger than "
                                                 "1 MiB. This was handed in as Masks (1).py.\n"));
  // In the language of another student it is not told, but the file is named.
  book.plan.students[0].language = "ja";
  CHECK_THAT(needs_look(book), ContainsSubstring("- s01 (Ada), softmax, softmax.txt\n"));
}

TEST_CASE("needs_look: programs stopped at a limit") {
  Gradebook book = small_gradebook();
  book.marks[1].items[0].ending = "wall_time";
  book.marks[1].items[1].ending = "threads";
  CHECK_THAT(needs_look(book),
             ContainsSubstring("**Programs stopped at a limit** (1)\n\n"
                               "- s01 (Ada), masks, masks.py: shape (took too long), secret (had "
                               "too many processes and threads)\n"));
}

TEST_CASE("needs_look: does not list files without end") {
  Gradebook book = small_gradebook();
  book.plan.not_looked_at.assign(1000, "x");
  const std::string text = needs_look(book);
  CHECK_THAT(text, ContainsSubstring("(1000)"));
  CHECK_THAT(text, ContainsSubstring("- x\n- ... and 950 more\n"));
}

TEST_CASE("student_page: the points at a glance, then each exercise") {
  CHECK(student_page(small_gradebook(), 0) == R"(# s01 (Ada)

Attention

3.5 of 4.5 points (77.8 %)

| Exercise          |     Points | Status |
| ----------------- | ---------: | ------ |
| 1 Softmax by hand | 2.5 of 2.5 | marked |
| 2 A causal mask   |     1 of 2 | marked |

Isolation of programs: bubblewrap.

## 1 Softmax by hand

- marked
- graded: softmax.txt
- variant 3
- There was an older copy, too.

| Name    |     Points | Verdict                    | Question |
| ------- | ---------: | -------------------------- | -------- |
| scores  |     2 of 2 | correct                    | What is Q Kᵀ? |
| weights | 0.5 of 0.5 | correct in another reading |          |

```text
scores   correct
weights  correct
```

## 2 A causal mask

- marked
- graded: masks.py
- isolation: bubblewrap

| Name   | Points | Verdict                       | Question |
| ------ | -----: | ----------------------------- | -------- |
| shape  | 1 of 1 | correct                       |          |
| secret | 0 of 1 | not run: another check failed |          |

```text
shape  passed
```
)");
}

TEST_CASE("student_page: says why there are no points") {
  CHECK_THAT(student_page(small_gradebook(), 1),
             ContainsSubstring("- could not be read or compiled\n- It is larger than 1 MiB.\n"));
  CHECK_THAT(student_page(small_gradebook(), 2), ContainsSubstring("- not handed in\n"));
  const std::string page = student_page(small_gradebook(), 3);
  CHECK_THAT(page, ContainsSubstring("- not marked: answers for another variant\n"));
  CHECK_THAT(page, ContainsSubstring("- not marked yet: the teacher has to look at it\n"
                                     "- The machine had no memory left.\n"));
}

TEST_CASE("student_page: does not tell what a hidden check asks") {
  for (std::size_t student = 0; student < 4; ++student)
    CHECK_THAT(student_page(small_gradebook(), student), !ContainsSubstring("Large numbers"));
}

TEST_CASE("student_page: hostile texts are no markup") {
  const auto n_pieces = [](const Gradebook& book, std::size_t student) {
    return read_markdown(student_page(book, student), {}).pieces.size();
  };
  const Gradebook harmless = gradebook_with("harmless");
  for (const std::string& text : hostile_texts()) {
    if (text.empty()) continue;  // no reason and no feedback: fewer pieces
    INFO(text);
    const Gradebook book = gradebook_with(text);
    for (std::size_t student = 0; student < 4; ++student) {
      CHECK(n_pieces(book, student) == n_pieces(harmless, student));
      CHECK(obeyed_in(student_page(book, student)) == "");
    }
  }
}

}  // namespace

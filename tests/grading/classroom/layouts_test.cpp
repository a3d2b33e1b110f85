#include "grading/classroom/layouts.hpp"

#include "support/catch.hpp"

namespace attn {
namespace {

// "student, name, file", or "no" where the path does not fit.
std::string placed_by(const std::string& layout, const std::string& path, bool is_folder = false) {
  const auto placed = placed_file(read_class_layout(layout), path, is_folder);
  return placed ? placed->student + ", " + placed->name + ", " + placed->file : "no";
}

TEST_CASE("read_class_layout: what is no layout is refused with the reason") {
  CHECK_REFUSED(read_class_layout("{student}"), "{student} is not a layout: it needs {exercise}.");
  CHECK_REFUSED(read_class_layout("{student}/{student}/{exercise}"),
                "{student}/{student}/{exercise} is not a layout: it has {student} twice.");
  for (const std::string touching :
       {"{student}{exercise}", "*{exercise}", "#{exercise}", "{name}*/{exercise}"})
    CHECK_REFUSED(
        read_class_layout(touching),
        touching + " is not a layout: two of its placeholders need something between them.");
  for (const std::string torn : {"/{exercise}", "{exercise}/", "{student}//{exercise}"})
    CHECK_REFUSED(read_class_layout(torn),
                  torn + " is not a layout: a name between two slashes is missing.");
  CHECK_THROWS_AS(read_class_layout(""), InputError);
  CHECK_THROWS_AS(read_class_layout("canvass"), InputError);
}

TEST_CASE("placed_file: a folder for each student") {
  CHECK(placed_by("folders", "ana/double.py") == "ana, , double.py");
  CHECK(placed_by("folders", "ana/double", true) == "ana, , double");
  CHECK(placed_by("folders", "ana/double/main.py") == "ana, , double/main.py");
  CHECK(placed_by("folders", "ana/.hidden") == "ana, , .hidden");
  CHECK(placed_by("folders", "ana/a.tar.gz") == "ana, , a.tar.gz");
  CHECK(placed_by("folders", "ana") == "no");
  CHECK(placed_by("folders", "lost.txt") == "no");
}

TEST_CASE("placed_file: as Moodle packs it up") {
  CHECK(placed_by("moodle", "Ana Li_4711_assignsubmission_file_/double.py") ==
        "4711, Ana Li, double.py");
  CHECK(placed_by("moodle", "Ana_Li_4711_assignsubmission_file/double.py") ==
        "4711, Ana_Li, double.py");
  CHECK(placed_by("moodle", "4711_assignsubmission_file_/double.py") == "no");
  CHECK(placed_by("moodle", "Ana Li_4711_submission_file/double.py") == "no");
}

TEST_CASE("placed_file: as Moodle packs up texts of its own page, and without folders") {
  const ClassLayout layout = read_class_layout("moodle");
  for (const auto& [path, file] :
       {std::pair{"Bob Roe_12349_assignsubmission_onlinetext_/onlinetext.html", "onlinetext.html"},
        {"Bob Roe_12349_assignsubmission_file/a.txt", "a.txt"},
        {"Bob Roe_12349_assignsubmission_file_my_answers.txt", "my_answers.txt"},
        {"Bob Roe_12349_assignsubmission_onlinetext_onlinetext.html", "onlinetext.html"}}) {
    CAPTURE(path);
    const auto placed = placed_file(layout, path, false);
    REQUIRE(placed);
    CHECK(placed->student == "12349");
    CHECK(placed->name == "Bob Roe");
    CHECK(placed->file == file);
  }
  CHECK_FALSE(placed_file(layout, "Bob Roe_12349_assignsubmission_onlinetext_", true));
}

TEST_CASE("placed_file: as Canvas packs up texts of its own page, late or not") {
  const ClassLayout layout = read_class_layout("canvas");
  for (const char* path : {"roebob_101_text.html", "roebob_LATE_101_text.html"}) {
    CAPTURE(path);
    const auto placed = placed_file(layout, path, false);
    REQUIRE(placed);
    CHECK(placed->student == "roebob");
    CHECK(placed->file == "text.html");
  }
}

TEST_CASE("placed_file: a folder for each exercise, and all files in one") {
  CHECK(placed_by("{exercise}/{student}", "double/ana.py") == "ana, , double.py");
  CHECK(placed_by("{exercise}/{student}", "double/ana", true) == "ana, , double");
  CHECK(placed_by("{exercise}/{student}", "double/ana/main.py") == "ana, , double/main.py");
  CHECK(placed_by("{student}_*_{exercise}", "ana_2041_double.py") == "ana, , double.py");
  CHECK(placed_by("{student}_*_{exercise}", "ana__double.py") == "ana, , double.py");
  CHECK(placed_by("{student}_*_{exercise}", "ana_double.py") == "no");
  CHECK(placed_by("{student}_*_{exercise}", "ana_li_2041_double.py") == "ana_li, , double.py");
  CHECK(placed_by("{exercise}", "double.py") == ", , double.py");
}

TEST_CASE("placed_file: as Canvas packs it up, late or not") {
  CHECK(placed_by("canvas", "ana_20413_9935_double.py") == "ana, , double.py");
  CHECK(placed_by("canvas", "ana_LATE_20413_9935_double.py") == "ana, , double.py");
  CHECK(placed_by("canvas", "itoana_101_9001_2_softmax-by-hand.txt") ==
        "itoana, , 2_softmax-by-hand.txt");
  CHECK(placed_by("canvas", "ana_LATE_101_9001_2_3_double.py") == "ana, , 2_3_double.py");
  CHECK(placed_by("canvas", "roebob_101_text_2_of_3.html") == "roebob, , text_2_of_3.html");
  // What a student called the file says nothing of who that is.
  CHECK(placed_by("canvas", "ana_20413_9935_my_own_double.py") == "ana, , my_own_double.py");
  CHECK(placed_by("canvas", "ana_LATE_20413_9935_my_LATE_double.py") == "ana, , my_LATE_double.py");
  // Names that only look so.
  CHECK(placed_by("canvas", "LATE_20413_9935_double.py") == "LATE, , double.py");
  CHECK(placed_by("canvas", "_LATE_20413_9935_double.py") == "_LATE, , double.py");
  CHECK(placed_by("canvas", "ana_late_20413_9935_double.py") == "ana_late, , double.py");
  for (const std::string other :
       {"ana_LATE_double.py", "ana_1_.py", "_1_double.py", "ana_x1_double.py", "ana_1double.py"})
    CHECK(placed_by("canvas", other) == "no");
  CHECK(placed_by("canvas", std::string(300, '_') + "LATE" + std::string(300, '_')) == "no");
  CHECK(placed_by("canvas", std::string(1000, '1') + "_x_double") == "no");
}

TEST_CASE("ClassLayout: how deep files lie, and in which folders") {
  const ClassLayout moodle = read_class_layout("moodle"), canvas = read_class_layout("canvas");
  CHECK(moodle.depth() == 2);
  CHECK(moodle.above().text() == "{name}_{student}_assignsubmission_*");
  CHECK(canvas.depth() == 1);
  CHECK(canvas.above().patterns.empty());
  CHECK(canvas.text() ==
        "{student}_LATE_{number}_#_{exercise}, {student}_{number}_#_{exercise}, "
        "{student}_LATE_{number}_{exercise}, {student}_{number}_{exercise}");
}

TEST_CASE("placed_file: no placeholder is nothing, or reaches over a slash") {
  CHECK(placed_by("{student}-{exercise}", "-double.py") == "no");
  CHECK(placed_by("{student}-{exercise}", "ana-.py") == "no");
  CHECK(placed_by("{student}-{exercise}", "ana-double/x.py") == "ana, , double/x.py");
  CHECK(placed_by("{student}-{exercise}", "ana/b-double.py") == "no");
}

TEST_CASE("placed_file: a name of a thousand separators is taken apart at once") {
  std::string name(1000, '_');
  CHECK(placed_by("{name}_{student}_*_{exercise}", name + "x") ==
        "_, " + std::string(996, '_') + ", x");
  CHECK(placed_by("moodle", name + "/x") == "no");
  CHECK(placed_by("*_*_*_*_{exercise}-", name) == "no");
}

using Fields = std::vector<std::string>;

std::vector<RosterRow> rows(const std::string& text) { return roster_rows(text, "class.csv"); }

TEST_CASE("roster_rows: each with its line, and none of the blank ones") {
  const auto found = rows("student,name\n,\n　,\u00a0\na,\"b\nc\"\n---,:--\nd,e\n");
  REQUIRE(found.size() == 3);
  CHECK(found[0].fields == Fields{"student", "name"});
  CHECK(found[1].line == 4);
  CHECK(found[1].fields == Fields{"a", "b\nc"});
  CHECK(found[2].line == 7);
  CHECK(rows("").empty());
}

TEST_CASE("roster_rows: blanks of any width are no part of a field") {
  CHECK(rows("　0012　, \u00a0Ana　Ito \u3000\n").at(0).fields == Fields{"0012", "Ana　Ito"});
}

TEST_CASE("roster_rows: what spreadsheets write to keep zeros is no part of a field") {
  for (const char* text : {"=\"0012\",Ana\n", "\"=\"\"0012\"\"\",Ana\n",
                           "=\"0012\",\"=\"\"Ana\"\"\"\n", " =\"0012\" ,=\"Ana\""}) {
    CAPTURE(text);
    CHECK(rows(text).at(0).fields == Fields{"0012", "Ana"});
  }
  CHECK(rows("=\"Ito, Ana\",=\n").at(0).fields == Fields{"Ito, Ana", "="});
  CHECK(rows("a,=0012\n").at(0).fields == Fields{"a", "=0012"});
  CHECK_REFUSED(rows("a\n=\"0012\n"),
                "class.csv: line 2: a quote that opens here is never closed.");
}

}  // namespace
}  // namespace attn

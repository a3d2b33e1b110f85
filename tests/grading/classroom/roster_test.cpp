#include "grading/classroom/classroom.hpp"
#include "support/catch.hpp"
#include "support/told_readings.hpp"

namespace attn {
namespace {

std::vector<RosterLine> roster(const std::string& text) { return read_roster(text, "class.csv"); }

void check_refused(const std::string& text, const std::string& why) {
  CHECK_REFUSED(roster(text), "class.csv: " + why);
}

TEST_CASE("read_roster: columns by their names, in any order, and others beside them") {
  const auto lines = roster(
      "group,Name,student,LANG,variant\n"
      "1,Ana,ana,ja,7\n"
      "2,\"Li, Bob\",bob,,\n");
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].student == "ana");
  CHECK(lines[0].name == "Ana");
  CHECK(lines[0].language == "ja");
  CHECK(lines[0].variant == 7U);
  CHECK(lines[1].name == "Li, Bob");
  CHECK(lines[1].language.empty());
  CHECK_FALSE(lines[1].variant);
}

TEST_CASE("read_roster: as spreadsheets save it") {
  for (const std::string text :
       {"student,name\nana,Ana\n", "student;name\r\nana;Ana\r\n", "student\tname\nana\tAna",
        "\xef\xbb\xbfstudent,name\nana,Ana\n", "student,name\n\n ana , Ana \n,,\n",
        "sep=;\r\nstudent;name\r\nana;Ana\r\n", "\"student\",\"name\"\n\"ana\",\"Ana\"\n",
        "student,name,\nana,Ana,,,\n", "student|name\nana|Ana\n",
        "| student | name |\n|---------|:-----|\n| ana | Ana |\n",
        "ｓｔｕｄｅｎｔ，ｎａｍｅ\nana，Ana\n", "student；name\nana；Ana\n",
        "student｜name\nana｜Ana\n"}) {
    INFO(text);
    const auto lines = roster(text);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].student == "ana");
    CHECK(lines[0].name == "Ana");
  }
}

TEST_CASE("read_roster: full-width characters, and no student at all") {
  const auto lines = roster("ｓｔｕｄｅｎｔ,ｖａｒｉａｎｔ,lang\nana,１２,ｊａ\n");
  CHECK(lines.front().variant == 12U);
  CHECK(lines.front().language == "ja");
  check_refused("sep=;\nstudent;name\n", "it names no student.");
  check_refused("sep=;\nstudent;lang\nana;fr\n", "line 3: a language must be en or ja, not fr.");
}

TEST_CASE("read_roster: a field in quotes holds what it likes") {
  const auto lines = roster("student,name\na,\"b \"\"c\"\"\nd, e\"\nf,g\n");
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].name == "b \"c\"\nd, e");
  CHECK(roster("\"student\";\"a, b\"\na;b\n").front().student == "a");
  CHECK(roster("student,Name | 氏名,name\na,b,c｜d，e\n").front().name == "c｜d，e");
  CHECK(roster("student,name\na\n").front().name.empty());
  check_refused("student\n", "it names no student.");
}

TEST_CASE("read_roster: what is refused is named with its line") {
  check_refused("", "the file is empty. Its first line should be: student,name,lang,variant");
  check_refused(
      "code,name\n1,Ana\n",
      "line 1: the first line must name the columns, including \"student\"; this one has: "
      "code, name. --roster-column says which of them holds what the students' folders are "
      "called.");
  check_refused("student\nana\nbob\nana\n", "line 4: ana is also in line 2.");
  check_refused("student,lang\nana,fr\n", "line 2: a language must be en or ja, not fr.");
  for (const std::string number : {"-1", "1.5", "x", "99999999999999999999", "7 8"})
    check_refused("student,variant\nana," + number + "\n",
                  "line 2: a variant must be a whole number, not " + number + ".");
  check_refused("student,name\nana,\"Ana\nbob,Bob\n",
                "line 2: a quote that opens here is never closed.");
  check_refused("student,name\nana,\"Ana\" Li\n",
                "line 2: after the closing quote of a field, the next field must begin.");
  check_refused("student\nana\n\xff\n",
                "line 3: there is a byte that is not UTF-8. Save it as CSV in UTF-8.");
  check_refused("student,student\nana,x\n",
                "line 1: two columns are called student. Rename the one that is not meant.");
  check_refused("student,name,Name\nana,x,y\n",
                "line 1: two columns are called name. Rename the one that is not meant.");
  check_refused("student,name\nana,Ito, Ana\n",
                "line 2: it has 3 cells, but the first line names 2 columns. What has a separator "
                "in it, such as \"Ito, Ana\", stands in quotation marks.");
  CHECK(roster("student,name\nana,Ana,,\nbob\n").size() == 2);  // empty cells move nothing
}

TEST_CASE("read_roster: a column whose name is mistyped is told") {
  const ToldReadings told;
  roster("student,nmae,langs,Variants,section\nana,Ana,ja,3,A\n");
  roster("student,first name,nmae2\nana,Ana,x\n");
  roster("student,date,game,note,lab,last,age,student number,section\nana,1,2,3,4,5,6,7,8\n");
  const auto is_told = [&told](const std::string& column, const std::string& meant) {
    return std::count_if(told.sentences().begin(), told.sentences().end(),
                         [&](const std::string& sentence) {
                           return sentence.ends_with(": nothing is read of the column " + column +
                                                     ". Did you mean " + meant + "?");
                         });
  };
  CHECK(is_told("nmae", "name") == 1);
  CHECK(is_told("langs", "lang") == 1);
  CHECK(is_told("Variants", "variant") == 1);
  CHECK(told.sentences().size() == 3);
}

TEST_CASE("read_roster: as learning platforms and schools export it") {
  const std::vector<RosterLine> canvas = roster(
      "Student,ID,SIS User ID,SIS Login ID,Section,HW1 (123)\n"
      "\"    Points Possible\",,,,,10\n\"Ito, Ana\",101,u1,ana,Sec 1,\n");
  REQUIRE(canvas.size() == 1);
  CHECK(canvas[0].student == "ana");
  CHECK(canvas[0].name == "Ito, Ana");
  for (const char* text : {"First Name,Last Name,SID,Email\nAna,Ito,ana,a@example.org\n",
                           "\"First name\",\"Surname\",\"ID number\",\"Email "
                           "address\"\n\"Ana\",\"Ito\",\"ana\",\"a@x\"\n",
                           "Username;Full name\nana;Ana Ito\n"}) {
    CAPTURE(text);
    const std::vector<RosterLine> lines = roster(text);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].student == "ana");
    CHECK(lines[0].name == "Ana Ito");
  }
  const std::vector<RosterLine> school = roster("学籍番号,姓,名\n２３Ａ,伊藤,杏奈\n");
  REQUIRE(school.size() == 1);
  CHECK(school[0].name == "伊藤 杏奈");
}

TEST_CASE("read_roster: rows of Canvas itself are passed over, and it is told") {
  const ToldReadings told;
  const auto lines = roster(
      "Student,ID,SIS Login ID,Section,HW1 (123)\n,,,,Manual Posting\n"
      "\"    Points Possible\",,,,10\n\"Ito, Ana\",101,ana,Sec 1,\n"
      "\"Roe, Bob\",102,,Sec 1,\n\"Student, Test\",103,8f2a,Sec 1,\n");
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].student == "ana");
  CHECK(lines[1].student == "Roe, Bob");
  CHECK(told.has("class.csv: passed over, since nobody is named there: line 2."));
  CHECK(
      told.has("class.csv: passed over, since Canvas itself adds them: Points Possible (line 3), "
               "Student, Test (line 6)."));
  CHECK(
      told.has("class.csv: known by their names, since the column of students is empty: Roe, Bob "
               "(line 5)."));
  // Whoever may not see logins gets no column of them.
  const auto without =
      roster("Student,ID,Section,HW\n    Points Possible,,,9\n\"Ito, Ana\",1,A,\n");
  REQUIRE(without.size() == 1);
  CHECK(without[0].student == "Ito, Ana");
  for (const char* text :
       {"Student,SIS Login ID,Section\nPoints Possible,,\n\"Ito, Ana\",ana,A\n"
        "\"Student, Test\",8f2a,A\n",
        "LastName,FirstName,ID,SIS Login ID,Section,HW\n    Points Possible,,,,,9\n"
        "Ito,Ana,1,ana,A,\nStudent,Test,2,8f2a,A,\n"}) {
    CAPTURE(text);
    const auto lines_there = roster(text);
    REQUIRE(lines_there.size() == 1);
    CHECK(lines_there[0].student == "ana");
  }
}

TEST_CASE("read_roster: who lacks an id is no row of Canvas") {
  const auto own = roster("student,section,id\nana,A,\nbob,A,7\n");
  REQUIRE(own.size() == 2);
  CHECK(own[0].student == "ana");
  CHECK(roster("student,section,id\n\"Student, Test\",A,7\n").size() == 1);
  const auto canvas = roster(
      "Student,ID,SIS User ID,SIS Login ID,Section\n\"Roe, Bob\",,u2,bob,A\n"
      "\"Ito, Ana\",,,ana,A\n\"Li, Wei\",,,,A\nPoints Possible,,,pp,A\n");
  REQUIRE(canvas.size() == 4);
  CHECK(canvas[0].student == "bob");
  CHECK(canvas[2].student == "Li, Wei");
  CHECK(canvas[3].student == "pp");
}

TEST_CASE("read_roster: several words in the column of students are a name, too") {
  const auto lines = roster("student\n\"Ito, Ana\"\n山田　太郎\n23A01\n");
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].name == "Ito, Ana");
  CHECK(lines[1].name == "山田　太郎");
  CHECK(lines[2].name.empty());
}

TEST_CASE("read_roster: a row without an id stops nobody, and loses nobody") {
  const ToldReadings told;
  const auto lines = roster("student,name,lang\nana,Ana,\n,Bob,ja\n,,ja\n");
  REQUIRE(lines.size() == 2);
  CHECK(lines[1].student == "Bob");
  CHECK(lines[1].name == "Bob");
  CHECK(lines[1].language == "ja");
  CHECK(
      told.has("class.csv: known by their names, since the column of students is empty: Bob "
               "(line 3)."));
  CHECK(told.has("class.csv: passed over, since nobody is named there: line 4."));
  check_refused("student,name\n,Wei\n,Wei\n", "line 3: Wei is also in line 2.");
}

TEST_CASE("read_roster: whose role is another than that of a student is passed over, and told") {
  const ToldReadings told;
  const auto lines = roster(
      "First Name,Last Name,SID,Email,Role\nAnn,Prof,p1,,Instructor\nAna,Ito,a1,,Student\n"
      "Tom,Aide,,,TA\nBob,Roe,b1,,\n");
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].student == "a1");
  CHECK(lines[1].student == "b1");
  CHECK(
      told.has("class.csv: passed over, since their role is not that of a student: Ann Prof "
               "(line 2, Instructor), Tom Aide (line 4, TA)."));
  CHECK(roster("学籍番号,役割\n1,教員\n2,学生\n").size() == 1);
  // Roles within a group say nothing about who is a student.
  CHECK(roster("student,role\nana,leader\nbob,member\n").size() == 2);
}

TEST_CASE("read_roster: headings in other widths, with other blanks and signs") {
  for (const char* heading :
       {"学籍番号　", "　学籍番号", "学籍　番号", "学生ID", "学生ＩＤ", "学籍No", "学籍No.",
        "学籍Ｎｏ．", "受講生番号", "ID", "id", "IDナンバー", "Student ID", "student_id",
        "StudentID", "Student-ID", "ﾕｰｻﾞｰ名", "User ID", "\u00a0student\u00a0"}) {
    CAPTURE(heading);
    const auto lines = roster(std::string(heading) + ",氏　名\n　0012　,　伊藤 杏奈　\n");
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].student == "0012");
    CHECK(lines[0].name == "伊藤 杏奈");
  }
  const auto moodle = roster("姓,名,IDナンバー,メールアドレス\n伊藤,杏奈,0012,a@example.org\n");
  REQUIRE(moodle.size() == 1);
  CHECK(moodle[0].student == "0012");
  CHECK(moodle[0].name == "伊藤 杏奈");
}

TEST_CASE("read_roster: ids that only look alike are refused") {
  check_refused("student\n23A01\n２３Ａ０１\n",
                "line 3: ２３Ａ０１ looks like 23A01 in line 2. Each student needs one line of his "
                "or her own.");
  check_refused("student\njos\u00e9\njose\u0301\n",
                "line 3: jose\u0301 looks like jos\u00e9 in line 2. Each student needs one line of "
                "his or her own.");
  CHECK(roster("student\nana\nAna\n").size() == 2);  // folders of both may be there
}

TEST_CASE("read_roster: the column that was named") {
  const std::string text = "code,name,student\nana,Ana,7\n";
  CHECK(read_roster(text, "r.csv", "Code").at(0).student == "ana");
  CHECK(read_roster(text, "r.csv").at(0).student == "7");
  try {
    read_roster(text, "r.csv", "login");
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()) ==
          "r.csv: line 1: there is no column login; the first line has: code, name, student.");
  }
}

TEST_CASE("read_roster: the line of a refusal counts those within quotes") {
  check_refused("student,name\na,\"one\ntwo\"\n\nb,c\nb,d\n", "line 6: b is also in line 5.");
}

}  // namespace
}  // namespace attn

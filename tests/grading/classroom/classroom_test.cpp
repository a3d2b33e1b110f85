#include "grading/classroom/classroom.hpp"

#include <sys/stat.h>

#include <filesystem>

#include "base/message.hpp"
#include "grading/classroom/roster.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"
#include "support/told_readings.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// The folder of a class, filled file by file.
class ClassFolder {
 public:
  explicit ClassFolder(const Words& files) {
    for (const std::string& file : files) {
      fs::create_directories((folder_.path() / file).parent_path());
      if (file.ends_with('/'))
        fs::create_directories(folder_.path() / file);
      else
        folder_.file(file, "a = 1\n");
    }
  }

  Classroom look(const std::optional<std::vector<RosterLine>>& roster = {},
                 const std::string& layout = "folders", const Chosen& chosen = {}) const {
    return look_round(folder_.path().string(), read_class_layout(layout), roster, chosen,
                      {{1, "one", "01-one"}, {2, "two", "02-two"}});
  }

  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
};

// "ana: one.txt two.txt; bob: -", with "?" behind those who are not on the roster.
std::string seen(const Classroom& classroom) {
  std::string text;
  for (std::size_t i = 0; i < classroom.students.size(); ++i) {
    const Student& student = classroom.students[i];
    text += (text.empty() ? "" : "; ") + student.id + (student.on_roster == false ? "?:" : ":");
    if (!student.has_folder) text += " -";
    for (const StudentFile& file : classroom.desks[i].files) text += " " + file.file;
  }
  return text;
}

TEST_CASE("look_round: what systems and tools leave is nobody's") {
  const ClassFolder folder({"ana/one.txt", "ana/._one.txt", "ana/.DS_Store", ".git/hooks/x",
                            ".git/HEAD", "__MACOSX/ana/._one.txt", ".ipynb_checkpoints/",
                            "Thumbs.db", "Desktop.ini", "ana/.git/HEAD"});
  const Classroom classroom = folder.look();
  CHECK(seen(classroom) == "ana: one.txt");
  CHECK(classroom.not_looked_at.empty());
  CHECK(classroom.passed_over == Words{".git", ".ipynb_checkpoints", "Desktop.ini", "Thumbs.db",
                                       "__MACOSX", "ana/.DS_Store", "ana/._one.txt", "ana/.git"});
}

TEST_CASE("look_round: what may have been handed in under a hidden name belongs to its student") {
  const ClassFolder folder({"ana/one.txt", "ana/.two.txt", "ana/.DS_Store", "ana/._one.txt",
                            "ana/.gitignore", "ana/sub/.mine/one.txt", "eve/.one.txt", ".one.txt"});
  const Classroom classroom = folder.look();
  CHECK(seen(classroom) == "ana: one.txt sub; eve:");
  CHECK(classroom.desks[0].unseen == Words{".two.txt", "sub/.mine"});
  CHECK(classroom.desks[1].unseen == Words{".one.txt"});
}

TEST_CASE("look_round: what lies too deep to be looked into is named") {
  const ClassFolder folder({"ana/a/b/one.txt", "eve/a/b/c/one.txt"});
  const Classroom classroom = folder.look();
  CHECK(classroom.desks[0].unseen.empty());
  CHECK(classroom.desks[1].unseen == Words{"a/b/c"});
}

TEST_CASE("is_litter: dots alone are a name") {
  for (const char* name :
       {".git", "._one.txt", ".DS_Store", "__MACOSX", "Thumbs.db", "desktop.ini"})
    CHECK(is_litter(name));
  for (const char* name : {"...", "ana", "ana.", "a.git", "MACOSX", "thumbs.db.txt", ""})
    CHECK_FALSE(is_litter(name));
}

TEST_CASE("look_round: a sheet names its exercise as a person names it") {
  const ClassFolder folder({"ana/", "bob/", "chi/"});
  folder.folder().file("ana/mine.txt", "exercise = 1\n");
  folder.folder().file("bob/mine.txt", "exercise = tw\n");
  folder.folder().file("chi/mine.txt", "exercise = 3\n");
  const Classroom classroom = folder.look();
  CHECK(classroom.desks[0].answers_to == Words{"one"});
  CHECK(classroom.desks[1].answers_to == Words{"two"});
  CHECK(classroom.desks[2].answers_to == Words{""});
}

TEST_CASE("look_round: everybody by name, with what lies there") {
  const ClassFolder folder({"bob/one.txt", "ana/two.txt", "ana/one.txt", "chi/"});
  const Classroom classroom = folder.look();
  CHECK(seen(classroom) == "ana: one.txt two.txt; bob: one.txt; chi:");
  for (const Student& student : classroom.students) CHECK_FALSE(student.on_roster);
}

TEST_CASE("look_round: what belongs to nobody is told") {
  const ClassFolder folder({"ana/one.txt", "lost.txt", ".DS_Store"});
  CHECK(folder.look().not_looked_at == Words{"lost.txt"});
  CHECK(folder.look().passed_over == Words{".DS_Store"});
}

TEST_CASE("look_round: the roster says the order, the names and who is missing") {
  const ClassFolder folder({"ana/one.txt", "bob/one.txt", "eve/one.txt"});
  const Classroom classroom =
      folder.look(std::vector<RosterLine>{{"ill", "Ill"}, {"bob", "Bob", "ja", 7}, {"ana"}});
  CHECK(seen(classroom) == "ill: -; bob: one.txt; ana: one.txt; eve?: one.txt");
  CHECK(classroom.students[1].name == "Bob");
  CHECK(classroom.students[1].language == "ja");
  CHECK(classroom.students[1].variant == 7U);
}

TEST_CASE("look_round: a folder is found by its very name, then by its looks, then by a name") {
  const ClassFolder folder({"Ana/one.txt", "jose\u0301/one.txt", "Bob Li/two.txt"});
  CHECK(seen(folder.look(std::vector<RosterLine>{{"ana"}, {"jos\u00e9"}, {"b1", "bob li"}})) ==
        "ana: one.txt; jos\u00e9: one.txt; b1: two.txt");
}

TEST_CASE("look_round: a folder of somebody's very name is for nobody else") {
  const ClassFolder folder({"Ana/one.txt", "ana/two.txt"});
  CHECK(seen(folder.look(std::vector<RosterLine>{{"Ana"}, {"ana"}})) ==
        "Ana: one.txt; ana: two.txt");
  CHECK(seen(folder.look(std::vector<RosterLine>{{"ana"}})) == "ana: two.txt; Ana?: one.txt");
  CHECK(seen(folder.look(std::vector<RosterLine>{{"ana"}, {"x", "Ana"}})) ==
        "ana: two.txt; x: one.txt");
}

TEST_CASE("look_round: where two are called alike nobody gets the folder of one") {
  const ClassFolder folder({"Wei Wang/one.txt", "ana/one.txt"});
  CHECK(seen(folder.look({{{.student = "1001", .name = "Wei Wang"},
                           {.student = "1002", .name = "Wei Wang"}}})) ==
        "1001: -; 1002: -; Wei Wang?: one.txt; ana?: one.txt");
  // An id that only looks different goes before anybody's name.
  CHECK(seen(folder.look({{{.student = "x1", .name = "ana"}, {.student = "ANA"}}})) ==
        "x1: -; ANA: one.txt; Wei Wang?: one.txt");
}

TEST_CASE("look_round: as Moodle packs it up, by number or by name") {
  const ClassFolder folder(
      {"Ana Li_4711_assignsubmission_file_/one.txt", "Bob_4712_assignsubmission_file_/one.txt"});
  const Classroom classroom =
      folder.look(std::vector<RosterLine>{{"4712"}, {"a", "Ana Li"}}, "moodle");
  CHECK(seen(classroom) == "4712: one.txt; a: one.txt");
  CHECK(classroom.students[0].name == "Bob");
}

TEST_CASE("look_round: who is known by a name alone is found in Moodle, be it without its blank") {
  const ClassFolder folder({"山田 太郎_101_assignsubmission_file_/one.txt",
                            "佐藤次郎_104_assignsubmission_file_/one.txt",
                            "112_105_assignsubmission_file_/one.txt"});
  const std::string found = "山田　太郎: one.txt; 佐藤 次郎: one.txt; ";
  CHECK(seen(folder.look(read_roster("学籍番号,氏名\n,山田　太郎\n,佐藤 次郎\n", "r.csv"),
                         "moodle")) == found + "105?: one.txt");
  CHECK(seen(folder.look(std::vector<RosterLine>{{"山田太郎"}, {"佐藤次郎"}}, "moodle")) ==
        "山田太郎: one.txt; 佐藤次郎: one.txt; 105?: one.txt");
  // Who has another name than the folder is somebody else.
  CHECK(seen(ClassFolder({"Bob_2_assignsubmission_file_/one.txt"})
                 .look(std::vector<RosterLine>{{"bob", "Ana"}}, "moodle")) ==
        "bob: -; 2?: one.txt");
}

TEST_CASE("look_round: who wrote into Moodle's own page has handed in something, too") {
  const ClassFolder folder({"Ana Li_1_assignsubmission_file_/one.txt",
                            "Ana Li_1_assignsubmission_onlinetext_/onlinetext.html",
                            "Bob_2_assignsubmission_onlinetext_/onlinetext.html"});
  CHECK(seen(folder.look(std::vector<RosterLine>{{"b", "Bob"}, {"a", "Ana Li"}}, "moodle")) ==
        "b: onlinetext.html; a: one.txt onlinetext.html");
  CHECK(folder.look({}, "moodle").not_looked_at.empty());
}

TEST_CASE("look_round: an empty folder that fits no student is told") {
  const ClassFolder folder({"Ana_1_assignsubmission_file_/one.txt", "Bob_2_assignsubmission_file_/",
                            "Dora/", "Eve/x/", "Flo/lost.txt"});
  const Classroom classroom = folder.look({}, "moodle");
  CHECK(seen(classroom) == "1: one.txt; 2:");
  CHECK(classroom.not_looked_at == Words{"Flo/lost.txt", "Dora/", "Eve/x/"});
  CHECK(
      ClassFolder({"one/ana.txt", "two/"}).look({}, "{exercise}/{student}").not_looked_at.empty());
}

TEST_CASE("look_round: Canvas writes a name without its blanks and commas") {
  const ClassFolder folder({"itoana_101_7_one.txt", "oneilbob_102_8_one.txt"});
  CHECK(seen(folder.look(std::vector<RosterLine>{{"a", "Ito, Ana"}, {"b", "O'Neil, Bob"}},
                         "canvas")) == "a: one.txt; b: one.txt");
  CHECK(seen(folder.look(std::vector<RosterLine>{{"Ito, Ana", "Ito, Ana"}}, "canvas")) ==
        "Ito, Ana: one.txt; oneilbob?: one.txt");
  // Ids without their signs are other ids.
  CHECK(seen(ClassFolder({"112/one.txt"}).look(std::vector<RosterLine>{{"1-12"}})) ==
        "1-12: -; 112?: one.txt");
}

TEST_CASE("look_round: two people whom Canvas writes alike are told apart by their numbers") {
  const ClassFolder folder({"wangwei_101_7_one.txt", "wangwei_LATE_101_8_two.txt",
                            "wangwei_102_9_one.txt", "ana_103_1_one.txt", "ana_103_2_two.txt"});
  CHECK(seen(folder.look({}, "canvas")) ==
        "ana: one.txt two.txt; wangwei_101: one.txt two.txt; wangwei_102: one.txt");
  CHECK(seen(folder.look(std::vector<RosterLine>{{"w", "Wang, Wei"}}, "canvas")) ==
        "w: -; ana?: one.txt two.txt; wangwei_101?: one.txt two.txt; wangwei_102?: one.txt");
}

TEST_CASE("look_round: names of an archive from Windows in Japan are read, and it is told") {
  const std::string taro = "\x8e\x52\x93\x63\x91\xbe\x98\x59";  // 山田太郎 in CP932
  const ToldReadings told;
  const ClassFolder folder({taro + "/one.txt", "佐藤花子/one.txt"});
  CHECK(seen(folder.look(std::vector<RosterLine>{{"山田太郎"}, {"7", "佐藤花子"}})) ==
        "山田太郎: one.txt; 7: one.txt");
  CHECK(seen(folder.look()).find("山田太郎: one.txt") != std::string::npos);
  REQUIRE(told.sentences().size() == 1);
  CHECK(told.sentences().front() == "names of folders in " + folder.folder().path().string() +
                                        ": read as Shift_JIS (CP932), since it is not UTF-8.");
}

TEST_CASE("look_round: names that were spoilt when they were unpacked") {
  const ToldReadings told;
  const auto is_told = [&told](const std::string& ending) {
    return std::any_of(told.sentences().begin(), told.sentences().end(),
                       [&](const std::string& one) { return one.ends_with(ending); });
  };
  CHECK(seen(ClassFolder({"ÄRôcæ╛ÿY/one.txt", "Béatrice Müller/one.txt"})
                 .look(std::vector<RosterLine>{{"山田太郎"}})) ==
        "山田太郎: one.txt; Béatrice Müller?: one.txt");
  CHECK(is_told(": read as Shift_JIS (CP932), which was taken for CP437 when they were unpacked."));
  CHECK(seen(ClassFolder({"\xc4R\xf4"
                          "c\xe6\xa5Y/one.txt"})
                 .look()) == "\\xc4R\\xf4c\\xe6\\xa5Y: one.txt");
  CHECK(is_told("unpack it again: unzip -O cp932"));
}

TEST_CASE("look_round: a layout without a student has the files of one") {
  CHECK(seen(ClassFolder({"one.txt", "two.txt"}).look({}, "{exercise}")) ==
        "submission: one.txt two.txt");
}

TEST_CASE("look_round: names that cannot be read stay apart") {
  const ClassFolder folder({"\xff/one.txt", "\\xff/two.txt"});
  const Classroom classroom = folder.look();
  CHECK(seen(classroom) == "\\xff: two.txt; \\xff [2]: one.txt");
  CHECK(classroom.students[0].report_folder != classroom.students[1].report_folder);
}

TEST_CASE("look_round: names that look the same stay apart") {
  CHECK(seen(ClassFolder({"Jos\u00e9/one.txt", "Jose\u0301/two.txt"}).look()) ==
        "Jose\u0301: two.txt; Jos\u00e9 [2]: one.txt");
  for (const std::string other : {"a b ", "a\u00a0b", "a\u2800b", "a b\ufe0f"})
    CHECK(seen(ClassFolder({"a b/one.txt", other + "/two.txt"}).look()).find("[2]") !=
          std::string::npos);
  CHECK(seen(ClassFolder({"ana/one.txt", "Ana/two.txt"}).look()).find("[2]") == std::string::npos);
}

TEST_CASE("look_round: links and pipes are seen for what they are") {
  const ClassFolder folder({"ana/two.txt"});
  fs::create_symlink("/etc/passwd", folder.folder().path() / "ana/one.txt");
  fs::create_directory_symlink("/etc", folder.folder().path() / "bob");
  REQUIRE(::mkfifo(folder.folder().path("ana/mine.txt").c_str(), 0600) == 0);
  const Classroom classroom = folder.look();
  CHECK(seen(classroom) == "ana: mine.txt one.txt two.txt");
  CHECK(classroom.desks[0].files[0].kind == FoundKind::other);
  CHECK(classroom.desks[0].files[1].kind == FoundKind::link);
  CHECK(classroom.not_looked_at == Words{"bob"});
}

TEST_CASE("look_round: an answer file of another name is opened, to see whom it answers") {
  const ClassFolder folder({"ana/notes.txt"});
  folder.folder().file("ana/mine.txt", "exercise = two\na = 1\n");
  const Classroom classroom = folder.look();
  CHECK(classroom.desks[0].answers_to == Words{"two", ""});
  CHECK(handed_in(classroom, {"one", "two"}) == Words{"two"});
}

TEST_CASE("look_round: of too many files the first, and it is told") {
  Words files;
  for (std::size_t i = 0; i <= kMostStudentFiles; ++i)
    files.push_back("ana/" + std::to_string(i) + ".md");
  files.push_back("ana/one.txt");
  const Classroom classroom = ClassFolder(files).look();
  CHECK(classroom.desks[0].is_cut);
  CHECK(classroom.desks[0].files.size() == kMostStudentFiles);
  CHECK(classroom.desks[0].files.front().file == "one.txt");
}

TEST_CASE("look_round: only some, or all but some") {
  const ClassFolder folder({"ana/one.txt", "bob/one.txt", "chi/one.txt"});
  CHECK(seen(folder.look({}, "folders", {.only = {"bob"}})) == "bob: one.txt");
  CHECK(seen(folder.look({}, "folders", {.without = {"bob"}})) == "ana: one.txt; chi: one.txt");
  CHECK_THROWS_MATCHES(folder.look({}, "folders", {.only = {"eve"}}), InputError,
                       Message("there is no student eve."));
  CHECK_THROWS_AS(folder.look({}, "folders", {.without = {"eve"}}), InputError);
}

TEST_CASE("look_round: a student has the same report folder, whoever else is graded") {
  const ClassFolder folder({"ana/one.txt", "Ana/one.txt", "a b/one.txt"});
  const Classroom all = folder.look();
  const Classroom alone = folder.look({}, "folders", {.only = {"ana"}});
  CHECK(alone.students[0].report_folder == all.students[2].report_folder);
}

TEST_CASE("look_round: where nobody is, that is said") {
  CHECK_THROWS_AS(ClassFolder({"one.txt"}).look(), InputError);
  CHECK_THROWS_AS(ClassFolder({}).look(), InputError);
  CHECK(seen(ClassFolder({}).look(std::vector<RosterLine>{{"ana"}})) == "ana: -");
}

}  // namespace
}  // namespace attn

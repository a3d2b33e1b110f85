#include "grading/classroom/classroom.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/text.hpp"
#include "sandbox/launch.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"
#include "support/program_exercise.hpp"
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
  CHECK(contains(seen(folder.look()), "山田太郎: one.txt"));
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
    CHECK(contains(seen(ClassFolder({"a b/one.txt", other + "/two.txt"}).look()), "[2]"));
  CHECK_FALSE(contains(seen(ClassFolder({"ana/one.txt", "Ana/two.txt"}).look()), "[2]"));
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
  CHECK_REFUSED(folder.look({}, "folders", {.only = {"eve"}}), "there is no student eve.");
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

TEST_CASE("fingerprint_of: every byte counts, and its place does") {
  std::set<std::uint64_t> seen;
  std::string text = "print(1)\n";
  seen.insert(fingerprint_of(text));
  seen.insert(fingerprint_of(text + '\0'));
  seen.insert(fingerprint_of(""));
  for (std::size_t i = 0; i < text.size(); ++i)
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string other = text;
      other[i] = static_cast<char>(other[i] ^ (1 << bit));
      seen.insert(fingerprint_of(other));
    }
  CHECK(seen.size() == 3 + 8 * text.size());
}

TEST_CASE("fingerprint_text: 16 digits, the same at all times") {
  // FNV-1a of nothing is its first value, which SplitMix64 then mixes: worked out in Python.
  CHECK(fingerprint_text("").size() == 16);
  CHECK(fingerprint_text("") == "f52a15e9a9b5e89b");
  CHECK(fingerprint_text("print(1)\n") == "1059273f40ea7209");
}

// "ana/ ana/x.py lnk@ pipe!" : folders, files, links, and what is neither.
std::string listed_entries(const TemporaryFolder& folder, unsigned depth,
                           const std::string& within = "", std::size_t most = 1000) {
  bool is_cut = false;
  std::string text;
  for (const FoundEntry& entry :
       entries_below(folder.path().string(), within, depth, most, is_cut)) {
    const char* const mark = entry.kind == FoundKind::file     ? ""
                             : entry.kind == FoundKind::folder ? "/"
                             : entry.kind == FoundKind::link   ? "@"
                                                               : "!";
    text += (text.empty() ? "" : " ") + entry.path + mark;
  }
  return text + (is_cut ? " ..." : "");
}

void make_socket(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
  const int file = ::socket(AF_UNIX, SOCK_STREAM, 0);
  REQUIRE(::bind(file, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  ::close(file);
}

std::string refusal(const TemporaryFolder& folder, const std::string& path) {
  try {
    return "read: " + bytes_beneath(folder.path().string(), path, 10);
  } catch (const InputError& error) {
    return error.what();
  } catch (const SurroundingsError& error) {
    return std::string("by the system: ") + error.what();
  }
}

TEST_CASE("entries_below: everything by name, so many levels, and no link followed") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "b/c/d");
  folder.file("b/c/x", "1");
  folder.file("a", "1");
  fs::create_directory_symlink("/etc", folder.path() / "link");
  fs::create_symlink("nowhere", folder.path() / "lost");
  fs::create_directory_symlink("..", folder.path() / "b/circle");
  REQUIRE(::mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  make_socket(folder.path("socket"));
  CHECK(listed_entries(folder, 1) == "a b/ link@ lost@ pipe! socket!");
  CHECK(listed_entries(folder, 2) == "a b/ b/c/ b/circle@ link@ lost@ pipe! socket!");
  CHECK(listed_entries(folder, 9) == "a b/ b/c/ b/c/d/ b/c/x b/circle@ link@ lost@ pipe! socket!");
  CHECK(listed_entries(folder, 2, "b") == "c/ c/d/ c/x circle@");
}

TEST_CASE("entries_below: of a full folder the first, and it is told") {
  const TemporaryFolder folder;
  for (const char* name : {"c", "a", "b"}) folder.file(name, "");
  CHECK(listed_entries(folder, 1, "", 3) == "a b c");
  CHECK(listed_entries(folder, 1, "", 2) == "a b ...");
}

TEST_CASE("entries_below: folders without an end are left where the levels end") {
  const TemporaryFolder folder;
  fs::path deep = folder.path();
  for (int i = 0; i < 200; ++i) fs::create_directory(deep /= "d");
  CHECK(listed_entries(folder, 3) == "d/ d/d/ d/d/d/");
  CHECK(listed_entries(folder, 100000).size() > 30000);
}

TEST_CASE("entries_below: what is no folder, or a link to one, is refused") {
  const TemporaryFolder folder;
  folder.file("file", "");
  fs::create_directory_symlink("/etc", folder.path() / "link");
  bool is_cut = false;
  for (const std::string within : {"file", "link", "..", "link/.."})
    CHECK_THROWS_AS(entries_below(folder.path().string(), within, 1, 10, is_cut), InputError);
  CHECK_THROWS_AS(entries_below(folder.path().string(), "none", 1, 10, is_cut), SurroundingsError);
  CHECK_THROWS_AS(entries_below(folder.path("none"), "", 1, 10, is_cut), InputError);
}

TEST_CASE("entries_below: a link that leads nowhere is told as that, and so is a file") {
  const TemporaryFolder folder;
  const std::string packed = folder.file("class.zip", "PK");
  fs::create_directory_symlink("nowhere", folder.path() / "link");
  bool is_cut = false;
  CHECK_REFUSED(entries_below(folder.path("link"), "", 1, 10, is_cut),
                folder.path("link") + ": the link " + folder.path("link") +
                    " leads to nowhere, and there is nothing. Put the file or folder there, or "
                    "give another.");
  CHECK_REFUSED(
      entries_below(packed, "", 1, 10, is_cut),
      packed + ": it is a file, and a folder was expected; what is packed must be unpacked first.");
}

TEST_CASE("bytes_beneath: an ordinary file of its own, and nothing else") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "ana");
  folder.file("ana/x", "mine");
  folder.file("ana/ten", "0123456789");
  folder.file("ana/large", "01234567890");
  CHECK(refusal(folder, "ana/x") == "read: mine");
  CHECK(refusal(folder, "ana/ten") == "read: 0123456789");
  CHECK(refusal(folder, "ana/large") == "ana/large: it has more than 10 bytes.");
  CHECK(refusal(folder, "ana") == "ana: it is not an ordinary file.");
  CHECK(refusal(folder, "ana/none") == "by the system: ana/none: there is no such file or folder.");
}

TEST_CASE("bytes_beneath: links, pipes and second names are refused, and never waited for") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "ana");
  const TemporaryFolder elsewhere;
  const std::string secret = elsewhere.file("secret", "42");
  fs::create_symlink(secret, folder.path() / "ana/link");
  fs::create_symlink("itself", folder.path() / "ana/itself");
  fs::create_directory_symlink(elsewhere.path(), folder.path() / "bob");
  fs::create_hard_link(secret, folder.path() / "ana/second");
  REQUIRE(::mkfifo(folder.path("ana/pipe").c_str(), 0600) == 0);
  make_socket(folder.path("ana/socket"));
  fs::create_symlink("/dev/zero", folder.path() / "ana/zero");
  const std::string is_link =
      ": it is a link, or is reached through one, and links are not followed.";
  for (const std::string path : {"ana/link", "ana/itself", "bob/secret", "ana/zero"})
    CHECK(refusal(folder, path) == path + is_link);
  CHECK(refusal(folder, "ana/pipe") == "ana/pipe: it is not an ordinary file.");
  CHECK(refusal(folder, "ana/socket") == "ana/socket: it is not an ordinary file.");
}

TEST_CASE("a second name is read where file and folder belong to the same person") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "ana");
  const TemporaryFolder elsewhere;
  fs::create_hard_link(elsewhere.file("answer", "42"), folder.path() / "ana/second");
  CHECK(bytes_beneath(folder.path().string(), "ana/second", 100) == "42");
  if (::geteuid() != 0) return;  // only root can give a folder away
  REQUIRE(::chown(folder.path("ana").c_str(), 65534, 65534) == 0);
  CHECK_THAT(refusal(folder, "ana/second"),
             ContainsSubstring("a second name (a hard link) of a file of somebody else"));
}

TEST_CASE("what may not be opened is told apart from what is not there") {
  if (::geteuid() == 0) return;  // to root every folder is open
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "closed/below");
  folder.file("file", "");
  fs::permissions(folder.path() / "closed", fs::perms::none);
  fs::permissions(folder.path() / "file", fs::perms::none);
  bool is_cut = false;
  const auto found = entries_below(folder.path().string(), "", 2, 10, is_cut);
  REQUIRE(found.size() == 2);
  CHECK(found.front().is_closed);
  CHECK_THAT(refusal(folder, "closed/below/x"), ContainsSubstring("by the system: "));
  CHECK_THAT(refusal(folder, "file"), ContainsSubstring("by the system: "));
  fs::permissions(folder.path() / "closed", fs::perms::owner_all);
}

TEST_CASE("bytes_beneath: no path leads out of the folder") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "ana");
  for (const std::string path :
       {"../x", "ana/../../x", "/etc/passwd", "ana//x", "./x", "ana/.", ".."})
    CHECK(refusal(folder, path) == path + ": it leads out of the folder.");
}

// Files by name; one that ends in a slash is a folder, and of a link the kind is said.
std::vector<StudentFile> files_called(const Words& names) {
  std::vector<StudentFile> files;
  for (const std::string& name : names) {
    const bool is_folder = name.ends_with('/'), is_link = name.ends_with('@');
    const std::string file = name.substr(0, name.size() - (is_folder || is_link ? 1 : 0));
    files.push_back({file, "ana/" + file,
                     is_folder ? FoundKind::folder
                     : is_link ? FoundKind::link
                               : FoundKind::file});
  }
  return files;
}

// "ana/x, also ana/y", with "?" before a name that is not the usual one.
std::string chosen_of(const Exercise& exercise, const Words& names, Words answers_to = {}) {
  answers_to.resize(names.size());
  const ChosenFile chosen = chosen_file(exercise, files_called(names), answers_to);
  std::string text = (chosen.has_usual_name || chosen.path.empty() ? "" : "? ") + chosen.path;
  for (const std::string& other : chosen.also) text += ", also " + other;
  return text;
}

std::string program_of(const Words& names) { return chosen_of(doubling_exercise(), names); }

std::string answers_of(const Words& names, Words answers_to = {}) {
  return chosen_of(practice_exercise(), names, std::move(answers_to));
}

TEST_CASE("usual_files: of answers and of programs") {
  CHECK(usual_files(practice_exercise()) == Words{"two-words.txt", "two-words.json"});
  CHECK(usual_files(doubling_exercise()) == Words{"doubling.sh", "doubling.py", "doubling"});
}

TEST_CASE("chosen_file: the usual names, the first of them first") {
  CHECK(answers_of({"two-words.txt"}) == "ana/two-words.txt");
  CHECK(answers_of({"two-words.json", "two-words.txt"}) ==
        "ana/two-words.txt, also two-words.json");
  CHECK(program_of({"doubling/", "doubling/main.py", "doubling.sh"}) ==
        "ana/doubling.sh, also doubling");
  CHECK(program_of({"doubling/", "doubling/main.py"}) == "ana/doubling");
  CHECK(program_of({}) == "");
}

TEST_CASE("chosen_file: a usual name goes before one that only looks like it") {
  CHECK(program_of({"Doubling.py", "doubling (1).py", "doubling.sh"}) ==
        "ana/doubling.sh, also Doubling.py, also doubling (1).py");
}

TEST_CASE("chosen_file: capitals, the number of a browser, a folder too deep") {
  CHECK(program_of({"DOUBLING.PY"}) == "? ana/DOUBLING.PY");
  CHECK(program_of({"doubling (1).py"}) == "? ana/doubling (1).py");
  CHECK(program_of({"doubling(12).py"}) == "? ana/doubling(12).py");
  CHECK(program_of({"doubling-1.py"}) == "? ana/doubling-1.py");
  CHECK(answers_of({"two_words.txt"}) == "? ana/two_words.txt");
  CHECK(answers_of({"Two words (1).txt"}) == "? ana/Two words (1).txt");
  CHECK(program_of({"doubling (2).py", "doubling (1).py"}) ==
        "? ana/doubling (2).py, also doubling (1).py");
  CHECK(program_of({"homework/", "homework/doubling.py"}) == "? ana/homework/doubling.py");
  CHECK(program_of({"homework/", "homework/doubling/", "homework/doubling/main.py"}) ==
        "? ana/homework/doubling");
}

TEST_CASE("chosen_file: copies, endings typed twice, and texts by other endings") {
  for (const std::string name : {"two-words.txt.txt",
                                 "two-words - Copy.txt",
                                 "two-words - Copy (2).txt",
                                 "two-words copy.txt",
                                 "two-words - コピー.txt",
                                 "two-wordsのコピー.txt",
                                 "コピー ～ two-words.txt",
                                 "Copy of two-words.txt",
                                 "two-words.md",
                                 "two-words",
                                 "two-words (1)",
                                 "two-words.text",
                                 "ｔｗｏ－ｗｏｒｄｓ．ｔｘｔ",
                                 "two-words copy 2.txt",
                                 "two-words のコピー 2.txt",
                                 "two-words (copy).txt",
                                 "two-words-Copy1.txt",
                                 "two-words.txt (1)",
                                 "two-words.txt.txt.txt",
                                 "two-words _1_.txt",
                                 " two-words.txt",
                                 "two-words\u200B.txt",
                                 "two-words.txt.md"})
    CHECK(answers_of({name}) == "? ana/" + name);
  CHECK(program_of({"doubling - Copy.py"}) == "? ana/doubling - Copy.py");
  CHECK(program_of({"doubling.py.py"}) == "? ana/doubling.py.py");
  CHECK(answers_of({"two-words.md", "two-words.txt"}) == "ana/two-words.txt, also two-words.md");
}

TEST_CASE("chosen_file: what is only something like it is not taken") {
  for (const std::string name : {"doubling (x).py", "doubling ().py", "(1).py", "doubling-final.py",
                                 "doubling-.py", "-1.py", "doubling.py.txt", "my doubling.py",
                                 "doubling.rb", "doubling.py/", "doubling", "().py", ")(.py"})
    CHECK(program_of({name}) == "");
}

TEST_CASE(
    "chosen_file: a link by the usual name is chosen, so that it is refused with the reason") {
  CHECK(program_of({"doubling.py@"}) == "ana/doubling.py");
}

TEST_CASE("chosen_file: answers that say which exercise they are for") {
  CHECK(answers_of({"mine.txt"}) == "");
  CHECK(answers_of({"mine.txt"}, {"two-words"}) == "? ana/mine.txt");
  CHECK(answers_of({"mine.txt"}, {"another"}) == "");
  CHECK(answers_of({"mine.txt", "Two-Words.txt"}, {"two-words", ""}) ==
        "? ana/Two-Words.txt, also mine.txt");
}

TEST_CASE("exercise_of_file: by its name, or by the folder that it lies in") {
  const Words ids{"doubling", "two-words"};
  CHECK(exercise_of_file("doubling.py", ids) == "doubling");
  CHECK(exercise_of_file("Doubling (1).PY", ids) == "doubling");
  CHECK(exercise_of_file("doubling/lib/x.py", ids) == "doubling");
  CHECK(exercise_of_file("homework/two-words.txt", ids) == "two-words");
  CHECK(exercise_of_file("notes.md", ids) == "");
  CHECK(exercise_of_file("", ids) == "");
}

TEST_CASE("report_folders: a usual id is its own folder") {
  const std::vector<std::string> usual{"ana", "s20413", "a.b-c_d", "石橋", "José", "O2"};
  CHECK(report_folders(usual) == usual);
}

TEST_CASE("report_folders: any other is made safe, and stays apart") {
  const std::vector<std::string> ids{"../../x",
                                     "..",
                                     ".",
                                     "-rf",
                                     "a/b",
                                     "a_b",
                                     "a\\b",
                                     "a,b",
                                     "a\nb",
                                     "=cmd|'/c calc'!A0",
                                     "<b>",
                                     "CON",
                                     "con.txt",
                                     "ana.",
                                     "",
                                     " ",
                                     "\x1b[2J",
                                     "😀",
                                     "\xff",
                                     "\u202ecod",
                                     "nul",
                                     "a*b",
                                     "a?b",
                                     "a\"b",
                                     "a:b",
                                     std::string(255, 'x'),
                                     std::string(254, 'x')};
  const std::vector<std::string> folders = report_folders(ids);
  REQUIRE(folders.size() == ids.size());
  std::set<std::string> different;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    INFO(ids[i] << " as " << folders[i]);
    CHECK(different.insert(folded_form(folders[i])).second);
    CHECK(folders[i].find_first_of("/\\:*?\"<>|=', \n\x1b") == std::string::npos);
    CHECK(folders[i].size() < 120);
    CHECK(folders[i].find_first_of(".-") != 0);
    CHECK(folders[i].back() != '.');
    CHECK(readable_bytes(folders[i]) == folders[i]);
  }
  CHECK(folders[5] == "a_b-" + folders[5].substr(4));
  CHECK(folders[11].starts_with("_CON-"));
}

TEST_CASE("report_folders: ids that only look different have different folders") {
  const std::vector<std::string> folders =
      report_folders({"ana", "Ana", "ANA", "bob", "jos\u00e9", "jose\u0301", "\uff41\uff4e\uff41"});
  std::set<std::string> different;
  for (const std::string& folder : folders) CHECK(different.insert(folded_form(folder)).second);
  CHECK(folders[3] == "bob");
}

TEST_CASE("report_folders: a folder hangs on the id and on who looks alike, not on the others") {
  CHECK(report_folders({"../x", "zoe"}).front() == report_folders({"../x", "ana", "bob"}).front());
  CHECK(report_folders({"a b"}).front() == report_folders({"a b", "a_c"}).front());
}

TEST_CASE("report_folders: nobody gets the folder of somebody else by being called like it") {
  const std::string folder = report_folders({"a b"}).front();
  for (const std::vector<std::string>& ids :
       {std::vector<std::string>{"a b", folder, folder + "-2"}, {folder + "-2", folder, "a b"}}) {
    const std::vector<std::string> folders = report_folders(ids);
    CHECK(std::set<std::string>(folders.begin(), folders.end()).size() == 3);
  }
}

TEST_CASE("readable_bytes: what is no UTF-8 is written out") {
  CHECK(readable_bytes("ana") == "ana");
  CHECK(readable_bytes("石\xff\xc0\x80") == "石\\xff\\xc0\\x80");
  CHECK(readable_bytes("\xed\xa0\x80") == "\\xed\\xa0\\x80");
}

}  // namespace
}  // namespace attn

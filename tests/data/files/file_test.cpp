#include "data/files/file.hpp"

#include <iconv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "data/told_text.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

TEST_CASE("read_file: returns every byte") {
  const TemporaryFolder folder;
  std::string bytes("\0\r\n\xff 1", 6);
  CHECK(read_file(folder.file("a", bytes), 6) == bytes);
  bytes.assign(3'000'000, 'x');
  CHECK(read_file(folder.file("b", bytes), bytes.size()) == bytes);
}

TEST_CASE("file_bytes: an empty file has none, and a large one is refused") {
  const TemporaryFolder folder;
  CHECK(file_bytes(folder.file("empty", ""), 6).empty());
  CHECK(file_bytes(folder.file("a", "abc"), 3) == "abc");
  CHECK_THROWS_AS(file_bytes(folder.file("b", "abcd"), 3), InputError);
}

TEST_CASE("read_file: reads a file that does not know its size") {
  CHECK(read_file("/proc/self/stat", 100'000).ends_with('\n'));
  CHECK_REFUSED(read_file("/proc/self/stat", 10),
                "/proc/self/stat: the file is too large: it has 11 bytes, and at most 10 bytes (0 "
                "MiB) are read in this format. Give a smaller part of it.");
}

TEST_CASE("read_file: refuses a missing file") {
  const TemporaryFolder folder;
  const std::string path = folder.path("absent.csv");
  const std::string advice = ": there is no such file. Check the spelling and the folder.";
  CHECK_REFUSED(read_file(path, 9), path + advice);
  const std::string below_file = folder.file("a", "1") + "/b";
  CHECK_REFUSED(read_file(below_file, 9), below_file + advice);
  CHECK_REFUSED(read_file("", 9), advice);
}

TEST_CASE("read_file: refuses an empty file") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.csv", "");
  CHECK_REFUSED(read_file(path, 9),
                path + ": the file is empty. Save or fetch it again, or give another file.");
}

TEST_CASE("read_file: refuses a file above the limit without reading it") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.csv", "1");
  std::filesystem::resize_file(path, 1ull << 40);  // a hole: it takes no space
  CHECK_REFUSED(read_file(path, 64 << 20),
                path +
                    ": the file is too large: it has 1099511627776 bytes, and at most 67108864 "
                    "bytes (64 MiB) are read in this format. Give a smaller part of it.");
}

TEST_CASE("read_file: refuses folders and devices and pipes at once") {
  const TemporaryFolder folder;
  const std::string advice =
      ": an ordinary file was expected, but this is a folder, pipe or device. Save the data to a "
      "file and give its path.";
  const std::string pipe = folder.path("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::string& path : {pipe, folder.path(""), std::string("/dev/zero")})
    CHECK_REFUSED(read_file(path, 9), path + advice);
}

TEST_CASE("read_file: says why a file cannot be read") {
  const TemporaryFolder folder;
  const std::string path = folder.path("loop");
  std::filesystem::create_symlink("loop", path);
  CHECK_REFUSED(
      read_file(path, 9),
      path + ": the file cannot be read: its links lead round in a circle. Give another file.");
}

TEST_CASE("File: gives any part of its bytes") {
  const TemporaryFolder folder;
  const File file(folder.file("a.bin", "0123456789"));
  CHECK(file.size() == 10);
  CHECK(file.bytes(0, 10) == "0123456789");
  CHECK(file.bytes(4, 3) == "456");
  CHECK(file.bytes(10, 0) == "");
}

TEST_CASE("File: notices that it became shorter") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.bin", "0123456789");
  const File file(path);
  std::filesystem::resize_file(path, 5);
  CHECK_REFUSED(file.bytes(4, 3), path +
                                      ": the file ended while it was read. Another program may be "
                                      "writing it: wait until it is done.");
}

TEST_CASE("File: refuses what is not an ordinary file") {
  const TemporaryFolder folder;
  CHECK_REFUSED_FOR(File(folder.path("none")), "there is no such file");
  CHECK_REFUSED_FOR(File("/dev/zero"), "an ordinary file was expected");
}

TEST_CASE("File: a note of Git LFS is not the file, whatever it is called") {
  const TemporaryFolder folder;
  const std::string note =
      "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 17210084\n";
  for (const char* name : {"tokenizer.json", "a.csv", "model.safetensors"}) {
    const std::string path = folder.file(name, note);
    CHECK_REFUSED(File{path}, path +
                                  ": this is a note of Git LFS on where the file lies, and not the "
                                  "file. Fetch it: git lfs pull.");
  }
  CHECK(read_file(folder.file("about.txt", "version https://git-"), 99).size() == 20);
}

TEST_CASE("File: a link that leads nowhere is named") {
  const TemporaryFolder folder;
  const std::string link = folder.path("model.safetensors"), room = folder.path("room");
  std::filesystem::create_symlink("/mnt/gone/model.safetensors", link);
  std::filesystem::create_directory_symlink("nowhere", room);
  CHECK_REFUSED(File{link}, link + ": the link " + link +
                                " leads to /mnt/gone/model.safetensors, and there is nothing. Put "
                                "the file or folder there, or give another.");
  CHECK_THAT(refusal([&] { File{room + "/a.csv"}; }),
             ContainsSubstring("the link " + room + " leads to nowhere, and there is nothing."));
  CHECK(is_named(link));
  CHECK_FALSE(is_named(folder.path("other")));
}

TEST_CASE("refuse_page, refuse_packed: what was saved instead of a file") {
  for (const char* page : {"<!DOCTYPE html>\n<html>", "\xef\xbb\xbf\n <!doctype HTML>", "<html "})
    CHECK_THAT(refusal([&] { refuse_page(page, "config.json"); }),
               ContainsSubstring("config.json: this is an HTML page, and not the file"));
  for (const char* other : {"", "{\"a\": \"<html>\"}", "<!doctype", "<svg>"})
    CHECK_NOTHROW(refuse_page(other, "config.json"));
  for (const char* packed : {"PK\x03\x04...", "\x1f\x8b..."})
    CHECK_THAT(refusal([&] { refuse_packed(packed, "vocab.txt"); }),
               ContainsSubstring("vocab.txt: this is a packed archive, and not the file."));
  CHECK_NOTHROW(refuse_packed("PK", "vocab.txt"));
}

TEST_CASE("read_file: a pipe through which nothing came is no file to save again") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  ::close(ends[1]);
  constexpr int kNumber = 460;  // what came through a pipe is kept by its number
  REQUIRE(::dup2(ends[0], kNumber) == kNumber);
  ::close(ends[0]);
  CHECK_REFUSED(read_file("/dev/fd/460", 3),
                "/dev/fd/460: nothing came through the pipe. See what the command before it says.");
  ::close(kNumber);
}

TEST_CASE("file_bytes: a pipe that the path names by its descriptor, once") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const std::string path = "/dev/fd/" + std::to_string(ends[0]);
  REQUIRE(::write(ends[1], "abc", 3) == 3);
  ::close(ends[1]);
  CHECK(file_bytes(path, 3) == "abc");
  CHECK(file_bytes(path, 3) == "abc");  // for whoever asks again
  CHECK_THROWS_AS(file_bytes(path, 2), InputError);
  ::close(ends[0]);
}

TEST_CASE("line_place: counts as editors do") { CHECK(line_place(3, 2) == "line 3, column 2"); }

TEST_CASE("line_place: a byte of a text, by characters") {
  CHECK(line_place_of("a\n猫x", 5) == "line 2, column 2");
  CHECK(line_place_of("a\n猫x", 100) == "line 2, column 3");
}

namespace {

const std::size_t kPage = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));

std::string cut_off(const std::string& path) {
  return path +
         ": the file was cut off while it was read, or its disk failed. Another program may be "
         "writing it: wait until it is done.";
}

std::string wholeness(const MappedFile& file) {
  return refusal([&] { file.require_whole(); });
}

// Every page is looked at; what is there is read whatever the compiler thinks of it.
std::size_t count_of(std::string_view bytes, char wanted) {
  std::size_t n = 0;
  for (const volatile char& byte : bytes) n += byte == wanted;
  return n;
}

// How a process ends that does this: true if it did not come to its own end.
bool ends_by_force(void (*action)(const std::string& path), const std::string& path) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(STDERR_FILENO);  // a sanitizer says more than a test needs
    ::alarm(20);
    action(path);
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

TEST_CASE("MappedFile: the bytes of a file, of copies, and of many one after another") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a", "attention");
  const MappedFile file(path);
  CHECK(file.bytes() == "attention");
  CHECK(wholeness(file) == "accepted");
  const std::string_view kept = [&] {
    const MappedFile another(path);
    const MappedFile copy = another;
    return copy.bytes().data() == another.bytes().data() ? copy.bytes() : std::string_view();
  }();
  CHECK(kept.size() == 9);
  for (int i = 0; i < 3000; ++i) REQUIRE(MappedFile(path).bytes().size() == 9);
}

TEST_CASE("MappedFile: what cannot be mapped") {
  const TemporaryFolder folder;
  const std::string empty = folder.file("empty", ""), none = folder.path("none");
  CHECK_REFUSED(MappedFile{empty},
                empty + ": the file is empty. Save or fetch it again, or give another file.");
  CHECK_REFUSED(MappedFile{none},
                none + ": there is no such file. Check the spelling and the folder.");
  CHECK_THAT(refusal([&] { MappedFile{folder.path().string()}; }),
             ContainsSubstring("an ordinary file was expected"));
  // What was refused takes up no place.
  for (int i = 0; i < 3000; ++i) REQUIRE(refusal([&] { MappedFile{empty}; }) != "accepted");
}

TEST_CASE("MappedFile: what is cut off reads as zeros, and is told") {
  const TemporaryFolder folder;
  const std::string path = folder.file("cut", std::string(5 * kPage, 'a')),
                    whole_path = folder.file("whole", std::string(2 * kPage, 'b'));
  const MappedFile file(path), whole(whole_path);
  CHECK(count_of(file.bytes().substr(0, kPage), 'a') == kPage);
  std::filesystem::resize_file(path, kPage + 10);
  CHECK(count_of(file.bytes(), 'a') == kPage + 10);
  CHECK(count_of(file.bytes(), '\0') == 4 * kPage - 10);
  CHECK(wholeness(file) == cut_off(path));
  std::filesystem::resize_file(path, 5 * kPage);  // too late: zeros were read
  CHECK(wholeness(file) == cut_off(path));
  CHECK(count_of(whole.bytes(), 'b') == 2 * kPage);
  CHECK(wholeness(whole) == "accepted");
  CHECK(wholeness(MappedFile(path)) == "accepted");
}

TEST_CASE("MappedFile: the end of the last page is missed without a signal") {
  const TemporaryFolder folder;
  const std::string path = folder.file("short", "attention");
  const MappedFile file(path);
  std::filesystem::resize_file(path, 4);
  CHECK(file.bytes() == std::string_view("atte\0\0\0\0\0", 9));
  CHECK(wholeness(file) == cut_off(path));
}

TEST_CASE("MappedFile: a SIGBUS of somebody else's is what it was") {
  const TemporaryFolder folder;
  const std::string path = folder.file("other", std::string(2 * kPage, 'a'));
  const MappedFile listening(folder.file("mine", "attention"));
  CHECK(ends_by_force([](const std::string&) { ::raise(SIGBUS); }, path));
  CHECK(ends_by_force(
      [](const std::string& other) {
        const File file(other);
        void* const bytes =
            ::mmap(nullptr, file.size(), PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
        std::filesystem::resize_file(other, 1);
        count_of({static_cast<const char*>(bytes) + kPage, 1}, 'a');
      },
      path));
  CHECK_FALSE(ends_by_force([](const std::string&) {}, path));
}

using namespace std::string_literals;

TEST_CASE("text_of_bytes: UTF-8 is left as it is, but for its mark") {
  CHECK(told_text("猫が\n") == ToldText{"猫が\n"});
  CHECK(told_text("\xef\xbb\xbf猫が\r\n") == ToldText{"猫が\r\n"});
  CHECK(told_text("") == ToldText{""});
}

TEST_CASE("text_of_bytes: what is no text is called by its name") {
  CHECK_REFUSED(text_of_bytes("{\\rtf1\\ansi 0.5}", "a.txt"),
                "a.txt: this is RTF and no plain text. Save it as plain text in UTF-8.");
  CHECK(refusal([] { text_of_bytes("%PDF-1.7", "a.txt"); }).starts_with("a.txt: this is PDF"));
}

TEST_CASE("text_of_bytes: a carriage return alone ends a line") {
  CHECK(told_text("1,2\r3,4\r") ==
        ToldText{"1,2\n3,4\n", "lines that end in a carriage return alone were told apart."});
  CHECK(told_text("1,2\r") == ToldText{"1,2\n"});
  CHECK(told_text("a\rb\nc") == ToldText{"a\rb\nc"});
}

// "猫が座った。\n" as a spreadsheet in Japan writes it.
const std::string kCat = "\x94\x4c\x82\xaa\x8d\xc0\x82\xc1\x82\xbd\x81\x42\n";

TEST_CASE("utf8_of: UTF-16 with a mark or without, in either order") {
  CHECK(told_text("\xff\xfe\x2b\x73\x4c\x30"s) == ToldText{"猫が", "read as UTF-16."});
  CHECK(told_text("\xfe\xff\x73\x2b\x30\x4c"s) == ToldText{"猫が", "read as UTF-16."});
  CHECK(told_text("1\0,\0002\0\n\0"s) == ToldText{"1,2\n", "read as UTF-16."});
  CHECK(told_text("\0001\0,\0002\0\n"s) == ToldText{"1,2\n", "read as UTF-16."});
  CHECK_REFUSED(text_of_bytes("\xff\xfe\x00\xd8"s, "x.csv"),
                "x.csv: the text is UTF-16, and some of it cannot be converted. Save it as UTF-8.");
}

TEST_CASE("utf8_of: Shift_JIS where it gives Japanese") {
  const iconv_t known = iconv_open("UTF-8", "CP932");
  // NOLINTNEXTLINE: that is how it says so
  if (known == reinterpret_cast<iconv_t>(-1)) {
    WARN("skipped: this system does not know CP932");
    return;
  }
  iconv_close(known);
  const std::string how = "read as Shift_JIS (CP932), since it is not UTF-8.";
  CHECK(told_text(kCat) == ToldText{"猫が座った。\n", how});
  // A name with a character that Shift_JIS itself lacks, and a column of ASCII.
  CHECK(told_text("student,name\nken,\xfb\xfc\x8b\xb4\n") ==
        ToldText{"student,name\nken,髙橋\n", how});
  // Words of one character, and kana of half the width, among which Latin-1 has no letters.
  CHECK(told_text("\x94\x4c\n\x8c\xa2\n") == ToldText{"猫\n犬\n", how});
  CHECK(told_text("\x8f\xac\x8f\xbc\n") == ToldText{"小松\n", how});
  CHECK(told_text("\xc3\xbd\xc4\n") == ToldText{"ﾃｽﾄ\n", how});
  // Beside signs: √dで割る, 3×4 行列, 猫→魚, ①猫 ②犬, “猫”が座る, 猫…, ○ × ○, 山﨑.
  CHECK(told_text("\x81\xe3\x64\x82\xc5\x8a\x84\x82\xe9") == ToldText{"√dで割る", how});
  CHECK(told_text("3\x81\x7e\x34 \x8d\x73\x97\xf1") == ToldText{"3×4 行列", how});
  CHECK(told_text("\x94\x4c\x81\xa8\x8b\x9b") == ToldText{"猫→魚", how});
  CHECK(told_text("\x87\x40\x94\x4c \x87\x41\x8c\xa2") == ToldText{"①猫 ②犬", how});
  CHECK(told_text("\x81\x67\x94\x4c\x81\x68\x82\xaa\x8d\xc0\x82\xe9") ==
        ToldText{"“猫”が座る", how});
  CHECK(told_text("\x94\x4c\x81\x63") == ToldText{"猫…", how});
  CHECK(told_text("\x81\x9b \x81\x7e \x81\x9b") == ToldText{"○ × ○", how});
  CHECK(told_text("\x8e\x52\xfa\xb1") == ToldText{"山﨑", how});
  // Latin-1 is not taken for it, nor are the letters of MS-DOS.
  for (const char* other : {"caf\xe9 au lait", "r\xe9sum\xe9",
                            "\xe7"
                            "a va",
                            "\xc9 \xc0", "It\x92s", "\xff\xff", "\xab\xe9t\xe9\xbb",
                            "f\x81r M\x81ller", "\x93\xc9t\xe9\x94 \x85"})
    CHECK(told_text(other) == ToldText{other});
}

TEST_CASE("utf8_of: a blank as wide as a kanji is Japanese, too") {
  // "山田　\n　\n　" in CP932
  CHECK(told_text("\x8e\x52\x93\x63\x81\x40\n\x81\x40\n\x81\x40\n")[0] == "山田　\n　\n　\n");
}

TEST_CASE("unpacked_shift_jis: names that were taken for CP437, and no others") {
  CHECK(unpacked_shift_jis("ÄRôcæ╛ÿY") == "山田太郎");
  for (const std::string name : {"José", "Béatrice Müller", "Zoë", "é", "éa", "ana", "", "山田太郎",
                                 "\xc4R", "Ångström Ø"}) {
    CAPTURE(name);
    CHECK(unpacked_shift_jis(name).empty());
  }
}

TEST_CASE("utf8_of: EUC-JP by its kana") {
  const iconv_t known = iconv_open("UTF-8", "EUC-JP");
  // NOLINTNEXTLINE: that is how it says so
  if (known == reinterpret_cast<iconv_t>(-1)) {
    WARN("skipped: this system does not know EUC-JP");
    return;
  }
  iconv_close(known);
  CHECK(told_text("\xc7\xad\xa4\xac\xba\xc2\xa4\xc3\xa4\xbf\xa1\xa3\n") ==
        ToldText{"猫が座った。\n", "read as EUC-JP, since it is not UTF-8."});
  // "ﾈｺ が" is neither surely this nor Shift_JIS.
  CHECK(told_text("\x8e\xc8\x8e\xba \xa4\xac") == ToldText{"\x8e\xc8\x8e\xba \xa4\xac"});
}

TEST_CASE("utf8_of: what may be two encodings is refused") {
  // "東京 大阪", or Chinese.
  const std::string told =
      refusal([] { text_of_bytes("\xc5\xec\xb5\xfe \xc2\xe7\xba\xe5\n", "x.txt"); });
  CHECK(told ==
        "x.txt: the text is not UTF-8, and may be in several encodings, for instance EUC-JP, "
        "GB18030, BIG5, EUC-KR or another one. Convert it from what it is: iconv -f ENCODING -t "
        "UTF-8 OLD > NEW.");
  // "ﾈｺｲﾇ", or two rare kanji.
  CHECK_REFUSED_FOR(text_of_bytes("\xc8\xba\xb2\xc7\n", "x.txt"),
                    "may be in several encodings, for instance CP932, EUC-JP, ");
  // "猫…" and "猫→魚" in EUC-JP, "“猫”" in GBK: of kanji and signs, nothing says what they are.
  for (const char* text :
       {"\xa1\xb0\xc3\xa8\xa1\xb1\n", "\xc7\xad\xa1\xc4\n", "\xc7\xad\xa2\xaa\xb5\xfb\n"})
    CHECK_THAT(refusal([&] { text_of_bytes(text, "x.txt"); }), ContainsSubstring("EUC-JP, "));
  // "ﾃｽﾄ", or three kanji in Shift_JIS.
  CHECK_REFUSED_FOR(text_of_bytes("\x8e\xc3\x8e\xbd\x8e\xc4\n", "x.txt"),
                    "for instance CP932, EUC-JP, ");
}

TEST_CASE("utf8_of: what is not Japanese is not read as it") {
  const char* const texts[] = {
      "\xbe\xc8\xb3\xe7\xc7\xcf\xbc\xbc\xbf\xe4",            // "안녕하세요" in EUC-KR
      "\xec\xe0\xec\xe0 \xec\xfb\xeb\xe0 \xf0\xe0\xec\xf3",  // "мама мыла раму" in CP1251
      "\xcd\xc1\xcd\xc1 \xcd\xd9\xcc\xc1 \xd2\xc1\xcd\xd5",  // in KOI8-R
      "\xec\xe1\xec\xdc \xea\xe1\xe9",                       // "μαμά και" in ISO-8859-7
      "\xc4\xd6\xdc\xc4 \xd6\xc4",
      "\xd1\xd1 \xc1\xc9",  // "ÄÖÜÄ ÖÄ", "ÑÑ ÁÉ" in Latin-1
      "\xe1\xe0\xe1\xe0",   // "áàáà", or "баба" in CP1251
  };
  for (const char* text : texts) {
    CAPTURE(text);
    std::string read = text;
    const std::string told = refusal([&] { read = text_of_bytes(text, "x.txt"); });
    CHECK((told == "accepted" || told.find("or another one.") != std::string::npos));
    CHECK(read == text);  // whoever reads it says that it is no UTF-8
  }
}

TEST_CASE("utf8_of: ISO-2022-JP by its switches") {
  CHECK(told_text("\x1b$BG-$,\x1b(B\n") == ToldText{"猫が\n", "read as ISO-2022-JP."});
  CHECK_REFUSED(
      text_of_bytes("\x1b$BG", "x.txt"),
      "x.txt: the text is ISO-2022-JP, and some of it cannot be converted. Save it as UTF-8.");
  // Kana of half the width, and a circled number.
  for (const char* text : {"\x1b(IC=D\x1b(B\n", "\x1b$BG-\x1b(IC=D\x1b(B\n", "\x1b$B-!\x1b(B\n"}) {
    std::string read;
    const std::string told = refusal([&] { read = text_of_bytes(text, "x.txt"); });
    CHECK((told == "accepted"
               ? read.find('\x1b') == read.npos
               : told.ends_with("some of it cannot be converted. Save it as UTF-8.")));
  }
  CHECK(told_text("\x1b[0m\n") == ToldText{"\x1b[0m\n"});
}

TEST_CASE("utf8_of: Japanese in UTF-16 without a mark") {
  CHECK(told_text("\x54\x7b\x48\x30\x6f\x30\x31\x00\n\x00"s) ==
        ToldText{"答えは1\n", "read as UTF-16."});
  // Without a zero, by its kana.
  CHECK(told_text("\x2b\x73\x4c\x30\xa7\x5e\x8b\x30") == ToldText{"猫が座る", "read as UTF-16."});
  CHECK(told_text("\x73\x2b\x30\x4c\x5e\xa7\x30\x8b") == ToldText{"猫が座る", "read as UTF-16."});
}

TEST_CASE("utf8_of: a zero by mistake makes no UTF-16") {
  for (const std::string& text :
       {"student,name\ntaro,\x8e\x52\x93\x63\0\n"s, "student,name\nzo\xeb,Zo\xeb\0\n"s,
        "student,name\nken,Ken\0\n"s}) {
    CHECK(text.size() % 2 == 0);
    CHECK(told_text(text) == ToldText{text});
  }
}

TEST_CASE("utf8_of: UTF-32 is called by its name") {
  for (const std::string& text :
       {"1\0\0\0,\0\0\0002\0\0\0"s, "\0\0\0001\0\0\0,"s, "\xff\xfe\0\0001\0\0\0"s,
        "\0\0\xfe\xff\0\0\0001"s, "\x2b\x73\0\0\x4c\x30\0\0"s, "\0\1\xf6\0"s})
    CHECK_REFUSED(text_of_bytes(text, "x.csv"),
                  "x.csv: the text is UTF-32, and UTF-8 was expected. Save it as UTF-8.");
  for (const std::string& text : {"\0\0\0\0"s, "1\0\n\0002\0\n\0"s}) CHECK_FALSE(is_utf32(text));
}

}  // namespace

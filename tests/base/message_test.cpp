#include "base/message.hpp"

#include <unistd.h>

#include <cerrno>

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace {

const char* const kCatalogue = R"(
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\n"

msgid "a test sentence"
msgstr "試験の文"

msgid "a test with {} rows and {} columns"
msgstr "{1} 列 {0} 行の試験"
)";

// A small Japanese catalogue in force as long as this lives.
class Japanese {
 public:
  Japanese() {
    folder_ = std::filesystem::temp_directory_path() / fmt::format("attn-message-{}", getpid());
    const auto catalogue = folder_ / "ja" / "LC_MESSAGES" / "attn_message_test";
    std::filesystem::create_directories(catalogue.parent_path());
    std::ofstream(catalogue.string() + ".po") << kCatalogue;
    const auto command = fmt::format("msgfmt -o {0}.mo {0}.po", catalogue.string());
    REQUIRE(std::system(command.c_str()) == 0);

    read_translations(catalogue.string() + ".mo");
  }
  ~Japanese() {
    read_translations("");
    std::filesystem::remove_all(folder_);
  }

 private:
  std::filesystem::path folder_;
};

TEST_CASE("message: fills the arguments in") {
  CHECK(message("{} and {}", 2, "three") == "2 and three");
  CHECK(message("{1} before {0}", 1, 2) == "2 before 1");
}

TEST_CASE("message: speaks the user's language") {
  const Japanese japanese;
  CHECK(message("a test with {} rows and {} columns", 2, 3) == "3 列 2 行の試験");
  CHECK(message("a test without a translation: {}", 4) == "a test without a translation: 4");
}

TEST_CASE("translated: the English text where there is no translation") {
  CHECK(std::string(translated("a test sentence")) == "a test sentence");
  const Japanese japanese;
  CHECK(std::string(translated("a test sentence")) == "試験の文");
  CHECK(std::string(translated("another test sentence")) == "another test sentence");
}

TEST_CASE("translated: an empty text is empty in every language") {
  const Japanese japanese;
  CHECK(std::string(translated("")) == "");
}

TEST_CASE("add_note: nothing to say adds nothing") {
  std::vector<std::string> notes{"a"};
  add_note(notes, "");
  add_note(notes, "b");
  CHECK(notes == std::vector<std::string>{"a", "b"});
}

TEST_CASE("add_sentence: a blank stands between two sentences, and not behind one") {
  std::string text = "One.";
  add_sentence(text, "");
  add_sentence(text, "Two.");
  CHECK(text == "One. Two.");
}

// What msgfmt makes of a text.
std::string compiled(const std::string& text) {
  const TemporaryFolder folder;
  const std::string from = folder.file("it.po", text), to = folder.path("it.mo");
  REQUIRE(std::system(("msgfmt -o " + to + " " + from).c_str()) == 0);
  return content(to);
}

const char* const kText =
    "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n"
    "msgid \"b\"\nmsgstr \"二\"\n"
    "msgid \"a\"\nmsgstr \"一\"\n"
    "msgid \"not yet\"\nmsgstr \"\"\n"
    "msgid \"√ d\"\nmsgstr \"√次元\"\n";

std::string translation(const Catalogue& catalogue, const char* english) {
  const char* const found = catalogue.translation_of(english);
  return found ? found : "none";
}

TEST_CASE("Catalogue: finds what msgfmt has compiled") {
  const Catalogue catalogue(compiled(kText));
  CHECK(translation(catalogue, "a") == "一");
  CHECK(translation(catalogue, "b") == "二");
  CHECK(translation(catalogue, "√ d") == "√次元");
  for (const char* unknown : {"not yet", "A", "aa", "~", "c"}) {
    CAPTURE(unknown);
    CHECK(translation(catalogue, unknown) == "none");
  }
}

TEST_CASE("Catalogue: translates nothing where there is none") {
  CHECK(translation(Catalogue(), "a") == "none");
  CHECK(translation(Catalogue(""), "a") == "none");
  CHECK(translation(Catalogue("text that is no catalogue"), "a") == "none");
}

TEST_CASE("Catalogue: a file that is cut off or changed is read within its bounds") {
  const std::string whole = compiled(kText);
  for (std::size_t size = 0; size < whole.size(); ++size)
    CHECK(translation(Catalogue(whole.substr(0, size)), "b") != "");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = '\xFF';
    CHECK(translation(Catalogue(changed), "b") != "");
  }
}

TEST_CASE("LocalText: English here, and Japanese where there is nothing else") {
  CHECK(LocalText{"weights", "重み"}.here() == "weights");
  CHECK(LocalText{"", "重み"}.here() == "重み");
  CHECK(LocalText{}.here().empty());
  CHECK(LocalText{"", "重み"}.language_here() == "ja");
  CHECK(LocalText{}.language_here().empty());
  CHECK(LocalText{}.empty());
  CHECK_FALSE(LocalText{"", "重み"}.empty());
}

TEST_CASE("LocalText: the user's language, its sister, then the first of the course") {
  LocalText text;
  text.set("fr", "poids");
  text.set("pt-BR", "pesos");
  CHECK(text.here() == "poids");  // the user speaks English here
  CHECK(text.first() == "poids");
  CHECK(text.in("pt-BR") == "pesos");
  CHECK(text.in("de").empty());
  prefer_language("pt-BR");
  CHECK(text.here() == "pesos");
  CHECK(text.language_here() == "pt-BR");
  prefer_language("pt-PT");
  CHECK(text.here() == "pesos");
  prefer_language("de-DE");
  CHECK(text.here() == "poids");
  CHECK(text.language_here() == "fr");
  prefer_language("");
  text.set("fr", "les poids");
  CHECK(text.texts.size() == 2);
  CHECK(text.here() == "les poids");
}

TEST_CASE("system_reason: what meets a user has words of ours") {
  CHECK(system_reason(ENOSPC) == "no space is left on the disk");
  CHECK(system_reason(EDQUOT) == system_reason(ENOSPC));
  CHECK(system_reason(EACCES) == "permission is denied");
  CHECK(system_reason(EROFS) == "the disk is read-only");
}

TEST_CASE("system_reason: any other error still says something") {
  CHECK_FALSE(system_reason(EXDEV).empty());
  CHECK_FALSE(system_reason(123456).empty());
}

}  // namespace

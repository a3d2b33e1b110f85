#include "base/message.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "support/catch.hpp"

using namespace attn;

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

}  // namespace

TEST_CASE("message: fills the arguments in", "[core][message]") {
  CHECK(message("{} and {}", 2, "three") == "2 and three");
  CHECK(message("{1} before {0}", 1, 2) == "2 before 1");
}

TEST_CASE("message: speaks the user's language", "[core][message]") {
  const Japanese japanese;
  CHECK(message("a test with {} rows and {} columns", 2, 3) == "3 列 2 行の試験");
  CHECK(message("a test without a translation: {}", 4) == "a test without a translation: 4");
}

TEST_CASE("translated: the English text where there is no translation", "[core][message]") {
  CHECK(std::string(translated("a test sentence")) == "a test sentence");
  const Japanese japanese;
  CHECK(std::string(translated("a test sentence")) == "試験の文");
  CHECK(std::string(translated("another test sentence")) == "another test sentence");
}

TEST_CASE("translated: an empty text is empty in every language", "[core][message]") {
  const Japanese japanese;
  CHECK(std::string(translated("")) == "");
}

TEST_CASE("add_note: nothing to say adds nothing", "[base][message]") {
  std::vector<std::string> notes{"a"};
  add_note(notes, "");
  add_note(notes, "b");
  CHECK(notes == std::vector<std::string>{"a", "b"});
}

TEST_CASE("add_sentence: a blank stands between two sentences, and not behind one",
          "[base][message]") {
  std::string text = "One.";
  add_sentence(text, "");
  add_sentence(text, "Two.");
  CHECK(text == "One. Two.");
}

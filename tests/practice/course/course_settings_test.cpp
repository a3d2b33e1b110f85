#include "practice/course/course_settings.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;
using Strings = std::vector<std::string>;

namespace {

CourseSettings settings_of(const std::string& toml) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "exercises");
  folder.file("exercises/course.toml", toml);
  return read_course_settings(folder.path().string());
}

}  // namespace

TEST_CASE("read_course_settings: the name and the languages", "[practice][course]") {
  const CourseSettings usual = settings_of("name = \"algebra\"\n");
  CHECK(usual.name == "algebra");
  CHECK(usual.languages == Strings{"en", "ja"});
  CHECK(settings_of("name = \"a\"\nlanguages = [\"fr\", \"pt-BR\"]\n").languages ==
        Strings{"fr", "pt-BR"});
}

TEST_CASE("read_course_settings: without a file, the folder's name", "[practice][course]") {
  const TemporaryFolder folder;
  CHECK(read_course_settings(folder.path().string()).name == folder.path().filename().string());
}

TEST_CASE("read_course_settings: what is refused, and where", "[practice][course]") {
  const auto refused = [](const std::string& toml, const std::string& part) {
    INFO(toml);
    CHECK_THROWS_WITH(settings_of(toml), ContainsSubstring(part));
  };
  refused("nam = \"a\"\n", "line 1, column 1: there is no key nam here. Did you mean name?");
  refused("name = \"\"\n", "line 1, column 8: name: the text is empty.");
  refused("name = \"a\"\nlanguages = []\n", "line 2, column 13: languages: the list is empty.");
  refused("name = \"a\"\nlanguages = \"en\"\n", "languages: a list was expected");
  refused("name = \"a\"\nlanguages = [\"en\", \"en\"]\n", "there twice");
  refused("name = \"a\"\nlanguages = [\"en\", \"../x\"]\n",
          "line 2, column 20: languages: ../x is not the code of a language, such as \"en\"");
}

TEST_CASE("is_language_code: two or three small letters, and what may follow",
          "[practice][course]") {
  for (const char* code : {"en", "ja", "pt-BR", "zh-Hant-TW", "gsw"}) CHECK(is_language_code(code));
  for (const char* code : {"", "e", "English", "EN", "en_US", "en-", "en.", "en/..", "日本"})
    CHECK_FALSE(is_language_code(code));
}

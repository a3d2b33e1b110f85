#include "practice/progress/kept_answers.hpp"

#include <fstream>
#include <thread>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

namespace {

std::vector<std::string> names_in(const AnswerSheet& sheet) {
  std::vector<std::string> names;
  for (const AnswerEntry& entry : sheet.entries) names.push_back(entry.name);
  return names;
}

}  // namespace

TEST_CASE("KeptAnswers: gives back what was typed, to the letter", "[practice][progress]") {
  const TemporaryFolder folder;
  KeptAnswers kept(folder.path("state"), "Kurs 1/../x");
  CHECK(kept.read("two-words", 0).entries.empty());
  const std::string odd = "# 1 = \"2\"\n\t½ − 猫\\";
  kept.keep("two-words", 0, "scores", "1 0\n0 1");
  kept.keep("two-words", 0, "why", odd);
  KeptAnswers other(folder.path("state"), "Kurs 1/../x");
  const AnswerSheet sheet = other.read("two-words", 0);
  REQUIRE(names_in(sheet) == std::vector<std::string>{"scores", "why"});
  CHECK(sheet.entries[0].text == "1 0\n0 1");
  CHECK(sheet.entries[1].text == odd);
  CHECK(sheet.exercise == "two-words");
  CHECK(other.path("two-words", 0) ==
        folder.path("state/answers/Kurs%201%2F%2E%2E%2Fx/two-words.json"));
}

TEST_CASE("KeptAnswers: exercises, variants and courses are apart", "[practice][progress]") {
  const TemporaryFolder folder;
  KeptAnswers kept(folder.path("state"), "a"), other(folder.path("state"), "b");
  kept.keep("two-words", 0, "scores", "1");
  CHECK(kept.read("two-words", 1).entries.empty());
  CHECK(kept.read("three-words", 0).entries.empty());
  CHECK(other.read("two-words", 0).entries.empty());
}

TEST_CASE("KeptAnswers: the later answer counts, and an empty one is none",
          "[practice][progress]") {
  const TemporaryFolder folder;
  KeptAnswers kept(folder.path("state"), "a");
  kept.keep("e", 3, "x", "1");
  CHECK(kept.keep("e", 3, "x", "2").entries.front().text == "2");
  CHECK(kept.keep("e", 3, "x", "").entries.empty());
  CHECK(kept.keep("e", 3, "y", "").entries.empty());
}

TEST_CASE("KeptAnswers: two at once lose nothing", "[practice][progress]") {
  const TemporaryFolder folder;
  const auto type_all = [&](const std::string& prefix) {
    KeptAnswers kept(folder.path("state"), "a");
    for (int i = 0; i < 20; ++i) kept.keep("e", 0, prefix + std::to_string(i), "1");
  };
  std::thread one(type_all, "a"), two(type_all, "b");
  one.join();
  two.join();
  CHECK(KeptAnswers(folder.path("state"), "a").read("e", 0).entries.size() == 40);
}

TEST_CASE("KeptAnswers: a damaged file is told to each reader, and moved aside by the next answer",
          "[practice][progress]") {
  const TemporaryFolder folder;
  KeptAnswers kept(folder.path("state"), "a");
  kept.keep("e", 0, "x", "1");
  const std::string file = kept.path("e", 0);
  for (const char* bytes : {"{\"exercise\": \"e\", ", "[]", "x = 1", ""}) {
    INFO(bytes);
    std::ofstream(file) << bytes;
    for (int n = 0; n < 2; ++n) {
      KeptAnswers again(folder.path("state"), "a");
      CHECK(again.read("e", 0).entries.empty());
      CHECK(again.damage() ==
            file +
                ": the typed answers are damaged and count as none. Mend the "
                "file or remove it. The next answer to this exercise moves it aside.");
      CHECK(again.all_damage() == std::vector<std::string>{again.damage()});
    }
    CHECK(kept.keep("e", 0, "x", "2").entries.size() == 1);
    CHECK_THAT(kept.damage(), ContainsSubstring("It was moved to " + file + ".damaged"));
    CHECK(kept.read("e", 0).entries.size() == 1);
    CHECK(kept.damage().empty());
    CHECK(kept.all_damage().empty());
  }
}

TEST_CASE("KeptAnswers: what cannot be read hides no damage of another file",
          "[practice][progress]") {
  const TemporaryFolder folder;
  KeptAnswers kept(folder.path("state"), "a");
  for (const char* id : {"e", "z"}) {
    kept.keep(id, 0, "x", "1");
    std::ofstream(kept.path(id, 0)) << "{";
  }
  std::filesystem::create_directory(kept.path("f", 0));
  const std::vector<std::string> all = kept.all_damage();
  REQUIRE(all.size() == 3);
  CHECK(all[0].starts_with(kept.path("e", 0) + ": the typed answers are damaged"));
  CHECK(all[1].starts_with(kept.path("f", 0) + ": an ordinary file was expected"));
  CHECK(all[2].starts_with(kept.path("z", 0) + ": the typed answers are damaged"));
}

TEST_CASE("KeptAnswers: a file in the place of a folder is told", "[practice][progress][error]") {
  const TemporaryFolder folder;
  const bool is_of_course = GENERATE(true, false);
  std::filesystem::create_directories(folder.path(is_of_course ? "state/answers" : "state"));
  std::ofstream(folder.path(is_of_course ? "state/answers/a" : "state/answers")) << "x";
  KeptAnswers kept(folder.path("state"), "a");
  REQUIRE(kept.all_damage().size() == 1);
  CHECK_THAT(kept.all_damage().front(), ContainsSubstring("this folder cannot be read: "));
  CHECK_THROWS_AS(kept.read("e", 0), SurroundingsError);
}

TEST_CASE("KeptAnswers: answers to something else are not called damaged", "[practice][progress]") {
  const TemporaryFolder folder;
  KeptAnswers kept(folder.path("state"), "a");
  kept.keep("e", 3, "x", "1");
  std::filesystem::copy_file(kept.path("e", 3), kept.path("e", 0));
  CHECK(kept.read("e", 0).entries.empty());
  CHECK_THAT(kept.damage(),
             ContainsSubstring("these answers are for the exercise e in variant 3, and count as"));
  CHECK(kept.all_damage().size() == 1);
}

TEST_CASE("KeptAnswers: what is put away has another name", "[practice][progress]") {
  const TemporaryFolder folder;
  KeptAnswers kept(folder.path("state"), "a");
  CHECK(kept.put_away("e", 0).empty());
  kept.keep("e", 0, "x", "1");
  const std::string first = kept.put_away("e", 0);
  CHECK(std::filesystem::exists(first));
  CHECK(kept.read("e", 0).entries.empty());
  kept.keep("e", 0, "x", "2");
  CHECK(kept.put_away("e", 0) != first);
}

TEST_CASE("KeptAnswers: what would be too large is refused", "[practice][progress]") {
  const TemporaryFolder folder;
  KeptAnswers kept(folder.path("state"), "a");
  kept.keep("e", 0, "x", "1");
  CHECK_THROWS_AS(kept.keep("e", 0, "y", std::string(kAnswerLimit, '1')), InputError);
  CHECK(kept.read("e", 0).entries.size() == 1);
}

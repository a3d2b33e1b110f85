#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/pseudo_terminal.hpp"
#include "support/temporary_folder.hpp"

// Follows docs/writing-exercises.md to the letter, and so the Japanese page: the course it
// describes, made of the blocks on the page, is one that attn accepts.

namespace fs = std::filesystem;

namespace {

// The code blocks of a language, in order.
std::vector<std::string> blocks_of(const std::string& page, const std::string& language) {
  const std::string fence = "```" + language + "\n";
  std::vector<std::string> blocks;
  for (std::size_t at = page.find(fence); at != std::string::npos; at = page.find(fence, at)) {
    at += fence.size();
    blocks.push_back(page.substr(at, page.find("```", at) - at));
  }
  return blocks;
}

struct Documentation {
  const char* page;
  const char* sentence;  // of its prompt, as it is shown
  const char* hint;
};

const Documentation kDocumentation[] = {
    {"docs/writing-exercises.md", "4 numbers wide", "The width"},
    {"docs/ja/writing-exercises.md", "次元数は 4 です", "次元数"},
};

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

void write_course(const fs::path& folder, const std::string& page) {
  std::string manifest;
  for (const std::string& block : blocks_of(page, "toml")) manifest += block;
  const std::vector<std::string> pages = blocks_of(page, "markdown");
  const std::vector<std::string> answers = blocks_of(page, "text");
  REQUIRE(pages.size() == 3);
  REQUIRE(answers.size() == 2);
  const fs::path exercise = folder / "exercises/01-two-words";
  const fs::path solution = folder / "solutions/01-two-words";
  write(folder / "exercises/course.toml", "name = \"linear-algebra\"\n");
  write(exercise / "exercise.toml", manifest);
  write(exercise / "answer.txt", answers[1]);
  write(solution / "answer.txt", answers[0]);
  for (const char* language : {"en", "ja"}) {
    const std::string end = std::string(".") + language + ".md";
    write(exercise / ("prompt" + end), pages[0]);
    write(exercise / ("hints" + end), pages[1]);
    write(solution / ("solution" + end), pages[2]);
  }
}

}  // namespace

TEST_CASE("documentation: a course written by its page is sound") {
  for (const Documentation& documentation : kDocumentation) {
    INFO(documentation.page);
    const TemporaryFolder folder;
    write_course(folder.path(), content(fs::path(ATTN_SOURCE_DIR) / documentation.page));
    const CommandResult lint = run_command("attn exercise lint .", folder.path());
    CHECK(lint.err == "");
    CHECK_THAT(lint.out, ContainsSubstring("Nothing is wrong"));
    CHECK(lint.exit_code == 0);

    const auto attn = [&folder](const std::string& words) {
      return run_command("attn exercise " + words + " --course .", folder.path());
    };
    CHECK_THAT(attn("show two-words").out,
               ContainsSubstring(documentation.sentence) && ContainsSubstring("Two words"));
    CHECK_THAT(attn("hint 1").out, ContainsSubstring(documentation.hint));
    CHECK_THAT(attn("simulate 1").out, ContainsSubstring("variance"));
    CHECK(attn("check 1 exercises/01-two-words/answer.txt").exit_code == 2);
    CHECK(attn("check 1 --set 'weights = 0.018 0.982; 0.269 0.731'").exit_code == 1);
    CHECK(attn("check 1 solutions/01-two-words/answer.txt").exit_code == 0);
  }
}

// The first block of docs/exercise.md is what a learner sees in a terminal. With UPDATE_GOLDEN it
// is written anew.

TEST_CASE("documentation: a sitting looks as docs/exercise.md shows it") {
  const TemporaryFolder home;
  PseudoTerminal terminal(
      "env HOME=" + home.path().string() + " attn exercise continue attention-by-hand", 24, 80);
  REQUIRE(terminal.wait_for("1 of 2"));
  terminal.type(" ");
  REQUIRE(terminal.wait_for("Enter: the first question"));
  terminal.type("\r");
  REQUIRE(terminal.wait_for("row 1 (q1) >"));
  terminal.type("1 0 1\r");
  REQUIRE(terminal.wait_for("row 2 (q2) >"));
  const std::string screen = terminal.screen().text();
  terminal.type("q\r");
  CHECK(terminal.wait_until_ended());

  const std::string path = ATTN_SOURCE_DIR "/docs/exercise.md", fence = "```\n";
  std::string page = content(path);
  const std::size_t begin = page.find(fence) + fence.size(), end = page.find(fence, begin);
  const bool update = std::getenv("UPDATE_GOLDEN") != nullptr;
  if (update) std::ofstream(path, std::ios::binary) << page.replace(begin, end - begin, screen);
  CHECK((update || page.substr(begin, end - begin) == screen));
}

// Golden commands: each file in tests/golden/commands/ holds what one or more commands print.
//
//     A line before a command is a remark and stays as it is.
//     $ attn attend "The cat sat" --causal
//     what it prints
//     -- stderr
//     what it writes to standard error: this part is left out where there is nothing
//     -- exit 0
//     $ COLUMNS=40 attn attend "The cat sat" | head -n 3
//     ...
//
// The commands of one file run in one fresh folder, one after another, through sh (see
// support/command.hpp). A new case needs its "$ " lines alone. The rest is written by
//
//     UPDATE_GOLDEN=1 ctest --preset dev -R golden        (or -R golden.<file>)
//
// which also accepts every change: read the difference before committing it. An escape character is
// shown as ␛, and "-- no newline" follows output that does not end its last line.
//
// README.md and every page of docs/ are checked, and rewritten, in the same way: the console blocks
// of a page that begin with "$ attn" run in one folder, from the first to the last, and show what a
// terminal would. Those of docs/ja/ run in Japanese.
//
//     UPDATE_GOLDEN=1 ctest --preset dev -R 'golden$'     (or attn_golden_tests "[readme]")

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/lines_of.hpp"

namespace {

namespace fs = std::filesystem;

const fs::path kCommands = ATTN_SOURCE_DIR "/tests/golden/commands";
const fs::path kRoot = ATTN_SOURCE_DIR;

std::string printable(std::string text) {
  for (std::size_t at = 0; (at = text.find('\x1b', at)) != std::string::npos;)
    text.replace(at, 1, "␛");
  if (!text.empty() && text.back() != '\n') text += "\n-- no newline\n";
  return text;
}

std::string printed_by(const CommandResult& result) {
  return printable(result.out) + (result.err.empty() ? "" : "-- stderr\n" + printable(result.err)) +
         "-- exit " + std::to_string(result.exit_code) + "\n";
}

// A case as it should be: its remarks and commands, and after each command what `run` says of it.
template <typename Run>
std::string rewritten(const std::string& written, Run run) {
  std::string text;
  bool in_answer = false;  // of the last command, as far as "-- exit"
  bool answered = false;   // and a line of it was seen
  for (const std::string& line : lines_of(written)) {
    if (line.starts_with("$ ") && !answered) {
      text += line + "\n" + run(line.substr(2));
      in_answer = true;
    } else if (in_answer) {
      answered = !line.starts_with("-- exit ");
      in_answer = answered;
    } else {
      text += line + "\n";
    }
  }
  return text;
}

// A page whose console blocks show what `run` says of each of their commands.
template <typename Run>
std::string rewritten_page(const std::string& written, Run run) {
  const std::vector<std::string> lines = lines_of(written);
  std::string text;
  bool in_block = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool is_command = in_block && lines[i].starts_with("$ ");
    if (lines[i].starts_with("```")) {
      const bool has_commands = i + 1 < lines.size() && lines[i + 1].starts_with("$ attn");
      in_block = lines[i] == "```console" && has_commands;
      text += lines[i] + "\n";
    } else if (is_command) {
      text += lines[i] + "\n" + run(lines[i].substr(2));
    } else if (!in_block) {
      text += lines[i] + "\n";
    }
  }
  return text;
}

bool has_commands(const std::string& page) {
  return page.find("```console\n$ attn") != std::string::npos;
}

// README.md and what lies under docs/, where it has something to run.
std::vector<fs::path> pages_with_commands() {
  std::vector<fs::path> pages{kRoot / "README.md"};
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "docs"))
    if (entry.path().extension() == ".md" && has_commands(content(entry.path())))
      pages.push_back(entry.path());
  std::sort(pages.begin(), pages.end());
  return pages;
}

// What its readers have set: the language that the page is in.
std::string surroundings_of(const fs::path& page) {
  return page.parent_path().filename() == "ja" ? "export LANGUAGE=ja; " : "";
}

// A few lines of both texts from the first line that differs; "" where none does.
std::string first_difference(const std::string& expected, const std::string& given) {
  if (expected == given) return "";
  const std::vector<std::string> a = lines_of(expected), b = lines_of(given);
  const auto first = static_cast<std::size_t>(
      std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  const auto from = [first](const std::vector<std::string>& lines) {
    std::string some;
    for (std::size_t i = first; i < std::min(first + 5, lines.size()); ++i) some += lines[i] + "\n";
    return some;
  };
  return "line " + std::to_string(first + 1) + " differs\n-------- expected\n" + from(a) +
         "-------- given\n" + from(b) + "--------";
}

CommandResult run_to_the_end(const std::string& command, const fs::path& folder) {
  constexpr int kPatience = 120;  // seconds: other builds may run beside it
  CommandResult result = run_command(kFindLeaks + command, folder, kPatience);
  if (result.timed_out) FAIL("killed, for it ran too long: " + command);
  return result;
}

// A fresh folder for a page, in which the files of the tests are found as from the project's.
class ReaderFolder : public TemporaryFolder {
 public:
  ReaderFolder() {
    fs::create_directory(path() / "tests");
    for (const char* files : {"data", "pretrained"})
      fs::create_directory_symlink(fs::path(ATTN_SOURCE_DIR) / "tests" / files,
                                   path() / "tests" / files);
  }
};

// The file rewritten by running its commands.
std::string run_case(const fs::path& file) {
  const TemporaryFolder folder;
  return rewritten(content(file), [&](const std::string& command) {
    return printed_by(run_to_the_end(command, folder.path()));
  });
}

std::string run_page(const fs::path& file) {
  const ReaderFolder folder;
  return rewritten_page(content(file), [&](const std::string& command) {
    const CommandResult result = run_to_the_end(surroundings_of(file) + command, folder.path());
    INFO(command);
    CHECK(result.exit_code == 0);
    return result.out + result.err;
  });
}

}  // namespace

TEST_CASE("golden: every command prints what its file says", "[commands]") {
  const bool update = std::getenv("UPDATE_GOLDEN") != nullptr;
  std::vector<fs::path> cases;
  for (const auto& entry : fs::directory_iterator(kCommands))
    if (entry.path().extension() == ".txt") cases.push_back(entry.path());
  std::sort(cases.begin(), cases.end());
  REQUIRE_FALSE(cases.empty());

  for (const fs::path& file : cases) {
    DYNAMIC_SECTION(file.filename().string()) {
      const std::string written = content(file), given = run_case(file);
      if (update && given != written) std::ofstream(file, std::ios::binary) << given;
      CHECK(contains(given, "\n-- exit "));  // it has a command
      const std::string difference_or_none = update ? "" : first_difference(written, given);
      INFO(file.filename().string() << ": " << difference_or_none);
      CHECK(difference_or_none.empty());
    }
  }
}

TEST_CASE("golden: the pages show what their commands print") {
  const bool update = std::getenv("UPDATE_GOLDEN") != nullptr;
  for (const fs::path& file : pages_with_commands()) {
    const std::string page = fs::relative(file, kRoot).string();
    DYNAMIC_SECTION(page) {
      const std::string written = content(file), given = run_page(file);
      if (update && given != written) std::ofstream(file, std::ios::binary) << given;
      const std::string difference_or_none = update ? "" : first_difference(written, given);
      INFO(page << ": " << difference_or_none);
      CHECK(difference_or_none.empty());
    }
  }
}

TEST_CASE("golden: the first hour can be typed as it stands") {
  for (const fs::path& page : {kRoot / "README.md", kRoot / "docs/ja/README.md"}) {
    const TemporaryFolder folder;
    int n_commands = 0;
    for (const std::string& line : lines_of(content(page))) {
      if (!line.starts_with("   attn ")) continue;
      INFO(line);
      CHECK(run_to_the_end(surroundings_of(page) + line, folder.path()).exit_code == 0);
      ++n_commands;
    }
    CHECK(n_commands >= 5);
  }
}

TEST_CASE("golden: each command and each language has a page that is run") {
  const std::vector<fs::path> pages = pages_with_commands();
  for (const char* const name : {"attend", "mha", "posenc", "mask", "complexity", "exercise"}) {
    INFO(name);
    CHECK(std::count(pages.begin(), pages.end(), kRoot / "docs" / (std::string(name) + ".md")) ==
          1);
  }
  CHECK(std::count(pages.begin(), pages.end(), kRoot / "docs/ja/README.md") == 1);
  CHECK(surroundings_of("docs/ja/README.md") == "export LANGUAGE=ja; ");
  CHECK(surroundings_of("docs/mask.md") == "");
}

TEST_CASE("golden: a page keeps its words and its other blocks") {
  const auto run = [](const std::string& command) { return "ran " + command + "\n"; };
  const std::string page =
      "words\n```\n$ attn a\nold\n```\n```console\n$ make\nold\n```\n$ attn b\nold\n";
  CHECK(rewritten_page(page, run) == page);
  CHECK(rewritten_page("```console\n$ attn a\nold\n\nolder\n$ attn b | c\n```\nwords\n", run) ==
        "```console\n$ attn a\nran attn a\n$ attn b | c\nran attn b | c\n```\nwords\n");
}

TEST_CASE("golden: a case is its commands and what each of them printed") {
  const auto run = [](const std::string& command) { return "ran " + command + "\n-- exit 0\n"; };
  const std::string full = "remark\n$ a\nran a\n-- exit 0\n\n$ b | c\nran b | c\n-- exit 0\n";
  CHECK(rewritten(full, run) == full);
  CHECK(rewritten("remark\n$ a\nold\n$ output, no command\n-- exit 3\n\n$ b | c\n", run) == full);
  CHECK(rewritten("$ a\n$ b\n", run) == "$ a\nran a\n-- exit 0\n$ b\nran b\n-- exit 0\n");
}

TEST_CASE("golden: what was printed is written in full") {
  CHECK(printed_by({.out = "a\n", .err = "", .exit_code = 0}) == "a\n-- exit 0\n");
  CHECK(printed_by({.out = "", .err = "b\n", .exit_code = 2}) == "-- stderr\nb\n-- exit 2\n");
  CHECK(printed_by({.out = "\x1b[1mc", .err = ""}) == "␛[1mc\n-- no newline\n-- exit 0\n");
}

TEST_CASE("golden: the first line that differs is shown") {
  CHECK(first_difference("a\nb\n", "a\nb\n") == "");
  CHECK(first_difference("a\nb\nc\n", "a\nB\nc\n") ==
        "line 2 differs\n-------- expected\nb\nc\n-------- given\nB\nc\n--------");
  CHECK(first_difference("a\n", "a\nb\n") ==
        "line 2 differs\n-------- expected\n-------- given\nb\n--------");
}

TEST_CASE("golden: a command meets the same surroundings everywhere") {
  const TemporaryFolder folder;
  setenv("NO_COLOR", "1", 1);
  const CommandResult result =
      run_command("cat; env | grep -v ^PWD= | sort; pwd; ls; echo no >&2; exit 3", folder.path());
  unsetenv("NO_COLOR");
  const std::string home = folder.path().string();
  const std::string program_folder = fs::path(ATTN_PROGRAM).parent_path().string();
  CHECK(result.out == "ASAN_OPTIONS=detect_leaks=0\nHOME=" + home +
                          "\nLC_ALL=C.UTF-8\nLEARNED=" ATTN_SOURCE_DIR
                          "/src/learning/models/en.safetensors\nMODELS=" ATTN_SOURCE_DIR
                          "/tests/pretrained/models\nPATH=" +
                          program_folder +
                          ":/usr/bin:/bin\nWEIGHTS=" ATTN_SOURCE_DIR "/tests/data/weights\n" +
                          home + "\n");
  CHECK(result.err == "no\n");
  CHECK(result.exit_code == 3);
  CHECK_FALSE(result.timed_out);
}

TEST_CASE("golden: a command that hangs is killed with all it started") {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command("sleep 60 & echo $! > child; sleep 60", folder.path(), 1);
  CHECK(result.timed_out);
  // Where nobody collects it, a killed process stays behind as a zombie, in state Z.
  const std::string waiting =
      "while grep -q '^State:[[:space:]]*[RSD]' /proc/$(cat child)/status; do sleep 0.1; done";
  CHECK_FALSE(run_command(waiting, folder.path()).timed_out);
}

// docs/chapters.md and docs/errata.md: every demonstration and every misprint has a row, and the
// command in it runs.

#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/command.hpp"

using namespace attn;

namespace {

struct PageRow {
  std::string id;
  std::vector<std::string> commands;  // what stands in it as code and begins with attn
};

std::vector<PageRow> rows_of_page(const std::string& page, const std::string& id_pattern) {
  const std::regex row("\\| (" + id_pattern + ") \\| .*"), code("`(attn [^`]*)`");
  std::vector<PageRow> rows;
  std::ifstream stream(std::string(ATTN_SOURCE_DIR) + "/docs/" + page);
  std::smatch found;
  for (std::string line; std::getline(stream, line);) {
    if (!std::regex_match(line, found, row)) continue;
    rows.push_back({found[1], {}});
    for (std::sregex_iterator at(line.begin(), line.end(), code), end; at != end; ++at)
      rows.back().commands.push_back((*at)[1]);
  }
  return rows;
}

// How many demonstrations each chapter has.
const std::map<std::string, int> kInChapters{
    {"000", 33}, {"001", 13}, {"002", 17}, {"003", 27}, {"004", 5}};
constexpr std::size_t kMisprints = 70;
constexpr std::size_t kFewestDifferent = 80;

const std::vector<std::string> kPagesOfChapters{"chapters.md", "ja/chapters.md"};
const std::vector<std::string> kPagesOfErrata{"errata.md", "ja/errata.md"};

std::vector<PageRow> demonstrations(const std::string& page) {
  return rows_of_page(page, "00[0-4]-[0-9]{2}");
}
std::vector<PageRow> misprints(const std::string& page) { return rows_of_page(page, "E[0-9]+"); }

std::vector<std::string> commands_of_rows(const std::vector<PageRow>& rows) {
  std::vector<std::string> commands;
  for (const PageRow& row : rows)
    commands.insert(commands.end(), row.commands.begin(), row.commands.end());
  return commands;
}

void check_runs(const std::string& command) {
  INFO(command);
  const CommandResult result = run_command(command, ATTN_SOURCE_DIR, 180);
  CHECK_FALSE(result.timed_out);
  CHECK(result.exit_code >= 0);
  CHECK(result.exit_code <= 1);
  CHECK_FALSE(result.out.empty());
  INFO(result.err);
}

}  // namespace

TEST_CASE("chapter pages: a row for each demonstration, in order, each with a command",
          "[golden][chapter_pages]") {
  std::vector<std::string> expected;
  for (const auto& [chapter, n] : kInChapters)
    for (int i = 1; i <= n; ++i)
      expected.push_back(chapter + (i < 10 ? "-0" : "-") + std::to_string(i));
  for (const std::string& page : kPagesOfChapters) {
    INFO(page);
    std::vector<std::string> ids;
    for (const PageRow& row : demonstrations(page)) {
      ids.push_back(row.id);
      INFO(row.id);
      CHECK_FALSE(row.commands.empty());
    }
    CHECK(ids == expected);
  }
  const std::vector<std::string> commands = commands_of_rows(demonstrations("chapters.md"));
  CHECK(std::set<std::string>(commands.begin(), commands.end()).size() >= kFewestDifferent);
}

TEST_CASE("chapter pages: a row for each misprint, each with a command",
          "[golden][chapter_pages]") {
  for (const std::string& page : kPagesOfErrata) {
    INFO(page);
    const std::vector<PageRow> rows = misprints(page);
    CHECK(rows.size() == kMisprints);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CHECK(rows[i].id == "E" + std::to_string(i + 1));
      INFO(rows[i].id);
      CHECK_FALSE(rows[i].commands.empty());
    }
  }
}

TEST_CASE("chapter pages: both languages have the same commands", "[golden][chapter_pages]") {
  CHECK(commands_of_rows(demonstrations("chapters.md")) ==
        commands_of_rows(demonstrations("ja/chapters.md")));
  CHECK(commands_of_rows(misprints("errata.md")) == commands_of_rows(misprints("ja/errata.md")));
}

TEST_CASE("chapter pages: every command runs", "[golden][chapter_pages][chapter_commands]") {
  std::set<std::string> commands;
  for (const auto& rows : {demonstrations("chapters.md"), misprints("errata.md")})
    for (const std::string& command : commands_of_rows(rows)) commands.insert(command);
  for (const std::string& command : commands) check_runs(command);
}

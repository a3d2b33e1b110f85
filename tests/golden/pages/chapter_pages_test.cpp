// docs/chapters.md and docs/errata.md: every demonstration and every misprint has a row, and the
// command in it runs.

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/lines_of.hpp"
#include "support/rounds.hpp"

namespace {

struct PageRow {
  std::string id;
  std::vector<std::string> commands;  // what stands in it as code and begins with attn
};

std::vector<PageRow> rows_of_page(const std::string& page, const std::string& id_pattern) {
  const std::regex row("\\| (" + id_pattern + ") \\| .*"), code("`(attn [^`]*)`");
  std::vector<PageRow> rows;
  std::smatch found;
  for (const std::string& line : lines_of(content(ATTN_SOURCE_DIR "/docs/" + page))) {
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

// What the screens of a row must say. Where it is an example's own sentence, the tests of the
// examples compute its numbers.
const std::map<std::string, std::vector<std::string>> kTruths{
    {"E1", {"0.248", "0.503"}},
    {"E2", {"two decimals are enough", ".503"}},
    {"E3", {"1,050,624", "1,048,576"}},
    {"E4", {"60,611", "dimension 256 is pair 128"}},
    {"E5", {"6.513", "6.752"}},
    {"E6", {"0.283 radians", "44"}},
    {"E7", {"lower triangle", "j ≤ i + 2"}},
    {"E8", {"an LSTM's eight", "n = 1.5 d"}},
    {"E9", {"n vectors of d", "T d"}},
    {"E10", {"n < d at d = 512"}},
    {"E11", {"3,350,274", "3,150,338"}},
    {"E12", {"3,086,850", "2,826,498"}},
    {"E13", {"2,823,682"}},
    {"E14", {"263,168", "2,955,266", "2,692,098"}},
    {"E15", {"None of it depends on the number of tokens", "B T^2"}},
    {"E16", {"8.76 ms", "45.23 ms", "crossovers"}},
    {"E17", {"cannot tell one order"}},
    {"E18", {"without W_O", "3 d^2"}},
    {"E19", {"66,048", "128*128"}},
    {"E20", {"6 back"}},
    {"E21", {"2 back"}},
    {"E22", {"13, 9", "17, 9"}},
    {"E23", {"more naturally the mat", "6 places back"}},
    {"E24", {"attention takes 1 step"}},
    {"E25", {"0.1234", "0.097"}},
    {"E26", {".266", ".194"}},
    {"E27", {"1.567", "0.306", "0.320"}},
    {"E28", {"get darker"}},
    {"E29", {"agrees with", "nothing is reproduced"}},
    {"E30", {"needs no order", "leaves 0.01"}},
    {"E31", {"without a version"}},
    {"E32", {".404", ".193"}},
    {"E33", {".527"}},
    {"E34", {"2.8", "3.2", "sum to 3"}},
    {"E35", {"1.696"}},
    {"E36", {"1/6, whatever the words", "1.6"}},
    {"E37", {"white does not stand for 0"}},
    {"E38", {"a picture", "base forms"}},
    {"E39", {"a tenth of X"}},
    {"E40", {"mean of the heads"}},
    {"E41", {"O(n w d)", "all earlier tokens"}},
    {"E42", {"S = Q_0 K_0ᵀ"}},
    {"E43", {"made by hand", "no chapter trains heads"}},
    {"E44", {"masked_fill(-1e9)", "0.250 0.250 0.250 0.250"}},
    {"E45", {"as if nothing were masked"}},
    {"E46", {"65,504", "−998,244,352"}},
    {"E47", {"(batch, 1, 1, n_k)", "unless the batch is one"}},
    {"E48", {"has to leave them out"}},
    {"E49", {"taken for nan", "nat"}},
    {"E50", {"no longer sum to 1"}},
    {"E51", {"do not even see themselves"}},
    {"E52", {"stops with an error", "0.905"}},
    {"E53", {"a longer sequence stops with an error", "one row"}},
    {"E54", {"distance 43", "0.946"}},
    {"E55", {"equivariant"}},
    {"E56", {"not yet attention"}},
    {"E57", {"Each pair"}},
    {"E58", {"16.000", "22.627", "multiplies the embeddings by √d_model"}},
    {"E59", {"labels are random", "about half"}},
    {"E60", {".6234", ".3766"}},
    {"E61", {"10 of 13 rows are empty"}},
    {"E62", {"2.0, 2.5, 2.6, 2.7 and 2.2", "similarities"}},
    {"E63", {"time steps wait for each other", "Nor has attention replaced"}},
    {"E64", {"a matter of training"}},
    {"E65", {"as many rows as K"}},
    {"E66", {"0.957", "0.0611"}},
    {"E67", {"independent", "variance"}},
    {"E68", {"51,200"}},
    {"E69", {"no single answer"}},
    {"E70", {"no W_O", "positions"}},
};

// What a command of a page prints; each is run once, although several rows have it.
std::string output_of(const std::string& command) {
  static std::map<std::string, std::string> printed;
  if (const auto at = printed.find(command); at != printed.end()) return at->second;
  INFO(command);
  const CommandResult result = run_command(command, ATTN_SOURCE_DIR, 180);
  CHECK_FALSE(result.timed_out);
  CHECK(result.exit_code >= 0);
  CHECK(result.exit_code <= 1);
  CHECK_FALSE(result.out.empty());
  return printed[command] = result.out;
}

}  // namespace

TEST_CASE("chapter pages: a row for each demonstration, in order, each with a command") {
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

TEST_CASE("chapter pages: a row for each misprint, each with a command") {
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

TEST_CASE("chapter pages: both languages have the same commands") {
  CHECK(commands_of_rows(demonstrations("chapters.md")) ==
        commands_of_rows(demonstrations("ja/chapters.md")));
  CHECK(commands_of_rows(misprints("errata.md")) == commands_of_rows(misprints("ja/errata.md")));
}

TEST_CASE("chapter pages: every command runs") {
  Sample sample(3);
  for (const std::string& command : commands_of_rows(demonstrations("chapters.md")))
    if (sample.takes_next()) output_of(command);
}

TEST_CASE("chapter pages: the screens of a misprint say what is true") {
  CHECK(kTruths.size() == kMisprints);
  for (const PageRow& row : misprints("errata.md")) {
    std::string screens;
    for (const std::string& command : row.commands) screens += output_of(command);
    screens = in_one_line(screens);
    for (const std::string& truth : kTruths.at(row.id)) {
      CAPTURE(row.id, truth);
      CHECK(contains(screens, truth));
    }
  }
}

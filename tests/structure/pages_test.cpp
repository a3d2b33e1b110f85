// What README.md and the pages of docs/ promise: their links lead somewhere, their lines can be
// read, and the README can be read at a sitting. Their screens are tested in tests/golden.

#include <cctype>

#include "render/text/text.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/lines_of.hpp"

namespace {

namespace fs = std::filesystem;

const fs::path kTop = ATTN_SOURCE_DIR;
constexpr std::size_t kMostReadmeLines = 200;
constexpr unsigned kWidestLine = 100;

std::vector<fs::path> all_pages() {
  std::vector<fs::path> pages{kTop / "README.md"};
  for (const auto& entry : fs::recursive_directory_iterator(kTop / "docs"))
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  std::sort(pages.begin(), pages.end());
  return pages;
}

std::vector<std::string> lines_in(const fs::path& page) { return lines_of(content(page)); }

bool is_fence(const std::string& line) {
  return line.find_first_not_of(' ') != std::string::npos &&
         line.compare(line.find_first_not_of(' '), 3, "```") == 0;
}

// The lines without code blocks: an empty line stands for each of theirs.
std::vector<std::string> prose_of(const fs::path& page) {
  std::vector<std::string> lines = lines_in(page);
  bool in_block = false;
  for (std::string& line : lines) {
    const bool turns = is_fence(line);
    if (turns || in_block) line.clear();
    if (turns) in_block = !in_block;
  }
  return lines;
}

// "## Words that are easily confused" as a link calls it: words-that-are-easily-confused.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading.substr(heading.find(' ') + 1)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == ' ') anchor += '-';
    if (byte >= 128 || std::isalnum(byte) || c == '-' || c == '_')
      anchor += static_cast<char>(std::tolower(byte));
  }
  return anchor;
}

std::set<std::string> anchors_of(const fs::path& page) {
  std::set<std::string> anchors;
  for (const std::string& line : prose_of(page))
    if (line.starts_with('#')) anchors.insert(anchor_of(line));
  return anchors;
}

// The targets of the links of a line, but for those to the web.
std::vector<std::string> links_in(const std::string& line) {
  static const std::regex link(R"(\]\(([^)\s]+)\))");
  std::vector<std::string> links;
  for (std::sregex_iterator at(line.begin(), line.end(), link), end; at != end; ++at)
    if ((*at)[1].str().find("://") == std::string::npos) links.push_back((*at)[1]);
  return links;
}

bool leads_somewhere(const fs::path& page, const std::string& link) {
  const std::size_t mark = link.find('#');
  const fs::path target = mark == 0 ? page : page.parent_path() / link.substr(0, mark);
  return fs::exists(target) &&
         (mark == std::string::npos || anchors_of(target).contains(link.substr(mark + 1)));
}

// The rows of a table of two columns.
std::vector<std::pair<std::string, std::string>> terms_in(const char* page,
                                                          const std::string& head) {
  const std::vector<std::string> lines = lines_in(kTop / page);
  auto line = std::find(lines.begin(), lines.end(), head);
  REQUIRE(line != lines.end());
  std::vector<std::pair<std::string, std::string>> terms;
  for (line += 2; line != lines.end() && line->starts_with("| "); ++line) {
    const std::size_t middle = line->find(" | ");
    terms.emplace_back(line->substr(2, middle - 2),
                       line->substr(middle + 3, line->size() - middle - 5));
  }
  return terms;
}

TEST_CASE("pages: every link leads somewhere", "[structure]") {
  std::size_t n_links = 0;
  for (const fs::path& page : all_pages())
    for (const std::string& line : prose_of(page))
      for (const std::string& link : links_in(line)) {
        INFO(fs::relative(page, kTop).string() << ": " << link);
        CHECK(leads_somewhere(page, link));
        ++n_links;
      }
  CHECK(n_links > 60);
}

TEST_CASE("pages: no line of prose is too long to read", "[structure]") {
  for (const fs::path& page : all_pages()) {
    std::size_t number = 0;
    for (const std::string& line : prose_of(page)) {
      ++number;
      if (line.starts_with('|')) continue;  // a table
      INFO(fs::relative(page, kTop).string() << ", line " << number);
      CHECK(display_width(line) <= kWidestLine);
    }
  }
}

TEST_CASE("pages: the README is short and has the two commands", "[structure]") {
  for (const char* name : {"README.md", "docs/ja/README.md"}) {
    const fs::path readme = kTop / name;
    INFO(name);
    CHECK(lines_in(readme).size() <= kMostReadmeLines);
    for (const char* command : {"sudo sh .ci/packages && cmake --workflow --preset demo ",
                                "sudo sh .ci/packages test && cmake --workflow --preset test "})
      CHECK_THAT(content(readme), ContainsSubstring(command));
  }
}

TEST_CASE("pages: every page can be reached from the README", "[structure]") {
  std::set<fs::path> reached{kTop / "README.md"};
  std::vector<fs::path> open{reached.begin(), reached.end()};
  while (!open.empty()) {
    const fs::path page = open.back();
    open.pop_back();
    for (const std::string& line : prose_of(page))
      for (const std::string& link : links_in(line)) {
        const fs::path target =
            (page.parent_path() / link.substr(0, link.find('#'))).lexically_normal();
        if (target.extension() == ".md" && reached.insert(target).second) open.push_back(target);
      }
  }
  for (const fs::path& page : all_pages()) {
    INFO(fs::relative(page, kTop).string());
    CHECK(reached.contains(page));
  }
}

TEST_CASE("pages: both glossaries have the same terms", "[structure]") {
  const auto english = terms_in("docs/glossary.md", "| English | 日本語 |");
  auto japanese = terms_in("docs/ja/glossary.md", "| 日本語 | 英語 |");
  for (auto& [one, other] : japanese) std::swap(one, other);
  CHECK(english.size() > 50);
  CHECK(english == japanese);
}

TEST_CASE("pages: an anchor is its heading in small letters", "[structure]") {
  CHECK(anchor_of("## Words that are easily confused") == "words-that-are-easily-confused");
  CHECK(anchor_of("### `-o`, or a pipe?") == "-o-or-a-pipe");
  CHECK(anchor_of("## 用語の対訳") == "用語の対訳");
  CHECK(links_in("[a](b.md#c) and [d](https://e.f), [g](../h.md)") ==
        std::vector<std::string>{"b.md#c", "../h.md"});
}

// What docs/pictures promises: one command makes all of it, and the pages show all of it.
namespace fs = std::filesystem;

const fs::path kPictures = ATTN_SOURCE_DIR "/docs/pictures";

std::vector<std::string> pictures_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".svg") names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

TEST_CASE("pictures: make.sh makes each of them anew, to the same bytes", "[structure]") {
  const attn::TemporaryFolder folder;
  const attn::CommandResult result =
      attn::run_command("sh '" + (kPictures / "make.sh").string() + "' attn .", folder.path(), 120);
  CHECK(result.exit_code == 0);
  CHECK(result.err == "");
  const std::vector<std::string> names = pictures_in(folder.path());
  CHECK(names == pictures_in(kPictures));
  for (const std::string& name : names) {
    INFO("sh docs/pictures/make.sh build/dev/bin/attn    makes " << name << " anew");
    CHECK(content(folder.path() / name) == content(kPictures / name));
  }
}

TEST_CASE("pictures: each stands on a page", "[structure]") {
  std::string pages = content(ATTN_SOURCE_DIR "/README.md");
  for (const auto& entry : fs::recursive_directory_iterator(ATTN_SOURCE_DIR "/docs"))
    if (entry.path().extension() == ".md") pages += content(entry.path());
  for (const std::string& name : pictures_in(kPictures)) {
    INFO(name);
    CHECK(contains(pages, "pictures/" + name + ")"));
  }
}

}  // namespace

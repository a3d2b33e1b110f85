#include <cstdio>

#include "support/catch.hpp"
#include "support/content.hpp"
#include "support/lines_of.hpp"

// What the folders promise: a folder in src is a layer, and a layer includes only those below it; a
// folder with files is a room, and is entered by its doors.
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = ATTN_SOURCE_DIR;

const std::map<std::string, std::set<std::string>> kMayInclude{
    {"base", {}},
    {"core", {"base"}},
    {"kernels", {"core", "base"}},
    {"network", {"kernels", "core", "base"}},
    {"trace", {"core", "base"}},
    {"mechanisms", {"trace", "core", "base"}},
    {"costs", {"core", "base"}},
    {"measure", {"kernels", "costs", "core", "base"}},
    {"data", {"core", "base"}},
    {"tokenizer", {"data", "core", "base"}},
    {"examples", {"data", "core", "base"}},
    {"pretrained", {"tokenizer", "network", "data", "costs", "trace", "kernels", "core", "base"}},
    {"learning", {"network", "data", "trace", "core", "base"}},
    {"render", {"learning", "measure", "costs", "trace", "core", "base"}},
    {"cairo", {"render"}},
    {"sandbox", {"base"}},
    {"practice", {"sandbox", "examples", "mechanisms", "costs", "data", "trace", "core", "base"}},
    {"grading", {"practice", "render", "sandbox", "data", "trace", "core", "base"}},
    {"cli",
     {"grading", "pretrained", "learning", "network", "measure", "practice", "sandbox", "render",
      "examples", "tokenizer", "data", "costs", "mechanisms", "trace", "kernels", "core", "base"}},
    {"main.cpp", {"cli"}},
};

const std::set<std::string> kTopLevel{
    "src",           "exercises",      "solutions",  "tests",
    "docs",          "CMakeLists.txt", "README.md",  "CMakePresets.json",
    ".clang-format", ".clang-tidy",    ".gitignore", ".ci",
    "LICENSE"};

// Rooms that are libraries of functions, looked for by name; others have at most three doors, for
// as many kinds of callers.
const std::map<std::string, std::size_t> kLibraries{
    {"src/base", 7}, {"src/core", 8}, {"src/network", 4}, {"src/render/text", 4}};
constexpr std::size_t kMostDoors = 3;

struct SourceFile {
  fs::path path;      // from the root: src/core/mask.cpp
  std::string layer;  // the part after src: core, or main.cpp
  std::vector<std::string> lines;
};

std::vector<SourceFile> source_files(const std::string& folder) {
  std::vector<SourceFile> files;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".cpp" && extension != ".hpp" && extension != ".cu") continue;
    SourceFile file{.path = fs::relative(entry.path(), kRoot), .layer = {}, .lines = {}};
    file.layer = std::next(file.path.begin())->string();
    file.lines = lines_of(content(entry.path()));
    files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  REQUIRE_FALSE(files.empty());
  return files;
}

// A header that says in its first line what it is for is a door of its room; the others are
// private.
bool is_door(const SourceFile& file) {
  return file.path.extension() == ".hpp" && !file.lines.empty() &&
         file.lines.front().starts_with("//") &&
         !file.path.filename().string().ends_with("-inl.hpp");  // part of what includes it
}

bool is_test(const fs::path& file) { return file.filename().string().ends_with("_test.cpp"); }

std::size_t most_doors(const fs::path& room) {
  const auto found = kLibraries.find(room.string());
  return found == kLibraries.end() ? kMostDoors : found->second;
}

std::string joined(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += " " + name;
  return text;
}

std::string place(const SourceFile& file, std::size_t line) {
  return "\n  " + file.path.string() + ":" + std::to_string(line + 1) + ": ";
}

// The line without text in quotes and without a comment.
std::string code_of(const std::string& line) {
  static const std::regex character(R"('(\\.|[^'\\])')"), text(R"("(\\.|[^"\\])*")"),
      comment("//.*");
  const std::string without_characters = std::regex_replace(line, character, "' '");
  return std::regex_replace(std::regex_replace(without_characters, text, "\"\""), comment, "");
}

// Most lines have nothing of what the expression finds, which takes far longer to say so.
std::string way_out_in(const std::string& line) {
  static const std::regex ways(
      R"(\b(stdout|stderr|cout|cerr|clog|v?f?printf|puts|perror)\b|\bfmt::print\b|)"
      R"(\b((_|quick_)?exit|_Exit)\s*\()");
  if (!contains_any(line, {"out", "err", "log", "print", "puts", "exit", "Exit"})) return "";
  const std::string code = code_of(line);
  std::smatch match;
  return std::regex_search(code, match, ways) ? match.str() : "";
}

bool may_be_directive(const std::string& line) { return line.find('#') != line.npos; }

// The names that git tracks, or all that lie at the top where there is no git or no checkout.
std::vector<std::string> tracked_names() {
  const std::string command =
      "git -c safe.directory='*' -C '" + kRoot.string() + "' ls-files 2>/dev/null";
  const std::unique_ptr<FILE, int (*)(FILE*)> git(popen(command.c_str(), "r"), pclose);
  std::vector<std::string> names(1);
  for (int byte; (byte = std::fgetc(git.get())) != EOF;) {
    if (byte == '\n')
      names.emplace_back();
    else
      names.back() += static_cast<char>(byte);
  }
  names.pop_back();
  if (!names.empty()) return names;
  for (const auto& entry : fs::directory_iterator(kRoot)) {
    const std::string name = entry.path().filename().string();
    if (name != ".git" && name != "build") names.push_back(name);
  }
  return names;
}

}  // namespace

TEST_CASE("layers: no include goes up", "[structure]") {
  static const std::regex include(R"re(^\s*#\s*include\s*"([^"/]*)(/?)[^"]*")re");
  std::string faults;
  for (const SourceFile& file : source_files("src")) {
    const auto row = kMayInclude.find(file.layer);
    if (row == kMayInclude.end()) continue;  // a folder that is no layer is reported below
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      std::smatch match;
      if (!may_be_directive(file.lines[i]) || !std::regex_search(file.lines[i], match, include))
        continue;
      const std::string included = match[1];
      if (match[2] != "/")
        faults += place(file, i) + "an include starts with its layer: \"core/mask.hpp\"";
      else if (included != file.layer && !row->second.contains(included))
        faults += place(file, i) + file.layer + " may not include " + included;
    }
  }
  CHECK(faults == "");
}

TEST_CASE("layers: every folder in src is a layer", "[structure]") {
  std::string faults;
  for (const auto& entry : fs::directory_iterator(kRoot / "src")) {
    const std::string name = entry.path().filename().string();
    if (name != "locale" && name != "package" && !kMayInclude.contains(name))
      faults += "\n  src/" + name;
  }
  CHECK(faults == "");
}

TEST_CASE("layers: only the command line talks to the terminal or ends the program",
          "[structure]") {
  CHECK(way_out_in("std::cerr << x;") == "cerr");
  CHECK(way_out_in("std::exit(1);  // as asked") == "exit(");
  CHECK(way_out_in("std::_Exit(1);") == "_Exit(");
  CHECK(way_out_in("without(errors, \"stdout\");") == "");
  std::string faults;
  for (const SourceFile& file : source_files("src")) {
    if (file.layer == "cli" || file.layer == "main.cpp") continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      // A child ends there, and not we.
      if (file.layer == "sandbox" && file.lines[i].find("::_exit(") != std::string::npos) continue;
      if (const std::string way = way_out_in(file.lines[i]); !way.empty())
        faults += place(file, i) + way;
    }
  }
  CHECK(faults == "");
}

TEST_CASE("layers: the top level holds what the design names", "[structure]") {
  std::set<std::string> faults;
  for (const std::string& name : tracked_names()) {
    const std::string top = name.substr(0, name.find('/'));
    if (!kTopLevel.contains(top)) faults.insert(top);
  }
  CHECK(faults == std::set<std::string>{});
}

TEST_CASE("layers: a room is entered by its doors", "[structure]") {
  static const std::regex include(R"re(^#include "([^"]+)")re");
  std::map<fs::path, std::set<std::string>> doors;  // of each room, which is a folder
  std::string faults;
  const std::vector<SourceFile> files = source_files("src");
  for (const SourceFile& file : files)
    if (is_door(file)) doors[file.path.parent_path()].insert(file.path.filename().string());
  for (const SourceFile& file : files)
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      std::smatch match;
      if (!may_be_directive(file.lines[i]) || !std::regex_search(file.lines[i], match, include))
        continue;
      const fs::path header = "src" / fs::path(match.str(1));
      if (header.parent_path() != file.path.parent_path() &&
          !doors[header.parent_path()].contains(header.filename().string()))
        faults += place(file, i) + header.string() + " is private to its room, whose doors are" +
                  joined(doors[header.parent_path()]) +
                  ": a header that says in its first line what it is for is one";
    }
  std::string rooms;
  for (const auto& [room, names] : doors)
    if (!names.empty()) {
      rooms += "\n  " + room.string() + ":" + joined(names);
      if (names.size() > most_doors(room))
        faults += "\n  " + room.string() + " has too many doors:" + joined(names);
    }
  WARN("the rooms and their doors:" << rooms);
  CHECK(faults == "");
}

TEST_CASE("layers: a room has tests", "[structure]") {
  std::string faults;
  for (const SourceFile& file : source_files("src")) {
    if (file.layer == "cli" || file.layer == "main.cpp" || file.path.extension() != ".cpp")
      continue;
    const fs::path tests = kRoot / "tests" / fs::relative(file.path.parent_path(), "src");
    const bool has_test =
        fs::exists(tests) && std::any_of(fs::directory_iterator(tests), fs::directory_iterator(),
                                         [](const auto& entry) { return is_test(entry.path()); });
    if (!has_test) faults += "\n  " + file.path.parent_path().string();
  }
  CHECK(faults == "");
}

// A run of a room's tests chooses them by the names of their files.
TEST_CASE("layers: no two files of tests have one name", "[structure]") {
  std::map<std::string, fs::path> files;
  std::string faults;
  for (const SourceFile& file : source_files("tests")) {
    if (!is_test(file.path) || *std::next(file.path.begin(), 2) == "cuda")
      continue;  // a program of its own
    const auto [twin, is_new] = files.emplace(file.path.filename().string(), file.path);
    if (!is_new) faults += "\n  " + file.path.string() + " and " + twin->second.string();
  }
  CHECK(faults == "");
}

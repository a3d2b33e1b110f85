// What a reader of Japanese sees: the golden screens in Japanese as they are recorded, and again at
// the least width; and the help of every command at both. In none of them is a line too wide or
// broken where Japanese is not, does a sentence end as in English, or is English left in one.
//
// All golden commands, whatever their language, are run in Japanese by `ctest --preset all`.

#include "base/text.hpp"
#include "render/layout.hpp"
#include "render/text/text.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/lines_of.hpp"
#include "support/rounds.hpp"

namespace {

namespace fs = std::filesystem;
using Graphemes = std::vector<std::string_view>;

constexpr unsigned kUsualWidth = 80;

bool is_hiragana(std::string_view grapheme) { return grapheme >= "ぁ" && grapheme <= "ゟ"; }
bool is_katakana(std::string_view grapheme) { return grapheme >= "ァ" && grapheme <= "ヺ"; }
bool is_in_word(std::string_view grapheme) { return grapheme >= "ぁ" && grapheme <= "鿿"; }

bool is_any(const std::string& text, bool (*is_one)(std::string_view)) {
  const Graphemes graphemes = graphemes_of(text);
  return std::any_of(graphemes.begin(), graphemes.end(), is_one);
}

std::string trimmed_line(const std::string& line) {
  const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
  return line.substr(start, line.find_last_not_of(' ') + 1 - start);
}

// What is said, without what is quoted, and without what stands in brackets.
std::string said_in(const std::string& line) {
  static const std::vector<std::pair<std::string_view, std::string_view>> pairs{
      {"\"", "\""}, {"“", "”"}, {"「", "」"}, {"(", ")"}, {"[", "]"}, {"`", "`"}};
  std::string said;
  std::string_view closing;
  for (const std::string_view grapheme : graphemes_of(line)) {
    if (!closing.empty()) {
      if (grapheme == closing) closing = "";
      continue;
    }
    for (const auto& [open, close] : pairs)
      if (grapheme == open) closing = close;
    if (closing.empty()) said += grapheme;
  }
  return said;
}

bool is_command(const std::string& line) {
  const std::string text = trimmed_line(line);
  return text.starts_with("attn ") || text.starts_with("--") || text.ends_with('\\');
}

// A word or a command, which is there to be copied, is not broken.
bool is_too_wide(const std::string& line, unsigned width) {
  const std::string text = trimmed_line(line);
  return visible_width(line) > width && !is_command(line) &&
         (text.find(' ') != std::string::npos || is_any(text, is_in_word));
}

bool ends_as_in_english(const std::string& line) {
  const std::string text = said_in(line);
  const Graphemes graphemes = graphemes_of(text);
  for (std::size_t i = 0; i + 1 < graphemes.size(); ++i) {
    const bool is_stop = graphemes[i + 1] == "." || graphemes[i + 1] == ",";
    const bool is_last = i + 2 == graphemes.size() || graphemes[i + 2] == " ";
    if (is_in_word(graphemes[i]) && is_stop && is_last) return true;
  }
  return false;
}

// A mark with a space behind it is a word of a sentence that labels a row.
bool begins_with_an_end(const std::string& line) {
  constexpr std::string_view kEnds = "、。）」』】？！ーぁぃぅぇぉっゃゅょんァィゥェォッャュョン";
  const std::string text = trimmed_line(line);
  const Graphemes graphemes = graphemes_of(text);
  return !graphemes.empty() && kEnds.find(graphemes[0]) != std::string_view::npos &&
         (graphemes.size() == 1 || graphemes[1] != " ");
}

bool breaks_a_word(const std::string& line, const std::string& next) {
  if (!is_any(line, is_hiragana) || !is_any(next, is_hiragana)) return false;
  const std::string below = trimmed_line(next);
  if (below.find(": ") != std::string::npos) return false;  // another line of a list
  return is_katakana(graphemes_of(trimmed_line(line)).back()) &&
         is_katakana(graphemes_of(below).front());
}

bool is_english_word(const std::string& word) {
  return word.size() > 1 && word != "nan" &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// Words one after another that are neither a command nor the value of a flag; two spaces part what
// does not read on. The names of ours are a word or two.
bool has_english(const std::string& line) {
  const std::size_t allowed = is_any(line, is_in_word) ? 1 : 3;
  std::istringstream stream(said_in(line));
  std::size_t run = 0;
  bool is_typed = false;
  for (std::string word; std::getline(stream, word, ' ');) {
    if (word.ends_with("attn") || word.starts_with("--") || word.ends_with("git") || word == "pip")
      is_typed = true;
    else if (!is_english_word(word))
      is_typed = false;
    run = is_english_word(word) && !is_typed ? run + 1 : 0;
    if (run > allowed) return true;
  }
  return false;
}

// A line for each fault of a screen.
std::string faults_of(const std::string& screen, unsigned width) {
  std::string faults;
  const std::vector<std::string> lines = lines_of(screen);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    const auto add = [&](const char* fault) { faults += std::string(fault) + ": " + line + "\n"; };
    if (is_too_wide(line, width)) add("too wide");
    if (ends_as_in_english(line)) add("ends as in English");
    if (begins_with_an_end(line)) add("begins with an end");
    if (i + 1 < lines.size() && breaks_a_word(line, lines[i + 1])) add("breaks a word");
    if (has_english(line)) add("English");
  }
  return faults;
}

// What is for programs, or shown in part, has other rules.
bool shows_a_screen(const std::string& command) {
  const std::vector<std::string> signs{"--json",     "--plain", "--code", "--glyphs ascii",
                                       "learn text", " | ",     "cat ",   "head ",
                                       "sed ",       "ls ",     "grep ",  "> "};
  return std::none_of(signs.begin(), signs.end(), [&](const std::string& sign) {
    return command.find(sign) != std::string::npos;
  });
}

bool says_ja(const std::string& command) {
  return command.find("--lang ja") != std::string::npos ||
         command.find("LANGUAGE=ja") != std::string::npos;
}

bool has_own_width(const std::string& command) {
  return command.find("--width") != std::string::npos ||
         command.find("COLUMNS") != std::string::npos;
}

struct Screen {
  std::string command, text;
};

std::vector<Screen> recorded_screens(const fs::path& file) {
  std::vector<Screen> screens;
  bool is_answer = false;
  for (const std::string& line : lines_of(content(file))) {
    if (line.starts_with("$ ") && !is_answer) {
      screens.push_back({line.substr(2), ""});
      is_answer = true;
    } else if (line.starts_with("-- exit ")) {
      is_answer = false;
    } else if (is_answer && line != "-- stderr") {
      screens.back().text += line + "\n";
    }
  }
  return screens;
}

std::vector<fs::path> golden_files(bool (*is_wanted)(const std::string& name)) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(ATTN_SOURCE_DIR "/tests/golden/commands"))
    if (is_wanted(entry.path().filename().string())) files.push_back(entry.path());
  return files;
}

bool is_in_japanese(const std::string& name) { return name.ends_with("_japanese.txt"); }
bool is_any_file(const std::string&) { return true; }

void check_screen(const std::string& command, const std::string& screen, unsigned width) {
  INFO(width << " columns: " << command);
  CHECK(faults_of(screen, width) == "");
}

void check_at(unsigned width, const std::string& command, const fs::path& folder) {
  const CommandResult result =
      run_command("export LANGUAGE=ja COLUMNS=" + std::to_string(width) + "; " + command, folder);
  if (shows_a_screen(command)) check_screen(command, result.out + result.err, width);
}

void run_files_at(unsigned width, const std::vector<fs::path>& files) {
  Sample sample(3);
  for (const fs::path& file : files) {
    if (!sample.takes_next()) continue;
    const TemporaryFolder folder;
    for (const Screen& screen : recorded_screens(file))
      if (!has_own_width(screen.command)) check_at(width, screen.command, folder.path());
  }
}

TEST_CASE("screens: Japanese is written as Japanese is") {
  const std::vector<fs::path> files = golden_files(is_in_japanese);
  CHECK(files.size() > 10);
  for (const fs::path& file : files)
    for (const Screen& screen : recorded_screens(file))
      if (says_ja(screen.command) && shows_a_screen(screen.command) &&
          !has_own_width(screen.command))
        check_screen(screen.command, screen.text, kUsualWidth);
  run_files_at(kMinWidth, files);
}

TEST_CASE("screens: so is the help") {
  const TemporaryFolder folder;
  for (const unsigned width : {kMinWidth, kUsualWidth})
    for (const std::string command :
         {"attn", "attn --help", "attn attend -h", "attn mha -h", "attn posenc -h", "attn mask -h",
          "attn complexity -h", "attn learn -h", "attn exercise -h", "attn --version"})
      check_at(width, command, folder.path());
}

TEST_CASE("screens: the values of --version stand in one column") {
  std::set<unsigned> columns;
  for (const std::string& line : lines_of(run_command("LANGUAGE=ja attn --version").out))
    if (const std::size_t gap = line.find("  "); gap != std::string::npos)
      columns.insert(display_width(line.substr(0, line.find_first_not_of(' ', gap))));
  CHECK(columns.size() == 1);
}

TEST_CASE("screens: an exercise fits on 80 columns, its commands and its JSON, too") {
  const std::string show_all =
      "for n in $(seq 31); do attn exercise show $n || exit 1; done; ! attn exercise show 32";
  for (const std::string language : {"en", "ja"}) {
    const CommandResult result = run_command("export LANGUAGE=" + language + "; " + show_all);
    CHECK(result.exit_code == 0);
    const std::vector<std::string> lines = lines_of(result.out);
    CHECK(lines.size() > 1000);
    for (const std::string& line : lines) {
      INFO(line);
      CHECK(display_width(line) <= kUsualWidth);
    }
  }
}

TEST_CASE("screens: of every golden command") {
  if (!all_rounds()) return;
  for (const unsigned width : {kMinWidth, kUsualWidth})
    run_files_at(width, golden_files(is_any_file));
}

TEST_CASE("screens: a fault is noticed, and a name is none") {
  CHECK(faults_of("   スコアを割ります.\n", 40) == "ends as in English:    スコアを割ります.\n");
  CHECK(faults_of("次から選んでください, 猫\n", 40) != "");
  CHECK(faults_of("  J[が, 猫] = 1.5\n", 40) == "");
  CHECK(faults_of("ファイルがありま\n  せんか、\n", 40) == "");
  CHECK(faults_of("これはマス\n  クです\n", 40) == "breaks a word: これはマス\n");
  CHECK(faults_of("  ん。\n", 40) == "begins with an end:   ん。\n");
  CHECK(faults_of("  。   .09   .02\n", 40) == "");
  CHECK(faults_of("重みの行が six で終わります。\n", 40) == "");
  CHECK(faults_of("重みは rules of the class です。\n", 40) != "");
  CHECK(faults_of("cannot be read at all\n", 40) != "");
  CHECK(faults_of("ヘルプ   attn exercise grade class\n", 40) == "");
  CHECK(faults_of("使い方: --view heat を外してください。\n", 40) == "");
  CHECK(faults_of(std::string(41, 'x') + "\n", 40) == "");
  CHECK(faults_of("猫" + std::string(40, ' ') + "猫\n", 40) != "");
}

// What programs read is the same in every language: golden commands that print JSON or
// tab-separated records are run in both. Sentences for people, which some fields hold, are left
// out.

using nlohmann::json;

namespace fs = std::filesystem;

const fs::path kGoldenCommands = ATTN_SOURCE_DIR "/tests/golden/commands";

// The fields that docs/json.md calls sentences.
const std::set<std::string> kSentences{"ask",   "description", "meaning", "message",  "note",
                                       "notes", "text",        "title",   "warnings", "why"};

bool is_for_programs(const std::string& command) {
  return command.find("--json") != std::string::npos ||
         command.find("--plain") != std::string::npos;
}

// Whether later commands may need what it leaves behind.
bool leaves_something(const std::string& command) {
  const std::vector<std::string> signs{" > ", " -o ", "printf", "mkdir", "cp ", "exercise "};
  return std::any_of(signs.begin(), signs.end(), [&command](const std::string& sign) {
    return command.find(sign) != std::string::npos;
  });
}

// The commands of a file, none of which names a language of its own.
std::vector<std::string> commands_of(const fs::path& file) {
  static const std::regex language(" --lang[ =][a-z]+");
  std::vector<std::string> commands;
  for (const std::string& line : lines_of(content(file)))
    if (line.starts_with("$ "))
      commands.push_back(std::regex_replace(line.substr(2), language, ""));
  return commands;
}

void drop_sentences(json& value) {
  if (value.is_object())
    for (const std::string& key : kSentences) value.erase(key);
  if (value.is_structured())
    for (json& part : value) drop_sentences(part);
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, '\t');) fields.push_back(field);
  return fields;
}

// Records without the columns that hold sentences.
std::string records_without_sentences(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> names;
  std::string kept;
  for (std::string line; std::getline(stream, line); kept += '\n') {
    const std::vector<std::string> fields = fields_of(line);
    if (names.empty()) names = fields;
    for (std::size_t i = 0; i < fields.size(); ++i)
      if (i >= names.size() || !kSentences.contains(names[i])) kept += fields[i] + '\t';
  }
  return kept;
}

std::string data_of(const std::string& text) {
  json document = json::parse(text, nullptr, false);
  if (document.is_discarded()) return records_without_sentences(text);
  drop_sentences(document);
  return document.dump(1);
}

CommandResult run_in(const std::string& language, const std::string& command,
                     const fs::path& folder) {
  return run_command("export LANGUAGE=" + language + "; " + command, folder);
}

TEST_CASE("golden: programs read the same in every language") {
  std::ptrdiff_t n_for_programs = 0, n_compared = 0;
  Sample sample(6);
  for (const auto& entry : fs::directory_iterator(kGoldenCommands)) {
    const std::vector<std::string> commands = commands_of(entry.path());
    const auto n_here = std::count_if(commands.begin(), commands.end(), is_for_programs);
    n_for_programs += n_here;
    if (n_here == 0 || !sample.takes_next()) continue;
    const TemporaryFolder english, japanese;
    for (const std::string& command : commands) {
      const bool is_compared = is_for_programs(command);
      if (!is_compared && !leaves_something(command)) continue;
      const CommandResult one = run_in("en", command, english.path());
      const CommandResult other = run_in("ja", command, japanese.path());
      INFO(entry.path().filename().string() << ": " << command);
      CHECK(one.exit_code == other.exit_code);
      if (!is_compared || one.exit_code > 1) continue;
      CHECK(data_of(one.out) == data_of(other.out));
      ++n_compared;
    }
  }
  constexpr int kAtLeast = 30;
  CHECK(n_for_programs >= kAtLeast);
  CHECK(n_compared >= (all_rounds() ? kAtLeast : 1));
}

TEST_CASE("golden: sentences are left out of what is compared") {
  CHECK(data_of(R"({"note": "a", "rows": [{"title": "b", "x": 1}]})") ==
        data_of(R"({"note": "c", "rows": [{"title": "d", "x": 1}]})"));
  CHECK(data_of(R"({"x": "a"})") != data_of(R"({"x": "b"})"));
  CHECK(data_of("name\tdescription\nx\ta\n") == data_of("name\tdescription\nx\tb\n"));
  CHECK(data_of("name\tvalue\nx\ta\n") != data_of("name\tvalue\nx\tb\n"));
}

}  // namespace

// What programs read is the same in every language: each golden command that prints JSON or
// tab-separated records is run in both. Sentences for people, which some fields hold, are left out.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/json.hpp"

using namespace attn;
using nlohmann::json;

namespace {

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
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);)
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

}  // namespace

TEST_CASE("golden: programs read the same in every language", "[golden][languages]") {
  int n_compared = 0;
  for (const auto& entry : fs::directory_iterator(kGoldenCommands)) {
    const std::vector<std::string> commands = commands_of(entry.path());
    if (std::none_of(commands.begin(), commands.end(), is_for_programs)) continue;
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
  CHECK(n_compared >= kAtLeast);
}

TEST_CASE("golden: sentences are left out of what is compared", "[golden][languages]") {
  CHECK(data_of(R"({"note": "a", "rows": [{"title": "b", "x": 1}]})") ==
        data_of(R"({"note": "c", "rows": [{"title": "d", "x": 1}]})"));
  CHECK(data_of(R"({"x": "a"})") != data_of(R"({"x": "b"})"));
  CHECK(data_of("name\tdescription\nx\ta\n") == data_of("name\tdescription\nx\tb\n"));
  CHECK(data_of("name\tvalue\nx\ta\n") != data_of("name\tvalue\nx\tb\n"));
}

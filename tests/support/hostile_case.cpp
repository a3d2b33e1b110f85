#include "support/hostile_case.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <stdexcept>

#include "support/content.hpp"
#include "support/json.hpp"
#include "support/lines_of.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

}  // namespace

HostileCase::HostileCase(const fs::path& file) : file_(file), text_(content(file)) {}

bool HostileCase::may_run_in(const std::string& isolation) const {
  return stated(isolation, "only", isolation) == isolation;
}

std::vector<HostileFact> HostileCase::facts(const std::string& isolation) const {
  static const std::regex form(
      R"re((?:#|//) (expect|says|silent|tells|tells not|not looked at|exit|run|only))re"
      R"re((?: in (\w+))?(?: ("(?:[^"\\]|\\.)*"))?: (.*))re");
  std::vector<HostileFact> facts;
  for (const std::string& line : lines_of(text_)) {
    if (!line.starts_with("#") && !line.starts_with("//")) break;
    std::smatch found;
    if (!std::regex_match(line, found, form)) continue;
    if (found[2].matched && found[2] != isolation) continue;
    HostileFact fact{found[1], "hostile", found[4]};
    if (found[3].matched) fact.student = json_of(found[3]).get<std::string>();
    // What is said of one isolation takes the place of what is said of both.
    if (found[2].matched && fact.what == "expect")
      std::erase_if(facts, [&fact](const HostileFact& other) {
        return other.what == fact.what && other.student == fact.student;
      });
    facts.push_back(std::move(fact));
  }
  return facts;
}

std::string HostileCase::stated(const std::string& isolation, const std::string& what,
                                const std::string& usual) const {
  std::string text = usual;
  for (const HostileFact& fact : facts(isolation))
    if (fact.what == what) text = fact.text;
  return text;
}

std::vector<HostileCase> hostile_cases() {
  std::map<std::string, fs::path> files;
  const fs::path folder = ATTN_SOURCE_DIR "/tests/hostile";
  for (const std::string room : {"limits", "crashes", "cheating", "batches"})
    for (const auto& entry : fs::directory_iterator(folder / room))
      if (!files.emplace(entry.path().stem().string(), entry.path()).second)
        throw std::runtime_error("two cases have this name: " + entry.path().string());
  std::vector<HostileCase> cases;
  for (const auto& [name, file] : files) cases.emplace_back(file);
  return cases;
}

}  // namespace attn

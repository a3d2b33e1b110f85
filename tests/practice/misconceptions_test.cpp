#include "practice/misconceptions.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;
namespace fs = std::filesystem;

namespace {

std::string bytes_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::string sentences_in(const Catalogue& catalogue) {
  std::string table;
  for (const Misconception& known : known_misconceptions()) {
    const char* const translation = catalogue.translation_of(known.say);
    table += fmt::format("| `{}` | {} |\n", known.name, translation ? translation : known.say);
  }
  return table;
}

// Whether the page has the sentences in a table under that heading; with UPDATE_GOLDEN it gets
// them.
bool documents(const std::string& page, const std::string& heading, const Catalogue& catalogue) {
  const std::string path = ATTN_SOURCE_DIR "/docs/" + page, table = sentences_in(catalogue);
  std::string text = bytes_of(path);
  const std::string head = "| " + heading + " |\n| --- | --- |\n";
  const std::size_t begin = text.find(head) + head.size(), end = text.find("\n\n", begin) + 1;
  if (text.substr(begin, end - begin) == table) return true;
  if (std::getenv("UPDATE_GOLDEN") == nullptr) return false;
  std::ofstream(path, std::ios::binary) << text.replace(begin, end - begin, table);
  return true;
}

}  // namespace

TEST_CASE("text_of_misconception: the manifest's own text comes first",
          "[practice][misconceptions]") {
  CHECK(text_of_misconception("no_scale", "Divide by 2 here.") == "Divide by 2 here.");
  CHECK(text_of_misconception("no_scale", "") == "The scores were not divided by √d_k.");
  CHECK(text_of_misconception("a_name_nobody_knows", "").empty());
}

TEST_CASE("known_misconceptions: each has a name of its own and a whole sentence",
          "[practice][misconceptions]") {
  std::set<std::string> names;
  for (const Misconception& known : known_misconceptions()) {
    CHECK(names.insert(known.name).second);
    const std::string sentence = known.say;
    INFO(known.name);
    CHECK((sentence.ends_with(".") || sentence.ends_with("…")));
  }
}

TEST_CASE("known_misconceptions: the documentation has the same table",
          "[practice][misconceptions]") {
  const std::string share = fs::path(ATTN_PROGRAM).parent_path().parent_path() / "share";
  const Catalogue japanese(bytes_of(share + "/locale/ja/LC_MESSAGES/attn.mo"));
  CHECK(documents("writing-exercises.md", "name | what the learner is told", Catalogue()));
  CHECK(documents("ja/writing-exercises.md", "名前 | 学習者に伝える文", japanese));
}

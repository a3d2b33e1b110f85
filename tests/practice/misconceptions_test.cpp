#include "practice/misconceptions.hpp"

#include <fmt/format.h>

#include <fstream>
#include <set>
#include <sstream>

#include "support/catch.hpp"

using namespace attn;

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
  std::string table = "| name | what the learner is told |\n| --- | --- |\n";
  for (const Misconception& known : known_misconceptions())
    table += fmt::format("| `{}` | {} |\n", known.name, known.say);
  const std::ifstream file(ATTN_SOURCE_DIR "/docs/writing-exercises.md");
  std::ostringstream text;
  text << file.rdbuf();
  CHECK_THAT(text.str(), ContainsSubstring("\n\n" + table + "\n"));
}

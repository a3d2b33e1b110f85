#include "data/toml/toml_tree.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;
using Catch::Matchers::StartsWith;

namespace {

std::string toml_refusal(const std::string& toml) {
  try {
    read_toml(toml, "exercise.toml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("read_toml: tables in the order of the text, with their places", "[data][toml]") {
  const TomlValue tree = read_toml("z = 1\na = \"x\"\n[t]\nlist = [true, 2.5]\n", "x.toml");
  REQUIRE(tree.entries() != nullptr);
  const TomlValue::Entries& entries = *tree.entries();
  REQUIRE(entries.size() == 3);
  CHECK(entries[0].name == "z");
  CHECK(*entries[0].value.number() == 1);
  CHECK(entries[1].name == "a");
  CHECK(*entries[1].value.text() == "x");
  CHECK(entries[1].value.line == 2);
  CHECK(entries[1].value.column == 5);
  CHECK(entries[1].line == 2);
  CHECK(entries[1].column == 1);
  CHECK(entries[2].line == 3);
  CHECK(entries[2].column == 2);
  const TomlEntry& list = entries[2].value.entries()->at(0);
  CHECK(*list.value.list()->at(0).truth());
  CHECK(*list.value.list()->at(1).number() == 2.5);
}

TEST_CASE("read_toml: names keep the order of the text in a table of many", "[data][toml]") {
  const TomlValue tree = read_toml("[given]\nwords = [\"a\"]\nQ = 1\nK = 2\nA = 3\n", "x.toml");
  std::string names;
  for (const TomlEntry& entry : *tree.entries()->at(0).value.entries()) names += entry.name + " ";
  CHECK(names == "words Q K A ");
}

TEST_CASE("read_toml: what is no TOML is refused with its place", "[data][toml]") {
  CHECK_THAT(toml_refusal("a = 1\nb = \n"),
             StartsWith("exercise.toml: line 2, column 5: this is not TOML: "));
  CHECK_THAT(toml_refusal("a = 1\na = 2\n"),
             StartsWith("exercise.toml: line 2, column 5: this is not TOML: "));
  CHECK_THAT(toml_refusal("a = \"\xff\"\n"), StartsWith("exercise.toml: line 1, column "));
  CHECK(toml_refusal("[`a]") ==
        "exercise.toml: this is not TOML. Look for a bracket that should not be there.");
  CHECK_THAT(toml_refusal("[x é]"), StartsWith("exercise.toml: line 1, column "));
  CHECK_THAT(toml_refusal("a = " + std::string(100000, '[')),
             StartsWith("exercise.toml: line 1, "));
}

TEST_CASE("read_toml: keys are not nested without end", "[data][toml]") {
  const auto dotted = [](int n_dots) {
    std::string key = "a";
    for (int i = 0; i < n_dots; ++i) key += ".a";
    return key;
  };
  const std::string why = "a key has at most 16 dots.";
  CHECK(toml_refusal(dotted(16) + " = 1") == "accepted");
  CHECK(toml_refusal("\n" + dotted(200000) + " = 1") == "exercise.toml: line 2: " + why);
  CHECK(toml_refusal("[" + dotted(17) + "]") == "exercise.toml: line 1: " + why);
  CHECK(toml_refusal("x = \"\"\"\n\"\"\"\"\"\ny = {" + dotted(17) + " = 1}") ==
        "exercise.toml: line 3: " + why);
  CHECK(toml_refusal("\"=\" . '=' ." + dotted(15) + " = 1") == "exercise.toml: line 1: " + why);
  for (const std::string quote : {"\"", "'", "\"\"\"", "'''"})
    CHECK(toml_refusal("x = " + quote + std::string(50, '.') + quote + " # " +
                       std::string(50, '.')) == "accepted");
  CHECK(toml_refusal("x = \"\\\"" + std::string(50, '.') + "\"") == "accepted");
  CHECK(toml_refusal(
            "x = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, "
            "0.5, 0.5, 0.5]") == "accepted");
}

TEST_CASE("read_toml: dates and numbers that are not exact are refused", "[data][toml]") {
  CHECK(toml_refusal("a = 2026-11-21") ==
        "exercise.toml: line 1, column 5: a manifest has no dates and times.");
  CHECK(toml_refusal("a = 9007199254740993") ==
        "exercise.toml: line 1, column 5: 9007199254740993 is too large to be exact; at most 2^53 "
        "is read.");
  CHECK(toml_refusal("a = 9007199254740992") == "accepted");
}

TEST_CASE("read_toml: what would command a terminal is refused", "[data][toml][error]") {
  for (const char* toml : {"a = \"x\\u001b[31m\"", "a = \"x\\u202ey\"", "\"\\u0007\" = 1",
                           "a = [{ en = \"\\u0000\" }]", "a = \"\\f\""})
    CHECK_THAT(toml_refusal(toml), ContainsSubstring("a character that cannot be seen"));
  const TomlValue tree = read_toml("a = \"x\\r\\ny\\t\"", "exercise.toml");
  CHECK(*tree.entries()->front().value.text() == "x\ny\t");
}

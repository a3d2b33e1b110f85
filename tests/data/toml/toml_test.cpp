#include "data/toml/toml.hpp"

#include "support/catch.hpp"
#include "support/matrix.hpp"

using Catch::Matchers::StartsWith;

namespace {

std::string toml_refusal(const std::string& toml) {
  return attn::refusal([&] { read_toml(toml, "exercise.toml"); });
}

TEST_CASE("read_toml: tables in the order of the text, with their places") {
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

TEST_CASE("read_toml: names keep the order of the text in a table of many") {
  const TomlValue tree = read_toml("[given]\nwords = [\"a\"]\nQ = 1\nK = 2\nA = 3\n", "x.toml");
  std::string names;
  for (const TomlEntry& entry : *tree.entries()->at(0).value.entries()) names += entry.name + " ";
  CHECK(names == "words Q K A ");
}

TEST_CASE("read_toml: what is no TOML is refused with its place") {
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

TEST_CASE("read_toml: keys are not nested without end") {
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

TEST_CASE("read_toml: dates and numbers that are not exact are refused") {
  CHECK(toml_refusal("a = 2026-11-21") ==
        "exercise.toml: line 1, column 5: a manifest has no dates and times.");
  CHECK(toml_refusal("a = 9007199254740993") ==
        "exercise.toml: line 1, column 5: 9007199254740993 is too large to be exact; at most 2^53 "
        "is read.");
  CHECK(toml_refusal("a = 9007199254740992") == "accepted");
}

TEST_CASE("read_toml: what would command a terminal is refused") {
  for (const char* toml : {"a = \"x\\u001b[31m\"", "a = \"x\\u202ey\"", "\"\\u0007\" = 1",
                           "a = [{ en = \"\\u0000\" }]", "a = \"\\f\""})
    CHECK_THAT(toml_refusal(toml), ContainsSubstring("a character that cannot be seen"));
  const TomlValue tree = read_toml("a = \"x\\r\\ny\\t\"", "exercise.toml");
  CHECK(*tree.entries()->front().value.text() == "x\ny\t");
}

// Reads `key = ...` by `read`, and says why it was refused.
template <typename Read>
std::string refusal(const std::string& toml, Read read) {
  return attn::refusal([&] {
    const TomlValue tree = read_toml("key = " + toml, "x.toml");
    read(TomlTable({&tree, "x.toml", ""}).need("key"));
  });
}

arma::mat numbers(const std::string& toml) {
  const TomlValue tree = read_toml("key = " + toml, "x.toml");
  return TomlTable({&tree, "x.toml", ""}).need("key").numbers();
}

std::string refused_numbers(const std::string& toml) {
  return refusal(toml, [](const TomlItem& value) { value.numbers(); });
}

LocalText local_text(const std::string& toml, const std::vector<std::string>& languages) {
  const TomlValue tree = read_toml("key = " + toml, "x.toml");
  return TomlTable({&tree, "x.toml", "", &languages}).need("key").local_text();
}

TEST_CASE("TomlItem::local_text: in every language of the course, and in no other") {
  CHECK(local_text("{ fr = \"un\" }", {"fr"}).in("fr") == "un");
  CHECK(local_text("\"un\"", {"fr"}).in("fr") == "un");
  CHECK(local_text("{ ja = \"二\", en = \"two\" }", {"en", "ja"}).first() == "two");
  CHECK_THROWS_WITH(local_text("\"two\"", {"en", "ja"}),
                    "x.toml: line 1, column 7: key: a text in each language of the course was "
                    "expected: { en = \"...\", ja = \"...\" }.");
  CHECK_THROWS_WITH(local_text("{ en = \"two\" }", {"en", "ja"}),
                    "x.toml: line 1, column 7: key: ja is missing.");
  CHECK_THROWS_WITH(local_text("{ en = \"two\", ja = \"二\" }", {"en"}),
                    "x.toml: line 1, column 21: key: there is no key ja here.");
  CHECK_THROWS_WITH(local_text("\"\"", {"en"}),
                    "x.toml: line 1, column 7: key: the text is empty.");
}

TEST_CASE("TomlTable::local_text: under its key, or under the codes") {
  const auto text = [](const std::string& toml, const std::vector<std::string>& languages) {
    const TomlValue tree = read_toml(toml, "x.toml");
    TomlTable table({&tree, "x.toml", "", &languages});
    table.need("id");
    return table.local_text("text").here();
  };
  CHECK(text("id = \"a\"\nfr = \"un\"\n", {"fr"}) == "un");
  CHECK(text("id = \"a\"\ntext = \"satu\"\n", {"id"}) == "satu");
  CHECK_THROWS_WITH(text("id = \"a\"\n", {"id"}),  // Indonesian, whose code is a key already
                    "x.toml: line 1, column 1: text is missing.");
}

TEST_CASE("TomlItem::numbers: a number, a row, rows") {
  CHECK(difference(numbers("2.5"), arma::mat{2.5}) == "");
  CHECK(difference(numbers("[1, 2]"), {{1, 2}}) == "");
  CHECK(difference(numbers("[[1, 2], [3, 4], [5, 6]]"), {{1, 2}, {3, 4}, {5, 6}}) == "");
}

TEST_CASE("TomlItem::numbers: as many as anybody writes") {
  const auto ones = [](int n_rows, int n_cols) {
    std::string row = "1", rows;
    for (int col = 1; col < n_cols; ++col) row += ",1";
    for (int i = 0; i < n_rows; ++i) rows += "[" + row + "],";
    return "[" + rows + "]";
  };
  CHECK(numbers(ones(250, 400)).n_elem == 100000);
  CHECK(refused_numbers(ones(250, 401)) ==
        "x.toml: line 1, column 7: key: at most 100000 numbers may be written out; use a recipe.");
}

TEST_CASE("TomlItem::numbers: whatever else is refused with its place") {
  CHECK(refused_numbers("[[1, 2], [3]]") ==
        "x.toml: line 1, column 16: key: all rows must be equally long: the first has 2 cells, and "
        "this one has 1.");
  CHECK(refused_numbers("[[1, 2], 3]") ==
        "x.toml: line 1, column 16: key: a list was expected, but there is a number.");
  CHECK(refused_numbers("[1, \"2\"]") ==
        "x.toml: line 1, column 11: key: a number was expected, but there is text.");
  CHECK(refused_numbers("[1, nan]") ==
        "x.toml: line 1, column 11: key: the number must be finite.");
  CHECK(refused_numbers("[]") == "x.toml: line 1, column 7: key: the list is empty.");
  CHECK(refused_numbers("[[]]") == "x.toml: line 1, column 8: key: the list is empty.");
}

TEST_CASE("TomlItem: what was expected and what is there") {
  CHECK(refusal("1", [](const TomlItem& value) { value.text(); }) ==
        "x.toml: line 1, column 7: key: text was expected, but there is a number.");
  CHECK(refusal("\"\"", [](const TomlItem& value) { value.truth(); }) ==
        "x.toml: line 1, column 7: key: true or false was expected, but there is text.");
  CHECK(refusal("{}", [](const TomlItem& value) { value.list(); }) ==
        "x.toml: line 1, column 7: key: a list was expected, but there is a table.");
  CHECK(refusal("true", [](const TomlItem& value) { value.local_text(); }) ==
        "x.toml: line 1, column 7: key: a table was expected, but there is true or false.");
  CHECK(refusal("[\"a\", \"a\"]", [](const TomlItem& value) { value.different_words(); }) ==
        "x.toml: line 1, column 7: key: the same text is there twice, so that an answer could mean "
        "either.");
  CHECK(refusal("1.5", [](const TomlItem& value) { value.whole(0, 3); }) ==
        "x.toml: line 1, column 7: key: a whole number from 0 to 3 was expected, but there is "
        "1.5.");
}

TEST_CASE("TomlItem::local_text: both languages, and nothing else") {
  const auto read = [](const TomlItem& value) { value.local_text(); };
  CHECK(refusal("{ en = \"a\", ja = \"あ\" }", read) == "accepted");
  CHECK(refusal("{ en = \"a\" }", read) == "x.toml: line 1, column 7: key: ja is missing.");
  CHECK(refusal("{ en = \"a\", ja = \"\" }", read) ==
        "x.toml: line 1, column 7: key: the text is empty.");
  CHECK(refusal("{ en = \"a\", ja = \"あ\", de = \"a\" }", read) ==
        "x.toml: line 1, column 29: key: there is no key de here.");
}

TEST_CASE("TomlTable::finish: a key that nobody asked for is refused") {
  const TomlValue tree = read_toml("decimal = 3\n", "x.toml");
  TomlTable table({&tree, "x.toml", ""});
  CHECK_FALSE(table.find("decimals").has_value());
  CHECK_REFUSED(table.finish(),
                "x.toml: line 1, column 1: there is no key decimal here. Did you mean decimals?");
}

}  // namespace

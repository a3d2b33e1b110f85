#include "examples/catalog.hpp"

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;

const std::string kOwnExamples = ATTN_SOURCE_DIR "/src/examples/data";

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

TEST_CASE("ExampleCatalog: examples by chapter and command") {
  const TemporaryFolder folder;
  const fs::path top = folder.path();
  write(top / "chapters.toml",
        "[[chapter]]\nid = \"7\"\ntitle = { en = \"Seven\", ja = \"七\" }\n"
        "[[chapter]]\nid = \"3\"\ntitle = { en = \"Three\", ja = \"三\" }\n");
  const std::string title = "title = { en = \"T\", ja = \"題\" }\n";
  write(top / "3/cat.toml", "command = \"attend\"\n" + title);
  write(top / "7/dog.toml", "command = \"attend\"\n" + title);
  write(top / "7/cow.toml", "command = \"mha\"\n" + title);
  write(top / "7/numbers.json", "{}");
  const ExampleCatalog catalog(top.string());
  CHECK(catalog.names() == std::vector<std::string>{"cow", "dog", "cat"});
  CHECK(catalog.examples_of("attend").size() == 2);
  CHECK(catalog.examples_of("attend")[1].chapter == "3");
  CHECK(catalog.example("cow").command == "mha");
  CHECK(catalog.chapter("3").title.in("ja") == "三");
  CHECK_REFUSED(
      catalog.example("dogg"),
      "There is no example named dogg. Did you mean dog? --list-examples shows all of them.");
  CHECK_REFUSED(catalog.example("elephant"),
                "There is no example named elephant. --list-examples shows all of them.");
}

TEST_CASE("ExampleCatalog: every example of our own can be read, and has a name of its own") {
  const ExampleCatalog catalog(kOwnExamples);
  const std::vector<std::string> names = catalog.names();
  CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
  for (const std::string& name : names) {
    CAPTURE(name);
    const NamedExample example = catalog.example(name);
    CHECK(example.name == name);
    CHECK_FALSE(example.title.in("ja").empty());
  }
}

TEST_CASE("ExampleCatalog: examples that are not installed are nobody's mistake") {
  CHECK_THROWS_AS(ExampleCatalog("/nowhere"), SurroundingsError);
}

const std::string kHead = R"(command = "attend"
title = { en = "A cat.", ja = "猫です。" }
)";

NamedExample read(const std::string& rest) { return example_in(kHead + rest, "x.toml", "/data/0"); }

std::string refusal(const std::string& rest) {
  return attn::refusal([&] { read(rest); });
}

std::string flag_of(const NamedExample& example, const std::string& name) {
  for (const auto& [flag, value] : example.flags)
    if (flag == name) return value ? value->first() : "true";
  return "none";
}

TEST_CASE("example_in: flags as they would be typed") {
  const NamedExample example = read(R"([flags]
causal = true
d-model = 8
init = 0.1
tokens = "a|b"
q = [[1, 0.5], [-2, 1e-9]]
x = { file = "numbers.json:X" }
key-tokens = { en = "fruit", ja = "果物" }
)");
  CHECK(flag_of(example, "--causal") == "true");
  CHECK(flag_of(example, "--d-model") == "8");
  CHECK(flag_of(example, "--init") == "0.1");
  CHECK(flag_of(example, "--tokens") == "a|b");
  CHECK(flag_of(example, "--q") == "1 0.5; -2 1e-09");
  CHECK(flag_of(example, "--x") == "/data/0/numbers.json:X");
  CHECK(example.flags.back().second->in("ja") == "果物");
}

TEST_CASE("example_in: words, remarks and tables in both languages") {
  const NamedExample example = read(R"(text = "a cat"
note = { en = "n", ja = "注" }
printed = { en = "p", ja = "印" }
[[table]]
title = { en = "t", ja = "表" }
columns = [{ en = "world", ja = "世界" }, { en = "key", ja = "キー" }]
rows = [[{ en = "search", ja = "検索" }, "URL"]]
)");
  CHECK(example.title.in("ja") == "猫です。");
  CHECK(example.text->first() == "a cat");
  CHECK(example.note.first() == "n");
  CHECK(example.printed.in("ja") == "印");
  REQUIRE(example.tables.size() == 1);
  CHECK(example.tables[0].rows[0][0].in("ja") == "検索");
  CHECK(example.tables[0].rows[0][1].in("ja") == "URL");
}

TEST_CASE("example_in: what cannot be is refused with its place") {
  CHECK(refusal("[flags]\ncausal = false\n") ==
        "x.toml: line 4, column 10: flags.causal: a flag is true or left out.");
  CHECK_THAT(refusal("comand = 1\n"), ContainsSubstring("there is no key comand here."));
  CHECK_THAT(refusal("[flags]\nx = { fil = \"a\" }\n"),
             ContainsSubstring("flags.x: en is missing"));
  CHECK(
      refusal(
          "[[table]]\ntitle = { en = \"t\", ja = \"表\" }\ncolumns = [{ en = \"a\", ja = \"b\" }]\n"
          "rows = [[\"1\", \"2\"]]\n") ==
      "x.toml: line 6, column 9: table.rows: a row needs a cell for each of the 1 columns, and "
      "this "
      "one has 2.");
}

}  // namespace

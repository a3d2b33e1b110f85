#include "examples/catalog.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

namespace {

namespace fs = std::filesystem;

const std::string kOwnExamples = ATTN_SOURCE_DIR "/src/examples/data";

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

}  // namespace

TEST_CASE("ExampleCatalog: examples by chapter and command", "[examples][catalog]") {
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
  CHECK_THROWS_MATCHES(catalog.example("dogg"), InputError,
                       Message("There is no example named dogg. Did you mean dog? --list-examples "
                               "shows all of them."));
  CHECK_THROWS_MATCHES(
      catalog.example("elephant"), InputError,
      Message("There is no example named elephant. --list-examples shows all of them."));
}

TEST_CASE("ExampleCatalog: every example of our own can be read, and has a name of its own",
          "[examples][catalog]") {
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

TEST_CASE("ExampleCatalog: examples that are not installed are nobody's mistake",
          "[examples][catalog]") {
  CHECK_THROWS_AS(ExampleCatalog("/nowhere"), SurroundingsError);
}

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/catch.hpp"
#include "support/command.hpp"

// What docs/pictures promises: one command makes all of it, and the pages show all of it.
namespace {

namespace fs = std::filesystem;

const fs::path kPictures = ATTN_SOURCE_DIR "/docs/pictures";

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> pictures_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".svg") names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("pictures: make.sh makes each of them anew, to the same bytes", "[structure][pictures]") {
  const attn::TemporaryFolder folder;
  const attn::CommandResult result =
      attn::run_command("sh '" + (kPictures / "make.sh").string() + "' attn .", folder.path(), 120);
  CHECK(result.exit_code == 0);
  CHECK(result.err == "");
  const std::vector<std::string> names = pictures_in(folder.path());
  CHECK(names == pictures_in(kPictures));
  for (const std::string& name : names) {
    INFO("sh docs/pictures/make.sh build/dev/bin/attn    makes " << name << " anew");
    CHECK(bytes_of(folder.path() / name) == bytes_of(kPictures / name));
  }
}

TEST_CASE("pictures: each stands on a page", "[structure][pictures]") {
  std::string pages = bytes_of(ATTN_SOURCE_DIR "/README.md");
  for (const auto& entry : fs::recursive_directory_iterator(ATTN_SOURCE_DIR "/docs"))
    if (entry.path().extension() == ".md") pages += bytes_of(entry.path());
  for (const std::string& name : pictures_in(kPictures)) {
    INFO(name);
    CHECK(pages.find("pictures/" + name + ")") != std::string::npos);
  }
}

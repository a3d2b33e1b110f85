#include "sandbox/scratch_folder.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

TEST_CASE("ScratchFolder: it is there for this user alone, and gone afterwards") {
  std::string path;
  {
    const ScratchFolder scratch;
    path = scratch.path();
    CHECK(fs::is_directory(path));
    CHECK((fs::status(path).permissions() & fs::perms::all) == fs::perms::owner_all);
  }
  CHECK_FALSE(fs::exists(path));
}

TEST_CASE("remove_tree: folders without rights go, too") {
  const TemporaryFolder top;
  const fs::path folder = top.path() / "hostile";
  fs::create_directories(folder / "closed" / "inside");
  top.file("hostile/closed/inside/file", "x");
  ::chmod((folder / "closed" / "inside").c_str(), 0);
  ::chmod((folder / "closed").c_str(), 0);
  CHECK(remove_tree(folder.string()));
  CHECK_FALSE(fs::exists(folder));
}

TEST_CASE("remove_tree: a tree of any depth goes") {
  const TemporaryFolder top;
  const fs::path folder = top.path() / "deep";
  fs::create_directory(folder);
  const fs::path before = fs::current_path();
  fs::current_path(folder);
  for (int i = 0; i < 3000; ++i) {
    REQUIRE(::mkdir("d", 0700) == 0);
    REQUIRE(::chdir("d") == 0);
  }
  fs::current_path(before);
  CHECK(remove_tree(folder.string()));
  CHECK_FALSE(fs::exists(folder));
}

TEST_CASE("remove_tree: a link goes, and what it points to stays") {
  const TemporaryFolder top;
  const std::string kept = top.file("kept", "mine");
  fs::create_directory(top.path() / "elsewhere");
  top.file("elsewhere/kept", "mine");
  const fs::path folder = top.path() / "hostile";
  fs::create_directory(folder);
  fs::create_symlink(kept, folder / "file");
  fs::create_directory_symlink(top.path() / "elsewhere", folder / "folder");
  CHECK(remove_tree(folder.string()));
  CHECK(fs::exists(kept));
  CHECK(fs::exists(top.path() / "elsewhere" / "kept"));
}

TEST_CASE("remove_tree: what is not there is gone already") {
  const TemporaryFolder top;
  CHECK(remove_tree(top.path("nothing")));
}

}  // namespace
}  // namespace attn

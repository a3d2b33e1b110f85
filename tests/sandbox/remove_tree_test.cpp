#include "sandbox/remove_tree.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#ifdef __linux__
#include <linux/fs.h>
#endif

#include "base/system.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

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

TEST_CASE("remove_tree: wide and deep at once, with hidden names") {
  const TemporaryFolder top;
  for (const std::string a : {"a", "b", ".c"})
    for (const std::string b : {"d", "..e", " "}) {
      fs::create_directories(top.path() / "wide" / a / b / "empty");
      for (const std::string file : {"f", "g"}) top.file("wide/" + a + "/" + b + "/" + file, "x");
    }
  CHECK(remove_tree(top.path("wide")));
  CHECK_FALSE(fs::exists(top.path() / "wide"));
}

#ifdef __linux__
// Whether a folder can be made one in which nothing changes, or an ordinary one again: root can.
bool keep_as_it_is(const fs::path& folder, bool keep) {
  const Descriptor open_folder(::open(folder.c_str(), O_RDONLY | O_DIRECTORY));
  int flags = 0;
  if (::ioctl(open_folder.get(), FS_IOC_GETFLAGS, &flags) != 0) return false;
  flags = keep ? flags | FS_IMMUTABLE_FL : flags & ~FS_IMMUTABLE_FL;
  return ::ioctl(open_folder.get(), FS_IOC_SETFLAGS, &flags) == 0;
}

TEST_CASE("remove_tree: what cannot go stays, and all else goes") {
  const TemporaryFolder top;
  const fs::path kept = top.path() / "hostile" / "kept";
  fs::create_directories(kept / "inside" / "more");
  fs::create_directories(top.path() / "hostile" / "other" / "more");
  if (!keep_as_it_is(kept, true)) return;
  CHECK_FALSE(remove_tree(top.path("hostile")));
  CHECK(fs::exists(kept / "inside"));
  CHECK_FALSE(fs::exists(top.path() / "hostile" / "other"));
  CHECK(keep_as_it_is(kept, false));
  CHECK(remove_tree(top.path("hostile")));
}
#endif

TEST_CASE("remove_tree: a link in its place is not followed") {
  const TemporaryFolder top;
  fs::create_directory(top.path() / "kept");
  fs::create_directory_symlink(top.path() / "kept", top.path() / "link");
  CHECK_FALSE(remove_tree(top.path("link")));
  CHECK(fs::exists(top.path() / "kept"));
}

}  // namespace
}  // namespace attn

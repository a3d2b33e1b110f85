#include "sandbox/scratch_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
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

std::size_t n_folders_in(const fs::path& base) {
  std::size_t n = 0;
  for (const auto& entry : fs::directory_iterator(base)) n += entry.is_directory();
  return n;
}

TEST_CASE("remove_left_over_folders: those that nobody has locked, and nothing else") {
  const TemporaryFolder base;
  for (const std::string name : {"attn-run-abcdef", "attn-run-ghijkl", "attn-run-longername",
                                 "mine", "attn-run-kept00", "attn-run-closed"})
    fs::create_directories(base.path() / name / "inside");
  ::chmod((base.path() / "attn-run-ghijkl").c_str(), 0);
  fs::create_directory_symlink(base.path() / "mine", base.path() / "attn-run-linked");
  base.file("attn-run-filexx", "mine");
  const Descriptor kept(::open(base.path("attn-run-kept00").c_str(), O_RDONLY | O_DIRECTORY));
  REQUIRE(::flock(kept.get(), LOCK_EX | LOCK_NB) == 0);
  remove_left_over_folders(base.path().string(), 1);
  CHECK(n_folders_in(base.path()) == 6);  // one of seven, the link counted
  remove_left_over_folders(base.path().string(), 8);
  for (const std::string name : {"attn-run-longername", "mine/inside", "attn-run-kept00/inside",
                                 "attn-run-linked", "attn-run-filexx"}) {
    INFO(name);
    CHECK(fs::exists(base.path() / name));
  }
  for (const std::string name : {"attn-run-abcdef", "attn-run-ghijkl", "attn-run-closed"}) {
    INFO(name);
    CHECK_FALSE(fs::exists(base.path() / name));
  }
}

TEST_CASE("ScratchFolder: while it is there nobody takes it for left over") {
  const ScratchFolder scratch;
  remove_left_over_folders(fs::path(scratch.path()).parent_path().string(), 8);
  CHECK(fs::exists(scratch.path()));
}

}  // namespace
}  // namespace attn

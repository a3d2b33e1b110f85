#include "grading/classroom/folder_beneath.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "base/message.hpp"
#include "sandbox/launch.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

// "ana/ ana/x.py lnk@ pipe!" : folders, files, links, and what is neither.
std::string listed_entries(const TemporaryFolder& folder, unsigned depth,
                           const std::string& within = "", std::size_t most = 1000) {
  bool is_cut = false;
  std::string text;
  for (const FoundEntry& entry :
       entries_below(folder.path().string(), within, depth, most, is_cut)) {
    const char* const mark = entry.kind == FoundKind::file     ? ""
                             : entry.kind == FoundKind::folder ? "/"
                             : entry.kind == FoundKind::link   ? "@"
                                                               : "!";
    text += (text.empty() ? "" : " ") + entry.path + mark;
  }
  return text + (is_cut ? " ..." : "");
}

void make_socket(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
  const int file = ::socket(AF_UNIX, SOCK_STREAM, 0);
  REQUIRE(::bind(file, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  ::close(file);
}

std::string refusal(const TemporaryFolder& folder, const std::string& path) {
  try {
    return "read: " + bytes_beneath(folder.path().string(), path, 10);
  } catch (const InputError& error) {
    return error.what();
  } catch (const SurroundingsError& error) {
    return std::string("by the system: ") + error.what();
  }
}

TEST_CASE("entries_below: everything by name, so many levels, and no link followed") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "b/c/d");
  folder.file("b/c/x", "1");
  folder.file("a", "1");
  fs::create_directory_symlink("/etc", folder.path() / "link");
  fs::create_symlink("nowhere", folder.path() / "lost");
  fs::create_directory_symlink("..", folder.path() / "b/circle");
  REQUIRE(::mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  make_socket(folder.path("socket"));
  CHECK(listed_entries(folder, 1) == "a b/ link@ lost@ pipe! socket!");
  CHECK(listed_entries(folder, 2) == "a b/ b/c/ b/circle@ link@ lost@ pipe! socket!");
  CHECK(listed_entries(folder, 9) == "a b/ b/c/ b/c/d/ b/c/x b/circle@ link@ lost@ pipe! socket!");
  CHECK(listed_entries(folder, 2, "b") == "c/ c/d/ c/x circle@");
}

TEST_CASE("entries_below: of a full folder the first, and it is told") {
  const TemporaryFolder folder;
  for (const char* name : {"c", "a", "b"}) folder.file(name, "");
  CHECK(listed_entries(folder, 1, "", 3) == "a b c");
  CHECK(listed_entries(folder, 1, "", 2) == "a b ...");
}

TEST_CASE("entries_below: folders without an end are left where the levels end") {
  const TemporaryFolder folder;
  fs::path deep = folder.path();
  for (int i = 0; i < 200; ++i) fs::create_directory(deep /= "d");
  CHECK(listed_entries(folder, 3) == "d/ d/d/ d/d/d/");
  CHECK(listed_entries(folder, 100000).size() > 30000);
}

TEST_CASE("entries_below: what is no folder, or a link to one, is refused") {
  const TemporaryFolder folder;
  folder.file("file", "");
  fs::create_directory_symlink("/etc", folder.path() / "link");
  bool is_cut = false;
  for (const std::string within : {"file", "link", "..", "link/.."})
    CHECK_THROWS_AS(entries_below(folder.path().string(), within, 1, 10, is_cut), InputError);
  CHECK_THROWS_AS(entries_below(folder.path().string(), "none", 1, 10, is_cut), SurroundingsError);
  CHECK_THROWS_AS(entries_below(folder.path("none"), "", 1, 10, is_cut), InputError);
}

TEST_CASE("entries_below: a link that leads nowhere is told as that, and so is a file") {
  const TemporaryFolder folder;
  const std::string packed = folder.file("class.zip", "PK");
  fs::create_directory_symlink("nowhere", folder.path() / "link");
  bool is_cut = false;
  CHECK_THROWS_MATCHES(
      entries_below(folder.path("link"), "", 1, 10, is_cut), InputError,
      Message(folder.path("link") + ": the link " + folder.path("link") +
              " leads to nowhere, and there is nothing. Put the file or folder there, or give "
              "another."));
  CHECK_THROWS_MATCHES(
      entries_below(packed, "", 1, 10, is_cut), InputError,
      Message(packed +
              ": it is a file, and a folder was expected; what is packed must be unpacked first."));
}

TEST_CASE("bytes_beneath: an ordinary file of its own, and nothing else") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "ana");
  folder.file("ana/x", "mine");
  folder.file("ana/ten", "0123456789");
  folder.file("ana/large", "01234567890");
  CHECK(refusal(folder, "ana/x") == "read: mine");
  CHECK(refusal(folder, "ana/ten") == "read: 0123456789");
  CHECK(refusal(folder, "ana/large") == "ana/large: it has more than 10 bytes.");
  CHECK(refusal(folder, "ana") == "ana: it is not an ordinary file.");
  CHECK(refusal(folder, "ana/none") == "by the system: ana/none: there is no such file or folder.");
}

TEST_CASE("bytes_beneath: links, pipes and second names are refused, and never waited for") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "ana");
  const TemporaryFolder elsewhere;
  const std::string secret = elsewhere.file("secret", "42");
  fs::create_symlink(secret, folder.path() / "ana/link");
  fs::create_symlink("itself", folder.path() / "ana/itself");
  fs::create_directory_symlink(elsewhere.path(), folder.path() / "bob");
  fs::create_hard_link(secret, folder.path() / "ana/second");
  REQUIRE(::mkfifo(folder.path("ana/pipe").c_str(), 0600) == 0);
  make_socket(folder.path("ana/socket"));
  fs::create_symlink("/dev/zero", folder.path() / "ana/zero");
  const std::string is_link =
      ": it is a link, or is reached through one, and links are not followed.";
  for (const std::string path : {"ana/link", "ana/itself", "bob/secret", "ana/zero"})
    CHECK(refusal(folder, path) == path + is_link);
  CHECK(refusal(folder, "ana/pipe") == "ana/pipe: it is not an ordinary file.");
  CHECK(refusal(folder, "ana/socket") == "ana/socket: it is not an ordinary file.");
}

TEST_CASE("a second name is read where file and folder belong to the same person") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "ana");
  const TemporaryFolder elsewhere;
  fs::create_hard_link(elsewhere.file("answer", "42"), folder.path() / "ana/second");
  CHECK(bytes_beneath(folder.path().string(), "ana/second", 100) == "42");
  if (::geteuid() != 0) return;  // only root can give a folder away
  REQUIRE(::chown(folder.path("ana").c_str(), 65534, 65534) == 0);
  CHECK_THAT(refusal(folder, "ana/second"),
             ContainsSubstring("a second name (a hard link) of a file of somebody else"));
}

TEST_CASE("what may not be opened is told apart from what is not there") {
  if (::geteuid() == 0) return;  // to root every folder is open
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "closed/below");
  folder.file("file", "");
  fs::permissions(folder.path() / "closed", fs::perms::none);
  fs::permissions(folder.path() / "file", fs::perms::none);
  bool is_cut = false;
  const auto found = entries_below(folder.path().string(), "", 2, 10, is_cut);
  REQUIRE(found.size() == 2);
  CHECK(found.front().is_closed);
  CHECK_THAT(refusal(folder, "closed/below/x"), ContainsSubstring("by the system: "));
  CHECK_THAT(refusal(folder, "file"), ContainsSubstring("by the system: "));
  fs::permissions(folder.path() / "closed", fs::perms::owner_all);
}

TEST_CASE("bytes_beneath: no path leads out of the folder") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "ana");
  for (const std::string path :
       {"../x", "ana/../../x", "/etc/passwd", "ana//x", "./x", "ana/.", ".."})
    CHECK(refusal(folder, path) == path + ": it leads out of the folder.");
}

}  // namespace
}  // namespace attn

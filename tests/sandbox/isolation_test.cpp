#include "sandbox/isolation.hpp"

#include <algorithm>
#include <filesystem>

#include "sandbox/run_program.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

TEST_CASE("is_of_system: a folder beside a system folder is not in it") {
  CHECK(is_of_system("/usr/bin/python3"));
  CHECK(is_of_system("/usr"));
  CHECK_FALSE(is_of_system("/usrlocal/bin/python3"));
  CHECK_FALSE(is_of_system("/home/mia/python3"));
}

TEST_CASE("bubblewrap_options: what is hidden comes after what shows it") {
  const auto words =
      bubblewrap_options({.program_folder = "/somewhere", .hidden = {"/usr/share/doc"}});
  const auto hidden = std::find(words.begin(), words.end(), "/usr/share/doc");
  REQUIRE(hidden != words.end());
  CHECK(*(hidden - 1) == "--tmpfs");
  CHECK(hidden > std::find(words.begin(), words.end(), "/usr"));
}

TEST_CASE("bubblewrap_options: what is not seen is not named") {
  const TemporaryFolder folder;
  const std::string path = folder.path().string();
  const auto names = [&path](const SandboxView& view) {
    const auto words = bubblewrap_options(view);
    return std::find(words.begin(), words.end(), path) != words.end();
  };
  CHECK_FALSE(names({.hidden = {path}}));
  CHECK(names({.visible = {folder.path().parent_path().string()}, .hidden = {path}}));
}

TEST_CASE("bubblewrap_options: what is hidden may be named by a link, and so may what shows it") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "real" / "course");
  fs::create_directory_symlink(folder.path() / "real", folder.path() / "link");
  fs::create_directory_symlink(folder.path() / "real" / "course", folder.path() / "shortcut");
  const std::string real = folder.path("real"), link = folder.path("link");
  const auto hides = [](const SandboxView& view, const std::string& place) {
    const auto words = bubblewrap_options(view);
    const std::vector<std::string> hidden{"--tmpfs", place};
    return std::search(words.begin(), words.end(), hidden.begin(), hidden.end()) != words.end();
  };
  CHECK(hides({.visible = {real}, .hidden = {link + "/course"}}, real + "/course"));
  CHECK(hides({.visible = {link}, .hidden = {real + "/course"}}, link + "/course"));
  CHECK(hides({.visible = {real}, .hidden = {folder.path("shortcut")}}, real + "/course"));
  CHECK(hides({.visible = {link}, .hidden = {real}}, link));
}

TEST_CASE("bubblewrap_options: what is shown below the scratch's place comes after it") {
  const auto words = bubblewrap_options({.visible = {"/tmp/env"}});
  const auto place = [&words](const std::string& word) {
    return std::find(words.begin(), words.end(), word);
  };
  CHECK(place("/tmp") < place("/tmp/env"));
}

TEST_CASE("strongest_isolation: what it says works") {
  RunRequest request;
  request.isolation = strongest_isolation();
  request.command = {"sh", "-c", "echo works"};
  const RunResult result = run_program(request);
  CHECK(result.out == "works\n");
  CHECK(result.exit_code == 0);
}

TEST_CASE(
    "bubblewrap_trouble: a system that keeps namespaces from users is named with its remedy") {
  const TemporaryFolder folder;
  const auto trouble = [&](const std::string& said) {
    return bubblewrap_trouble(said, folder.path().string());
  };
  const std::string apparmor = "kernel/apparmor_restrict_unprivileged_userns";
  CHECK(trouble("bwrap: setting up uid map: Permission denied\n") ==
        "bubblewrap may not make namespaces here (bwrap: setting up uid map: Permission denied): "
        "this system keeps them from its users. The command "
        "sysctl\u00a0kernel.apparmor_restrict_unprivileged_userns=0, run as root, allows them.");
  CHECK(trouble("bwrap: No such thing\nat all") ==
        "bubblewrap does not work here. It says: bwrap: No such thing");
  CHECK(trouble("") == "bubblewrap does not work here, and does not say why.");
  const std::string failed = "bwrap: Creating new namespace failed: Operation not permitted";
  CHECK(trouble(failed) == "bubblewrap does not work here. It says: " + failed);
  fs::create_directories(folder.path() / "kernel");
  fs::create_directories(folder.path() / "user");
  folder.file(apparmor, "0\n");
  folder.file("user/max_user_namespaces", "0\n");
  CHECK_THAT(trouble(failed), ContainsSubstring("sysctl\u00a0user.max_user_namespaces=15000"));
  folder.file(apparmor, "1\n");
  CHECK_THAT(trouble(failed),
             ContainsSubstring("sysctl\u00a0kernel.apparmor_restrict_unprivileged_userns=0"));
  CHECK_THAT(trouble("bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted"),
             ContainsSubstring("run as root, allows them."));
  const std::string full = "bwrap: Can't mkdir parents for /tmp: No space left on device";
  CHECK(trouble(full) == "bubblewrap does not work here. It says: " + full);
}

}  // namespace
}  // namespace attn

#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "base/error.hpp"
#include "practice/progress/progress.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

TEST_CASE("ProgressLock: makes the folder, for its owner alone", "[practice][progress]") {
  const TemporaryFolder folder;
  const ProgressLock lock(folder.path("state/attn/progress.json"));
  struct stat facts {};
  REQUIRE(::stat(folder.path("state/attn").c_str(), &facts) == 0);
  CHECK((facts.st_mode & 0777) == 0700);
  CHECK_FALSE(std::filesystem::exists(folder.path("state/attn/progress.json")));
}

TEST_CASE("ProgressLock: the second one waits for the first", "[practice][progress]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("progress.json");
  std::atomic<bool> first_is_gone = false, second_came_after = false;
  std::thread second;
  {
    const ProgressLock lock(path);
    second = std::thread([&] {
      const ProgressLock waiting(path);
      second_came_after = first_is_gone.load();
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    first_is_gone = true;
  }
  second.join();
  CHECK(second_came_after);
  CHECK_NOTHROW(ProgressLock(path));  // and it, too, lets go
}

TEST_CASE("ProgressLock: a place without room for a folder is refused", "[practice][progress]") {
  const TemporaryFolder folder;
  folder.file("plain", "");
  CHECK_THROWS_AS(ProgressLock(folder.path("plain/attn/progress.json")), SurroundingsError);
  std::filesystem::create_directory(folder.path("progress.json.lock"));
  CHECK_THROWS_AS(ProgressLock(folder.path("progress.json")), SurroundingsError);
}

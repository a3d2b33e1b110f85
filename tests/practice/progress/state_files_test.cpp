#include "practice/progress/state_files.hpp"

#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

TEST_CASE("StateLock: makes the folder, for its owner alone", "[practice][progress]") {
  const TemporaryFolder folder;
  const StateLock lock(folder.path("state/attn/progress.json"));
  struct stat facts {};
  REQUIRE(::stat(folder.path("state/attn").c_str(), &facts) == 0);
  CHECK((facts.st_mode & 0777) == 0700);
  CHECK_FALSE(std::filesystem::exists(folder.path("state/attn/progress.json")));
}

TEST_CASE("StateLock: the second one waits for the first", "[practice][progress]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("progress.json");
  std::atomic<bool> first_is_gone = false, second_came_after = false;
  std::thread second;
  {
    const StateLock lock(path);
    second = std::thread([&] {
      const StateLock waiting(path);
      second_came_after = first_is_gone.load();
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    first_is_gone = true;
  }
  second.join();
  CHECK(second_came_after);
  CHECK_NOTHROW(StateLock(path));  // and it, too, lets go
}

TEST_CASE("StateLock: who waits is told soon, and gives up in time", "[practice][progress]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("progress.json");
  const StateLock lock(path);
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::vector<std::pair<std::string, Clock::time_point>> notices;
  const auto wait = [&] {
    const StateLock second(
        path, [&](const std::string& text) { notices.emplace_back(text, Clock::now()); });
  };
  CHECK_THROWS_MATCHES(
      wait(), SurroundingsError,
      Message("progress could not be saved: another attn has held " + path +
              ".lock for 3 seconds. It may be stopped in the background; end it, then do this "
              "again."));
  const auto end = Clock::now();
  REQUIRE(notices.size() == 1);
  CHECK(notices[0].first == "another attn is changing the progress and holds " + path +
                                ".lock; waiting for it, 3 seconds at most.");
  CHECK(notices[0].second - start < end - notices[0].second);
}

TEST_CASE("StateLock: a short wait is nobody's business", "[practice][progress]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("progress.json");
  bool is_told = false;
  {
    const StateLock lock(path, [&](const std::string&) { is_told = true; });
  }
  CHECK_FALSE(is_told);
}

TEST_CASE("StateLock: a place without room for a folder is refused", "[practice][progress]") {
  const TemporaryFolder folder;
  folder.file("plain", "");
  CHECK_THROWS_AS(StateLock(folder.path("plain/attn/progress.json")), SurroundingsError);
  std::filesystem::create_directory(folder.path("progress.json.lock"));
  CHECK_THROWS_AS(StateLock(folder.path("progress.json")), SurroundingsError);
}

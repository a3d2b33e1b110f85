// What a command opens, counted by the system: no file of progress and no page is read twice.

#include <sys/inotify.h>
#include <unistd.h>

#include <fstream>
#include <map>

#include "support/small_course.hpp"

using namespace attn;

namespace {

/// Counts how often the files of a folder are opened, from now on.
class Opened {
 public:
  explicit Opened(const std::filesystem::path& folder)
      : descriptor_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    REQUIRE(descriptor_ >= 0);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (entry.is_directory())
        REQUIRE(::inotify_add_watch(descriptor_, entry.path().c_str(), IN_OPEN) >= 0);
  }
  ~Opened() { ::close(descriptor_); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  /// Of each name, how many since the last call. Folders that are listed have none.
  std::map<std::string, int> since_last() const {
    std::map<std::string, int> counts;
    alignas(inotify_event) char buffer[64 * 1024];
    for (ssize_t size = 0; (size = ::read(descriptor_, buffer, sizeof buffer)) > 0;) {
      for (ssize_t at = 0; at < size;) {
        const auto& event = *reinterpret_cast<const inotify_event*>(buffer + at);
        if (event.len > 0 && (event.mask & IN_ISDIR) == 0) ++counts[event.name];
        at += static_cast<ssize_t>(sizeof event + event.len);
      }
    }
    return counts;
  }

 private:
  int descriptor_;
};

/// A learner with a course of their own, which no other test opens, and with some progress.
struct Reader {
  Reader() {
    std::filesystem::copy(ATTN_SOURCE_DIR "/tests/data/course", folder.path() / "course",
                          std::filesystem::copy_options::recursive);
    const auto mistakes = folder.path() / "course/exercises/02-two-words/mistakes";
    std::filesystem::create_directory(mistakes);
    std::ofstream(mistakes / "1-scores.toml") << "# None so far.\n";
    run("hint 1");
  }

  CommandResult run(const std::string& arguments) const {
    return run_command("ATTN_COURSE=course attn exercise " + arguments, folder.path());
  }

  TemporaryFolder folder;
};

}  // namespace

TEST_CASE("exercise: a list reads the progress once, no page and no mistakes", "[cli][exercise]") {
  const Reader reader;
  const Opened opened(reader.folder.path());
  for (const char* arguments : {"", "list", "progress", "list --json"}) {
    INFO(arguments);
    CHECK(reader.run(arguments).exit_code == 0);
    CHECK(opened.since_last() == std::map<std::string, int>{{"course.toml", 1},
                                                            {"exercise.toml", 3},
                                                            {"progress.json", 1}});
  }
}

TEST_CASE("exercise: a verb opens the exercise that was named, and no other one",
          "[cli][exercise]") {
  const Reader reader;
  const Opened opened(reader.folder.path());
  CHECK(reader.run("show 2").exit_code == 0);
  const std::map<std::string, int> counts = opened.since_last();
  CHECK(counts.at("exercise.toml") == 1);
  CHECK(counts.at("1-scores.toml") == 1);
  CHECK(counts.at("prompt.en.md") == 1);
  CHECK_FALSE(counts.contains("progress.json"));

  CHECK(reader.run("2").exit_code == 0);  // the same without its verb
  CHECK(opened.since_last() == counts);
}

TEST_CASE("exercise: what is written is read once more, under the lock", "[cli][exercise]") {
  const Reader reader;
  const Opened opened(reader.folder.path());
  CHECK(reader.run("hint 2").exit_code == 0);
  CHECK(opened.since_last()["progress.json"] == 2);

  CHECK(reader.run("check 1 --set product=11").exit_code == 0);  // and tells what comes next
  CHECK(opened.since_last()["progress.json"] == 1);
}

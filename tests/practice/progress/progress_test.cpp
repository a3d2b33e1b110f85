#include "practice/progress/progress.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <optional>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;
using State = ExerciseProgress::State;

namespace {

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void pass(ExerciseProgress& progress) {
  ++progress.attempts;
  progress.state = State::passed;
}

/// An environment variable, for as long as this lives.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* const before = std::getenv(name)) before_ = before;
    if (value)
      setenv(name, value, 1);
    else
      unsetenv(name);
  }
  ~Variable() {
    if (before_)
      setenv(name_, before_->c_str(), 1);
    else
      unsetenv(name_);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace

TEST_CASE("ExerciseProgress: what was passed stays so", "[practice][progress]") {
  ExerciseProgress progress;
  progress.mark(State::skipped);
  CHECK(progress.state == State::skipped);
  progress.mark(State::passed);
  progress.mark(State::started);
  CHECK(progress.state == State::passed);
}

TEST_CASE("ProgressFile: what was changed is there for the next program", "[practice][progress]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("state/attn/progress.json");  // folders that do not exist
  ProgressFile first(path, "attn");
  CHECK(first.read().of("one").state == State::untouched);
  CHECK(first.read().latest.empty());
  first.change("one", [](ExerciseProgress& progress) {
    progress.state = State::started;
    progress.attempts = 2;
    progress.hints = 1;
    progress.gave_up = true;
  });
  first.change("two", pass);

  ProgressFile second(path, "attn");
  CHECK(second.read().of("one").state == State::started);
  CHECK(second.read().of("one").attempts == 2);
  CHECK(second.read().of("one").hints == 1);
  CHECK(second.read().of("one").gave_up);
  CHECK(second.read().of("two").state == State::passed);
  CHECK(second.read().latest == "two");
  CHECK(second.damage().empty());
  const std::string time = second.read().of("two").last;
  CHECK(time.size() == 20);  // 2026-11-21T17:00:00Z
  CHECK(time[10] == 'T');
  CHECK(time.back() == 'Z');
  CHECK(ProgressFile(path, "other").read().of("one").state == State::untouched);
}

TEST_CASE("ProgressFile: a course does not touch another one", "[practice][progress]") {
  const TemporaryFolder folder;
  ProgressFile ours(folder.path("progress.json"), "attn");
  ProgressFile theirs(folder.path("progress.json"), "linear-algebra");
  ours.change("one", pass);
  theirs.change("two", pass);
  CHECK(ours.read().latest == "one");
  CHECK(theirs.read().latest == "two");
  theirs.forget("two");
  CHECK(theirs.read().latest.empty());
  CHECK(theirs.read().of("two").state == State::untouched);
  CHECK(ours.read().of("one").state == State::passed);
}

TEST_CASE("ProgressFile: to forget what is not there changes nothing", "[practice][progress]") {
  const TemporaryFolder folder;
  ProgressFile file(folder.path("progress.json"), "attn");
  file.forget("one");
  CHECK(file.read().latest.empty());
  CHECK(file.damage().empty());
  file.change("two", pass);
  file.forget("one");
  CHECK(file.read().of("two").state == State::passed);
  CHECK(file.read().latest == "two");
}

TEST_CASE("ProgressFile: ids and keys that it does not know are kept", "[practice][progress]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("progress.json", R"({
    "format_version": 1, "machine": {"name": "laptop"},
    "courses": {
      "attn": {"latest": "gone", "streak": 5, "exercises": {
        "gone": {"state": "passed", "points": 7},
        "one": {"state": "started", "note": "hard"}}},
      "other": [1, 2]}})");
  ProgressFile file(path, "attn");
  CHECK(file.read().latest == "gone");
  file.change("one", pass);
  const nlohmann::json after = json_of(bytes_of(path));
  CHECK(after["machine"]["name"] == "laptop");
  CHECK(after["courses"]["attn"]["streak"] == 5);
  CHECK(after["courses"]["attn"]["exercises"]["gone"]["points"] == 7);
  CHECK(after["courses"]["attn"]["exercises"]["one"]["note"] == "hard");
  CHECK(after["courses"]["attn"]["exercises"]["one"]["state"] == "passed");
  CHECK(after["courses"]["other"] == nlohmann::json::array({1, 2}));
  CHECK(file.damage().empty());
}

TEST_CASE("ProgressFile: two programs at once lose nothing", "[practice][progress]") {
  constexpr int kTimes = 100;
  const TemporaryFolder folder;
  const std::string path = folder.path("progress.json");
  const auto work = [&path](const std::string& own) {
    ProgressFile file(path, "attn");
    for (int i = 0; i < kTimes; ++i) {
      file.change("both", [](ExerciseProgress& progress) { ++progress.attempts; });
      file.change(own, [](ExerciseProgress& progress) { ++progress.hints; });
    }
  };
  const pid_t child = fork();
  if (child == 0) {
    try {
      work("child");
    } catch (...) {
      _exit(1);
    }
    _exit(0);
  }
  work("parent");
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  ProgressFile file(path, "attn");
  CHECK(file.read().of("both").attempts == 2 * kTimes);
  CHECK(file.read().of("child").hints == kTimes);
  CHECK(file.read().of("parent").hints == kTimes);
}

TEST_CASE("ProgressFile: a damaged file is told to each reader, and kept aside",
          "[practice][progress]") {
  const auto* const damage = GENERATE(
      "", "{\"format_version\": 1, \"courses\": {\"at", "[]", "{}", "\xff\xfe",
      "{\"format_version\": 0}", R"({"format_version": 1, "courses": 3})",
      R"({"format_version": 1, "courses": {"attn": {"latest": 4}}})",
      R"({"format_version": 1, "courses": {"attn": {"exercises": {"one": {"attempts": -1}}}}})",
      R"({"format_version": 1, "courses": {"attn": {"exercises": {"one": {"state": "done"}}}}})",
      R"({"format_version": 1, "courses": {"attn": {"exercises": {"one": []}}}})");
  CAPTURE(damage);
  const TemporaryFolder folder;
  const std::string path = folder.file("progress.json", damage);
  folder.file("progress.json.damaged", "an older one");
  ProgressFile file(path, "attn");
  for (int n = 0; n < 2; ++n) {  // each reader is told
    ProgressFile reader(path, "attn");
    CHECK(reader.read().of("one").state == State::untouched);
    CHECK(reader.damage() ==
          path +
              ": the progress is damaged and counts as none. Mend the file or remove it. The "
              "next change moves it aside.");
    CHECK(bytes_of(path) == damage);
  }
  file.change("one", pass);
  CHECK(file.damage() == path + ": the progress was damaged. It was moved to " + path +
                             ".damaged-2, and a new one begins.");
  CHECK(file.read().of("one").state == State::passed);
  CHECK(bytes_of(path + ".damaged-2") == damage);
  CHECK(bytes_of(path + ".damaged") == "an older one");
}

TEST_CASE("ProgressFile: what a newer attn wrote is not changed", "[practice][progress]") {
  const TemporaryFolder folder;
  const std::string written = GENERATE(
      R"({"format_version": 2, "courses": {"attn": {"exercises": {"one": {"state": "passed"}}}}})",
      R"({"format_version": 2, "courses": {"attn": {"exercises": {"one": ["passed"]}}}})",
      R"({"format_version": 2, "courses": [], "exercises": []})");
  const std::string path = folder.file("progress.json", written);
  ProgressFile file(path, "attn");
  CHECK_NOTHROW(file.read().of("one"));
  CHECK_NOTHROW(file.read().latest);
  const auto refusal =
      Message(path +
              ": a newer attn wrote this file, in format 2; this one knows format 1 and does not "
              "change it.");
  CHECK_THROWS_MATCHES(file.change("one", pass), SurroundingsError, refusal);
  CHECK_THROWS_MATCHES(file.require_writable(), SurroundingsError, refusal);
  CHECK(bytes_of(path) == written);
  CHECK(file.damage().empty());
}

TEST_CASE("ProgressFile: where the disk is full the old file stays", "[practice][progress]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("progress.json");
  ProgressFile file(path, "attn");
  file.change("one", pass);
  const std::string before = bytes_of(path);
  rlimit usual{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &usual) == 0);
  rlimit none = usual;
  none.rlim_cur = 10;
  REQUIRE(setrlimit(RLIMIT_FSIZE, &none) == 0);
  bool was_refused = false;
  try {
    file.change("two", pass);
  } catch (const SurroundingsError&) {
    was_refused = true;
  }
  REQUIRE(setrlimit(RLIMIT_FSIZE, &usual) == 0);
  CHECK(was_refused);
  CHECK(bytes_of(path) == before);
  CHECK(folder.file_count() == 2);  // and its lock: nothing half-written
}

TEST_CASE("ProgressFile: a place that cannot hold a file is refused", "[practice][progress]") {
  const TemporaryFolder folder;
  folder.file("plain", "x");
  CHECK_THROWS_AS(ProgressFile(folder.path("plain/progress.json"), "attn").change("one", pass),
                  SurroundingsError);
  std::filesystem::create_directory(folder.path("progress.json"));
  ProgressFile file(folder.path("progress.json"), "attn");
  CHECK_THROWS_AS(file.read().of("one"), SurroundingsError);
  CHECK_THROWS_AS(file.change("one", pass), SurroundingsError);
  CHECK_THROWS_AS(file.require_writable(), SurroundingsError);
}

TEST_CASE("ProgressFile: too large a file is no progress of ours", "[practice][progress]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("progress.json", std::string(5 << 20, ' '));
  ProgressFile file(path, "attn");
  CHECK(file.read().latest.empty());
  file.change("one", pass);
  CHECK(std::filesystem::file_size(path + ".damaged") == 5 << 20);
}

TEST_CASE("progress_path: follows the XDG specification", "[practice][progress]") {
  const Variable home("HOME", "/home/ann");
  {
    const Variable state("XDG_STATE_HOME", "/state");
    CHECK(progress_path() == "/state/attn/progress.json");
  }
  for (const char* const ignored : {"relative", "", static_cast<const char*>(nullptr)}) {
    const Variable state("XDG_STATE_HOME", ignored);
    CHECK(progress_path() == "/home/ann/.local/state/attn/progress.json");
  }
  const Variable state("XDG_STATE_HOME", nullptr), nobody("HOME", nullptr);
  CHECK_THROWS_MATCHES(
      progress_path(), SurroundingsError,
      Message("progress is not kept: neither XDG_STATE_HOME nor HOME names a folder."));
}

TEST_CASE("ExerciseProgress: hints may be read in any order", "[practice][progress]") {
  ExerciseProgress progress;
  progress.read_hint(3);
  CHECK(progress.n_hints() == 1);
  CHECK(progress.has_read(3));
  CHECK_FALSE(progress.has_read(1));
  progress.read_hint(1);
  progress.read_hint(1);
  CHECK(progress.n_hints() == 2);
  progress.read_hint(2);
  CHECK(progress.hints == 3);
  CHECK(progress.later_hints.empty());
}

TEST_CASE("ProgressFile: keeps hints that were read out of their order", "[practice][progress]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("progress.json");
  ProgressFile(path, "attn").change("a", [](ExerciseProgress& one) { one.read_hint(2); });
  const ExerciseProgress read = ProgressFile(path, "attn").read().of("a");
  CHECK(read.has_read(2));
  CHECK_FALSE(read.has_read(1));
}

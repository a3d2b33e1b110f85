#include "practice/progress/progress.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "support/catch.hpp"
#include "support/content.hpp"
#include "support/json.hpp"
#include "support/temporary_folder.hpp"

using State = ExerciseProgress::State;

namespace {

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

TEST_CASE("ExerciseProgress: what was passed stays so") {
  ExerciseProgress progress;
  progress.mark(State::skipped);
  CHECK(progress.state == State::skipped);
  progress.mark(State::passed);
  progress.mark(State::started);
  CHECK(progress.state == State::passed);
}

TEST_CASE("ProgressFile: what was changed is there for the next program") {
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

TEST_CASE("ProgressFile: a course does not touch another one") {
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

TEST_CASE("ProgressFile: to forget what is not there changes nothing") {
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

TEST_CASE("ProgressFile: ids and keys that it does not know are kept") {
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
  const nlohmann::json after = json_of(content(path));
  CHECK(after["machine"]["name"] == "laptop");
  CHECK(after["courses"]["attn"]["streak"] == 5);
  CHECK(after["courses"]["attn"]["exercises"]["gone"]["points"] == 7);
  CHECK(after["courses"]["attn"]["exercises"]["one"]["note"] == "hard");
  CHECK(after["courses"]["attn"]["exercises"]["one"]["state"] == "passed");
  CHECK(after["courses"]["other"] == nlohmann::json::array({1, 2}));
  CHECK(file.damage().empty());
}

TEST_CASE("ProgressFile: two programs at once lose nothing") {
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

TEST_CASE("ProgressFile: a damaged file is told to each reader, and kept aside") {
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
    CHECK(content(path) == damage);
  }
  file.change("one", pass);
  CHECK(file.damage() == path + ": the progress was damaged. It was moved to " + path +
                             ".damaged-2, and a new one begins.");
  CHECK(file.read().of("one").state == State::passed);
  CHECK(content(path + ".damaged-2") == damage);
  CHECK(content(path + ".damaged") == "an older one");
}

TEST_CASE("ProgressFile: what a newer attn wrote is not changed") {
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
  CHECK(content(path) == written);
  CHECK(file.damage().empty());
}

TEST_CASE("ProgressFile: where the disk is full the old file stays") {
  const TemporaryFolder folder;
  const std::string path = folder.path("progress.json");
  ProgressFile file(path, "attn");
  file.change("one", pass);
  const std::string before = content(path);
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
  CHECK(content(path) == before);
  CHECK(folder.file_count() == 2);  // and its lock: nothing half-written
}

TEST_CASE("ProgressFile: a place that cannot hold a file is refused") {
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

TEST_CASE("ProgressFile: too large a file is no progress of ours") {
  const TemporaryFolder folder;
  const std::string path = folder.file("progress.json", std::string(5 << 20, ' '));
  ProgressFile file(path, "attn");
  CHECK(file.read().latest.empty());
  file.change("one", pass);
  CHECK(std::filesystem::file_size(path + ".damaged") == 5 << 20);
}

TEST_CASE("ProgressFile: one of 4 MiB is read") {
  const TemporaryFolder folder;
  const std::string path = folder.path("progress.json");
  ProgressFile(path, "attn").change("one", pass);
  std::string text = content(path);
  for (const int n_more : {0, 1}) {
    text.resize((4 << 20) + n_more, ' ');
    folder.file("progress.json", text);
    CHECK((ProgressFile(path, "attn").read().of("one").state == State::passed) == (n_more == 0));
  }
}

TEST_CASE("progress_path: follows the XDG specification") {
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

TEST_CASE("ExerciseProgress: hints may be read in any order") {
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

TEST_CASE("ProgressFile: keeps hints that were read out of their order") {
  const TemporaryFolder folder;
  const std::string path = folder.path("progress.json");
  ProgressFile(path, "attn").change("a", [](ExerciseProgress& one) { one.read_hint(2); });
  const ExerciseProgress read = ProgressFile(path, "attn").read().of("a");
  CHECK(read.has_read(2));
  CHECK_FALSE(read.has_read(1));
}

TEST_CASE("StateLock: makes the folder, for its owner alone") {
  const TemporaryFolder folder;
  const StateLock lock(folder.path("state/attn/progress.json"));
  struct stat facts {};
  REQUIRE(::stat(folder.path("state/attn").c_str(), &facts) == 0);
  CHECK((facts.st_mode & 0777) == 0700);
  CHECK_FALSE(std::filesystem::exists(folder.path("state/attn/progress.json")));
}

TEST_CASE("StateLock: the second one waits for the first") {
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

TEST_CASE("StateLock: who waits is told soon, and gives up in time") {
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

TEST_CASE("StateLock: a short wait is nobody's business") {
  const TemporaryFolder folder;
  const std::string path = folder.path("progress.json");
  bool is_told = false;
  {
    const StateLock lock(path, [&](const std::string&) { is_told = true; });
  }
  CHECK_FALSE(is_told);
}

TEST_CASE("StateLock: a place without room for a folder is refused") {
  const TemporaryFolder folder;
  folder.file("plain", "");
  CHECK_THROWS_AS(StateLock(folder.path("plain/attn/progress.json")), SurroundingsError);
  std::filesystem::create_directory(folder.path("progress.json.lock"));
  CHECK_THROWS_AS(StateLock(folder.path("progress.json")), SurroundingsError);
}

std::vector<std::string> names_in(const AnswerSheet& sheet) {
  std::vector<std::string> names;
  for (const AnswerEntry& entry : sheet.entries) names.push_back(entry.name);
  return names;
}

TEST_CASE("KeptAnswers: gives back what was typed, to the letter") {
  const TemporaryFolder folder;
  KeptAnswers kept(folder.path("state"), "Kurs 1/../x");
  CHECK(kept.read("two-words", 0).entries.empty());
  const std::string odd = "# 1 = \"2\"\n\t½ − 猫\\";
  kept.keep("two-words", 0, "scores", "1 0\n0 1");
  kept.keep("two-words", 0, "why", odd);
  KeptAnswers other(folder.path("state"), "Kurs 1/../x");
  const AnswerSheet sheet = other.read("two-words", 0);
  REQUIRE(names_in(sheet) == std::vector<std::string>{"scores", "why"});
  CHECK(sheet.entries[0].text == "1 0\n0 1");
  CHECK(sheet.entries[1].text == odd);
  CHECK(sheet.exercise == "two-words");
  CHECK(other.path("two-words", 0) ==
        folder.path("state/answers/Kurs%201%2F%2E%2E%2Fx/two-words.json"));
}

TEST_CASE("KeptAnswers: exercises, variants and courses are apart") {
  const TemporaryFolder folder;
  KeptAnswers kept(folder.path("state"), "a"), other(folder.path("state"), "b");
  kept.keep("two-words", 0, "scores", "1");
  CHECK(kept.read("two-words", 1).entries.empty());
  CHECK(kept.read("three-words", 0).entries.empty());
  CHECK(other.read("two-words", 0).entries.empty());
}

TEST_CASE("KeptAnswers: the later answer counts, and an empty one is none") {
  const TemporaryFolder folder;
  KeptAnswers kept(folder.path("state"), "a");
  kept.keep("e", 3, "x", "1");
  CHECK(kept.keep("e", 3, "x", "2").entries.front().text == "2");
  CHECK(kept.keep("e", 3, "x", "").entries.empty());
  CHECK(kept.keep("e", 3, "y", "").entries.empty());
}

TEST_CASE("KeptAnswers: two at once lose nothing") {
  const TemporaryFolder folder;
  const auto type_all = [&](const std::string& prefix) {
    KeptAnswers kept(folder.path("state"), "a");
    for (int i = 0; i < 20; ++i) kept.keep("e", 0, prefix + std::to_string(i), "1");
  };
  std::thread one(type_all, "a"), two(type_all, "b");
  one.join();
  two.join();
  CHECK(KeptAnswers(folder.path("state"), "a").read("e", 0).entries.size() == 40);
}

TEST_CASE(
    "KeptAnswers: a damaged file is told to each reader, and moved aside by the next answer") {
  const TemporaryFolder folder;
  KeptAnswers kept(folder.path("state"), "a");
  kept.keep("e", 0, "x", "1");
  const std::string file = kept.path("e", 0);
  for (const char* bytes : {"{\"exercise\": \"e\", ", "[]", "x = 1", ""}) {
    INFO(bytes);
    std::ofstream(file) << bytes;
    for (int n = 0; n < 2; ++n) {
      KeptAnswers again(folder.path("state"), "a");
      CHECK(again.read("e", 0).entries.empty());
      CHECK(again.damage() ==
            file +
                ": the typed answers are damaged and count as none. Mend the "
                "file or remove it. The next answer to this exercise moves it aside.");
      CHECK(again.all_damage() == std::vector<std::string>{again.damage()});
    }
    CHECK(kept.keep("e", 0, "x", "2").entries.size() == 1);
    CHECK_THAT(kept.damage(), ContainsSubstring("It was moved to " + file + ".damaged"));
    CHECK(kept.read("e", 0).entries.size() == 1);
    CHECK(kept.damage().empty());
    CHECK(kept.all_damage().empty());
  }
}

TEST_CASE("KeptAnswers: what cannot be read hides no damage of another file") {
  const TemporaryFolder folder;
  KeptAnswers kept(folder.path("state"), "a");
  for (const char* id : {"e", "z"}) {
    kept.keep(id, 0, "x", "1");
    std::ofstream(kept.path(id, 0)) << "{";
  }
  std::filesystem::create_directory(kept.path("f", 0));
  const std::vector<std::string> all = kept.all_damage();
  REQUIRE(all.size() == 3);
  CHECK(all[0].starts_with(kept.path("e", 0) + ": the typed answers are damaged"));
  CHECK(all[1].starts_with(kept.path("f", 0) + ": an ordinary file was expected"));
  CHECK(all[2].starts_with(kept.path("z", 0) + ": the typed answers are damaged"));
}

TEST_CASE("KeptAnswers: a file in the place of a folder is told") {
  const TemporaryFolder folder;
  const bool is_of_course = GENERATE(true, false);
  std::filesystem::create_directories(folder.path(is_of_course ? "state/answers" : "state"));
  std::ofstream(folder.path(is_of_course ? "state/answers/a" : "state/answers")) << "x";
  KeptAnswers kept(folder.path("state"), "a");
  REQUIRE(kept.all_damage().size() == 1);
  CHECK_THAT(kept.all_damage().front(), ContainsSubstring("this folder cannot be read: "));
  CHECK_THROWS_AS(kept.read("e", 0), SurroundingsError);
}

TEST_CASE("KeptAnswers: answers to something else are not called damaged") {
  const TemporaryFolder folder;
  KeptAnswers kept(folder.path("state"), "a");
  kept.keep("e", 3, "x", "1");
  std::filesystem::copy_file(kept.path("e", 3), kept.path("e", 0));
  CHECK(kept.read("e", 0).entries.empty());
  CHECK_THAT(kept.damage(),
             ContainsSubstring("these answers are for the exercise e in variant 3, and count as"));
  CHECK(kept.all_damage().size() == 1);
}

TEST_CASE("KeptAnswers: what is put away has another name") {
  const TemporaryFolder folder;
  KeptAnswers kept(folder.path("state"), "a");
  CHECK(kept.put_away("e", 0).empty());
  kept.keep("e", 0, "x", "1");
  const std::string first = kept.put_away("e", 0);
  CHECK(std::filesystem::exists(first));
  CHECK(kept.read("e", 0).entries.empty());
  kept.keep("e", 0, "x", "2");
  CHECK(kept.put_away("e", 0) != first);
}

TEST_CASE("KeptAnswers: what would be too large is refused") {
  const TemporaryFolder folder;
  KeptAnswers kept(folder.path("state"), "a");
  kept.keep("e", 0, "x", "1");
  CHECK_THROWS_AS(kept.keep("e", 0, "y", std::string(kAnswerLimit, '1')), InputError);
  CHECK(kept.read("e", 0).entries.size() == 1);
}

}  // namespace

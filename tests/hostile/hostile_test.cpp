// Submissions that harm, cheat or are broken. Each case is a file of its own in a folder beside
// this one, named by its number, and says itself what must come of it (support/hostile_case.hpp).
// It is graded by `attn exercise grade`, with bubblewrap where that works and with limits alone;
// after it a right program must get full marks, nothing may run any longer, and nothing may have
// changed but the marks. All of them end by themselves, even where nobody limits them.
//
//     ctest --preset dev -R hostile          attn_tests "[submissions]" -c 31a-bombs-with-processes
//
// What limits alone do not keep is said by the cases: "only: bubblewrap", or another verdict "in
// limits".

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.hpp"
#include "sandbox/launch.hpp"
#include "sandbox/run_program.hpp"
#include "support/catch.hpp"
#include "support/hostile_class.hpp"
#include "support/lines_of.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

constexpr const char* kControl = "zz-control";

std::string either(const std::string& verdict, const std::string& alternatives) {
  std::string rest = alternatives + " | ";
  for (std::size_t end; (end = rest.find(" | ")) != rest.npos; rest.erase(0, end + 3))
    if (rest.substr(0, end) == verdict) return "";
  return "expected " + alternatives + ", and it is " + verdict;
}

void check_facts(const HostileCase& one, const std::string& isolation, const CommandResult& result,
                 const JournalContent& journal) {
  std::map<std::string, std::string> verdicts = verdicts_of(journal), texts = texts_of(journal);
  const std::string told = in_one_line(result.out + result.err);
  std::set<std::string> expected{kControl};
  CHECK(verdicts[kControl] == "pass pass");
  for (const HostileFact& fact : one.facts(isolation)) {
    INFO(fact.what << " " << fact.student << ": " << fact.text << "\n" << texts[fact.student]);
    if (fact.what == "expect") {
      expected.insert(fact.student);
      CHECK(either(verdicts[fact.student], fact.text) == "");
    }
    if (fact.what == "says") CHECK_THAT(texts[fact.student], ContainsSubstring(fact.text));
    if (fact.what == "silent") CHECK_THAT(texts[fact.student], !ContainsSubstring(fact.text));
    if (fact.what == "not looked at")
      CHECK_THAT(journal.plan.not_looked_at, Catch::Matchers::VectorContains(fact.text));
    if (fact.what == "tells") CHECK_THAT(told, ContainsSubstring(fact.text));
    if (fact.what == "tells not") CHECK_THAT(told, !ContainsSubstring(fact.text));
  }
  // Nobody is lost, and nobody is there twice.
  std::set<std::string> graded;
  for (const auto& [student, verdict] : verdicts) graded.insert(student);
  CHECK(graded == expected);
}

// Names that are safe anywhere, of which no two are the same on any system.
void check_report_folders(const JournalContent& journal) {
  std::set<std::string> names;
  for (const Student& student : journal.plan.students) {
    const std::string& name = student.report_folder;
    INFO(name);
    CHECK(names.insert(folded_form(name)).second);
    CHECK(name.find_first_of("/\\:*?\"<>|$`%'=,; \n\t") == name.npos);
    CHECK_FALSE((name.empty() || name.front() == '.' || name.front() == '-' || name.back() == '.'));
    CHECK(std::none_of(name.begin(), name.end(),
                       [](char c) { return static_cast<unsigned char>(c) < ' '; }));
    CHECK(name.size() < 128);
  }
}

// Why a line must not be read by a terminal or a build server; "" where it may.
std::string harm_of(const std::string& line) {
  if (std::any_of(line.begin(), line.end(),
                  [](char c) { return static_cast<unsigned char>(c) < ' '; }))
    return "a control character";
  if (trimmed(line).starts_with("::")) return "a command";
  for (const char* part : {"\u202e", "##[", "##teamcity["})
    if (line.find(part) != line.npos) return part;
  // Where something lay meanwhile is another place in every run.
  return line.find("attn-run-") == line.npos ? "" : "a place of the scratch";
}

void check_harmless(const std::string& text) {
  for (const std::string& line : lines_of(text)) {
    INFO(line);
    CHECK(harm_of(line) == "");
  }
}

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Exactly the reports that there should be, and nothing in them that a reader would obey.
void check_reports(const fs::path& marks, const JournalContent& journal) {
  std::set<std::string> expected{"journal.jsonl", "grades.csv", "items.csv",
                                 "grades.json",   "junit.xml",  "class.md"};
  for (const Student& student : journal.plan.students)
    for (const char* name : {"/results.json", "/report.md"})
      expected.insert("students/" + student.report_folder + name);
  std::set<std::string> there;
  for (const auto& entry : fs::recursive_directory_iterator(marks)) {
    const std::string name = entry.path().lexically_relative(marks).string();
    if (entry.symlink_status().type() == fs::file_type::directory) continue;
    INFO(name);
    CHECK(entry.symlink_status().type() == fs::file_type::regular);
    there.insert(name);
    std::string bytes = bytes_of(entry.path());
    // The lines of RFC 4180 end so.
    if (name.ends_with(".csv")) replace_all(bytes, "\r\n", "\n");
    if (name != "journal.jsonl") check_harmless(bytes);
  }
  CHECK(there == expected);
}

std::string text_of_time(const timespec& time) {
  return fmt::format("{}.{:09}", time.tv_sec, time.tv_nsec);
}

// What everybody who may write to the devices of this machine could change of them, or root. Using
// one changes nothing of it, but for the times of a terminal.
std::string state_of_devices() {
  std::string states;
  for (const std::string name : {"null", "zero", "full", "random", "urandom", "tty"}) {
    struct stat facts {};
    REQUIRE(::stat(("/dev/" + name).c_str(), &facts) == 0);
    states += fmt::format("{} {:o} {}:{}", name, facts.st_mode, facts.st_uid, facts.st_gid);
    if (name != "tty")
      for (const timespec& time : {facts.st_atim, facts.st_mtim, facts.st_ctim})
        states += " " + text_of_time(time);
    states += "\n";
  }
  for (const std::string name : {"version", "cpuinfo", "meminfo", "stat", "uptime"}) {
    struct stat facts {};
    REQUIRE(::stat(("/proc/" + name).c_str(), &facts) == 0);
    states += fmt::format("{} {:o} {}:{}\n", name, facts.st_mode, facts.st_uid, facts.st_gid);
  }
  return states;
}

// What cases leave in places that all programs share has this in its name.
void check_nothing_left_elsewhere() {
  for (const char* folder : {"/", "/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run"}) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
      INFO(entry.path().string());
      CHECK_FALSE(entry.path().filename().string().starts_with("attn-hostile"));
    }
  }
}

void check_nobody_runs() {
  std::string running;
  // One that ended and is not asked how is nobody: it became ours when its own parent was killed.
  for (const ProcessFacts& facts : processes_below(::getpid()))
    if (facts.state != 'Z') running += " " + std::to_string(facts.process);
  CHECK(running == "");
  end_processes_below_us();
}

void check_case(const HostileCase& one, const std::string& isolation) {
  const Listener listener;
  const HostileClass hostile(one, listener.port());
  const auto before = hostile.contents();
  const std::string devices_before = state_of_devices();
  const CommandResult result = hostile.grade(isolation);
  INFO(isolation << ", exit code " << result.exit_code << "\n" << result.out << result.err);
  CHECK_FALSE(result.timed_out);
  CHECK(either(std::to_string(result.exit_code), one.stated(isolation, "exit", "0")) == "");
  check_nobody_runs();
  CHECK(hostile.contents() == before);
  CHECK(state_of_devices() == devices_before);
  CHECK(fs::is_empty(hostile.temporary()));
  check_nothing_left_elsewhere();
  check_harmless(result.out + result.err);
  const JournalContent journal = read_journal((hostile.marks() / "journal.jsonl").string());
  check_facts(one, isolation, result, journal);
  check_report_folders(journal);
  check_reports(hostile.marks(), journal);
}

TEST_CASE("hostile submissions: each gets what it is due, and nobody else", "[submissions]") {
  // What a case leaves running is ours then, and is found.
  adopt_orphans();
  for (const HostileCase& one : hostile_cases()) DYNAMIC_SECTION(one.name()) {
      for (const auto& [isolation, name] : kIsolations) {
        if (!one.may_run_in(name)) continue;
        if (isolation == Isolation::bubblewrap && strongest_isolation() != isolation)
          WARN(one.name() << " was not tried: bubblewrap does not work here");
        else
          check_case(one, name);
      }
    }
}

TEST_CASE("hostile submissions: every number has a case, and every case says what is due") {
  std::set<int> numbers;
  for (const HostileCase& one : hostile_cases()) {
    INFO(one.name());
    numbers.insert(std::stoi(one.name()));
    CHECK(one.stated("bubblewrap", "expect", "") != "");
  }
  CHECK(*numbers.begin() == 23);
  CHECK(*numbers.rbegin() == 78);
  CHECK(numbers.size() == 56);
}

}  // namespace
}  // namespace attn

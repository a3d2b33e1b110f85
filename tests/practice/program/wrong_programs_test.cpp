#include "data/toml/toml.hpp"
#include "practice/course/course.hpp"
#include "practice/judge/check.hpp"
#include "practice/program/program.hpp"
#include "sandbox/run_program.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/rounds.hpp"
#include "support/temporary_folder.hpp"

namespace {

// The course's programs, and beside each a program that is right until it is told to make one of
// the mistakes that the exercise names.
const std::vector<std::string> kProgramIds{
    "program-masked-attention", "program-half-mask",           "program-keywords",
    "program-multi-head",       "program-positional-encoding", "program-parameter-count"};

Exercise exercise_with_program(const std::string& id) {
  Exercise exercise = read_exercise(ATTN_SOURCE_DIR, id);
  REQUIRE(exercise.program.has_value());
  // Most of the time goes into compiling, and the programs are small.
  for (ProgramLanguage& language : exercise.program->languages)
    std::replace(language.build.begin(), language.build.end(), std::string("-O2"),
                 std::string("-O0"));
  return exercise;
}

std::string text_beside_programs(const std::string& name) {
  return content(ATTN_SOURCE_DIR "/tests/programs/" + name);
}

std::string wrong_program(const Exercise& exercise, const std::string& extension) {
  return text_beside_programs("beginning." + extension) +
         text_beside_programs(exercise.id + "." + extension);
}

std::string making(std::string program, const std::string& mistake) {
  const std::string none = "\"none\"";
  const std::size_t at = program.find(none);
  REQUIRE(at != std::string::npos);
  return program.replace(at, none.size(), "\"" + mistake + "\"");
}

ProgramResult judged(const Exercise& exercise, const std::string& extension,
                     const std::string& text, const ProgramTrial& trial = {}) {
  static const Isolation isolation = strongest_isolation();
  const TemporaryFolder folder;
  const std::string path = folder.file("program." + extension, text);
  return judge_program(exercise, {.path = path, .isolation = isolation}, trial);
}

std::set<std::string> mistakes_modelled_in(const Exercise& exercise) {
  std::set<std::string> names;
  for (const Alternative& one : exercise.alternatives)
    if (!one.accepted) names.insert(one.name);
  return names;
}

void replace_all(std::string& text, const std::string& old, const std::string& other) {
  for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += other.size())
    text.replace(at, old.size(), other);
}

// A program in C++ that computes in 32 bits and prints six digits, as C++ does by itself.
std::string coarser(std::string program) {
  replace_all(program, "double", "float");
  replace_all(program, "strtod", "strtof");
  replace_all(program, "precision(17)", "precision(6)");
  return program;
}

// One request of a check and its numbers.
struct Requested {
  const ProgramCheck* check;
  std::string name;
  Worksheet numbers;

  bool is_right(const std::string& printed) const {
    return is_met(printed, [](const Comparison& one) { return one.matches(); });
  }

  // Whether the check refuses it: one that looks for shapes alone takes wrong numbers, too.
  bool is_refused(const std::string& printed) const {
    if (check->looks == ProgramCheck::Looks::values) return !is_right(printed);
    return !is_met(printed, [](const Comparison& one) { return one.same_shape; });
  }

 private:
  template <typename Meets>
  bool is_met(const std::string& printed, Meets meets) const {
    const Reply reply = read_reply(printed, numbers);
    const std::vector<Field>& fields = numbers.exercise().fields;
    return reply.fault.empty() &&
           std::all_of(fields.begin(), fields.end(), [&](const Field& field) {
             return meets(compare(field, reply.values.at(field.name), numbers.numbers(field.name)));
           });
  }
};

std::vector<Requested> all_requests(const Exercise& exercise, std::uint64_t variant) {
  std::vector<Requested> requests;
  for (const ProgramCheck& check : exercise.program->checks)
    for (std::size_t number = 1; number <= check.cases.size(); ++number)
      requests.push_back({&check, check.name + "." + std::to_string(number),
                          numbers_of_case(exercise, check, number, variant)});
  return requests;
}

// The first request whose reply is not right, or "".
std::string first_wrong_case(const Exercise& exercise, const PreparedProgram& program,
                             std::uint64_t variant) {
  for (const Requested& one : all_requests(exercise, variant))
    if (!one.is_right(program.run(request_text(one.numbers)).out)) return one.name;
  return "";
}

// What somebody may write without knowing what the exercise looks for.
struct Written {
  std::string name, extension, text;
  bool is_right;
  std::string told{};  // the mistake that has to be named, if any
};

// A program, or another one with some of its lines replaced.
Written read_written(TomlTable& table, bool is_right, const std::vector<Written>& before,
                     const Exercise& exercise) {
  Written written{table.need("name").text(), "py", "", is_right};
  INFO(exercise.id << ", " << written.name);
  if (const auto language = table.find("language")) written.extension = language->text();
  if (const auto told = table.find("told")) written.told = told->text();
  if (const auto program = table.find("program")) written.text = program->text();
  if (written.text.empty()) {
    const std::string base = table.need("of").text();
    const auto found = std::find_if(before.begin(), before.end(),
                                    [&base](const Written& one) { return one.name == base; });
    if (found != before.end())
      written.text = found->text;
    else if (base == "template")
      written.text = exercise.pages.program_templates.at(written.extension);
    REQUIRE(!written.text.empty());
  }
  if (const auto changes = table.find("replace"))
    for (const TomlItem& change : changes->list()) {
      const std::vector<TomlItem> pair = change.list();
      REQUIRE(pair.size() == 2);
      INFO(pair[0].text());
      REQUIRE(contains(written.text, pair[0].text()));
      replace_all(written.text, pair[0].text(), pair[1].text());
    }
  table.finish();
  return written;
}

std::vector<Written> written_for(const Exercise& exercise) {
  const std::string name = exercise.id + ".toml";
  const TomlValue file = read_toml(text_beside_programs(name), name);
  TomlTable table({.value = &file, .source = name, .key = ""});
  std::vector<Written> programs;
  for (const bool is_right : {true, false})
    for (TomlTable& one : table.tables(is_right ? "right" : "wrong"))
      programs.push_back(read_written(one, is_right, programs, exercise));
  table.finish();
  return programs;
}

std::vector<Written> only(const std::string& extension, std::vector<Written> programs) {
  std::erase_if(programs, [&](const Written& one) { return one.extension != extension; });
  return programs;
}

// Of each program what it printed for each request; null where it failed.
nlohmann::json replies_of(const std::vector<Written>& programs,
                          const std::vector<Requested>& requests) {
  nlohmann::json given{{"programs", nlohmann::json::array()},
                       {"requests", nlohmann::json::array()}};
  for (const Written& one : programs) given["programs"].push_back(one.text);
  for (const Requested& one : requests) given["requests"].push_back(request_text(one.numbers));
  const TemporaryFolder folder;
  folder.file("run_each.py", text_beside_programs("run_each.py"));
  const RunResult result =
      run_program({.command = {"python3", std::string(kFolderWord) + "/run_each.py"},
                   .input = given.dump(),
                   .limits = {.wall_seconds = 120.0, .cpu_seconds = 60.0, .output_bytes = 64 << 20},
                   .program_folder = folder.path().string()});
  INFO(result.reason << result.err);
  REQUIRE(result.ending == Ending::exited);
  REQUIRE(result.exit_code == 0);
  return json_of(result.out);
}

// The right programs that are refused with these numbers, and the wrong ones that are not.
std::vector<std::string> misjudged(const Exercise& exercise, const std::vector<Written>& programs,
                                   std::uint64_t variant) {
  const std::vector<Requested> requests = all_requests(exercise, variant);
  const nlohmann::json replies = replies_of(programs, requests);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    bool is_refused = false, is_right = true;
    for (std::size_t j = 0; j < requests.size() && !is_refused; ++j) {
      const nlohmann::json& reply = replies[i][j];
      is_refused = reply.is_null() || requests[j].is_refused(reply);
      if (programs[i].is_right) is_right = is_right && !is_refused && requests[j].is_right(reply);
    }
    if (programs[i].is_right ? !is_right : !is_refused) names.push_back(programs[i].name);
  }
  return names;
}

// "" where a program is told this mistake, alone or with two others at most; else what it is told.
std::string wrongly_told(const ProgramResult& result, const std::string& mistake) {
  constexpr std::size_t kMostNamed = 3;
  if (result.failed_build) return "it does not compile: " + result.failed_build->err;
  if (result.verdict == Verdict::pass) return "it passes";
  for (const auto& [field, named] : result.mistakes)
    for (const Alternative* one : named)
      if (one->name == mistake && named.size() <= kMostNamed) return "";
  return "it is not named";
}

// The first check that finds a mistake, with its largest request alone: most of the time goes into
// starting programs. Where that request does not tell it from others, all of them.
std::string wrongly_told_at_once(const Exercise& exercise, const std::string& extension,
                                 const std::string& text, const std::string& mistake) {
  for (const ProgramCheck& check : exercise.program->checks) {
    if (check.looks != ProgramCheck::Looks::values) continue;
    const ProgramTrial trial{.only_check = check.name, .only_case = check.cases.size()};
    const ProgramResult result = judged(exercise, extension, text, trial);
    if (result.verdict == Verdict::pass) continue;
    if (wrongly_told(result, mistake).empty()) return "";
    return wrongly_told(judged(exercise, extension, text), mistake);
  }
  return "it passes";
}

}  // namespace

// To start a program in its sandbox takes most of the time, so a sample stands for all of them.
TEST_CASE("wrong programs: every mistake that an exercise names is told who makes it") {
  Sample sample(16);
  for (const std::string& id : kProgramIds) {
    const Exercise exercise = exercise_with_program(id);
    const std::string program = wrong_program(exercise, "py");
    CHECK(wrongly_told_at_once(exercise, "py", program, "none") == "it passes");
    for (const std::string& mistake : mistakes_modelled_in(exercise)) {
      if (!sample.takes_next()) continue;
      INFO(id << ".py, " << mistake);
      const std::string text = making(program, mistake);
      CHECK((all_rounds() ? wrongly_told(judged(exercise, "py", text), mistake)
                          : wrongly_told_at_once(exercise, "py", text, mistake)) == "");
    }
  }
}

// Each is compiled, which takes a second.
TEST_CASE("wrong programs: in C++ as in Python") {
  Sample sample(40);
  for (const std::string& id : kProgramIds) {
    const Exercise exercise = exercise_with_program(id);
    const std::string program = wrong_program(exercise, "cpp");
    if (all_rounds()) CHECK(judged(exercise, "cpp", program).verdict == Verdict::pass);
    for (const std::string& mistake : mistakes_modelled_in(exercise)) {
      if (!sample.takes_next()) continue;
      INFO(id << ".cpp, " << mistake);
      CHECK(wrongly_told(judged(exercise, "cpp", making(program, mistake)), mistake) == "");
    }
  }
}

// The next test tries solutions in C++, too.
TEST_CASE("programs of the course: solutions pass, and templates do not yet") {
  Sample sample(5);
  for (const std::string& id : kProgramIds) {
    const Exercise exercise = exercise_with_program(id);
    const auto& solutions = exercise.pages.program_solutions;
    const auto& templates = exercise.pages.program_templates;
    for (const std::string extension : {"py", "cpp"}) {
      if (!sample.takes_next()) continue;
      INFO(id << "." << extension);
      CHECK(judged(exercise, extension, solutions.at(extension)).verdict == Verdict::pass);
      if (extension == "cpp" && !all_rounds()) continue;
      const ProgramResult empty = judged(exercise, extension, templates.at(extension));
      CHECK(empty.verdict == Verdict::not_yet);
      CHECK(!empty.failed_build);
      CHECK(empty.n_requests > 0);
    }
  }
}

// program-parameter-count asks for all digits: it names who prints six.
TEST_CASE("programs of the course: 32 bits and six digits are enough, whatever the numbers") {
  Sample sample(3);
  for (const std::string& id : kProgramIds) {
    if (id == "program-parameter-count" || !sample.takes_next()) continue;
    const Exercise exercise = exercise_with_program(id);
    const TemporaryFolder folder;
    const std::string path =
        folder.file("program.cpp", coarser(exercise.pages.program_solutions.at("cpp")));
    const PreparedProgram program(*exercise.program,
                                  {.path = path, .isolation = strongest_isolation()});
    REQUIRE(program.is_built());
    const int n_variants = all_rounds() ? 40 : rounds(5);
    for (int variant = 0; variant < n_variants; ++variant) {
      INFO(id << ", variant " << variant);
      CHECK(first_wrong_case(exercise, program, static_cast<std::uint64_t>(variant)) == "");
    }
  }
}

TEST_CASE("programs that students write: whatever the numbers, only right ones pass") {
  if (run_program({.command = {"python3", "-c", ""}}).ending != Ending::exited) {
    WARN("skipped: there is no python3 here");
    return;
  }
  Sample sample(2);
  for (const std::string& id : kProgramIds) {
    if (!sample.takes_next()) continue;
    const Exercise exercise = exercise_with_program(id);
    std::vector<Written> programs = only("py", written_for(exercise));
    // Of these, "every mistake that an exercise names" tries some.
    for (const std::string& mistake :
         all_rounds() ? mistakes_modelled_in(exercise) : std::set<std::string>{})
      programs.push_back({mistake, "py", making(wrong_program(exercise, "py"), mistake), false});
    const int n_variants = all_rounds() ? 50 : rounds(5);
    for (int variant = 0; variant < n_variants; ++variant) {
      INFO(id << ", variant " << variant);
      CHECK(misjudged(exercise, programs, static_cast<std::uint64_t>(variant)) ==
            std::vector<std::string>{});
    }
  }
}

TEST_CASE("programs that students write: what is typical is told") {
  Sample sample(4);
  for (const std::string& id : kProgramIds) {
    const Exercise exercise = exercise_with_program(id);
    for (const Written& one : written_for(exercise)) {
      if (one.told.empty() || !sample.takes_next()) continue;
      INFO(id << ", " << one.name);
      CHECK(wrongly_told(judged(exercise, one.extension, one.text), one.told) == "");
    }
  }
}

TEST_CASE("programs that students write: in C++") {
  Sample sample(8);
  for (const std::string& id : kProgramIds) {
    const Exercise exercise = exercise_with_program(id);
    for (const Written& one : only("cpp", written_for(exercise))) {
      if (!sample.takes_next()) continue;
      INFO(id << ", " << one.name);
      const ProgramResult result = judged(exercise, "cpp", one.text);
      CHECK(!result.failed_build);
      CHECK((result.verdict == Verdict::pass) == one.is_right);
    }
  }
}

TEST_CASE("programs that students write: right ones in two languages, and many wrong ones") {
  for (const std::string& id : kProgramIds) {
    INFO(id);
    const std::vector<Written> programs = written_for(exercise_with_program(id));
    const auto n = [&programs](bool is_right, const std::string& extension) {
      return std::count_if(programs.begin(), programs.end(), [&](const Written& one) {
        return one.is_right == is_right && one.extension == extension;
      });
    };
    CHECK(n(true, "py") >= 4);
    CHECK(n(true, "cpp") >= 2);
    CHECK(n(false, "py") >= 20);
  }
}

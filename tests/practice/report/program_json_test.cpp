#include "practice/report/program_json.hpp"

#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/judged_program.hpp"

using namespace attn;

namespace {

TEST_CASE("program_check_json: what failed, and what waits for it") {
  const auto json = program_check_json(judged_script("echo aside >&2; echo more >&2; echo hello"));
  CHECK(json["schema"] == "attn.check/1");
  CHECK(json["exercise"] == "doubling");
  CHECK(json["verdict"] == "not_yet");
  CHECK(json["isolation"] == "limits");
  CHECK(json["build"].is_null());
  REQUIRE(json["checks"].size() == 3);
  CHECK(json["checks"][0]["verdict"] == "failed");
  CHECK(json["checks"][0]["failure"]["case"] == "shape.1");
  CHECK(json["checks"][0]["failure"]["verdict"] == "unreadable");
  CHECK(json["checks"][0]["failure"]["stderr"] == "aside\nmore");
  CHECK(json["checks"][1]["verdict"] == "skipped");
  CHECK(json["checks"][1]["waits_for"][0] == "shape");
  CHECK(json["checks"][1]["of"] == 2);
}

TEST_CASE("program_check_json: what came of compiling") {
  ProgramResult result{.exercise = &doubling_exercise()};
  result.failed_build = RunResult{.ending = Ending::output, .err = "first\nsecond\n"};
  const auto build = program_check_json(result)["build"];
  CHECK(build["ending"] == "output");
  CHECK_THAT(build["message"].get<std::string>(), ContainsSubstring("64 KiB"));
  CHECK(build["stderr"] == "first\nsecond");
}

TEST_CASE("program_check_json: what a hostile program printed stays JSON") {
  const auto json = program_check_json(judged_script("printf '\\377\\000\\033[0m' >&2; exit 1"));
  CHECK_NOTHROW(json.dump());
}

}  // namespace

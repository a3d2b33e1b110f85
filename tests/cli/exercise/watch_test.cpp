#include "support/small_course.hpp"

using namespace attn;

namespace {

// What the shell does beside the watch, with time for a look or two between its steps.
CommandResult watched(const Learner& learner, const std::string& meanwhile,
                      const std::string& flags = "") {
  return run_command("(" + meanwhile +
                         ") & ATTN_COURSE=course timeout -s INT 15 attn exercise watch 1 a.txt " +
                         flags,
                     learner.folder.path());
}

std::size_t count_of(const std::string& part, const std::string& text) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++n;
  return n;
}

}  // namespace

TEST_CASE("exercise watch: checks each version until one passes", "[cli][exercise]") {
  const Learner learner;
  const CommandResult result = watched(
      learner,
      "sleep 1; echo 'product = 12' > a.txt; sleep 2; touch a.txt; sleep 2; echo 'product = 11' > "
      "b.txt; mv b.txt a.txt");
  CHECK(result.exit_code == 0);
  CHECK(count_of("is not there yet", result.err) == 1);
  CHECK(count_of("check 1\n", result.out) == 1);
  CHECK(count_of("check 2\n", result.out) == 1);
  CHECK(count_of("check 3\n", result.out) == 0);  // what was touched only is no new answer
  CHECK(result.out.find("Exercise 1 is passed, at attempt 2.") != std::string::npos);
  CHECK(learner.progress_of("dot-product")["attempts"] == 2);
}

TEST_CASE("exercise watch: a file that cannot be used is told, and waited for", "[cli][exercise]") {
  const Learner learner;
  learner.folder.file("a.txt", "no answer at all");
  const CommandResult result = watched(
      learner, "sleep 1; rm a.txt; mkdir a.txt; sleep 1; rmdir a.txt; echo 'product = 11' > a.txt",
      "--json");
  CHECK(result.exit_code == 0);
  CHECK(count_of("attn: error: ", result.err) == 2);
  CHECK(count_of("\n", result.out) == 1);  // a line a check
  CHECK(json_of(result.out)["verdict"] == "pass");
}

TEST_CASE("exercise watch: Ctrl-C ends it", "[cli][exercise]") {
  const Learner learner;
  learner.folder.file("a.txt", "product = 12\n");
  const CommandResult result = run_command(
      "ATTN_COURSE=course timeout --preserve-status -s INT 1 attn exercise watch 1 a.txt",
      learner.folder.path());
  CHECK(result.exit_code == 130);
  CHECK(count_of("check 1\n", result.out) == 1);
}

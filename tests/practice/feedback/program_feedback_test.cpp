#include "practice/feedback/program_feedback.hpp"

#include <csignal>

#include "support/catch.hpp"
#include "support/judged_program.hpp"

using namespace attn;

namespace {

std::string said_of(const ProgramResult& result) {
  std::string text;
  for (const Piece& piece : program_feedback(result).pieces) {
    if (const auto* line = std::get_if<LabelledLine>(&piece))
      text += line->label + "|" + line->text + "\n";
    if (const auto* paragraph = std::get_if<Paragraph>(&piece)) text += paragraph->text + "\n";
    if (const auto* heading = std::get_if<Heading>(&piece)) text += "# " + heading->text + "\n";
    if (const auto* block = std::get_if<CodeBlock>(&piece))
      for (const std::string& one : block->lines) text += "> " + one + "\n";
  }
  return text;
}

TEST_CASE("program_feedback: each check, the first failure, what was printed aside") {
  const std::string text = said_of(judged_script("printf 'a\\033[2Jb\\n' >&2; exit 3"));
  CHECK(
      text ==
      "shape|not yet: as large as X\nvalues|waits for shape\nfirst_row|waits for values\n"
      "# shape.1\n"
      "It ended with exit code 3: whatever it printed does not count. A program that is done ends "
      "with 0.\n"
      "On standard error:\n> a?[2Jb\n"
      "|Not yet: 0 of 3 checks are passed.\n"
      "|Run with limits of time and memory alone, without bubblewrap: it can see and change your "
      "files, leave notes for its next run, and end your programs.\n");
}

TEST_CASE("program_feedback: long output is cut, with the rest counted") {
  const std::string text =
      said_of(judged_script("for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do "
                            "echo line $i; done"));
  CHECK_THAT(text, ContainsSubstring("begins with “line 1”"));
  CHECK_THAT(text, ContainsSubstring("> line 12\n"));
  CHECK_THAT(text, !ContainsSubstring("> line 13"));
  CHECK_THAT(text, ContainsSubstring("more lines."));
}

TEST_CASE("program_feedback: of standard error the last lines are shown") {
  const std::string text = said_of(judged_script("seq 100 >&2; echo because >&2; exit 1"));
  CHECK_THAT(text, ContainsSubstring("On standard error, after 89 lines before these:\n> 90\n"));
  CHECK_THAT(text, ContainsSubstring("> 100\n> because\n"));
}

TEST_CASE("build_text: a compiler has limits of its own") {
  const auto text = [](Ending ending) { return build_text({.ending = ending, .exit_code = 1}); };
  CHECK(text(Ending::exited) == "The compiler refused the program.");
  CHECK_THAT(text(Ending::cpu_time), ContainsSubstring("computing for 10 s"));
  CHECK_THAT(text(Ending::wall_time), ContainsSubstring("after 30 s"));
  CHECK_THAT(text(Ending::output), ContainsSubstring("64 KiB"));
}

TEST_CASE("ending_text: an exit code that may be a signal is told as that") {
  const std::string text =
      ending_text({.ending = Ending::signalled, .exit_code = 139, .signal = SIGSEGV}, {});
  CHECK_THAT(text, ContainsSubstring("segmentation fault") &&
                       ContainsSubstring("Or else it chose to end with exit code 139."));
}

TEST_CASE("ending_text: every end has its sentence, with the limit") {
  const Limits limits;
  const auto text = [&limits](Ending ending, int signal = 0) {
    return ending_text({.ending = ending, .signal = signal}, limits);
  };
  CHECK_THAT(text(Ending::wall_time), ContainsSubstring("20 s"));
  CHECK_THAT(text(Ending::cpu_time), ContainsSubstring("5 s"));
  CHECK_THAT(text(Ending::memory), ContainsSubstring("1024 MiB"));
  CHECK_THAT(text(Ending::threads), ContainsSubstring("64 processes"));
  CHECK_THAT(text(Ending::output), ContainsSubstring("1024 KiB"));
  CHECK_THAT(text(Ending::signalled, SIGSEGV), ContainsSubstring("segmentation fault"));
  CHECK_THAT(text(Ending::signalled, SIGABRT), ContainsSubstring("abort"));
  CHECK_THAT(text(Ending::signalled, SIGUSR1), ContainsSubstring(std::to_string(SIGUSR1)));
}

TEST_CASE("first_failure: none where all is right") {
  ProgramResult result;
  CHECK(first_failure(result) == nullptr);
}

}  // namespace

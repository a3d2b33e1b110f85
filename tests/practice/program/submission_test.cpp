#include "practice/program/submission.hpp"

#include <filesystem>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/program_exercise.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;
namespace fs = std::filesystem;

namespace {

const Program& program() { return *doubling_exercise().program; }

std::string refusal_of(const Submission& submission) {
  try {
    const PreparedProgram prepared(program(), submission);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST_CASE("PreparedProgram: a file is run as its language says") {
  const TemporaryFolder folder;
  const PreparedProgram prepared(program(), {.path = folder.file("a b.sh", "read x; echo got $x")});
  CHECK(prepared.run("it\n").out == "got it\n");
  CHECK(prepared.file() == "a b.sh");
}

TEST_CASE("PreparedProgram: another command, with its file put in") {
  const TemporaryFolder folder;
  const PreparedProgram prepared(
      program(), {.path = folder.file("x.zz", "echo hello"), .run = {"sh", "{file}"}});
  CHECK(prepared.run("").out == "hello\n");
}

TEST_CASE("PreparedProgram: a file may be called as what stands for files in a command") {
  for (const std::string name :
       {"{folder}.sh", "{exe}.sh", "{file}.sh", "{file}{exe}{folder}.sh", "{{file}}.sh"}) {
    const TemporaryFolder folder;
    const PreparedProgram alone(program(), {.path = folder.file(name, "echo hello")});
    CHECK(alone.run("").out == "hello\n");
    const PreparedProgram in_folder(program(), {.path = folder.path().string()});
    CHECK(in_folder.run("").out == "hello\n");
  }
}

TEST_CASE("PreparedProgram: a folder brings its other files, and no links") {
  const TemporaryFolder folder;
  const TemporaryFolder secret;
  secret.file("secret", "42");
  fs::create_directories(folder.path() / "lib");
  folder.file("lib/part.sh", "echo part");
  folder.file("main.sh", ". \"$(dirname \"$0\")/lib/part.sh\"; cat \"$(dirname \"$0\")/link\"");
  fs::create_symlink(secret.path() / "secret", folder.path() / "link");
  const PreparedProgram prepared(program(), {.path = folder.path().string()});
  CHECK(prepared.run("").out == "part\n");
}

TEST_CASE("PreparedProgram: what is no program is refused") {
  const TemporaryFolder folder;
  CHECK_THAT(refusal_of({.path = folder.path().string()}), ContainsSubstring("no program"));
  CHECK_THAT(refusal_of({.path = folder.file("x.rb", "1")}), ContainsSubstring(".sh, .py"));
  CHECK_THAT(refusal_of({.path = folder.path("missing.sh")}), ContainsSubstring("missing.sh"));
  CHECK_THAT(refusal_of({.path = folder.file("large.sh", std::string(kProgramLimit + 1, '#'))}),
             ContainsSubstring("large"));
}

TEST_CASE("PreparedProgram: several files may be the program") {
  const TemporaryFolder folder;
  folder.file("one.sh", "");
  folder.file("two.py", "");
  CHECK_THAT(refusal_of({.path = folder.path().string()}), ContainsSubstring("one.sh, two.py"));
  folder.file("main.sh", "");
  CHECK(program_in_folder(program(), folder.path().string()) == "main.sh");
  folder.file("main.py", "");
  CHECK_THAT(refusal_of({.path = folder.path().string()}),
             ContainsSubstring("several main programs: main.py, main.sh"));
}

TEST_CASE("PreparedProgram: a program is compiled, and what the compiler refuses is kept") {
  Program compiled = program();
  compiled.languages = {
      {.extension = "sh", .build = {"cp", "{file}", "{exe}"}, .run = {"sh", "{exe}"}},
      {.extension = "zz", .build = {"sh", "-c", "echo wrong >&2; exit 1"}, .run = {"true"}}};
  const TemporaryFolder folder;
  const PreparedProgram good(compiled, {.path = folder.file("a.sh", "echo built")});
  CHECK(good.is_built());
  CHECK(good.run("").out == "built\n");
  compiled.languages[1].build = {"no-such-compiler-anywhere"};
  CHECK_THROWS_AS(PreparedProgram(compiled, {.path = folder.file("b.zz", "x")}), SurroundingsError);
  compiled.languages[1].build = {"sh", "-c", "echo wrong >&2; exit 1"};
  const PreparedProgram bad(compiled, {.path = folder.file("a.zz", "x")});
  CHECK_FALSE(bad.is_built());
  CHECK(bad.build().err == "wrong\n");
}

TEST_CASE("PreparedProgram: a compiler that says too much is ended") {
  Program compiled = program();
  compiled.limits.output_bytes = 16;
  compiled.languages = {
      {.extension = "sh", .build = {"sh", "-c", "head -c 60000 /dev/zero >&2; exit 1"}, .run = {}},
      {.extension = "zz", .build = {"sh", "-c", "yes >&2"}, .run = {}}};
  const TemporaryFolder folder;
  CHECK(PreparedProgram(compiled, {.path = folder.file("a.sh", "")}).build().ending ==
        Ending::exited);
  CHECK(PreparedProgram(compiled, {.path = folder.file("a.zz", "")}).build().ending ==
        Ending::output);
}

}  // namespace

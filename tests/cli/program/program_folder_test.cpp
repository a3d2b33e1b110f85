#include "cli/program/program_folder.hpp"

#include "support/catch.hpp"
#include "support/command.hpp"

using namespace attn;

TEST_CASE("program_folder: translations are found wherever the program lies",
          "[cli][program_folder]") {
  const TemporaryFolder folder;
  const CommandResult result = run_command(
      "program=$(command -v attn) && mkdir -p a/bin && cp $program a/bin/ && "
      "cp -r ${program%/bin/attn}/share a/ && ln -s ../a/bin/attn a/link && "
      "env -i a/bin/attn --lang ja --help && cd / && env -i $OLDPWD/a/link --lang ja",
      folder.path());
  const std::size_t first = result.out.find("使い方: ");
  CHECK(first != std::string::npos);
  CHECK(result.out.find("使い方: ", first + 1) != std::string::npos);
  CHECK(result.err == "");
}

TEST_CASE("shown_path: a path in attn's own data goes without the folder where they are installed",
          "[cli][program_folder]") {
  CHECK(shown_path(data_folder() + "/examples/002/x.json:x") == "examples/002/x.json:x");
  CHECK(shown_path("w.npz") == "w.npz");
  CHECK(shown_path("/elsewhere" + data_folder() + "/x") == "/elsewhere" + data_folder() + "/x");
}

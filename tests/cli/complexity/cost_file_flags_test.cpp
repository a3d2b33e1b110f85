#include "cli/complexity/cost_file_flags.hpp"

#include <filesystem>

#include "support/catch.hpp"
#include "support/command.hpp"

using namespace attn;

namespace {

std::string refused_files(const std::string& arguments) {
  const TemporaryFolder folder;
  folder.file("old.svg", "old");
  const CommandResult result = run_command("attn complexity " + arguments, folder.path());
  CHECK(result.exit_code == 2);
  CHECK(result.out == "");
  CHECK(folder.file_count() == 1);
  return result.err;
}

const std::string kSweep = "--model gpt2 --sweep tokens=512:4096 ";

}  // namespace

TEST_CASE("CostFileFlags: files are of a sweep that was counted", "[cli][complexity]") {
  CHECK(refused_files("--model gpt2 -o a.svg").find("--sweep") != std::string::npos);
  CHECK(refused_files(kSweep + "--force").find("--output") != std::string::npos);
  CHECK(refused_files("--measure -o a.svg").find("--sweep") != std::string::npos);
  CHECK(refused_files(kSweep + "--figure-width 84mm").find("--figure-width is for figures") !=
        std::string::npos);
}

TEST_CASE("CostFileFlags: a kind that is none, or a file that exists", "[cli][complexity]") {
  CHECK(refused_files(kSweep + "-o a.npz").find(".html, .svg, .pdf, .png") != std::string::npos);
  CHECK(refused_files(kSweep + "-o old.svg").find("--force") != std::string::npos);
}

TEST_CASE("write_cost_files: several at once, beside any screen", "[cli][complexity]") {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command("attn complexity " + kSweep + "--json -o a.svg -o b.html", folder.path());
  CHECK(result.exit_code == 0);
  CHECK(result.err == "wrote a.svg\nwrote b.html\n");
  CHECK(result.out.starts_with("{"));
  CHECK(run_command("attn complexity " + kSweep + "--json -o a.svg --force", folder.path())
            .exit_code == 0);
}

TEST_CASE("write_cost_files: a page that is only opened is a temporary one", "[cli][complexity]") {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command("TMPDIR=$PWD attn complexity --list --open | tail -1", folder.path());
  CHECK(result.out.starts_with(folder.path("attn-page-")));
  CHECK(result.out.ends_with("complexity.html\n"));
  const CommandResult named =
      run_command("attn complexity --list -o mine.html --open | tail -1", folder.path());
  CHECK(named.out.ends_with("/mine.html\n"));
}

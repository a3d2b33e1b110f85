#include "cli/figure/figure_module.hpp"

#include <filesystem>

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/figure_module_or_skip.hpp"

using namespace attn;

namespace {

namespace fs = std::filesystem;

// A copy of attn that finds its translations, and its module where there is to be one.
fs::path copied_program(const fs::path& folder, bool has_module) {
  const fs::path program = ATTN_PROGRAM, build = program.parent_path().parent_path();
  fs::create_directories(folder / "bin");
  fs::copy_file(program, folder / "bin" / "attn");
  fs::create_directory_symlink(build / "share", folder / "share");
  if (has_module) fs::create_directory_symlink(build / "lib", folder / "lib");
  return folder / "bin" / "attn";
}

}  // namespace

TEST_CASE("require_figure_module: nothing of Cairo is loaded for anything else", "[cli][figure]") {
  const TemporaryFolder folder;
  const CommandResult result = run_command("ldd " ATTN_PROGRAM, folder.path());
  CHECK(result.exit_code == 0);
  for (const std::string library : {"cairo", "pango", "fontconfig", "glib"})
    CHECK(result.out.find(library) == std::string::npos);
  // Nor later: what a run opens is seen by the loader.
  const std::string traced = "LD_DEBUG=files attn attend 'a b' -o a.svg --quiet 2>&1";
  CHECK(run_command(traced, folder.path()).out.find("libcairo") == std::string::npos);
  FIGURE_MODULE_OR_SKIP();
  const std::string drawn = "LD_DEBUG=files attn attend 'a b' -o a.png --quiet 2>&1";
  CHECK(run_command(drawn, folder.path()).out.find("libcairo") != std::string::npos);
}

TEST_CASE("require_figure_module: without it the message says what is missing", "[cli][figure]") {
  const TemporaryFolder folder;
  const std::string attn = copied_program(folder.path(), false).string();
  const CommandResult result = run_command(attn + " attend 'a b' -o a.svg -o b.pdf", folder.path());
  CHECK(result.exit_code == 3);
  CHECK(result.out == "");
  CHECK(result.err.find("libpango1.0-dev") != std::string::npos);
  CHECK_FALSE(fs::exists(folder.path() / "a.svg"));
  CHECK(run_command(attn + " attend 'a b' -o a.svg --quiet", folder.path()).exit_code == 0);
  const CommandResult japanese =
      run_command(attn + " attend 'a b' --lang ja -o b.png", folder.path());
  CHECK(japanese.err.find("ビルドされています") != std::string::npos);
}

TEST_CASE("require_figure_module: a module that is none is refused", "[cli][figure]") {
  FIGURE_MODULE_OR_SKIP();
  const TemporaryFolder folder;
  const std::string attn = copied_program(folder.path(), true).string();
  CHECK(run_command(attn + " attend 'a b' -o b.pdf --quiet", folder.path()).exit_code == 0);
  fs::remove(folder.path() / "lib");
  fs::create_directories(folder.path() / "lib" / "attn");
  folder.file("lib/attn/figures.so", "nothing that can be loaded");
  const CommandResult result = run_command(attn + " attend 'a b' -o b.pdf --force", folder.path());
  CHECK(result.exit_code == 3);
  CHECK(result.err.find("libpangocairo-1.0-0") != std::string::npos);
}

#include "cli/present/open_page.hpp"

#include <filesystem>

#include "support/catch.hpp"
#include "support/command.hpp"

using namespace attn;

TEST_CASE("open_page: without a display it prints the path", "[cli][page]") {
  const TemporaryFolder folder;
  const CommandResult named =
      run_command("attn attend 'a b' -o page.html --open --quiet", folder.path());
  CHECK(named.out == std::filesystem::canonical(folder.path()).string() + "/page.html\n");
  CHECK(named.exit_code == 0);
  const CommandResult nameless =
      run_command("TMPDIR=$PWD attn mask 'a b' --open --quiet && ls attn-page-*", folder.path());
  CHECK(nameless.out.find("/attn-page-") != std::string::npos);
  CHECK(nameless.out.ends_with("attn.html\n"));
}

TEST_CASE("open_page: what is refused leaves no folder behind", "[cli][page]") {
  const TemporaryFolder folder;
  const CommandResult refused =
      run_command("TMPDIR=$PWD attn attend 'a b' --open --stage nonsense", folder.path());
  CHECK(refused.exit_code == 2);
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("open_page: with a display the desktop opens it", "[cli][page]") {
  const TemporaryFolder folder;
  folder.file("xdg-open", "#!/bin/sh\nprintf 'opened %s\\n' \"$1\" > \"$HOME/log\"\n");
  const std::string opens = "chmod +x xdg-open; PATH=$PWD:$PATH DISPLAY=:0 ";
  const CommandResult result = run_command(
      opens + "attn attend 'a b' -o page.html --open --quiet && cat log", folder.path());
  CHECK(result.out.starts_with("opened /"));
  CHECK(result.out.ends_with("/page.html\n"));
  folder.file("xdg-open", "#!/bin/sh\nexit 3\n");
  const CommandResult failed =
      run_command(opens + "attn attend 'a b' -o page.html --open --quiet --force", folder.path());
  CHECK(failed.out.ends_with("/page.html\n"));
}

TEST_CASE("temporary_page: each has a folder of its own", "[cli][page]") {
  const std::string a = temporary_page("x"), b = temporary_page("x");
  CHECK(a != b);
  CHECK(a.ends_with("/x.html"));
  for (const std::string& page : {a, b})
    std::filesystem::remove(std::filesystem::path(page).parent_path());
}

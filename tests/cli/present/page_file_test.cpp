#include <nlohmann/json.hpp>

#include "cli/present/pages.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/json.hpp"

TEST_CASE("open_page: without a display it prints the path") {
  const TemporaryFolder folder;
  const CommandResult named =
      run_command("attn attend 'a b' -o page.html --open --quiet", folder.path());
  CHECK(named.out == std::filesystem::canonical(folder.path()).string() + "/page.html\n");
  CHECK(named.exit_code == 0);
  const CommandResult nameless =
      run_command("TMPDIR=$PWD attn mask 'a b' --open --quiet && ls attn-page-*", folder.path());
  CHECK(contains(nameless.out, "/attn-page-"));
  CHECK(nameless.out.ends_with("attn.html\n"));
}

TEST_CASE("open_page: what is refused leaves no folder behind") {
  const TemporaryFolder folder;
  const CommandResult refused =
      run_command("TMPDIR=$PWD attn attend 'a b' --open --stage nonsense", folder.path());
  CHECK(refused.exit_code == 2);
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("open_page: with a display the desktop opens it") {
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

TEST_CASE("temporary_page: each has a folder of its own") {
  const std::string a = temporary_page("x"), b = temporary_page("x");
  CHECK(a != b);
  CHECK(a.ends_with("/x.html"));
  for (const std::string& page : {a, b})
    std::filesystem::remove(std::filesystem::path(page).parent_path());
}

namespace {

using Texts = std::vector<std::string>;

TEST_CASE("page_command: words, settings, and what is of the terminal alone") {
  const PageCommand command =
      page_command("attend", {"--lang", "ja", "attend", "The cat", "--causal", "-o", "x.html",
                              "--window=3", "--d-k", "2", "--force", "--scale", "off"});
  CHECK(command.name == "attend");
  CHECK(command.words == Texts{"The cat", "--d-k", "2"});
  CHECK(command.settings == Texts{"--causal", "--window=3", "--scale", "off"});
  CHECK(!command.is_literal);
}

TEST_CASE("page_command: behind -- stand words alone") {
  const PageCommand command = page_command("attend", {"attend", "--window", "2", "--", "--causal"});
  CHECK(command.rest == Texts{"--", "--causal"});
  CHECK(command.settings == Texts{"--window", "2"});
  CHECK(command.all() == Texts{"--window", "2", "--", "--causal"});
}

TEST_CASE("page_command: a file in the same word, and what stays with any numbers") {
  const PageCommand command =
      page_command("attend", {"attend", "a b", "-oo.html", "--backward", "--empty-row", "nan"});
  CHECK(command.words == Texts{"a b"});
  CHECK(command.kept == Texts{"--backward", "--empty-row", "nan"});
}

TEST_CASE("page_command: an example, a pipe or a model is written out where it changes") {
  for (const char* word : {"--example", "--learned", "--model=x", "-"})
    CHECK(page_command("mha", {"mha", word, "x"}).is_literal);
  CHECK(page_command("mask", {"mask", "--segments", "0,1"}).is_literal);
}

TEST_CASE("page_command: letters together, and every form of the terminal") {
  for (const Texts& flags : {Texts{"-qo", "x.html"}, Texts{"-qox.html"}, Texts{"-so", "x.html"},
                             Texts{"--step"}, Texts{"-s"}, Texts{"--shapes-only"}, Texts{"-q"}}) {
    Texts typed{"attend", "a b", "--seed", "-q"};
    typed.insert(typed.begin() + 2, flags.begin(), flags.end());
    CHECK(page_command("attend", typed).all() == Texts{"a b", "--seed", "-q"});
  }
}

nlohmann::json data_of_page(const std::string& command) {
  const TemporaryFolder folder;
  const CommandResult result = run_command("attn " + command + " -o page.html", folder.path());
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  const std::string html = content(folder.path("page.html"));
  const std::size_t begin = html.find("id=\"data\">") + 10;
  return json_of(html.substr(begin, html.find("</script>", begin) - begin));
}

TEST_CASE("page_file: whatever language one speaks, both are in it") {
  const nlohmann::json english = data_of_page("attend 'The cat'");
  const nlohmann::json japanese = data_of_page("attend 'The cat' --lang ja");
  CHECK(english == japanese);
  CHECK(english["stages"][0]["note"]["ja"] != english["stages"][0]["note"]["en"]);
}

TEST_CASE("page_file: an example speaks both, too, and a pipe is read once") {
  const nlohmann::json example = data_of_page("attend --example cat-sat-mat");
  CHECK(example["about"].contains("ja"));
  const CommandResult result = run_command("printf 'x y' | attn attend - -o page.html --quiet");
  CHECK(result.err.empty());
  CHECK(result.exit_code == 0);
}

TEST_CASE("page_file: the stage that is named comes first") {
  CHECK(data_of_page("attend 'The cat' --stage output")["first_stage"] == "output");
  CHECK(data_of_page("attend 'The cat' --precision 5")["precision"] == 5);
}

TEST_CASE("page_file: a page of a model shows all of its heads") {
  const nlohmann::json data = data_of_page("mha 'The cat' --model $MODELS/gpt2");
  CHECK(data["stages"].size() == 8);
  CHECK(data["stages"][5]["group"] == "head 1.1");
  CHECK(!data["sketches"].is_null());
}

}  // namespace

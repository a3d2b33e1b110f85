#include "cli/present/page_command.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("page_command: words, settings, and what is of the terminal alone", "[cli][page]") {
  const PageCommand command =
      page_command("attend", {"--lang", "ja", "attend", "The cat", "--causal", "-o", "x.html",
                              "--window=3", "--d-k", "2", "--force", "--scale", "off"});
  CHECK(command.name == "attend");
  CHECK(command.words == Words{"The cat", "--d-k", "2"});
  CHECK(command.settings == Words{"--causal", "--window=3", "--scale", "off"});
  CHECK(!command.is_literal);
}

TEST_CASE("page_command: behind -- stand words alone", "[cli][page]") {
  const PageCommand command = page_command("attend", {"attend", "--window", "2", "--", "--causal"});
  CHECK(command.rest == Words{"--", "--causal"});
  CHECK(command.settings == Words{"--window", "2"});
  CHECK(command.all() == Words{"--window", "2", "--", "--causal"});
}

TEST_CASE("page_command: a file in the same word, and what stays with any numbers", "[cli][page]") {
  const PageCommand command =
      page_command("attend", {"attend", "a b", "-oo.html", "--backward", "--empty-row", "nan"});
  CHECK(command.words == Words{"a b"});
  CHECK(command.kept == Words{"--backward", "--empty-row", "nan"});
}

TEST_CASE("page_command: an example, a pipe or a model is written out where it changes",
          "[cli][page]") {
  for (const char* word : {"--example", "--learned", "--model=x", "-"})
    CHECK(page_command("mha", {"mha", word, "x"}).is_literal);
  CHECK(page_command("mask", {"mask", "--segments", "0,1"}).is_literal);
}

TEST_CASE("page_command: letters together, and every form of the terminal", "[cli][page]") {
  for (const Words& flags : {Words{"-qo", "x.html"}, Words{"-qox.html"}, Words{"-so", "x.html"},
                             Words{"--step"}, Words{"-s"}, Words{"--shapes-only"}, Words{"-q"}}) {
    Words typed{"attend", "a b", "--seed", "-q"};
    typed.insert(typed.begin() + 2, flags.begin(), flags.end());
    CHECK(page_command("attend", typed).all() == Words{"a b", "--seed", "-q"});
  }
}

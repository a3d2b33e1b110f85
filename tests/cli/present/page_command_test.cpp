#include "cli/present/page_command.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("page_command: words, settings, and what is of the terminal alone", "[cli][page]") {
  const PageCommand command =
      page_command("attend", {"--lang", "ja", "attend", "The cat", "--causal", "-o", "x.html",
                              "--window=3", "--d-k", "2", "--force", "--scale", "off"});
  CHECK(command.name == "attend");
  CHECK(command.words == Texts{"The cat", "--d-k", "2"});
  CHECK(command.settings == Texts{"--causal", "--window=3", "--scale", "off"});
  CHECK(!command.is_literal);
}

TEST_CASE("page_command: behind -- stand words alone", "[cli][page]") {
  const PageCommand command = page_command("attend", {"attend", "--window", "2", "--", "--causal"});
  CHECK(command.rest == Texts{"--", "--causal"});
  CHECK(command.settings == Texts{"--window", "2"});
  CHECK(command.all() == Texts{"--window", "2", "--", "--causal"});
}

TEST_CASE("page_command: a file in the same word, and what stays with any numbers", "[cli][page]") {
  const PageCommand command =
      page_command("attend", {"attend", "a b", "-oo.html", "--backward", "--empty-row", "nan"});
  CHECK(command.words == Texts{"a b"});
  CHECK(command.kept == Texts{"--backward", "--empty-row", "nan"});
}

TEST_CASE("page_command: an example, a pipe or a model is written out where it changes",
          "[cli][page]") {
  for (const char* word : {"--example", "--learned", "--model=x", "-"})
    CHECK(page_command("mha", {"mha", word, "x"}).is_literal);
  CHECK(page_command("mask", {"mask", "--segments", "0,1"}).is_literal);
}

TEST_CASE("page_command: letters together, and every form of the terminal", "[cli][page]") {
  for (const Texts& flags : {Texts{"-qo", "x.html"}, Texts{"-qox.html"}, Texts{"-so", "x.html"},
                             Texts{"--step"}, Texts{"-s"}, Texts{"--shapes-only"}, Texts{"-q"}}) {
    Texts typed{"attend", "a b", "--seed", "-q"};
    typed.insert(typed.begin() + 2, flags.begin(), flags.end());
    CHECK(page_command("attend", typed).all() == Texts{"a b", "--seed", "-q"});
  }
}

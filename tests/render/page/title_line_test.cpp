#include "render/page/title_line.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("title_line: one line, with dots in place of gaps and broken lines") {
  CHECK(title_line(" complexity   gpt2   batch 1\n   tokens 8\n") ==
        "complexity · gpt2 · batch 1 · tokens 8");
  CHECK(title_line("").empty());
}

#include "practice/course/dollar_formula.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("find_dollar_formula: formulas, and where they begin", "[practice][markdown]") {
  CHECK(find_dollar_formula("$x$") == 0);
  CHECK(find_dollar_formula("the $d_k$ of") == 4);
  CHECK(find_dollar_formula("a $$\nx + y\n$$") == 2);
  CHECK(find_dollar_formula("`code` $x$, $y$") == 7);
  CHECK(find_dollar_formula("` $x$") == 2);  // quotes that are never closed
  CHECK(find_dollar_formula("``a ` $x$`` $y$") == 12);
}

TEST_CASE("find_dollar_formula: prices and code are none", "[practice][markdown]") {
  for (const char* text : {"", "$", "a$", "$5", "$5 and $6", "cost: 5$ or 6 $.", "`$x$`", "\\$x$",
                           "$x\\$", "$ x $", "$$", "$$ x", "`` `$x$` ``", "\\"})
    CHECK_FALSE(find_dollar_formula(text));
}

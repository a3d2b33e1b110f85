#include "render/picture/stage_chain.hpp"

#include "render/picture/pictured.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("chain_text: 6 steps from animal to it, 1 by attention", "[render][picture]") {
  const std::string text = chain_text(pronoun_weights(), Layout{}, 3, 7);
  CHECK(text.starts_with(R"(   .      The
   o   animal <-.
   1   didn't   |
   2    cross   |
   3      the   |
   4   street   |
   5  because   |
   6       it --'
   .      was
   .      too
   .    tired
)"));
  const std::string words = in_one_line(text);
  CHECK(contains(words, "6 steps from \"animal\" to \"it\", |7 − 1| = 6"));
  CHECK(contains(words, "attention 1 step, however far: \"it\" weights \"animal\" with .620."));
  CHECK(contains(words, "with both ends there are 7 words"));  // which is what 7 counts
}

TEST_CASE("chain_text: a network that reads on has not seen a later word", "[render][picture]") {
  const Stage stage = weights_among({"a", "b", "c"}, {{0.2, 0.1, 0.7}, {0, 1, 0}, {0, 0, 1}});
  const std::string words = in_one_line(chain_text(stage, Layout{}, 3, 0));
  CHECK(contains(words, "\"c\" comes after \"a\""));
  CHECK(contains(words, "takes 2 steps, |0 − 2| = 2."));
}

TEST_CASE("chain_text: neighbours need no word about both ends", "[render][picture]") {
  const Stage stage = weights_among({"a", "b"}, {{1, 0}, {0.7, 0.3}});
  const std::string words = in_one_line(chain_text(stage, Layout{}, 3, 1));
  CHECK(contains(words, "1 step from \"a\" to \"b\", |1 − 0| = 1"));
  CHECK_FALSE(contains(words, "both ends"));
}

TEST_CASE("chain_text: a query that sees no other word", "[render][picture]") {
  Stage stage = weights_among({"a", "b"}, {{1, 0}, {0.7, 0.3}});
  stage.blocked = {{0, 1}, {0, 0}};
  CHECK(chain_text(stage, Layout{}, 3, 0) ==
        "   \"a\" may attend to no other word, so there is no way to count.\n");
}

TEST_CASE("chain_text: of a long sentence the way, or its ends", "[render][picture]") {
  arma::mat value = arma::eye(60, 60);
  value(50, 40) = 2.0;
  value(55, 5) = 2.0;
  const Stage stage = weights_among(numbered(60), value);
  const std::string near = chain_text(stage, layout_of(40), 3, 50);
  CHECK(near.starts_with("    o  40 <-.\n    1  41   |\n"));
  CHECK(contains(near, "   10  50 --'\n"));
  CHECK(contains(near, ".. words left out: 49 of 60"));
  const std::string far = chain_text(stage, layout_of(40), 3, 55);
  CHECK(contains(far, "   50  55 --'\n"));
  CHECK(contains(far, "  ..   |\n"));
  CHECK(contains(far, ".. words left out: 37 of 60"));
  CHECK(misfit(far, 40) == "");
}

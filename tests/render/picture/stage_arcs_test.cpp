#include "render/picture/stage_arcs.hpp"

#include "render/picture/pictured.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("arcs_text: distances are counted from token to token", "[render][picture]") {
  const std::string text = in_one_line(arcs_text(pronoun_weights(), Layout{}, 3));
  CHECK(contains(text, "it → animal .620 (6 back)"));  // 6 = 7 − 1, not 7
  CHECK(contains(text, "tired → animal .500 (9 back)"));
  CHECK(contains(text, "linked 2 of 110 pairs: those above mean .091 + sd .272 = .363"));
  CHECK(contains(text, "mean 1/11, whatever the words: each row sums to 1"));
  CHECK(contains(text, "on itself The 1.000 animal 1.000"));
}

TEST_CASE("arcs_text: every width, in ASCII, and in wide characters", "[render][picture]") {
  Stage stage = pronoun_weights();
  for (const unsigned width : {40U, 57U, 80U, 200U}) {
    CHECK(misfit(arcs_text(stage, layout_of(width), 3), width) == "");
    const std::string ascii = arcs_text(stage, layout_of(width, Glyphs::ascii), 3);
    CHECK(is_ascii(ascii));
    CHECK(contains(in_one_line(ascii), "animal .620 (6 back)"));
  }
  for (std::string& word : stage.rows.labels) word = "食べた";
  stage.cols.labels = stage.rows.labels;
  CHECK(misfit(arcs_text(stage, layout_of(40), 3), 40) == "");
}

TEST_CASE("arcs_text: one query's arcs", "[render][picture]") {
  const std::string text = in_one_line(arcs_text(pronoun_weights(), Layout{}, 3, 7));
  CHECK(contains(text, "it → animal"));
  CHECK_FALSE(contains(text, "tired → animal"));
  CHECK(contains(text, "linked 1 of 10 pairs"));
  CHECK(contains(text, "only those of \"it\""));
  CHECK(contains(text, "on itself it .160"));
}

TEST_CASE("arcs_text: two sentences stand one below the other", "[render][picture]") {
  Stage stage = weights_among({"I", "like"}, {{0.9, 0.1, 0}, {0, 0.1, 0.9}});
  stage.cols.labels = {"私", "は", "好き"};
  Layout layout;
  layout.explain = 0;
  CHECK(arcs_text(stage, layout, 3) == R"(      I --.    私 .900
   like --|-.  好き .900
          | |
     私 <-' |
     は     |
   好き <---'
)");
}

TEST_CASE("arcs_text: of scores no mean is foretold, and no share is its own",
          "[render][picture]") {
  Stage stage = pronoun_weights();
  stage.rule = Product{"query", "key", true};
  stage.value *= 2.0;
  const std::string text = in_one_line(arcs_text(stage, Layout{}, 3));
  CHECK(contains(text, "it → animal 1.240 (6 back)"));
  CHECK_FALSE(contains(text, "whatever the words"));
  CHECK_FALSE(contains(text, "on itself"));
}

TEST_CASE("arcs_text: where nobody looks at himself, that is not listed word by word",
          "[render][picture]") {
  const Stage apart = weights_among({"a", "b"}, {{0, 1}, {1, 0}});
  CHECK_FALSE(contains(arcs_text(apart, Layout{}, 3), "on itself"));
  const Stage one = weights_among({"a", "b"}, {{0, 1}, {.9, .1}});
  CHECK(contains(in_one_line(arcs_text(one, Layout{}, 3)), "on itself a 0 b .100"));
}

TEST_CASE("arcs_text: what is left out is counted", "[render][picture]") {
  const arma::uword n = 30;
  arma::mat value(n, n, arma::fill::zeros);
  for (arma::uword i = 0; i < n; ++i) value(i, (i + 1) % n) = 1.0;
  const Stage long_one = weights_among(numbered(n), value);
  const std::string text = in_one_line(arcs_text(long_one, Layout{}, 3));
  CHECK(contains(text, ".. no picture: 30 words are too many for it"));
  CHECK(contains(text, ".. weaker links not listed: 6 of 30"));

  arma::mat many(12, 12, arma::fill::zeros);
  for (arma::uword i = 1; i < 12; ++i) many(i, 0) = 1.0;  // eleven arcs that all meet in one word
  const std::string crowded =
      in_one_line(arcs_text(weights_among(numbered(12), many), layout_of(40), 3));
  CHECK(contains(crowded, ".. weaker links left out of the picture: 1 of 11"));
}

TEST_CASE("arcs_text: where nothing stands out it says so", "[render][picture]") {
  const Stage even = weights_among({"a", "b"}, {{0.5, 0.5}, {0.5, 0.5}});
  Layout layout;
  layout.explain = 0;
  CHECK(contains(arcs_text(even, layout, 3),
                 "linked   none of 2 pairs: nothing lies above mean .500 + sd 0 = .500"));
}

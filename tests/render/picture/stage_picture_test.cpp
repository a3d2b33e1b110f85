#include "render/picture/stage_picture.hpp"

#include "core/attention.hpp"
#include "render/picture/pictured.hpp"
#include "render/trace/stage_text.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

TEST_CASE("why_not_drawn: what each picture needs", "[render][picture]") {
  const Stage weights = pronoun_weights();
  Stage scores = weights, input = weights, mask = weights, cross = weights;
  scores.rule = Product{"query", "key", true};
  input.rule = Given{};
  input.cols = {"d_model", {}};
  mask.rule = Permission{};
  cross.cols.labels[0] = "Das";
  for (const View view : {View::rows, View::bars, View::boxes, View::arcs}) {
    CHECK(why_not_drawn(view, weights) == "");
    CHECK(why_not_drawn(view, scores) == "");
    CHECK(why_not_drawn(view, cross) == "");
    CHECK(why_not_drawn(view, mask) != "");
    CHECK((why_not_drawn(view, input) == "") == (view != View::arcs));
  }
  CHECK(why_not_drawn(View::chain, weights) == "");
  CHECK(why_not_drawn(View::chain, scores) ==
        "a chain is counted to the key with the largest attention weight");
  CHECK(why_not_drawn(View::chain, cross) ==
        "queries and keys are different sentences, so no chain joins them");
  CHECK(why_not_drawn(View::chain, weights_among({"a"}, arma::mat{1.0})) ==
        "a chain needs two words");
  CHECK(why_not_drawn(View::heat, mask) == "");
  CHECK(why_not_drawn(View::bars, Stage{}) == "it has no cells");
}

TEST_CASE("picture_text: a selected cell chooses the row, else the layout", "[render][picture]") {
  Layout layout;
  layout.view = View::bars;
  layout.row = "it";
  CHECK(contains(picture_text(pronoun_weights(), layout, 3), "query it"));
  CHECK(contains(picture_text(pronoun_weights(), layout, 3, Cell{8, 0}), "query was"));
  layout.view = View::chain;
  layout.row.clear();
  CHECK(contains(picture_text(pronoun_weights(), layout, 3), "   6       it --'"));
}

TEST_CASE("find_row: by its word, else by its number", "[render][picture]") {
  const Stage stage = weights_among({"a", "0", "b", "b"}, arma::eye(4, 4));
  CHECK(find_row(stage, "a") == 0);
  CHECK(find_row(stage, "0") == 1);
  CHECK(find_row(stage, "3") == 3);
  for (const std::string none : {"", "b", "4", "c", "-1", "99999999999"})
    CHECK_FALSE(find_row(stage, none));
}

TEST_CASE("stage_text: a picture in the place of the matrix, or why there is none",
          "[render][picture]") {
  const Trace trace = by_hand_trace();
  Layout layout;
  layout.view = View::arcs;
  const std::string weights = stage_text(trace, trace.stage("weights"), layout);
  CHECK(contains(weights, "   The  cat  sat  down\n"));
  CHECK_FALSE(contains(weights, "entropy"));
  const std::string input = in_one_line(stage_text(trace, trace.stage("input"), layout));
  CHECK(contains(input, "No arcs here: arcs link queries with keys"));
  CHECK(contains(input, "The ⎡"));
}

TEST_CASE("most_telling_row: the largest share for another word", "[render][picture]") {
  CHECK(most_telling_row(pronoun_weights()) == 7);
  CHECK(most_telling_row(weights_among({"the", "The"}, {{0.1, 0.9}, {0.2, 0.8}})) == 0);
}

TEST_CASE("picture_text: fits every width, with any words", "[render][picture][property]") {
  const std::vector<std::string> some{"a", "猫", "because", "食べた", "internationalisation", "."};
  std::mt19937 draws(23);
  for (int round = 0; round < 60; ++round) {
    const arma::uword n = 2 + draws() % 26;
    std::vector<std::string> words;
    for (arma::uword i = 0; i < n; ++i) words.push_back(some[draws() % some.size()]);
    Stage stage = weights_among(words, softmax_rows(4.0 * random_matrix(draws, n, n)));
    if (draws() % 3 == 0) stage.rule = Given{};
    if (draws() % 3 == 0) stage.cols.labels.back() = "another";
    for (const View view : {View::rows, View::bars, View::arcs, View::chain}) {
      Layout layout = layout_of(static_cast<unsigned>(40 + draws() % 60));
      layout.view = view;
      if (draws() % 2 == 0) layout.row = std::to_string(draws() % n);
      if (!why_not_drawn(view, stage).empty()) continue;
      CAPTURE(round, n, layout.width, static_cast<int>(view));
      CHECK(misfit(picture_text(stage, layout, 3), layout.width) == "");
    }
  }
}

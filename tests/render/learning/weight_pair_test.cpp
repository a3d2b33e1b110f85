#include "render/learning/weight_pair.hpp"

#include "base/text.hpp"
#include "render/text/display_width.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Stage square_of_weights(const arma::mat& W) {
  Stage stage{.id = "weights_after", .value = W};
  for (arma::uword i = 0; i < W.n_rows; ++i) stage.rows.labels.emplace_back(1, char('a' + i % 26));
  stage.cols.labels = stage.rows.labels;
  stage.rule = Shares{};
  return stage;
}

std::string pair_of_size(arma::uword n, const Layout& layout) {
  const Stage before = square_of_weights(arma::mat(n, n, arma::fill::value(1.0 / double(n))));
  return weight_pair_text(before, square_of_weights(arma::eye(n, n)), layout);
}

}  // namespace

TEST_CASE("weight_pair_text: numbers side by side where both fit", "[render][learning]") {
  const auto lines = split(pair_of_size(2, {}), '\n');
  CHECK(lines[0] == "       before      after");
  CHECK(lines[1] == "        a    b      a  b");
  CHECK(lines[2] == "   a  .50  .50      1  0");
}

TEST_CASE("weight_pair_text: shades where numbers have no room", "[render][learning]") {
  const std::string text = pair_of_size(20, {});
  CHECK(text.find("⣿⣿") == std::string::npos);  // one column each, side by side
  CHECK(text.find("⣿") != std::string::npos);
  CHECK(n_lines_of(text) == 2 + 20 + 2);
}

TEST_CASE("weight_pair_text: one below the other on a narrow screen", "[render][learning]") {
  const std::string text = pair_of_size(20, {.width = 40});
  CHECK(text.find("before") < text.find("after"));
  CHECK(n_lines_of(text.substr(0, text.find("after"))) > 20);
}

TEST_CASE("weight_pair_text: no line is too wide", "[render][learning]") {
  for (const unsigned width : {40U, 60U, 80U})
    for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii})
      for (const arma::uword n : {1U, 3U, 8U, 20U, 40U, 100U})
        for (const std::string& line :
             split(pair_of_size(n, {.width = width, .glyphs = glyphs}), '\n'))
          CHECK(display_width(line) <= width);
}

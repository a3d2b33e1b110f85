#include "render/text/prose_columns.hpp"

#include "render/rendered.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

const std::vector<TextRow> kPhrases{{"limit", "why"}, {"one", "aaaa bbbb cccc dddd"}};

}  // namespace

TEST_CASE("prose_widths: who has the most to say gets the most, and nobody more than it takes",
          "[render][prose_columns]") {
  CHECK(prose_widths(kPhrases, 19) == std::vector<unsigned>{5, 14});
  CHECK(prose_widths(kPhrases, 40) == std::vector<unsigned>{5, 19});
  CHECK(prose_widths({{"aaaa bbbb cccc dddd", "aaaa bbbb cccc dddd"}}, 30) ==
        std::vector<unsigned>{15, 15});
}

TEST_CASE("prose_widths: there are none where a column would be too narrow to read",
          "[render][prose_columns]") {
  CHECK(prose_widths(kPhrases, 13) == std::vector<unsigned>{5, 8});
  CHECK_FALSE(prose_widths(kPhrases, 12));
  CHECK_FALSE(prose_widths({{"backpropagation", "a"}}, 15));
}

TEST_CASE("broken_row: each cell goes on below in its own column", "[render][prose_columns]") {
  CHECK(broken_row(kPhrases[1], {5, 9}) ==
        std::vector<TextRow>{{"one", "aaaa bbbb"}, {"", "cccc dddd"}});
  CHECK(broken_row({"one", ""}, {5, 9}) == std::vector<TextRow>{{"one", ""}});
  CHECK(broken_row({"勾配が消失する"}, {8}) == std::vector<TextRow>{{"勾配が"}, {"消失する"}});
}

TEST_CASE("broken_row: no piece is wider than its column", "[render][prose_columns][property]") {
  const std::vector<TextRow> rows{
      {"long distances", "T steps multiply T factors", "gradients vanish or explode"},
      {"長い距離", "T ステップで係数を T 回掛ける", "勾配が消失または発散する"}};
  for (unsigned room = 30; room < 90; ++room) {
    const auto widths = prose_widths(rows, room);
    if (!widths) continue;
    for (const TextRow& row : rows)
      for (const TextRow& line : broken_row(row, *widths))
        for (std::size_t i = 0; i < line.size(); ++i) {
          CAPTURE(room, line[i]);
          CHECK(display_width(line[i]) <= widths->at(i));
        }
  }
}

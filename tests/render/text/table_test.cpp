#include "render/text/table.hpp"

#include "render/rendered.hpp"
#include "support/catch.hpp"
#include "support/table_texts.hpp"

using namespace attn;

namespace {

Table parameters() {
  return {.id = "parameters",
          .title = "What a model would learn.",
          .columns = columns_named({"tensor", "shape", "count"}),
          .rows = rows_of_names({{"wq", "8 × 8", "64"}, {"bq", "8", "8"}, {"total", "", "1072"}}),
          .n_text_columns = 2,
          .note = "Half of it is in W_O."};
}

}  // namespace

TEST_CASE("rows_text: text stands to the left and numbers to the right", "[render][table]") {
  CHECK(rows_text(parameters(), layout_of(80), 1) ==
        " tensor  shape  count\n"
        " wq      8 × 8     64\n"
        " bq      8          8\n"
        " total           1072\n");
  Table numbers = parameters();
  numbers.n_text_columns = 1;
  CHECK(lines_of(rows_text(numbers, layout_of(80), 0))[2] == "bq          8      8");
}

TEST_CASE("rows_text: wide characters take their columns", "[render][table]") {
  const Table table{.columns = columns_named({"語", "n"}),
                    .rows = rows_of_names({{"猫が", "7"}, {"a", "10"}})};
  CHECK(rows_text(table, layout_of(80), 0) == "語     n\n猫が   7\na     10\n");
}

TEST_CASE("rows_text: a table may have no header and rows of unlike length", "[render][table]") {
  const Table table{.rows = rows_of_names({{"a", "1"}, {"total"}, {"b", "22", "3"}})};
  CHECK(rows_text(table, layout_of(80), 0) == "a       1\ntotal\nb      22  3\n");
}

TEST_CASE("rows_text: a table too wide by one column becomes records", "[render][table]") {
  CHECK(rows_text(parameters(), layout_of(21), 1).starts_with(" tensor  shape  count\n"));
  CHECK(rows_text(parameters(), layout_of(20), 1) ==
        " wq\n"
        "   8 × 8  count 64\n"
        " bq\n"
        "   8  count 8\n"
        " total\n"
        "   count 1072\n");  // what is empty goes without its header
}

TEST_CASE("rows_text: a record without a name goes on with the one above", "[render][table]") {
  const Table table{.columns = columns_named({"query", "key", "score"}),
                    .rows = rows_of_names({{"fruit", "apple", ".9"}, {"", "run", ".1"}}),
                    .n_text_columns = 2};
  CHECK(rows_text(table, layout_of(18), 1) ==
        " fruit\n"
        "   apple  score .9\n"
        "   run  score .1\n");
}

TEST_CASE("rows_text: no line is too wide or ends in a space", "[render][table][property]") {
  Table table = parameters();
  table.rows.push_back(
      row_of_names({"the projection of every query head", "d_model × n_heads·d_k", "1"}));
  table.rows.push_back(row_of_names({"ソフトマックスの前のスコアの行列の大きさ", "8 × 8", "64"}));
  for (unsigned width = 40; width <= 90; ++width)
    for (const unsigned indent : {0U, 1U, 3U}) {
      CAPTURE(width, indent);
      CHECK(misfit(rows_text(table, layout_of(width), indent), width) == "");
    }
}

TEST_CASE("rows_text: phrases go on below in their columns, or under the name of the row",
          "[render][table]") {
  const Table table{.columns = columns_named({"limit", "why"}),
                    .rows = rows_of_names({{"one", "aaaa bbbb cccc dddd"}, {"two", "eeee"}}),
                    .n_text_columns = 2,
                    .is_prose = true};
  CHECK(rows_text(table, layout_of(26), 0) ==
        "limit  why\n"
        "one    aaaa bbbb cccc dddd\n"
        "two    eeee\n");
  CHECK(rows_text(table, layout_of(18), 1) ==
        " limit  why\n"
        " one    aaaa bbbb\n"
        "        cccc dddd\n"
        " two    eeee\n");
  CHECK(rows_text(table, layout_of(14), 0) ==
        "one\n"
        "  why: aaaa\n"
        "    bbbb cccc\n"
        "    dddd\n"
        "two\n"
        "  why: eeee\n");
}

TEST_CASE("rows_text: a name too long for a line goes on below", "[render][table]") {
  const Table table{
      .columns = columns_named({"what", "how much"}),
      .rows = rows_of_names({{"the keys and values of every layer and head", "2.5 GiB"}})};
  CHECK(rows_text(table, layout_of(40), 3) ==
        "   the keys and values of every layer\n"
        "   and head\n"
        "     how much 2.5 GiB\n");
}

TEST_CASE("rows_text: ASCII glyphs reach header and cells", "[render][table]") {
  Table table = parameters();
  table.columns[1].title = "n × d";
  const std::string text = rows_text(table, layout_of(80, Glyphs::ascii), 1);
  CHECK(is_ascii(text));
  CHECK(contains(text, "wq      8 x 8     64"));
  CHECK(contains(text, "n x d"));
}

TEST_CASE("table_text: name, title, rows and note", "[render][table]") {
  CHECK(table_text(parameters(), layout_of(80)) ==
        " parameters\n"
        "   What a model would learn.\n"
        "\n"
        "   tensor  shape  count\n"
        "   wq      8 × 8     64\n"
        "   bq      8          8\n"
        "   total           1072\n"
        "\n"
        "   Half of it is in W_O.\n");
  Layout bare = layout_of(80);
  bare.explain = 0;
  CHECK(table_text(parameters(), bare).starts_with(" parameters\n\n   tensor"));
  CHECK(table_text(parameters(), bare).ends_with("1072\n"));
  CHECK(table_text({.id = "t", .rows = rows_of_names({{"a", "1"}})}, layout_of(80)) ==
        " t\n\n   a  1\n");
}

TEST_CASE("table_text: names the columns that a narrow screen does without", "[render][table]") {
  Table table = parameters();
  table.dispensable = {1};
  CHECK_FALSE(contains(table_text(table, layout_of(80)), "left out"));
  CHECK(table_text(table, layout_of(20)) ==
        " parameters\n"
        "   What a model\n"
        "   would learn.\n"
        "\n"
        "   tensor  count\n"
        "   wq         64\n"
        "   bq          8\n"
        "   total    1072\n"
        "\n"
        "   .. columns left\n"
        "   out: shape\n"
        "\n"
        "   Half of it is in\n"
        "   W_O.\n");
}

TEST_CASE("table_text: colour takes no columns", "[render][table]") {
  Layout layout = layout_of(80);
  const std::string plain = table_text(parameters(), layout);
  layout.color = true;
  const std::string colored = table_text(parameters(), layout);
  CHECK(colored != plain);
  CHECK(without_escapes(colored) == plain);
}

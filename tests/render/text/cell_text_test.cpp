#include <cmath>

#include "render/text/text.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

using Form = cell::Real::Form;

std::string shown(const TableCell& cell) { return cell_text(cell, {}); }

std::string shown_at(int precision, const TableCell& cell) {
  return cell_text(cell, {.precision = precision, .precision_is_given = true});
}

}  // namespace

TEST_CASE("cell_text: each kind of cell as people read it", "[render][cell_text]") {
  CHECK(shown(cell::Text{"total", "合計"}) == "合計");
  CHECK(shown(cell::Missing{"-"}) == "-");
  CHECK(shown(cell::Gap{7}) == "..");
  CHECK(shown(cell::Whole{1048576}) == "1,048,576");
  CHECK(shown(cell::bare(1048576)) == "1048576");
  CHECK(shown(cell::Whole{-3}) == "−3");
  CHECK(shown(cell::Real{6.28318}) == "6.283");
  CHECK(shown(cell::Real{0.0}) == "0.000");
  CHECK(shown(cell::Real{0.0001}) == "<0.001");
  CHECK(shown(cell::Real{-0.0001}) == ">−0.001");
  CHECK(shown_at(0, cell::Real{0.3}) == "<1");
  CHECK(shown(cell::Real{std::nan("")}) == "nan");
  CHECK(shown(cell::Real{-0.00390625, 4, Form::digits}) == "−0.003906");
  CHECK(shown(cell::Real{-1.943364163, 10, Form::to_copy}) == "-1.943364163");
  CHECK(shown(cell::Real{.below = 1e-12}) == "< 1e-12");
  CHECK(shown(cell::Quantity{.number = 1536, .unit = {"KiB", 1024}}) == "1.500 KiB");
  CHECK(shown(cell::Quantity{.number = 7, .unit = {}}) == "7");
}

TEST_CASE("cell_text: several numbers in a cell", "[render][cell_text]") {
  using Between = cell::Numbers::Between;
  const std::vector<std::variant<cell::Whole, cell::Real>> two{cell::Real{1.0}, cell::Real{5.0}};
  CHECK(shown(cell::Numbers{two, Between::comma}) == "1.000, 5.000");
  CHECK(shown(cell::Numbers{two, Between::space}) == "1.000 5.000");
  CHECK(shown(cell::Numbers{two, Between::range}) == "1.000 to 5.000");
  CHECK(shown(cell::Numbers{{cell::Real{1.0}, cell::Real{1.00001}}, Between::range}) == "1.000");
}

TEST_CASE("cell_text: a share that is not nothing does not show as nothing",
          "[render][cell_text]") {
  CHECK(shown(cell::Share{0.125}) == "12.5 %");
  CHECK(shown(cell::Share{1e-9}) == "<0.1 %");
  CHECK(shown(cell::Share{0.0}) == "0.0 %");
  CHECK(shown(cell::Share{.part = 1e-9, .names_unit = false}) == "<.1");
  CHECK(shown(cell::Share{.part = 1.0, .decimals = 0}) == "100 %");
}

TEST_CASE("cell_text: a precision asked for holds for real numbers and no others",
          "[render][cell_text]") {
  CHECK(shown_at(6, cell::Real{6.283185307}) == "6.283185");
  CHECK(shown_at(0, cell::Real{6.283185307}) == "6");
  CHECK(shown_at(6, cell::Real{1.0 / 3, 4, Form::digits}) == "0.333333");
  CHECK(shown_at(0, cell::Real{0.00123, 4, Form::digits}) == "0.001");
  CHECK(shown_at(6, cell::bare(7)) == "7");
  CHECK(shown_at(6, cell::Quantity{.number = 1536, .unit = {"KiB", 1024}}) == "1.500 KiB");
  CHECK(shown_at(6, cell::Share{0.125}) == "12.5 %");
}

TEST_CASE("cell_text: a bar as long as its part, and as wide as all others",
          "[render][cell_text]") {
  const std::string blanks(10, ' ');
  CHECK(shown(cell::Bar{0.5}) == "⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿" + blanks);
  CHECK(shown(cell::Bar{0.025}) == "⡇" + std::string(19, ' '));
  CHECK(shown(cell::Bar{0.0}) == std::string(20, ' '));
  CHECK(shown(cell::Bar{2.0}).find(' ') == std::string::npos);
  Layout ascii;
  ascii.glyphs = Glyphs::ascii;
  CHECK(cell_text(cell::Bar{0.5}, ascii) == "##########" + blanks);
}

#include "practice/answer/reading.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("shape_as_row: shapes as people write them", "[practice][typed_shape]") {
  for (const char* text :
       {"512 × 4096", "512×4096", "512 x 4096", "512x4096", "512X4096", "512 * 4096", "512*4096",
        "(512×4096)", "[512 x 4096]", "512 tokens × 4096"})
    CHECK(shape_as_row(text, 2) == "512, 4096");
  CHECK(shape_as_row("512 by 4096", 2) == "512, 4096");
  CHECK(shape_as_row("512-by-4096", 2) == "512, 4096");
  CHECK(shape_as_row("2×3×4", 3) == "2, 3, 4");
  CHECK(shape_as_row("512x32x128", 2) == "512, 32, 128");  // no product
}

TEST_CASE("shape_as_row: rows and columns by name", "[practice][typed_shape]") {
  const auto without_spaces = [](const std::string& text) {
    std::string tight = shape_as_row(text, 2);
    std::erase(tight, ' ');
    return tight;
  };
  for (const char* text : {"512 行 4096 列", "512行4096列", "512 rows, 4096 columns",
                           "512 rows by 4096 columns", "rows 512, cols 4096", "512 行と 4096 列"})
    CHECK(without_spaces(text) == "512,4096");
  CHECK(shape_as_row("4096 columns, 512 rows", 2) == "4096 columns, 512 rows");
}

TEST_CASE("shape_as_row: LaTeX, words beside the sign, grouped digits", "[practice][typed_shape]") {
  for (const char* text : {"512\\times4096", "512 \\times 4096", "512 x 4,096", "512 × 4_096"})
    CHECK(shape_as_row(text, 2) == "512, 4096");
  for (const char* text : {"512 行 × 4096 列", "512 rows × 4096 columns"}) {
    std::string row = shape_as_row(text, 2);
    std::erase(row, ' ');
    CHECK(row == "512,4096");
  }
}

TEST_CASE("shape_as_row: products inside a number stay", "[practice][typed_shape]") {
  CHECK(shape_as_row("512 × 32*128", 2) == "512, 32*128");
  CHECK(shape_as_row("512×(32×128)", 2) == "512, (32×128)");
  CHECK(shape_as_row("2*256 4096", 2) == "2*256 4096");
  CHECK(shape_as_row("n_tokens x d_model", 2) == "n_tokens, d_model");
}

TEST_CASE("shape_as_row: any other text stays", "[practice][typed_shape]") {
  for (const char* text :
       {"512 4096", "512, 4096", "512;4096", "512\n4096", "512", "512,", "max 4", "exp(2) 3", "x"})
    CHECK(shape_as_row(text, 2) == text);
}

TEST_CASE("shape_as_row: thousands behind a comma and a space", "[practice][typed_shape]") {
  CHECK(shape_as_row("512, 4,096", 2) == "512, 4096");
  CHECK(shape_as_row("(4,096, 512)", 2) == "4096, 512");
  CHECK(shape_as_row("512,4,096", 2) == "512,4,096");
}

TEST_CASE("without_size_in_parentheses: a product or names behind a shape",
          "[practice][typed_shape]") {
  std::vector<std::string> remarks;
  const auto shape = [&remarks](const std::string& text) {
    return without_size_in_parentheses(text, 2, remarks);
  };
  for (const char* text :
       {"5×5 (25)", "5×5 (= 25)", "5×5(25)", "5×5 (5*5)", "5×5 (25 numbers)", "5×5 (n × n_keys)"})
    CHECK(shape(text) == "5×5");
  CHECK(shape("512 × 4,096 (2,097,152)") == "512 × 4,096");
  CHECK(remarks.size() == 7);
  CHECK(remarks.front() == "'(25)' was left out, and the rest was read.");
  for (const char* text : {"5×5", "512×(32×128)", "512×32(128)", "(5×5)", "5 5 (25)", "(512) 4096"})
    CHECK(shape(text) == text);
  CHECK(remarks.size() == 7);
  for (const char* text : {"5×5 (24)", "5×5 (25 + 1)", "n×5 (25)"}) {
    INFO(text);
    CHECK_THAT(refusal([&] { shape(text); }),
               ContainsSubstring("stands behind the shape, and is not its size"));
  }
}

TEST_CASE("without_batch_of_one: a 1 in front of a shape", "[practice][typed_shape]") {
  std::vector<std::string> remarks;
  for (const char* text : {"[1, 512, 4096]", "(1, 512, 4096)", "1 × 512 × 4096", "1x512x4096"})
    CHECK(without_batch_of_one(text, 2, remarks) == "512, 4096");
  CHECK(remarks == std::vector<std::string>(4, "The 1 in front was read as a batch of one."));
  for (const char* text : {"1, 512, 4096", "[2, 512, 4096]", "[1, 512]", "[1, 512, a]", "", "1"})
    CHECK(without_batch_of_one(text, 2, remarks) == text);
  CHECK(remarks.size() == 4);
}

TEST_CASE("require_no_points_in_thousands: a point among whole numbers",
          "[practice][typed_shape][error]") {
  CHECK_REFUSED(require_no_points_in_thousands("512 4.096"),
                "4.096 is no whole number here. Write 4096 without a point.");
  for (const char* text : {"512 4096", "0.333 0.667", "1.414 2", "512 0.096", "512 4.09"})
    CHECK_NOTHROW(require_no_points_in_thousands(text));
}

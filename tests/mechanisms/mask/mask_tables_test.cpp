#include "mechanisms/mask/mask.hpp"
#include "mechanisms/mask/mask_stages.hpp"
#include "support/catch.hpp"
#include "support/table_texts.hpp"

using namespace attn;

namespace {

const MaskPattern kPattern{.causal = true, .padded_keys = {2}};

Table conventions(arma::uword row, arma::uword col) {
  const std::vector<std::string> tokens{"a", "b", "<pad>"};
  const Trace trace = masking({.query_tokens = tokens, .key_tokens = tokens, .pattern = kPattern});
  return conventions_table(trace.stage("mask"), kPattern, row, col);
}

// What each convention writes for the cell.
std::string last_column(const Table& table) {
  std::string text;
  for (const auto& row : table.rows) text += text_of(row.back()) + "; ";
  return text;
}

}  // namespace

TEST_CASE("conventions_table: an open cell, a future one, and padding",
          "[mechanisms][mask_tables]") {
  CHECK(last_column(conventions(1, 0)) == "True; False; False (per key); 1 (per key); 0; ");
  CHECK(last_column(conventions(0, 1)) == "False; True; False (per key); 1 (per key); −inf; ");
  CHECK(last_column(conventions(2, 2)) == "False; True; True (per key); 0 (per key); −inf; ");
  CHECK(conventions(1, 0).title == "\"b\" may attend to \"a\", said in each convention:");
  CHECK(conventions(0, 1).title == "\"a\" may not attend to \"b\", said in each convention:");
}

TEST_CASE("conventions_table: says which masks cannot say it", "[mechanisms][mask_tables]") {
  CHECK(conventions(1, 0).note.empty());
  CHECK(conventions(0, 1).note.starts_with("a mask with one value a key can only say padding"));
  CHECK(conventions(2, 2).note.starts_with("a mask of shape (batch, n_k) has to become"));
}

TEST_CASE("empty_row_table: each way to block a row, in its own precision",
          "[mechanisms][mask_tables]") {
  const Table table = empty_row_table();
  std::string weights;
  for (const auto& row : table.rows) weights += text_of(row[1]) + "\n";
  // NumPy and PyTorch give the same numbers: softmax of 2, 1, 0, -1 where nothing is masked.
  CHECK(weights ==
        "0.000 0.000 0.000 0.000\n"
        "nan nan nan nan\n"
        "0.250 0.250 0.250 0.250\n"
        "0.250 0.250 0.250 0.250\n"
        "0.644 0.237 0.087 0.032\n"
        "-\n");
}

#include "render/trace/batch_shapes.hpp"

#include "mechanisms/attention/attention.hpp"
#include "render/rendered.hpp"
#include "render/trace/trace_text.hpp"
#include "support/catch.hpp"
#include "support/multi_head_problem.hpp"
#include "support/table_texts.hpp"

using namespace attn;

namespace {

// Four query heads of width 2 share two key-value heads.
Trace batched_trace(bool rope = false) {
  std::mt19937 draws(17);
  MultiHeadProblem problem =
      random_problem(draws, {.counts = {4, 2}, .d_model = 8, .n_q = 3, .n_k = 3, .bias = true});
  problem.n_batch = 16;
  if (rope) problem.rope = Rotary{};
  return multi_head(problem);
}

std::vector<std::string> row_named(const Table& table, const std::string& name) {
  for (const TableRow& row : table.rows)
    if (text_of(row[0]) == name) return texts_of(row);
  return {};
}

}  // namespace

TEST_CASE("batch_shape_table: a row for a stage of every head", "[render][batch_shapes]") {
  const Trace trace = batched_trace();
  const Table table = batch_shape_table(trace, all_stages(trace));
  using Row = std::vector<std::string>;
  // 16 · 4 · 3 · 3 = 576 numbers of 4 bytes
  CHECK(row_named(table, "each head's scores") == Row{"each head's scores",
                                                      "(batch 16, head 4, query 3, key 3)",
                                                      "S = Q_0 K_0ᵀ, ..", "576", "2.250 KiB"});
  CHECK(row_named(table, "each head's query").at(1) == "(batch 16, head 4, query 3, d_k 2)");
  CHECK(row_named(table, "each head's key").at(1) == "(batch 16, kv head 2, key 3, d_k 2)");
  CHECK(row_named(table, "each head's value").at(3) == "192");
  CHECK(row_named(table, "projected").at(1) == "(batch 16, query 3, d_model 8)");
}

TEST_CASE("batch_shape_table: weights and biases are shared", "[render][batch_shapes]") {
  const Trace trace = batched_trace();
  const Table table = batch_shape_table(trace, all_stages(trace));
  CHECK(row_named(table, "wq").at(1) == "(d_model 8, n_heads*d_k 8)");
  CHECK(row_named(table, "bq").at(1) == "(bias 1, n_heads*d_k 8)");
  CHECK(row_named(table, "bo").at(3) == "8");
}

TEST_CASE("batch_shape_table: turned keys are as many as keys", "[render][batch_shapes]") {
  const Trace trace = batched_trace(true);
  const Table table = batch_shape_table(trace, all_stages(trace));
  CHECK(row_named(table, "angles").at(1) == "(query 3, pair 1)");
  CHECK(row_named(table, "each head's query_rotated").at(1) ==
        "(batch 16, head 4, query 3, d_k 2)");
  CHECK(row_named(table, "each head's key_rotated").at(1) == "(batch 16, kv head 2, key 3, d_k 2)");
}

TEST_CASE("batch_shape_table: one head alone has its name", "[render][batch_shapes]") {
  const Trace trace = batched_trace();
  const Table table = batch_shape_table(trace, {&trace.stage("scores", "head 1")});
  REQUIRE(table.rows.size() == 1);
  CHECK(texts_of(table.rows[0]) == std::vector<std::string>{"head 1 scores",
                                                            "(batch 16, query 3, key 3)",
                                                            "S = Q_1 K_1ᵀ", "144", "576 B"});
}

TEST_CASE("batch_note: the numbers are those of one sequence", "[render][batch_shapes]") {
  CHECK(batch_note(by_hand_trace()) == "");
  const std::string note = batch_note(batched_trace());
  CHECK(note ==
        "shapes are those of a batch of 16; values are those of one sequence in it. "
        "What has no batch axis is shared by all.");
  const Trace trace = batched_trace();
  for (const std::string& text : {shapes_text(trace, all_stages(trace), layout_of(200)),
                                  summary_text(trace, all_stages(trace), layout_of(200)),
                                  trace_text(trace, {&trace.stage("projected")}, layout_of(200))}) {
    CAPTURE(text);
    CHECK(contains(text, "   note   shapes are those of a batch of 16;"));
  }
}

TEST_CASE("summary_text: the batch stands in the shapes, and entropy below", "[render][tables]") {
  const Trace trace = batched_trace();
  const std::string text = summary_text(trace, {&trace.stage("weights", "head 1")}, layout_of(80));
  CHECK(contains(text, " head 1 weights  16 x 3 x 3"));
  CHECK(contains(text, "   stage           mean entropy   ln n   share\n   head 1 weights"));
}

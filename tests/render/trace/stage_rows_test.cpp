#include "render/trace/stage_rows.hpp"

#include "mechanisms/attention/attention.hpp"
#include "render/heads_trace.hpp"
#include "render/rendered.hpp"
#include "render/trace/trace.hpp"
#include "support/catch.hpp"
#include "support/multi_head_problem.hpp"
#include "support/rounds.hpp"
#include "support/table_texts.hpp"

namespace {

std::vector<StagePanel> panels_of(const Trace& trace) {
  std::vector<StagePanel> panels;
  for (const Stage* stage : without_operands(trace, all_stages(trace), layout_of(200)))
    panels.push_back({stage, true});
  return panels;
}

std::string one_below_the_other(const Trace& trace, const std::vector<StagePanel>& panels,
                                const Layout& layout) {
  std::string text;
  for (const StagePanel& panel : panels)
    text +=
        (text.empty() ? "" : "\n") + stage_text(trace, *panel.stage, layout, {}, panel.with_matrix);
  return text;
}

// The names of stages in each line of headings: "input / query key".
std::string headings(const std::string& text) {
  std::string names;
  for (const std::string& line : lines_of(text)) {
    std::string here;
    for (std::size_t at = 0; at + 1 < line.size(); ++at) {
      const bool is_start = line[at] == ' ' && line[at + 1] >= 'a' && line[at + 1] <= 'z';
      const bool is_heading = is_start && (at == 0 || line[at - 1] == ' ') &&
                              line.find("   ", at + 1) != std::string::npos;
      const std::string name = line.substr(at + 1, line.find(' ', at + 1) - at - 1);
      if (is_heading &&
          (name == "input" || name == "query" || name == "key" || name == "value" ||
           name == "scores" || name == "scaled" || name == "masked" || name == "weights" ||
           name == "output") &&
          line.substr(at + 1 + name.size(), 3) == "   ")
        here += (here.empty() ? "" : " ") + name;
    }
    if (!here.empty()) names += (names.empty() ? "" : " / ") + here;
  }
  return names;
}

TEST_CASE("stage_rows_text: on a usual screen one stage is below the other") {
  const Trace trace = by_hand_trace();
  const auto panels = panels_of(trace);
  for (const unsigned width : {40U, 80U, 89U})
    CHECK(stage_rows_text(trace, panels, layout_of(width)) ==
          one_below_the_other(trace, panels, layout_of(width)));
}

TEST_CASE("stage_rows_text: what belongs together stands side by side in its order") {
  const Trace trace = by_hand_trace();
  const auto lines = [&](unsigned width) {
    return headings(stage_rows_text(trace, panels_of(trace), layout_of(width)));
  };
  CHECK(lines(200) == "input / query key value / scores scaled / masked weights / output");
  CHECK(lines(400) == "input / query key value / scores scaled masked weights / output");
  CHECK(lines(120) == "input / query / key / value / scores / scaled masked / weights / output");
  CHECK(lines(130) == "input / query key / value / scores / scaled masked / weights / output");
}

TEST_CASE("stage_rows_text: nothing of a matrix is given up and no line is too wide") {
  const Trace trace = by_hand_trace();
  const auto panels = panels_of(trace);
  const auto marks = [](const std::string& text) {
    std::size_t n = 0;  // the cells' rows, by their brackets
    for (const char* mark : {"⎡", "⎢", "⎣"})
      for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1))
        ++n;
    return n;
  };
  Sample sample(4);
  for (unsigned width = 90; width <= 300; width += 7)
    for (const int explain : {0, 1, 2}) {
      if (!sample.takes_next()) continue;
      const Layout layout = layout_of(width, explain);
      const std::string text = stage_rows_text(trace, panels, layout);
      CAPTURE(width, explain);
      CHECK(misfit(text, width).empty());
      CHECK(marks(text) == marks(one_below_the_other(trace, panels, layout)));
    }
}

TEST_CASE("stage_rows_text: a heading has its matrix and its legend below it") {
  const Trace trace = by_hand_trace();
  const std::vector<StagePanel> panels{{&trace.stage("scaled"), true},
                                       {&trace.stage("masked"), true}};
  const auto lines = lines_of(stage_rows_text(trace, panels, layout_of(200)));
  const auto column = [](const std::string& line, const std::string& text) {
    const std::size_t at = line.find(text);
    return at == std::string::npos ? 0U : display_width(line.substr(0, at));
  };
  const unsigned start = column(lines[0], "masked   masked = ");
  REQUIRE(start > 40);
  CHECK(column(lines[1], "A blocked score") == start + 2);
  CHECK(lines[2].empty());
  CHECK(column(lines.back(), "−inf   may not attend") == start + 2);
}

TEST_CASE("stage_rows_text: colours do not move what stands to the right") {
  const Trace trace = by_hand_trace();
  Layout layout = layout_of(200);
  const auto panels = panels_of(trace);
  layout.view = View::numbers;
  const std::string plain = stage_rows_text(trace, panels, layout);
  layout.color = true;
  CHECK(without_trailing_spaces(without_escapes(stage_rows_text(trace, panels, layout))) == plain);
}

TEST_CASE("stage_rows_text: one stage of several heads, not several of one beside another's") {
  const Trace trace = heads_trace();
  std::vector<StagePanel> weights, all;
  for (const Stage& stage : trace.stages) {
    if (stage.group.empty()) continue;
    all.push_back({&stage, true});
    if (stage.id == "weights") weights.push_back({&stage, true});
  }
  const Layout layout = layout_of(200);
  const std::string first = lines_of(stage_rows_text(trace, weights, layout))[0];
  CHECK(contains(first, "head 0 weights"));
  CHECK(contains(first, "head 1 weights"));
  for (const std::string& line : lines_of(stage_rows_text(trace, all, layout)))
    CHECK_FALSE((contains(line, "head 0 ") && contains(line, "head 1 ")));
}

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

TEST_CASE("batch_shape_table: a row for a stage of every head") {
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

TEST_CASE("batch_shape_table: weights and biases are shared") {
  const Trace trace = batched_trace();
  const Table table = batch_shape_table(trace, all_stages(trace));
  CHECK(row_named(table, "wq").at(1) == "(d_model 8, n_heads*d_k 8)");
  CHECK(row_named(table, "bq").at(1) == "(bias 1, n_heads*d_k 8)");
  CHECK(row_named(table, "bo").at(3) == "8");
}

TEST_CASE("batch_shape_table: turned keys are as many as keys") {
  const Trace trace = batched_trace(true);
  const Table table = batch_shape_table(trace, all_stages(trace));
  CHECK(row_named(table, "angles").at(1) == "(query 3, pair 1)");
  CHECK(row_named(table, "each head's query_rotated").at(1) ==
        "(batch 16, head 4, query 3, d_k 2)");
  CHECK(row_named(table, "each head's key_rotated").at(1) == "(batch 16, kv head 2, key 3, d_k 2)");
}

TEST_CASE("batch_shape_table: one head alone has its name") {
  const Trace trace = batched_trace();
  const Table table = batch_shape_table(trace, {&trace.stage("scores", "head 1")});
  REQUIRE(table.rows.size() == 1);
  CHECK(texts_of(table.rows[0]) == std::vector<std::string>{"head 1 scores",
                                                            "(batch 16, query 3, key 3)",
                                                            "S = Q_1 K_1ᵀ", "144", "576 B"});
}

TEST_CASE("batch_note: the numbers are those of one sequence") {
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

TEST_CASE("summary_text: the batch stands in the shapes, and entropy below") {
  const Trace trace = batched_trace();
  const std::string text = summary_text(trace, {&trace.stage("weights", "head 1")}, layout_of(80));
  CHECK(contains(text, " head 1 weights  16 x 3 x 3"));
  CHECK(contains(text, "   stage           mean entropy   ln n   share\n   head 1 weights"));
}

}  // namespace

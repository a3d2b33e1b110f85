#include "render/trace/trace_text.hpp"

#include "render/heads_trace.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/table_texts.hpp"

using namespace attn;

namespace {

std::string ids_of(const std::vector<const Stage*>& stages) {
  std::string ids;
  for (const Stage* stage : stages) ids += stage->id + " ";
  return ids;
}

Trace with_empty_row() {
  AttentionProblem problem = by_hand_problem(false);
  problem.mask = Mask(4, 4, arma::fill::ones);
  problem.mask->row(1).zeros();
  Trace trace = scaled_dot_product(problem);
  trace.notes = {"the numbers are made up"};
  return trace;
}

std::size_t place(const std::string& text, const std::string& part) {
  const std::size_t at = text.find(part);
  CAPTURE(text, part);
  REQUIRE(at != std::string::npos);
  return at;
}

}  // namespace

TEST_CASE("without_operands: weights that stand in an equation need no screen of their own",
          "[render][trace_text]") {
  const Trace trace = by_hand_trace();
  CHECK(ids_of(without_operands(trace, all_stages(trace), layout_of(80))) ==
        "input query key value scores scaled masked weights output ");
  CHECK(ids_of(without_operands(trace, all_stages(trace), layout_of(40))) ==
        ids_of(all_stages(trace)));
  // Only the products that are shown count.
  CHECK(ids_of(without_operands(trace, {&trace.stage("wq"), &trace.stage("scores")},
                                layout_of(80))) == "wq scores ");
}

TEST_CASE("trace_text: title stages warnings notes", "[render][trace_text]") {
  const Trace trace = with_empty_row();
  const std::string text = trace_text(trace, {&trace.stage("output")}, layout_of(80));
  CHECK(text.starts_with(" attend   "));
  const std::size_t warning = text.find("\n   warning   "), note = text.find("\n   note   ");
  REQUIRE(warning != std::string::npos);
  REQUIRE(note != std::string::npos);
  CHECK(text.find(" output   ") < warning);
  CHECK(warning < note);
}

TEST_CASE("trace_text: without explanations a warning stays", "[render][trace_text]") {
  const Trace trace = with_empty_row();
  const std::string text = trace_text(trace, {&trace.stage("output")}, layout_of(80, 0));
  CHECK(text.starts_with(" output   "));
  CHECK(contains(text, "\n   warning   "));
  CHECK_FALSE(contains(text, "made up"));
}

TEST_CASE("trace_text: a mask that blocks nothing is not drawn again", "[render][trace_text]") {
  const Trace trace = by_hand_trace(false);
  const std::string text =
      trace_text(trace, {&trace.stage("scaled"), &trace.stage("masked")}, layout_of(80));
  CHECK(
      text.ends_with(" masked   masked = scaled   (query 4, key 4)\n"
                     "   Nothing is masked: every query may attend to every key.\n"));
  // By itself it is.
  CHECK(contains(trace_text(trace, {&trace.stage("masked")}, layout_of(80)),
                 "down ⎣  0.500  −1.000   1.000   0.000 ⎦"));
}

TEST_CASE("without_operands: a bias goes with the weights that it is added to",
          "[render][trace_text]") {
  const Trace trace = heads_trace();
  const std::string heads = "query weights output query weights output concat average ";
  CHECK(ids_of(without_operands(trace, all_stages(trace), layout_of(80))) ==
        "input query " + heads);
  Layout bare = layout_of(80);
  bare.operands = false;
  CHECK(ids_of(without_operands(trace, all_stages(trace), bare)) == "input wq bq query " + heads);
}

TEST_CASE("trace_text: a table stands after the stage it names", "[render][trace_text]") {
  const Trace trace = by_hand_trace();
  const Table top{.id = "top", .rows = rows_of_names({{"t", "1"}})};
  const Table last{.id = "last", .rows = rows_of_names({{"l", "2"}}), .after = "nowhere"};
  const Table middle{.id = "middle", .rows = rows_of_names({{"m", "3"}}), .after = "scores"};
  const std::string text = trace_text(trace, {&trace.stage("scores"), &trace.stage("output")},
                                      layout_of(80), {&last, &middle, &top});
  CHECK(text.starts_with(" attend"));
  CHECK(place(text, "\n\n top\n\n   t  1\n\n scores ") <
        place(text, "\n\n middle\n\n   m  3\n\n output "));
  CHECK(place(text, "\n output ") < place(text, "\n last\n"));
}

TEST_CASE("trace_text: tables alone stand under the title", "[render][trace_text]") {
  Trace trace{.command = "mha"};
  const Table table{.id = "parameters", .rows = rows_of_names({{"wq", "64"}})};
  CHECK(trace_text(trace, {}, layout_of(80), {&table}) == " mha\n\n parameters\n\n   wq  64\n");
  CHECK(trace_text(trace, {}, layout_of(80, 0), {&table}) == " parameters\n\n   wq  64\n");
}

TEST_CASE("trace_text: heads are drawn side by side where that is wanted", "[render][trace_text]") {
  const Trace trace = heads_trace();
  const std::vector<const Stage*> stages{&trace.stage("weights", "head 0"),
                                         &trace.stage("weights", "head 1"), &trace.stage("concat")};
  Layout layout = layout_of(80);
  const std::string one_by_one = trace_text(trace, stages, layout);
  CHECK(contains(one_by_one, "\n head 0 weights   "));
  CHECK(contains(one_by_one, "\n head 1 weights   "));
  layout.is_overview = true;
  const std::string together = trace_text(trace, stages, layout);
  CHECK_FALSE(contains(together, "head 0 weights"));
  CHECK(place(together, "\n weights   A = softmax(masked)   (head 2, query 2, key 2)\n") <
        place(together, "\n concat   "));
  CHECK(contains(together, "\n   head 0"));

  // One head alone is a matrix, and so are the stages that hold no shares.
  CHECK(contains(trace_text(trace, {stages[0], stages[2]}, layout), "\n head 0 weights   "));
  const std::string outputs = trace_text(
      trace, {&trace.stage("output", "head 0"), &trace.stage("output", "head 1")}, layout);
  CHECK(contains(outputs, "\n head 0 output   "));
  CHECK(contains(outputs, "\n head 1 output   "));
}

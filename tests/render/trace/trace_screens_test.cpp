#include "render/heads_trace.hpp"
#include "render/rendered.hpp"
#include "render/trace/trace.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/matrix.hpp"
#include "support/rounds.hpp"
#include "support/table_texts.hpp"
#include "support/temporary_folder.hpp"

TEST_CASE("title_text: says sizes once and where the numbers come from") {
  CHECK(title_text(by_hand_trace(), layout_of(80)) ==
        " attend   \"The cat sat down\"   d_model 4   n 4   d_k 4   causal   by-hand\n");
  CHECK(title_text(by_hand_trace(), layout_of(40)) ==
        " attend   \"The cat sat down\"   d_model 4\n   n 4   d_k 4   causal   by-hand\n");
}

TEST_CASE("title_text: unlike sizes are all named") {
  Trace trace = scaled_dot_product(
      problem_of(Projected{arma::mat(2, 3, arma::fill::ones), arma::mat(5, 3, arma::fill::ones),
                           arma::mat(5, 7, arma::fill::ones)}));
  trace.title = "Q, K, V";
  trace.source = "files";
  CHECK(title_text(trace, layout_of(80)) ==
        " attend   Q, K, V   n_q 2   n_k 5   d_k 3   d_v 7   files\n");
  trace.title = trace.source = "";
  CHECK(title_text(trace, layout_of(80)) == " attend   n_q 2   n_k 5   d_k 3   d_v 7\n");
}

TEST_CASE("title_text: a long sentence is cut and says so") {
  Trace trace = by_hand_trace();
  trace.title = std::string(100, 'a');
  CHECK(title_text(trace, layout_of(40)) == " attend\n   " + std::string(30, 'a') +
                                                "..\n   d_model 4   n 4   d_k 4   causal\n"
                                                "   by-hand\n");
  trace.title = '"' + std::string(100, 'a') + '"';
  CHECK(contains(title_text(trace, layout_of(40)), "aaa..\"\n"));
  trace.title.clear();
  for (int i = 0; i < 50; ++i) trace.title += "猫";
  CHECK(misfit(title_text(trace, layout_of(41)), 41) == "");
}

TEST_CASE("title_text: names what is on and not what is off") {
  Trace trace{.command = "mha"};
  trace.config = {{"n_heads", std::int64_t{8}},
                  {"d_k", std::int64_t{64}},
                  {"scale", 0.125},
                  {"causal", false},
                  {"mask", true},
                  {"empty_row", std::string("zero")}};
  CHECK(title_text(trace, layout_of(80)) == " mha   n_heads 8   d_k 64   mask\n");
}

TEST_CASE("title_text: a scale that is off is said even where it would be 1") {
  AttentionProblem problem =
      problem_of(Projected{arma::mat(2, 1, arma::fill::ones), arma::mat(2, 1, arma::fill::ones),
                           arma::mat(2, 1, arma::fill::ones)});
  CHECK(!contains(title_text(scaled_dot_product(problem), layout_of(80)), "not scaled"));
  problem.scale.kind = Scale::Kind::off;
  CHECK(contains(title_text(scaled_dot_product(problem), layout_of(80)), "not scaled"));
}

TEST_CASE("source_text: is as it was given where there is no other word for it") {
  CHECK(source_text("base 10000, by-hand") == "base 10000, by-hand");
  CHECK(source_text("numpy seed 3") == "numpy seed 3");
}

TEST_CASE("stage_text: formula then sentence then matrix then what it says") {
  const Trace trace = by_hand_trace();
  CHECK(stage_text(trace, trace.stage("masked"), layout_of(80)) ==
        " masked   masked = scaled + mask   (query 4, key 4)\n"
        "   A blocked score becomes −∞, and softmax turns −∞ into exactly 0.\n"
        "\n"
        "             The     cat     sat    down\n"
        "    The ⎡  0.500    −inf    −inf    −inf ⎤\n"
        "    cat ⎢ −1.000   1.000    −inf    −inf ⎥\n"
        "    sat ⎢ −0.500   0.500   0.000    −inf ⎥\n"
        "   down ⎣  0.500  −1.000   1.000   0.000 ⎦\n"
        "\n"
        "   −inf   may not attend (causal, the future: 6)\n");
}

TEST_CASE("stage_text: both reasons of blocked cells are counted") {
  AttentionProblem problem = by_hand_problem(true);
  problem.mask = Mask(4, 4, arma::fill::ones);
  (*problem.mask)(3, 0) = 0;
  const Trace trace = scaled_dot_product(problem);
  CHECK(contains(stage_text(trace, trace.stage("masked"), layout_of(80)),
                 "   −inf   may not attend (causal, the future: 6, the mask given: 1)\n"));
}

TEST_CASE("stage_text: explains nothing or a sentence or more") {
  const Trace trace = by_hand_trace();
  const Stage& stage = trace.stage("weights");
  const std::string none = stage_text(trace, stage, layout_of(80, 0));
  const std::string more = stage_text(trace, stage, layout_of(80, 2));
  CHECK_FALSE(contains(none, "Each row is one query's attention"));
  CHECK_FALSE(contains(none, "read as"));
  CHECK_FALSE(contains(none, "may not attend"));
  CHECK(contains(more, "Each row is one query's attention"));
  CHECK(contains(more, "exp makes every score positive"));
  CHECK_FALSE(contains(stage_text(trace, stage, layout_of(80)), "exp makes every score positive"));
}

TEST_CASE("stage_text: a matrix that is not wanted is left out") {
  const Trace trace = by_hand_trace(false);
  CHECK(stage_text(trace, trace.stage("masked"), layout_of(80), {}, false) ==
        " masked   masked = scaled   (query 4, key 4)\n"
        "   Nothing is masked: every query may attend to every key.\n");
}

TEST_CASE("stage_text: a selected cell is marked") {
  const Trace trace = by_hand_trace(false);
  CHECK(contains(stage_text(trace, trace.stage("masked"), layout_of(80), Cell{1, 1}), "> 1.000<"));
}

TEST_CASE("stage_text: a head is named with its group, and what tells it apart comes last") {
  Trace trace = heads_trace();
  Stage& head = trace.stages[8];
  head.remark = "kv head 0";
  CHECK(stage_name(head) == "head 1 weights");
  CHECK(stage_name(trace.stage("concat")) == "concat");
  CHECK(lines_of(stage_text(trace, head, layout_of(80)))[0] ==
        " head 1 weights   A = softmax(masked)   (query 2, key 2)   kv head 0");
}

TEST_CASE("stage_text: says how many rows and columns are left out") {
  const Trace trace = scaled_dot_product(
      problem_of(Projected{arma::mat(40, 2, arma::fill::ones), arma::mat(50, 2, arma::fill::ones),
                           arma::mat(50, 2, arma::fill::ones)}));
  const std::string text = stage_text(trace, trace.stage("scores"), layout_of(80, 0));
  CHECK(contains(text, "   .. rows left out: 17 of 40\n   .. columns left out: "));
}

TEST_CASE("stage_text: arithmetic follows the matrix unless a cell is selected") {
  const Trace trace = by_hand_trace();
  Layout layout = layout_of(80);
  layout.arithmetic = true;
  const Stage& stage = trace.stage("scores");
  CHECK(contains(stage_text(trace, stage, layout), "\n\n   S[The, The] = 1⋅1 + 1⋅1"));
  CHECK_FALSE(contains(stage_text(trace, stage, layout, Cell{0, 0}), "S[The, The]"));
}

namespace {

// n heads over as many queries and keys, with labels that differ where it is no self-attention.
std::vector<Stage> random_heads(arma::uword n_heads, arma::uword n_q, arma::uword n_k) {
  std::mt19937 draws(17);
  const auto axis = [](const std::string& name, arma::uword n) {
    Axis axis{name, {}};
    for (arma::uword i = 0; i < n; ++i) axis.labels.push_back(std::to_string(i));
    return axis;
  };
  std::vector<Stage> heads;
  for (arma::uword h = 0; h < n_heads; ++h)
    heads.push_back({.id = "weights",
                     .group = "head " + std::to_string(h),
                     .formula = "A = softmax(masked)",
                     .value = softmax_rows(5.0 * random_matrix(draws, n_q, n_k)),
                     .rows = axis("query", n_q),
                     .cols = axis("key", n_k),
                     .rule = Softmax{"masked"}});
  return heads;
}

std::string text_of(const std::vector<Stage>& heads, const Layout& layout) {
  std::vector<const Stage*> pointers;
  for (const Stage& head : heads) pointers.push_back(&head);
  return multiples_text(pointers, layout);
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++n;
  return n;
}

TEST_CASE("multiples_text: maps side by side with the means of their rows") {
  const Trace trace = heads_trace();
  // Entropies: (0 + .5623) / 2 and (0 + .6931) / 2; on itself: (1 + .75) / 2 and (1 + .5) / 2;
  // on the first: (1 + .25) / 2 and (1 + .5) / 2.
  CHECK(multiples_text(trace.in_every_group("weights"), layout_of(80, 0)) ==
        " weights   A = softmax(masked)   (head 2, query 2, key 2)\n"
        "\n"
        "   head 0              head 1\n"
        "   ⣿⣿ .                ⣿⣿ .\n"
        "   ⡄⡄⣷⣷                ⡇⡇⡇⡇\n"
        "   entropy      0.28   entropy      0.35\n"
        "   on itself    .875   on itself    .750\n"
        "   on the first .625   on the first .750\n");
}

TEST_CASE("multiples_text: explains the maps and what is blocked") {
  const Trace trace = heads_trace();
  const std::string text = multiples_text(trace.in_every_group("weights"), layout_of(80));
  CHECK(contains(text,
                 "\n   One small map a head: a row is a query, a column a key. Below it, means"));
  CHECK(
      text.ends_with("\n\n   shades   ⡀⡀ .05-  ⡄⡄ .20-  ⡇⡇ .40-  ⣷⣷ .60-  ⣿⣿ .80-\n"
                     "   .   may not attend (causal, the future: 1)\n"));
  Layout colored = layout_of(80);
  colored.color = true;
  CHECK_FALSE(contains(multiples_text(trace.in_every_group("weights"), colored), "shades"));
}

TEST_CASE("multiples_text: only tokens of one sequence can look at themselves") {
  CHECK(contains(text_of(random_heads(2, 3, 3), layout_of(80)), "on itself"));
  const std::string cross = text_of(random_heads(2, 3, 4), layout_of(80));
  CHECK_FALSE(contains(cross, "on itself"));
  CHECK(contains(cross, "on the first"));
}

TEST_CASE("multiples_text: what tells a head apart stands beside its name") {
  std::vector<Stage> heads = random_heads(2, 2, 2);
  heads[0].remark = "kv head 0";
  heads[1].remark = "kv head 1";
  CHECK(contains(text_of(heads, layout_of(80)), "\n   head 0   kv head 0   head 1   kv head 1\n"));
}

TEST_CASE("multiples_text: a name that is wider than the screen takes two lines") {
  std::vector<Stage> heads = random_heads(1, 2, 2);
  heads[0].remark = "repeats what followed a name last time";
  const std::string text = text_of(heads, layout_of(40, 0));
  CHECK(contains(text, "\n   head 0   repeats what followed a name\n   last time\n"));
}

TEST_CASE("multiples_text: as many maps a line as fit") {
  const std::vector<Stage> heads = random_heads(12, 3, 3);
  // A panel takes 17 columns ("on the first .333"), the gap 3, the indent 3.
  for (const auto& [width, per_line] :
       {std::pair<unsigned, std::size_t>{80, 4}, {79, 3}, {60, 3}, {59, 2}, {40, 2}, {120, 6}}) {
    const std::string text = text_of(heads, layout_of(width, 0));
    CAPTURE(width, text);
    const std::size_t first = text.find("   head 0");
    REQUIRE(first != std::string::npos);
    CHECK(count(text.substr(first, text.find('\n', first) - first), "head ") == per_line);
    CHECK(count(text, "head ") == 13);  // every head once, and the heading
  }
}

TEST_CASE("multiples_text: the lines are equally long") {
  const std::string four = text_of(random_heads(4, 3, 3), layout_of(79, 0));  // three would fit
  CHECK(contains(four, "\n   head 0              head 1\n"));
  CHECK(contains(four, "\n   head 2              head 3\n"));
  const std::string five = text_of(random_heads(5, 3, 3), layout_of(80, 0));
  CHECK(contains(five, "\n   head 0              head 1              head 2\n"));
  CHECK(contains(five, "\n   head 3              head 4\n"));
}

TEST_CASE("multiples_text: fits every width") {
  Sample sample(4);
  for (const auto& [n_q, n_k] : {std::pair<arma::uword, arma::uword>{2, 2}, {7, 3}, {30, 60}})
    for (unsigned width = kMinWidth; width <= 120; width += 3)
      for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii}) {
        if (!sample.takes_next()) continue;
        Layout layout = layout_of(width);
        layout.glyphs = glyphs;
        const std::string text = text_of(random_heads(5, n_q, n_k), layout);
        CAPTURE(width, n_q, n_k);
        CHECK(misfit(text, width) == "");
        if (glyphs == Glyphs::ascii) CHECK(is_ascii(text));
        layout.color = true;
        const std::string colored = text_of(random_heads(5, n_q, n_k), layout);
        CHECK(misfit(without_trailing_spaces(without_escapes(colored)), width) == "");
      }
}

TEST_CASE("multiples_text: many heads are the first ones and a count") {
  const std::string most = text_of(random_heads(16, 2, 2), layout_of(80, 0));
  CHECK(contains(most, "head 15"));
  CHECK_FALSE(contains(most, "left out"));
  const std::string more = text_of(random_heads(18, 2, 2), layout_of(80, 0));
  CHECK(contains(more, "(head 18, query 2, key 2)"));
  CHECK(contains(more, "head 15"));
  CHECK_FALSE(contains(more, "head 16"));
  CHECK(contains(more, "\n   .. heads left out: 2 of 18. --head LIST shows them.\n"));
}

TEST_CASE("multiples_text: says how much of a large map is left out") {
  const std::string text = text_of(random_heads(2, 30, 60), layout_of(80));
  CHECK(contains(text, "   .. rows left out: 19 of 30\n"));
  CHECK(contains(text, "   .. columns left out: "));
  CHECK_FALSE(contains(text_of(random_heads(2, 24, 30), layout_of(80)), "left out"));
}

TEST_CASE("multiples_text: large maps stand two beside each other and many heads are cut") {
  CHECK(contains(text_of(random_heads(2, 30, 60), layout_of(80)), "   head 0 "));
  const std::string two = text_of(random_heads(2, 30, 60), layout_of(80));
  CHECK(contains(two.substr(two.find("   head 0"), 50), "head 1"));

  const std::string many = text_of(random_heads(20, 3, 3), layout_of(80));
  CHECK(contains(many, "head 15"));
  CHECK_FALSE(contains(many, "head 16"));
  CHECK(contains(many, ".. heads left out: 4 of 20. --head LIST shows them.\n"));
}

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

TEST_CASE("without_operands: weights that stand in an equation need no screen of their own") {
  const Trace trace = by_hand_trace();
  CHECK(ids_of(without_operands(trace, all_stages(trace), layout_of(80))) ==
        "input query key value scores scaled masked weights output ");
  CHECK(ids_of(without_operands(trace, all_stages(trace), layout_of(40))) ==
        ids_of(all_stages(trace)));
  // Only the products that are shown count.
  CHECK(ids_of(without_operands(trace, {&trace.stage("wq"), &trace.stage("scores")},
                                layout_of(80))) == "wq scores ");
}

TEST_CASE("trace_text: title stages warnings notes") {
  const Trace trace = with_empty_row();
  const std::string text = trace_text(trace, {&trace.stage("output")}, layout_of(80));
  CHECK(text.starts_with(" attend   "));
  const std::size_t warning = text.find("\n   warning   "), note = text.find("\n   note   ");
  REQUIRE(warning != std::string::npos);
  REQUIRE(note != std::string::npos);
  CHECK(text.find(" output   ") < warning);
  CHECK(warning < note);
}

TEST_CASE("trace_text: without explanations a warning stays") {
  const Trace trace = with_empty_row();
  const std::string text = trace_text(trace, {&trace.stage("output")}, layout_of(80, 0));
  CHECK(text.starts_with(" output   "));
  CHECK(contains(text, "\n   warning   "));
  CHECK_FALSE(contains(text, "made up"));
}

TEST_CASE("trace_text: a mask that blocks nothing is not drawn again") {
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

TEST_CASE("without_operands: a bias goes with the weights that it is added to") {
  const Trace trace = heads_trace();
  const std::string heads = "query weights output query weights output concat average ";
  CHECK(ids_of(without_operands(trace, all_stages(trace), layout_of(80))) ==
        "input query " + heads);
  Layout bare = layout_of(80);
  bare.operands = false;
  CHECK(ids_of(without_operands(trace, all_stages(trace), bare)) == "input wq bq query " + heads);
}

TEST_CASE("trace_text: a table stands after the stage it names") {
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

TEST_CASE("trace_text: tables alone stand under the title") {
  Trace trace{.command = "mha"};
  const Table table{.id = "parameters", .rows = rows_of_names({{"wq", "64"}})};
  CHECK(trace_text(trace, {}, layout_of(80), {&table}) == " mha\n\n parameters\n\n   wq  64\n");
  CHECK(trace_text(trace, {}, layout_of(80, 0), {&table}) == " parameters\n\n   wq  64\n");
}

TEST_CASE("trace_text: heads are drawn side by side where that is wanted") {
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

constexpr std::size_t kScores = 7, kWeights = 10;  // places among all stages

std::string screen(const Trace& trace, const StepState& state, const Layout& layout = {},
                   std::size_t height = 40) {
  return step_screen(trace, all_stages(trace), state, layout, height);
}

Trace tall_trace() {
  std::mt19937 draws(7);
  return scaled_dot_product(problem_of(Projected{
      random_matrix(draws, 30, 3), random_matrix(draws, 20, 3), random_matrix(draws, 20, 5)}));
}

TEST_CASE("step_screen: names every stage and marks the current one") {
  const Trace trace = by_hand_trace();
  const std::string text = screen(trace, {.stage = kScores, .cell = {2, 1}});
  CHECK(contains(text, "value  [SCORES]  scaled"));
  CHECK(contains(text, "8/12"));
  CHECK_FALSE(contains(screen(trace, {.stage = 0, .cell = {}}), "[SCORES]"));
}

TEST_CASE("step_screen: the selected cell with its row and column are marked without colour") {
  const std::string text = screen(by_hand_trace(), {.stage = kScores, .cell = {2, 1}});
  CHECK(has_line(
      text, "    The ⎡  1   1  −1   0 ⎤ ⎡    1 >  −1<    1     1 ⎤ ⎡    1    −4    −1    −2 ⎤"));
  CHECK(has_line(
      text, "    sat ⎢>−2<> 1<> 1<>−1<⎥ ⎢    1 >   1<    2     2 ⎥ ⎢   −1 >   1<    0    −3 ⎥"));
  CHECK(has_line(text, "   cell   S[sat, cat] = (−2)⋅(−1) + 1⋅(−2) + 1⋅1 + (−1)⋅0 = 1"));
}

TEST_CASE("step_screen: every view marks the cell without colour") {
  const Trace trace = by_hand_trace();
  for (const View view : {View::numbers, View::both})
    for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii}) {
      Layout layout;
      layout.view = view;
      layout.glyphs = glyphs;
      layout.explain = 0;
      const std::string text = screen(trace, {.stage = kWeights, .cell = {2, 1}}, layout);
      CAPTURE(text);
      CHECK(contains(text, ".506<"));
    }
}

TEST_CASE("step_screen: a heat map marks the cell in the place of its shade") {
  Layout layout;
  layout.view = View::heat;
  CHECK(has_line(screen(by_hand_trace(), {.stage = kWeights, .cell = {2, 1}}, layout),
                 "    sat    ⡀⡀>   <   ⡄⡄    .  1.000   cat   1.020/1.099"));
}

TEST_CASE("step_screen: a given matrix shows the number of its cell") {
  CHECK(
      has_line(screen(by_hand_trace(), {.stage = 1, .cell = {1, 3}}), "   cell   W_Q[1, 3] = −1"));
}

TEST_CASE("step_screen: the keys stand in the last line and help lists them all") {
  const Trace trace = by_hand_trace();
  StepState state{.stage = kScores, .cell = {}};
  const std::string without = screen(trace, state);
  CHECK(lines_of(without).back() ==
        "   space next  b back  arrows cell  v: auto  e words  1-12 go  ? help  q quit");
  CHECK(without.back() != '\n');
  CHECK_FALSE(contains(without, "previous stage"));
  state.help = true;
  const std::string with = screen(trace, state);
  CHECK(contains(with, "   b, backspace      previous stage\n"));
  CHECK(contains(with, "   1, 2, .. 12       jump to a stage\n"));
  CHECK(contains(with, "   v                 how this stage is drawn: auto, heat, both\n"));
  CHECK(contains(with, "   q, escape         quit; the screen stays\n"));
  CHECK_FALSE(contains(with, "head"));  // there is one alone
  const std::size_t closes = with.find("any key closes");
  CHECK(closes != std::string::npos);
  CHECK(with.find("any key closes", closes + 1) == std::string::npos);
}

TEST_CASE("step_screen: what the keys do stands in one column") {
  const StepState state{.stage = kScores, .cell = {}, .help = true};
  for (const unsigned width : {kMinWidth, 80u}) {
    Layout layout;
    layout.width = width;
    const std::string text = screen(by_hand_trace(), state, layout);
    const auto lines = lines_of(text);
    CAPTURE(text);
    for (const std::string start : {"   space, n, Tab     next", "   v                 how this",
                                    "   g, G, Home, End   first", "   ?                 this help"})
      CHECK(std::any_of(lines.begin(), lines.end(),
                        [&start](const std::string& line) { return line.starts_with(start); }));
  }
}

TEST_CASE("step_screen: help tells one head from many") {
  Trace trace;
  for (const std::string group : {"head 0", "head 1"})
    trace.record({.id = "value", .group = group, .symbol = "V", .value = arma::mat{{1, 2}}});
  const std::string text = screen(trace, {.stage = 0, .cell = {}, .help = true});
  CHECK(contains(text, "   1, 2              jump to a stage\n"));
  CHECK(contains(text, "   [, ]              the same stage of the previous or next head\n"));
}

TEST_CASE("views_in_turn: those that look different, the usual one first") {
  using Views = std::vector<std::optional<View>>;
  const Trace trace = by_hand_trace();
  const auto views = [&trace](const std::string& id, const Layout& layout) {
    return views_in_turn(trace, trace.stage(id), layout, {});
  };
  Layout colored;
  colored.color = true;
  CHECK(views("wq", {}) == Views{{}, View::heat, View::both});
  CHECK(views("weights", {}) == Views{{}, View::numbers, View::heat});
  CHECK(views("weights", colored) == Views{{}, View::numbers, View::heat});
  Layout numbers;  // what is shown now makes no difference
  numbers.view = View::numbers;
  CHECK(views("wq", numbers) == views("wq", {}));
}

TEST_CASE("step_screen: rows that are left out have a mark that is no token") {
  std::mt19937 draws(3);
  AttentionProblem problem = problem_of(Projected{
      random_matrix(draws, 12, 2), random_matrix(draws, 12, 2), random_matrix(draws, 12, 2)});
  problem.query_tokens.assign(12, "a");
  problem.query_tokens.back() = ".";
  const Trace trace = scaled_dot_product(problem);
  Layout narrow;
  narrow.width = kMinWidth;
  const std::string text =
      screen(trace, {.stage = trace.stages.size() - 1, .cell = {}}, narrow, 18);
  CAPTURE(text);
  CHECK(contains(text, " .. ⎢    ..     .. ⎥"));
}

TEST_CASE("step_screen: keys stay beside their words") {
  Layout narrow;
  narrow.width = kMinWidth;
  narrow.view = View::numbers;
  const std::string text = screen(by_hand_trace(), {.stage = kScores, .cell = {}}, narrow);
  CHECK(contains(text,
                 "   space next  b back  arrows cell\n   v: numbers  e words  1-12 go  ? help\n"
                 "   q quit"));
}

TEST_CASE("step_screen: the output keeps its operands at 80 columns") {
  const Trace trace = by_hand_trace();
  for (arma::uword col = 0; col < 4; ++col) {
    const std::string text =
        screen(trace, {.stage = trace.stages.size() - 1, .cell = {2, col}}, {}, 24);
    CAPTURE(text);
    CHECK(contains(text, " O\n"));
    CHECK(contains(text, "> .186<> .506<> .307<>    .<"));
    CHECK(contains(text, ".. columns left out: "));
    CHECK(contains(text, "cell   O[sat, "));
    CHECK(misfit(text, 80) == "");
  }
}

TEST_CASE("step_screen: reads the row of the cell") {
  const Trace trace = by_hand_trace();
  for (const auto& [row, query] : {std::pair(1, "cat"), std::pair(2, "sat"), std::pair(3, "down")})
    CHECK(contains(screen(trace, {.stage = kWeights, .cell = {arma::uword(row), 0}}),
                   std::string("read as   \"") + query + "\" gives"));
}

TEST_CASE("step_screen: the arithmetic goes last") {
  const Trace trace = by_hand_trace();
  for (const std::size_t height : {5, 6, 8, 10, 12, 14, 18}) {
    const std::string text = screen(trace, {.stage = kScores, .cell = {2, 1}}, {}, height);
    CAPTURE(height, text);
    CHECK(contains(text, "   cell   S[sat, cat] = (−2)⋅(−1) + 1⋅(−2) + 1⋅1 + (−1)⋅0 = 1\n"));
    CHECK(lines_of(text).size() <= height);
  }
  const std::string help = screen(trace, {.stage = 0, .cell = {}, .help = true}, {}, 8);
  CHECK(contains(help, "   ..\n"));
}

TEST_CASE("step_screen: in a heat map signs mark the cell, whatever its colour") {
  Layout layout;
  layout.color = true;
  for (const View view : {View::heat, View::both}) {
    layout.view = view;
    for (arma::uword row = 0; row < 4; ++row) {
      const std::string text =
          screen(by_hand_trace(true), {.stage = kWeights, .cell = {row, row}}, layout);
      CAPTURE(text);
      CHECK(contains(text, "\033[7m>"));
    }
  }
}

TEST_CASE("step_screen: never more lines than the height nor wider than the width") {
  const Trace traces[] = {by_hand_trace(), tall_trace()};
  Sample sample(20);
  for (const Trace& trace : traces)
    for (const unsigned width : {40u, 57u, 80u})
      for (const std::size_t height : {3, 8, 9, 11, 14, 18, 24, 33, 60})
        for (std::size_t stage = 0; stage < trace.stages.size(); ++stage) {
          if (!sample.takes_next()) continue;
          Layout layout;
          layout.width = width;
          layout.explain = static_cast<int>(height % 3);
          const arma::mat& value = trace.stages[stage].value;
          const StepState state{.stage = stage,
                                .cell = {value.n_rows / 2, value.n_cols - 1},
                                .help = height % 2 == 0};
          const std::string text = screen(trace, state, layout, height);
          CAPTURE(width, height, stage, text);
          CHECK(lines_of(text).size() <= height);
          CHECK(misfit(text, width) == "");
        }
}

TEST_CASE("step_screen: a tall matrix loses rows but never the selected one") {
  const Trace trace = tall_trace();
  const auto stages = all_stages(trace);
  Sample sample(4);
  for (arma::uword row = 0; row < 30; ++row) {
    if (!sample.takes_next()) continue;
    const StepState state{.stage = stages.size() - 1, .cell = {row, 2}};
    const std::string text = screen(trace, state, {}, 24);
    CAPTURE(row, text);
    CHECK(contains(text, " q" + std::to_string(row) + " "));
    CHECK(contains(text, "cell   O[q" + std::to_string(row) + ", 2] = "));
    CHECK(lines_of(text).size() <= 24);
  }
}

TEST_CASE("step_screen: a walk back shows what was there") {
  const Trace trace = by_hand_trace();
  std::vector<std::string> forward;
  for (std::size_t stage = 0; stage < trace.stages.size(); ++stage)
    forward.push_back(screen(trace, {.stage = stage, .cell = {stage % 4, 3 - stage % 4}}));
  for (std::size_t stage = trace.stages.size(); stage-- > 0;)
    CHECK(screen(trace, {.stage = stage, .cell = {stage % 4, 3 - stage % 4}}) == forward[stage]);
}

TEST_CASE("step_screen: colour changes nothing but colour") {
  const Trace trace = by_hand_trace();
  Layout plain, colored;
  plain.view = colored.view = View::numbers;
  colored.color = true;
  for (std::size_t stage = 0; stage < trace.stages.size(); ++stage) {
    const StepState state{.stage = stage, .cell = {1, 1}};
    std::string expected = screen(trace, state, plain);
    CHECK_FALSE(contains(expected, "\033"));
    for (char& c : expected)
      if (c == '>' || c == '<') c = ' ';
    const std::string visible = without_escapes(screen(trace, state, colored));
    CHECK(without_trailing_spaces(visible) == without_trailing_spaces(expected));
  }
}

TEST_CASE("step_screen: the cell's arithmetic is in view on a usual terminal") {
  for (const bool causal : {false, true}) {
    const Trace trace = by_hand_trace(causal);
    for (std::size_t stage = 0; stage < trace.stages.size(); ++stage) {
      Layout narrow;
      narrow.width = kMinWidth;
      narrow.explain = 2;
      for (const Layout& layout : {Layout{}, narrow}) {
        const std::string text = screen(trace, {.stage = stage, .cell = {1, 1}}, layout, 24);
        CAPTURE(text);
        CHECK(contains(text, "\n   cell   "));
      }
    }
  }
}

// What a program of ours prints after it was compiled.
arma::mat run_cpp(const std::string& code) {
  const TemporaryFolder folder;
  folder.file("mask.cpp", code);
  const CommandResult result =
      run_command(ATTN_CXX " -std=c++17 -O0 -DARMA_DONT_USE_WRAPPER mask.cpp -o mask && ./mask",
                  folder.path(), 120);
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  arma::mat mask;
  std::istringstream printed(result.out);
  mask.load(printed, arma::raw_ascii);
  return mask;
}

arma::mat open_cells(const MaskPattern& pattern, arma::uword n_q, arma::uword n_k) {
  const BlockedCells blocked = blocked_cells(pattern, n_q, n_k);
  return blocked.is_empty() ? arma::ones(n_q, n_k) : arma::conv_to<arma::mat>::from(blocked == 0);
}

// The lines between the sizes and the last blank line: what is said about this mask.
std::string heart_of(const MaskPattern& pattern, arma::uword n_q, arma::uword n_k) {
  const std::string code = mask_code(pattern, n_q, n_k, CodeLanguage::numpy);
  const std::size_t start = code.find("n_q, n_k = ");
  return code.substr(start, code.find("\n\nprint") - start);
}

TEST_CASE("mask_code: NumPy and JAX differ in their names only") {
  const MaskPattern pattern{.n_prefix = 1,
                            .padded_keys = {0, 2},
                            .documents = Documents{{0, 0}, {0, 0, 1}},
                            .given = Mask(2, 3, arma::fill::ones)};
  std::string numpy = mask_code(pattern, 2, 3, CodeLanguage::numpy);
  std::string jax = mask_code(pattern, 2, 3, CodeLanguage::jax);
  CHECK(contains(numpy, "import numpy as np\n"));
  CHECK(contains(jax, "import jax.numpy as jnp\n"));
  const auto replace_all = [](std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  };
  replace_all(jax, "jax.numpy as jnp", "numpy as np");
  replace_all(jax, "jnp.", "np.");
  // The longer module name may have moved a remark.
  for (std::string* code : {&numpy, &jax}) replace_all(*code, "  ", " ");
  for (std::string* code : {&numpy, &jax}) replace_all(*code, "  ", " ");
  CHECK(jax == numpy);
}

TEST_CASE("mask_code: C++") {
  const MaskPattern pattern{.causal = true, .padded_keys = {1}, .align = Align::end};
  CHECK(mask_code(pattern, 2, 4, CodeLanguage::cpp) ==
        "// mask[i, j] is true where query i may attend to key j: 5 of 8 pairs.\n"
        "#include <algorithm>\n"
        "#include <armadillo>\n"
        "#include <cstdlib>\n"
        "#include <vector>\n"
        "\n"
        "int main() {\n"
        "  const int n_q = 2, n_k = 4;\n"
        "  const std::vector<int> padded_keys{1};\n"
        "\n"
        "  arma::umat mask(n_q, n_k);\n"
        "  for (int row = 0; row < n_q; ++row)\n"
        "    for (int j = 0; j < n_k; ++j) {\n"
        "      const int i = row + n_k - n_q;  // the last query stands beside the last key\n"
        "      // itself and what came before\n"
        "      const bool causal = j <= i;\n"
        "      // not padding\n"
        "      const bool padding = std::count(padded_keys.begin(), padded_keys.end(), j) == 0;\n"
        "      mask(row, j) = causal && padding;\n"
        "    }\n"
        "  mask.print();\n"
        "  // scores.elem(arma::find(mask == 0)).fill(-arma::datum::inf);\n"
        "}\n");
}

TEST_CASE("mask_code: only what a mask needs") {
  CHECK(heart_of({}, 2, 3) == "n_q, n_k = 2, 3\ni, j = np.indices((n_q, n_k))\n\nmask = j >= 0");
  // Places among the keys matter to causal and to windows, not to padding.
  CHECK_FALSE(contains(heart_of({.padded_keys = {2}}, 2, 3), "row"));
  CHECK(contains(heart_of({.window = 1}, 2, 3), "i = row + n_k - n_q"));
  CHECK_FALSE(contains(heart_of({.window = 1, .align = Align::start}, 2, 3), "row"));
}

TEST_CASE("mask_code: a union, without what is padding") {
  const auto ends_with = [](const MaskPattern& pattern, const std::string& end) {
    return heart_of(pattern, 4, 4).ends_with("\nmask = " + end);
  };
  MaskPattern pattern{.causal = true, .window = 2, .join = Join::any};
  CHECK(ends_with(pattern, "causal | window"));
  pattern.padded_keys = {3};
  CHECK(ends_with(pattern, "(causal | window) & padding"));
  pattern.causal = false;
  CHECK(ends_with(pattern, "window & padding"));
  pattern.window.reset();
  CHECK(ends_with(pattern, "padding"));
}

TEST_CASE("mask_code: a mask that is given is written out, but not a large one") {
  const Mask given = segment_mask({0, 1}, {0, 1, 1});
  CHECK(heart_of({.given = given}, 2, 3) ==
        "n_q, n_k = 2, 3\n"
        "given = np.array([\n    [1, 0, 0],\n    [0, 1, 1]\n], dtype=bool)\n"
        "i, j = np.indices((n_q, n_k))\n\nmask = given");
  CHECK_REFUSED(mask_code({.given = Mask(257, 256)}, 257, 256, CodeLanguage::torch),
                "the mask given has 65792 cells, too many to write out as code: the limit is "
                "65536. Let your program read the file instead.");
}

TEST_CASE("mask_code: the C++ program builds the mask that is shown") {
  const Mask given = segment_mask({0, 1, 0, 1}, {0, 1, 1, 0, 1, 1, 0});
  const MaskPattern all{.n_prefix = 2,
                        .padded_keys = {0, 3},
                        .padded_queries = {1},
                        .documents = Documents{{0, 0, 1, 1}, {0, 0, 0, 1, 1, 1, 1}},
                        .window = 4,
                        .given = given,
                        .join = Join::any};
  CHECK(difference(run_cpp(mask_code(all, 4, 7, CodeLanguage::cpp)), open_cells(all, 4, 7)) == "");
  const MaskPattern square{.causal = true,
                           .padded_keys = {4},
                           .documents = Documents{{0, 0, 0, 1, 1}, {0, 0, 0, 1, 1}},
                           .half = HalfReading::literal};
  CHECK(difference(run_cpp(mask_code(square, 5, 5, CodeLanguage::cpp)), open_cells(square, 5, 5)) ==
        "");
}

TEST_CASE("dialect_of: each language has its own arrays and signs") {
  CHECK(dialect_of(CodeLanguage::torch).module == "torch");
  CHECK(dialect_of(CodeLanguage::numpy).module == "np");
  CHECK(dialect_of(CodeLanguage::jax).module == "jnp");
  CHECK(!dialect_of(CodeLanguage::cpp).is_python());
  CHECK(dialect_of(CodeLanguage::cpp).and_sign == "&&");
}

}  // namespace

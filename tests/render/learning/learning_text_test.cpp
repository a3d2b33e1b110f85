#include "render/learning/learning_text.hpp"

#include "base/text.hpp"
#include "render/text/display_width.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

bool contains_text(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Stage shown_weights(const char* id, arma::uword n, bool is_causal) {
  Stage stage{.id = id, .group = "layer 0, head 0", .value = arma::eye(n, n)};
  for (arma::uword i = 0; i < n; ++i) stage.rows.labels.push_back("t" + std::to_string(i));
  stage.cols.labels = stage.rows.labels;
  stage.rule = Shares{};
  if (!is_causal) return stage;
  stage.blocked.zeros(n, n);
  for (arma::uword i = 0; i < n; ++i)
    for (arma::uword j = i + 1; j < n; ++j)
      stage.blocked(i, j) = static_cast<unsigned char>(Blocked::causal);
  return stage;
}

LearningReport report_with(const std::vector<MeasureRow>& measures, arma::uword n = 3,
                           bool is_causal = false) {
  LearningReport report;
  report.measures = measures_table(measures);
  report.n_layers = report.n_heads = 1;
  for (const char* id : {"weights_before", "weights_after"})
    report.weights.record(shown_weights(id, n, is_causal));
  report.weights.query_tokens = report.weights.stages.front().rows.labels;
  report.shown_heads = {{0, 0}};
  report.curve = {{.step = 0, .training_loss = 1.0, .held_out_loss = 1.0},
                  {.step = 100, .training_loss = 0.1, .held_out_loss = 0.01}};
  return report;
}

std::string first_note(const std::vector<MeasureRow>& measures,
                       LabelKind labels = LabelKind::order) {
  LearningReport report = report_with(measures);
  report.settings.labels = labels;
  return learning_notes(report).front();
}

MeasureRow accuracy_row(double after) {
  return {.id = "accuracy", .name = "right", .before = 0.5, .after = after, .chance = 0.5};
}

}  // namespace

TEST_CASE("learning_notes: what was learned, in words", "[render][learning]") {
  CHECK(first_note({accuracy_row(0.99)}) ==
        "On held-out sequences 0.990 of the answers are right, 0.500 before learning and 0.500 by "
        "chance. It was learned.");
  CHECK(contains_text(first_note({accuracy_row(0.7)}), "learned in part"));
  CHECK(contains_text(first_note({accuracy_row(0.52)}), "it was not learned"));
  // Of random labels nothing can be learned, and the table says why.
  CHECK_FALSE(contains_text(first_note({accuracy_row(0.5)}, LabelKind::random), "learned."));
}

TEST_CASE("learning_notes: where answers cannot be right, the loss tells", "[render][learning]") {
  const MeasureRow loss{
      .id = "held_out_loss", .name = "loss", .before = 1.1, .after = 0.02, .chance = 1.0};
  CHECK(first_note({loss}) ==
        "The loss on held-out sequences went from 1.100 to 0.020; by chance it is 1.000. It was "
        "learned.");
}

TEST_CASE("learning_notes: held out worse than chance, and in training by heart or not",
          "[render][learning]") {
  const MeasureRow loss{
      .id = "held_out_loss", .name = "loss", .before = 1.1, .after = 1.2, .chance = 1.0};
  LearningReport report = report_with({loss});
  const auto says = [&report](double training_loss, const char* part) {
    report.curve = {{0, 1.1, 1.1, {}}, {9, training_loss, 1.2, {}}};
    return contains_text(learning_notes(report).front(), part);
  };
  CHECK(says(0.3, "the training loss is 0.300: it learned what it was given by heart"));
  CHECK(says(1.01, "no better than chance: it was not learned"));
}

TEST_CASE("learning_notes: words too rare to teach anything suggest characters",
          "[render][learning]") {
  const auto suggests = [](double after, bool characters_may_help) {
    LearningReport report = report_with(
        {{.id = "held_out_loss", .name = "loss", .before = 4.1, .after = after, .chance = 4.0}});
    report.settings.task = TaskKind::text;
    report.text = ReadText{.characters_may_help = characters_may_help};
    return contains_text(learning_notes(report).front(), "try --unit characters");
  };
  CHECK(suggests(4.2, true));
  CHECK(suggests(3.9, true));
  CHECK_FALSE(suggests(2.0, true));
  CHECK_FALSE(suggests(4.2, false));
}

TEST_CASE("learning_notes: by how many sequences curve and table judge", "[render][learning]") {
  LearningReport report = report_with({accuracy_row(1.0)});
  report.n_judged = 500;
  report.n_judged_at_end = 2000;
  REQUIRE(learning_notes(report).size() == 2);
  CHECK(learning_notes(report).back() ==
        "Held-out loss and accuracy are over 2,000 sequences in the table, over the first 500 of "
        "them in the curve.");
  report.n_judged = 2000;
  CHECK(learning_notes(report).size() == 1);
}

TEST_CASE("learning_notes: copies of held-out lines that were left out are told",
          "[render][learning]") {
  LearningReport report = report_with({accuracy_row(1.0)});
  report.text = ReadText{.n_copies_left_out = 1200};
  REQUIRE(learning_notes(report).size() == 2);
  CHECK(learning_notes(report).back() ==
        "Copies of held-out lines or pieces in the text, left out so that nothing is judged that "
        "was learned: 1,200.");
}

TEST_CASE("learning_notes: the weights shown are those of evaluation", "[render][learning]") {
  LearningReport report = report_with({accuracy_row(1.0)});
  CHECK(learning_notes(report).size() == 1);
  report.settings.dropout = 0.1;
  REQUIRE(learning_notes(report).size() == 2);
  CHECK(contains_text(learning_notes(report).back(), "those of evaluation"));
}

TEST_CASE("learning_text: a long causal map is shown as far as it can be read",
          "[render][learning]") {
  const std::string text = learning_text(report_with({accuracy_row(1.0)}, 32, true), {});
  CHECK(contains_text(text, ".. tokens left out: the first 16 of 32 are shown."));
  CHECK(contains_text(text, "t15"));
  CHECK_FALSE(contains_text(text, "t16"));
  // Without a mask a row would miss what is left out.
  CHECK_FALSE(
      contains_text(learning_text(report_with({accuracy_row(1.0)}, 32), {}), "tokens left out"));
}

TEST_CASE("learning_text: texts that were made up, by their steps", "[render][learning]") {
  LearningReport report = report_with({accuracy_row(1.0)});
  report.samples = {{0, "b a"}, {0, ""}, {100, "a b"}};
  const std::string text = learning_text(report, {});
  CHECK(contains_text(text, "   step 0   b a\n            (nothing)\n\n   step 100   a b\n"));
}

TEST_CASE("learning_text: of a text that was made up no more than two lines",
          "[render][learning]") {
  LearningReport report = report_with({accuracy_row(1.0)});
  std::string japanese, english;
  for (int i = 0; i < 90; ++i) {
    japanese += "太太";
    english += "Mary ";
  }
  report.samples = {{0, japanese}, {0, english}, {100, "a b"}};
  for (const unsigned width : {40U, 80U}) {
    const std::string text = learning_text(report, {.width = width});
    const std::size_t first = text.find("   step 0 "), last = text.find("   step 100 ");
    const std::string samples = text.substr(first, last - first);
    CHECK(n_lines_of(samples) == 2 + 2 + 1);
    CHECK(contains_text(samples, "太 .."));
  }
}

TEST_CASE("learning_text: says why a head is shown that no measure names", "[render][learning]") {
  LearningReport report = report_with({accuracy_row(1.0)});
  report.n_heads = 8;
  CHECK(contains_text(learning_text(report, {}), "\n   layer 0, head 0\n"));
  report.shows_most_changed = true;
  CHECK(contains_text(learning_text(report, {}),
                      "\n   layer 0, head 0   of 8 heads the one whose weights changed most\n"));
  CHECK(contains_text(learning_text(report, {.width = 40}), "\n   layer 0, head 0\n   of 8 heads"));
  CHECK(contains_text(learning_text(report, {.explain = 0}), "\n   layer 0, head 0\n"));
}

TEST_CASE("learning_text: what the models say of single sequences", "[render][learning]") {
  LearningReport report = report_with({accuracy_row(1.0)});
  CHECK_FALSE(contains_text(learning_text(report, {}), " answers\n"));
  report.answers = {{.sketch = ".1..2", .label = 1, .before = {0.75, 0.25}, .after = {0.0, 1.0}}};
  const std::string text = learning_text(report, {});
  CHECK(contains_text(text,
                      "   sequence  class  before 0  before 1  after 0  after 1  was right\n"
                      "   .1..2         1     0.750     0.250    0.000    1.000      after\n"));
  CHECK(text.find(" answers\n") < text.find(" measures\n"));
}

TEST_CASE("learning_curve_text: names the levels where there is no room beside the curve",
          "[render][learning]") {
  LearningReport report = report_with({accuracy_row(1.0)});
  report.levels = {{"floor", "the floor", 0.1}};
  CHECK(contains_text(learning_curve_text(report, {.width = 40}), "- - 0.10 the floor"));
  CHECK_FALSE(contains_text(learning_curve_text(report, {}), "- - 0.10 the floor"));
}

TEST_CASE("learning_text: no line is too wide", "[render][learning]") {
  LearningReport report = report_with({accuracy_row(0.75)}, 12, true);
  report.settings.dropout = 0.1;
  report.samples = {{0, std::string(90, 'x')}, {0, "a " + std::string(39, 'x')}, {100, "a b"}};
  for (const unsigned width : {40U, 60U, 80U}) {
    const Layout layout{.width = width};
    const std::string text = learning_title(report.settings, std::nullopt, 1040, layout) +
                             learning_curve_text(report, layout) + learning_text(report, layout);
    for (const std::string& line : split(text, '\n')) CHECK(display_width(line) <= width);
  }
}

TEST_CASE("learning_title: the settings that matter for the model", "[render][learning]") {
  LearnSettings settings = usual_settings(TaskKind::classify, ClassifierKind::rnn);
  const std::string rnn = learning_title(settings, std::nullopt, 21'250, {.width = 200});
  CHECK(contains_text(rnn, "learn   classify   rnn   labels order"));
  CHECK(contains_text(rnn, "21,250 parameters"));
  CHECK_FALSE(contains_text(rnn, "n_heads"));
  CHECK_FALSE(contains_text(rnn, "dropout"));
  const ReadText songs{.title = "songs.txt"};
  const LearnSettings text = usual_settings(TaskKind::text);
  CHECK(contains_text(learning_title(text, songs, 1, {.width = 200}),
                      "learn   text   songs.txt   1,200 steps   batch 64   n 32   unit words   d"));
  const ReadText found{.title = "songs.txt", .unit = TextUnit::characters, .is_unit_found = true};
  CHECK(contains_text(learning_title(text, found, 1, {.width = 200}),
                      "   unit characters (by the look of the text)   "));
  const std::string copy = learning_title(usual_settings(TaskKind::copy), std::nullopt, 1040, {});
  CHECK(contains_text(copy, "dropout 0.1"));
  CHECK(contains_text(copy, "n_heads 1"));
}

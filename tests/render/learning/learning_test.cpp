#include "render/learning/learning.hpp"

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "render/text/text.hpp"
#include "support/catch.hpp"

TEST_CASE("learning_comparison_report, JSON: what all models share, and one object for each") {
  const LearnSettings settings = usual_settings(TaskKind::classify);
  const std::vector<ComparedModel> models{{.model = ClassifierKind::lstm,
                                           .n_parameters = 9,
                                           .held_out_accuracy = 1.0,
                                           .training_accuracy = 0.5,
                                           .seconds = 2.0}};
  const nlohmann::ordered_json json = learning_comparison_report(models, settings).json;
  CHECK(json["schema"] == "attn.learn/1");
  CHECK(json["config"]["labels"] == "order");
  CHECK_FALSE(json["config"].contains("dropout"));  // differs from model to model
  CHECK(json["comparison"][0] == nlohmann::ordered_json{{"model", "lstm"},
                                                        {"held_out_accuracy", 1},
                                                        {"training_accuracy", 0.5},
                                                        {"parameters", 9},
                                                        {"seconds", 2}});
  const std::string text = report_text(learning_comparison_report(models, settings), {});
  CHECK(contains(text, "lstm"));
  CHECK(contains(text, "2,000 sequences in training"));
}

TEST_CASE("curve_row: stands under its header") {
  const CurvePoint point{
      .step = 1200, .training_loss = 0.5, .held_out_loss = 0.25, .held_out_accuracy = 0.75};
  CHECK(curve_header(true, {}) == "       steps   training   held out      right\n");
  CHECK(curve_row(point, {}) == "       1,200      0.500      0.250      0.750\n");
}

TEST_CASE("curve_row: without an accuracy there is no column for it") {
  const CurvePoint point{.step = 0, .training_loss = 2.0, .held_out_loss = 1e-9};
  CHECK(curve_header(false, {}) == "       steps   training   held out\n");
  CHECK(curve_row(point, {}) == "           0      2.000     <0.001\n");
}

TEST_CASE("curve_row: a loss that ran away keeps its column") {
  const CurvePoint point{.step = 3, .training_loss = 1.5e12, .held_out_loss = 123456789.0};
  const std::string row = curve_row(point, {});
  CHECK(display_width(row) == display_width(curve_row({}, {})));
  CHECK(row == "           3    1.5e+12   1.23e+08\n");
}

TEST_CASE("curve_row: four columns fit into 40") {
  const CurvePoint point{
      .step = 1000000, .training_loss = 0.5, .held_out_loss = 0.25, .held_out_accuracy = 0.75};
  CHECK(curve_header(true, {.width = 40}) == "       steps training held out    right\n");
  CHECK(curve_row(point, {.width = 40}) == "   1,000,000    0.500    0.250    0.750\n");
}

TEST_CASE("curve_record: exact numbers, and nothing for what does not exist") {
  CHECK(curve_record_header() == "step\ttraining_loss\theld_out_loss\theld_out_accuracy\n");
  CHECK(curve_record({.step = 5, .training_loss = 0.1, .held_out_loss = 0.25}) ==
        "5\t0.1\t0.25\t\n");
  CHECK(curve_record(
            {.step = 5, .training_loss = 0.1, .held_out_loss = 0.25, .held_out_accuracy = 1.0}) ==
        "5\t0.1\t0.25\t1\n");
}

TEST_CASE("learning_json: lists of equal length, and null for what does not exist") {
  LearningReport report;
  report.n_parameters = 7;
  report.curve = {
      {.step = 0, .training_loss = 2.0, .held_out_loss = 3.0},
      {.step = 5, .training_loss = 1.0, .held_out_loss = 0.5, .held_out_accuracy = 1.0}};
  report.levels = {{"chance", "guessing", 2.5}};
  report.measures = measures_table({{.id = "accuracy", .name = "A", .before = 0.25, .after = 0.75},
                                    {.id = "recall",
                                     .name = "B",
                                     .before = 0.5,
                                     .after = 1.0,
                                     .chance = 0.5,
                                     .place = HeadPlace{1, 3}}},
                                   "a note");
  const nlohmann::ordered_json json = learning_json(report);
  CHECK(json["schema"] == "attn.learn/1");
  CHECK(json["parameters"] == 7);
  CHECK(json["config"]["task"] == "copy");
  CHECK(json["curve"]["step"] == nlohmann::ordered_json{0, 5});
  CHECK(json["curve"]["training_loss"] == nlohmann::ordered_json{2, 1});
  CHECK(json["curve"]["held_out_loss"] == nlohmann::ordered_json{3, 0.5});
  CHECK(json["curve"]["held_out_accuracy"] == nlohmann::ordered_json{nullptr, 1});
  CHECK(json["levels"][0]["loss"] == 2.5);
  CHECK(json["measures"][0]["id"] == "accuracy");
  CHECK(json["measures"][0]["chance"].is_null());
  CHECK(json["measures"][0]["layer"].is_null());
  CHECK(json["measures"][1]["layer"] == 1);
  CHECK(json["measures"][1]["head"] == 3);
  CHECK(json["weights"].is_null());
  CHECK(json["answers"].empty());
  CHECK(json["notes"].back() == "a note");
}

TEST_CASE("learning_json: weights by layer, head, query and key") {
  LearningReport report;
  report.measures = measures_table({});
  report.n_layers = 1;
  report.n_heads = 2;
  report.weights.query_tokens = {"a", "b"};
  for (std::size_t head = 0; head < 2; ++head)
    for (const char* id : {"weights_before", "weights_after"})
      report.weights.record({.id = id,
                             .group = head_group({0, head}),
                             .value = id == std::string("weights_after")
                                          ? arma::mat{{1.0, 0.0}, {0.25, 0.75}}
                                          : arma::mat(2, 2, arma::fill::value(0.5))});
  const nlohmann::ordered_json weights = learning_json(report)["weights"];
  CHECK(weights["tokens"] == nlohmann::ordered_json{"a", "b"});
  CHECK(weights["after"].size() == 1);
  CHECK(weights["after"][0].size() == 2);
  CHECK(weights["after"][0][1][1][0] == 0.25);
  CHECK(weights["before"][0][0][0][1] == 0.5);
}

TEST_CASE("learning_json: answers to single sequences") {
  LearningReport report;
  report.measures = measures_table({});
  report.answers = {
      {.tokens = {7, 1, 2}, .label = 1, .before = {0.75, 0.25}, .after = {0.125, 0.875}}};
  const nlohmann::ordered_json answer = learning_json(report)["answers"].at(0);
  CHECK(answer["tokens"] == nlohmann::ordered_json{7, 1, 2});
  CHECK(answer["class"] == 1);
  CHECK(answer["before"] == nlohmann::ordered_json{0.75, 0.25});
  CHECK(answer["after"] == nlohmann::ordered_json{0.125, 0.875});
  CHECK(answer["right_before"] == false);
  CHECK(answer["right_after"] == true);
}

namespace {

LearningPace halfway() {
  return {.task = "copy",
          .n_done = 500,
          .n_steps = 1000,
          .loss = 0.25,
          .drops = true,
          .held_out_loss = 0.125,
          .steps_per_second = 100.0};
}

TEST_CASE("learning_progress_line: how far, how good, how fast, how long") {
  CHECK(learning_progress_line(halfway(), {.width = 120}) ==
        " copy  step 500/1,000  loss 0.250 with dropout  held out 0.125  100 steps/s  5 s left");
  LearningPace first{.task = "sort", .n_steps = 10, .loss = 2.0};
  CHECK(learning_progress_line(first, {}) == " sort  step 0/10  loss 2.000");
}

TEST_CASE("learning_progress_line: a slow run is told in minutes and hours") {
  LearningPace pace = halfway();
  pace.steps_per_second = 1.0;
  CHECK(learning_progress_line(pace, {.width = 120}).ends_with("1.0 steps/s  9 min left"));
  pace.n_steps = 10'500;
  CHECK(learning_progress_line(pace, {.width = 120}).ends_with("3 h left"));
}

TEST_CASE("learning_progress_line: leaves room for the ^C of a terminal") {
  for (unsigned width = 20; width <= 100; ++width)
    CHECK(display_width(learning_progress_line(halfway(), {.width = width})) + 2 < width);
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

TEST_CASE("learning_notes: what was learned, in words") {
  CHECK(first_note({accuracy_row(0.99)}) ==
        "On held-out sequences 0.990 of the answers are right, 0.500 before learning and 0.500 by "
        "chance. It was learned.");
  CHECK(contains(first_note({accuracy_row(0.7)}), "learned in part"));
  CHECK(contains(first_note({accuracy_row(0.52)}), "it was not learned"));
  // Of random labels nothing can be learned, and the table says why.
  CHECK_FALSE(contains(first_note({accuracy_row(0.5)}, LabelKind::random), "learned."));
}

TEST_CASE("learning_notes: where answers cannot be right, the loss tells") {
  const MeasureRow loss{
      .id = "held_out_loss", .name = "loss", .before = 1.1, .after = 0.02, .chance = 1.0};
  CHECK(first_note({loss}) ==
        "The loss on held-out sequences went from 1.100 to 0.020; by chance it is 1.000. It was "
        "learned.");
}

TEST_CASE("learning_notes: held out worse than chance, and in training by heart or not") {
  const MeasureRow loss{
      .id = "held_out_loss", .name = "loss", .before = 1.1, .after = 1.2, .chance = 1.0};
  LearningReport report = report_with({loss});
  const auto says = [&report](double training_loss, const char* part) {
    report.curve = {{0, 1.1, 1.1, {}}, {9, training_loss, 1.2, {}}};
    return contains(learning_notes(report).front(), part);
  };
  CHECK(says(0.3, "the training loss is 0.300: it learned what it was given by heart"));
  CHECK(says(1.01, "no better than chance: it was not learned"));
}

TEST_CASE("learning_notes: words too rare to teach anything suggest characters") {
  const auto suggests = [](double after, bool characters_may_help) {
    LearningReport report = report_with(
        {{.id = "held_out_loss", .name = "loss", .before = 4.1, .after = after, .chance = 4.0}});
    report.settings.task = TaskKind::text;
    report.text = ReadText{.characters_may_help = characters_may_help};
    return contains(learning_notes(report).front(), "try --unit characters");
  };
  CHECK(suggests(4.2, true));
  CHECK(suggests(3.9, true));
  CHECK_FALSE(suggests(2.0, true));
  CHECK_FALSE(suggests(4.2, false));
}

TEST_CASE("learning_notes: by how many sequences curve and table judge") {
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

TEST_CASE("learning_notes: copies of held-out lines that were left out are told") {
  LearningReport report = report_with({accuracy_row(1.0)});
  report.text = ReadText{.n_copies_left_out = 1200};
  REQUIRE(learning_notes(report).size() == 2);
  CHECK(learning_notes(report).back() ==
        "Copies of held-out lines or pieces in the text, left out so that nothing is judged that "
        "was learned: 1,200.");
}

TEST_CASE("learning_notes: the weights shown are those of evaluation") {
  LearningReport report = report_with({accuracy_row(1.0)});
  CHECK(learning_notes(report).size() == 1);
  report.settings.dropout = 0.1;
  REQUIRE(learning_notes(report).size() == 2);
  CHECK(contains(learning_notes(report).back(), "those of evaluation"));
}

TEST_CASE("learning_text: a long causal map is shown as far as it can be read") {
  const std::string text = learning_text(report_with({accuracy_row(1.0)}, 32, true), {});
  CHECK(contains(text, ".. tokens left out: the first 16 of 32 are shown."));
  CHECK(contains(text, "t15"));
  CHECK_FALSE(contains(text, "t16"));
  // Without a mask a row would miss what is left out.
  CHECK_FALSE(contains(learning_text(report_with({accuracy_row(1.0)}, 32), {}), "tokens left out"));
}

TEST_CASE("learning_text: texts that were made up, by their steps") {
  LearningReport report = report_with({accuracy_row(1.0)});
  report.samples = {{0, "b a"}, {0, ""}, {100, "a b"}};
  const std::string text = learning_text(report, {});
  CHECK(contains(text, "   step 0   b a\n            (nothing)\n\n   step 100   a b\n"));
}

TEST_CASE("learning_text: of a text that was made up no more than two lines") {
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
    CHECK(contains(samples, "太 .."));
  }
}

TEST_CASE("learning_text: says why a head is shown that no measure names") {
  LearningReport report = report_with({accuracy_row(1.0)});
  report.n_heads = 8;
  CHECK(contains(learning_text(report, {}), "\n   layer 0, head 0\n"));
  report.shows_most_changed = true;
  CHECK(contains(learning_text(report, {}),
                 "\n   layer 0, head 0   of 8 heads the one whose weights changed most\n"));
  CHECK(contains(learning_text(report, {.width = 40}), "\n   layer 0, head 0\n   of 8 heads"));
  CHECK(contains(learning_text(report, {.explain = 0}), "\n   layer 0, head 0\n"));
}

TEST_CASE("learning_text: what the models say of single sequences") {
  LearningReport report = report_with({accuracy_row(1.0)});
  CHECK_FALSE(contains(learning_text(report, {}), " answers\n"));
  report.answers = {{.sketch = ".1..2", .label = 1, .before = {0.75, 0.25}, .after = {0.0, 1.0}}};
  const std::string text = learning_text(report, {});
  CHECK(contains(text,
                 "   sequence  class  before 0  before 1  after 0  after 1  was right\n"
                 "   .1..2         1     0.750     0.250    0.000    1.000      after\n"));
  CHECK(text.find(" answers\n") < text.find(" measures\n"));
}

TEST_CASE("learning_curve_text: names the levels where there is no room beside the curve") {
  LearningReport report = report_with({accuracy_row(1.0)});
  report.levels = {{"floor", "the floor", 0.1}};
  CHECK(contains(learning_curve_text(report, {.width = 40}), "- - 0.10 the floor"));
  CHECK_FALSE(contains(learning_curve_text(report, {}), "- - 0.10 the floor"));
}

TEST_CASE("learning_text: no line is too wide") {
  LearningReport report = report_with({accuracy_row(0.75)}, 12, true);
  report.settings.dropout = 0.1;
  report.samples = {{0, std::string(90, 'x')}, {0, "a " + std::string(39, 'x')}, {100, "a b"}};
  for (const unsigned width : {40U, 60U, 80U}) {
    const Layout layout{.width = width};
    const std::string text =
        title_text(learning_title(report.settings, std::nullopt, 1040), layout) +
        learning_curve_text(report, layout) + learning_text(report, layout);
    for (const std::string& line : split(text, '\n')) CHECK(display_width(line) <= width);
  }
}

TEST_CASE("learning_title: the settings that matter for the model") {
  LearnSettings settings = usual_settings(TaskKind::classify, ClassifierKind::rnn);
  const std::string rnn =
      title_text(learning_title(settings, std::nullopt, 21'250), {.width = 200});
  CHECK(contains(rnn, "learn   classify   rnn   labels order"));
  CHECK(contains(rnn, "21,250 parameters"));
  CHECK_FALSE(contains(rnn, "n_heads"));
  CHECK_FALSE(contains(rnn, "dropout"));
  const ReadText songs{.title = "songs.txt"};
  const LearnSettings text = usual_settings(TaskKind::text);
  CHECK(contains(title_text(learning_title(text, songs, 1), {.width = 200}),
                 "learn   text   songs.txt   1,200 steps   batch 64   n 32   unit words   d"));
  const ReadText found{.title = "songs.txt", .unit = TextUnit::characters, .is_unit_found = true};
  CHECK(contains(title_text(learning_title(text, found, 1), {.width = 200}),
                 "   unit characters (by the look of the text)   "));
  const std::string copy =
      title_text(learning_title(usual_settings(TaskKind::copy), std::nullopt, 1040), {});
  CHECK(contains(copy, "dropout 0.1"));
  CHECK(contains(copy, "n_heads 1"));
}

// From 1 down to 0 in training, half of it held out.
std::vector<CurvePoint> falling_losses() {
  std::vector<CurvePoint> points;
  for (std::uint64_t step = 0; step <= 10; ++step) {
    const double loss = 1.0 - static_cast<double>(step) / 10.0;
    points.push_back({.step = 10 * step, .training_loss = loss, .held_out_loss = loss / 2.0});
  }
  return points;
}

std::vector<std::string> lines_of_curve(const std::vector<CurvePoint>& points,
                                        const std::vector<Level>& levels,
                                        const Layout& layout = {}) {
  return split(loss_curve_text(points, levels, 100, layout), '\n');
}

TEST_CASE("loss_curve_text: losses stand at their height and step") {
  const auto lines = lines_of_curve(falling_losses(), {});
  // Eleven lines, 1.00 above and 0 below; the axis and its numbers.
  REQUIRE(lines.size() == 11 + 2 + 1);
  CHECK(lines.front().starts_with("   1.00 |*"));
  CHECK(lines[5].starts_with("        |."));
  CHECK(lines[10].starts_with("      0 |"));
  CHECK(lines[10].ends_with("#"));  // both end at 0, at the last step
  CHECK(lines[11].starts_with("        ++"));
  CHECK(lines[12].ends_with("step 100"));
}

TEST_CASE("loss_curve_text: a level is a dashed line with its number and its name") {
  const auto lines = lines_of_curve(falling_losses(), {{"floor", "the floor", 0.2}});
  CHECK(lines[8].starts_with("   0.20 |- - -"));
  CHECK(lines[8].ends_with("  the floor"));
}

TEST_CASE("loss_curve_text: levels on one line have a name each") {
  const auto lines = lines_of_curve(falling_losses(), {{"a", "one", 0.5}, {"b", "two", 0.51}});
  CHECK(lines[5].ends_with("  one"));
  CHECK(lines[6].ends_with("  two"));
}

TEST_CASE("loss_curve_text: fits into any width") {
  const std::vector<Level> levels{{"floor", "a name that is rather long", 0.1}};
  for (const unsigned width : {40U, 59U, 60U, 80U, 200U})
    for (const std::string& line : lines_of_curve(falling_losses(), levels, {.width = width}))
      CHECK(display_width(line) <= width);
  CHECK_FALSE(curve_names_levels({.width = 40}));
  CHECK(curve_names_levels({.width = 80}));
}

TEST_CASE("loss_curve_text: what was not made yet is blank") {
  const std::vector<CurvePoint> first{{.step = 0, .training_loss = 1.0, .held_out_loss = 1.0}};
  const auto lines = lines_of_curve(first, {});
  CHECK(lines.front() == "   1.00 |#");
  for (std::size_t i = 1; i < 10; ++i) CHECK(lines[i] == "        |");
  CHECK(loss_curve_text({}, {}, 100, {}).empty());
}

TEST_CASE("loss_curve_text: a loss that is no number leaves a gap") {
  auto points = falling_losses();
  points[5].training_loss = std::numeric_limits<double>::quiet_NaN();
  points[6].held_out_loss = std::numeric_limits<double>::infinity();
  const auto count = [](const std::string& text, char mark) {
    return std::count(text.begin(), text.end(), mark);
  };
  const std::string text = loss_curve_text(points, {}, 100, {});
  const std::string whole = loss_curve_text(falling_losses(), {}, 100, {});
  CHECK(count(text, '*') == count(whole, '*') - 1);
  CHECK(text.substr(0, 9) == whole.substr(0, 9));  // the scale is the same
}

Stage square_of_weights(const arma::mat& W) {
  Stage stage{.id = "weights_after", .value = W};
  for (arma::uword i = 0; i < W.n_rows; ++i) stage.rows.labels.emplace_back(1, char('a' + i % 26));
  stage.cols.labels = stage.rows.labels;
  stage.rule = Shares{};
  return stage;
}

std::string pair_of_size(arma::uword n, const Layout& layout) {
  const Stage before = square_of_weights(arma::mat(n, n, arma::fill::value(1.0 / double(n))));
  return weight_pair_text(before, square_of_weights(arma::eye(n, n)), layout);
}

TEST_CASE("weight_pair_text: numbers side by side where both fit") {
  const auto lines = split(pair_of_size(2, {}), '\n');
  CHECK(lines[0] == "       before      after");
  CHECK(lines[1] == "        a    b      a  b");
  CHECK(lines[2] == "   a  .50  .50      1  0");
}

TEST_CASE("weight_pair_text: shades where numbers have no room") {
  const std::string text = pair_of_size(20, {});
  CHECK_FALSE(contains(text, "⣿⣿"));  // one column each, side by side
  CHECK(contains(text, "⣿"));
  CHECK(n_lines_of(text) == 2 + 20 + 2);
}

TEST_CASE("weight_pair_text: one below the other on a narrow screen") {
  const std::string text = pair_of_size(20, {.width = 40});
  CHECK(text.find("before") < text.find("after"));
  CHECK(n_lines_of(text.substr(0, text.find("after"))) > 20);
}

TEST_CASE("weight_pair_text: no line is too wide") {
  for (const unsigned width : {40U, 60U, 80U})
    for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii})
      for (const arma::uword n : {1U, 3U, 8U, 20U, 40U, 100U})
        for (const std::string& line :
             split(pair_of_size(n, {.width = width, .glyphs = glyphs}), '\n'))
          CHECK(display_width(line) <= width);
}

}  // namespace

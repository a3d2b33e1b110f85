#include "learning/report/report.hpp"
#include "learning/tasks/quick_training.hpp"
#include "learning/text/text.hpp"
#include "support/catch.hpp"

namespace {

LearnSettings short_run(TaskKind task, ClassifierKind classifier = ClassifierKind::attention) {
  LearnSettings settings = usual_settings(task, classifier);
  settings.n_steps = 3;
  settings.n_in_batch = 8;
  return settings;
}

TEST_CASE("learning_report: the weights before are those of an untrained model") {
  QuickTraining quick(make_task(short_run(TaskKind::copy)));
  quick.run();
  const LearningReport report = learning_report(quick.training, quick.workers);
  const auto untrained = quick.task->new_model();
  untrained->forward(quick.workers, quick.task->shown_sequence(), {});
  const arma::mat& before = report.weights.stage("weights_before", "layer 0, head 0").value;
  const arma::mat& after = report.weights.stage("weights_after", "layer 0, head 0").value;
  CHECK(arma::approx_equal(before, weights_of(*untrained, 0, 0, 0, 6), "absdiff", 0.0));
  CHECK_FALSE(arma::approx_equal(before, after, "absdiff", 1e-6));
  for (const arma::mat& W : {before, after})
    CHECK(arma::abs(arma::sum(W, 1) - 1.0).max() < 1e-6);  // evaluation: nothing is dropped
  CHECK(report.curve.size() == quick.training.curve().size());
  CHECK(report.n_parameters == 4 * 16 * 16 + 16);
}

TEST_CASE("learning_report: a causal model has its later keys blocked") {
  QuickTraining quick(make_task(short_run(TaskKind::recall)));
  quick.run();
  const LearningReport report = learning_report(quick.training, quick.workers);
  const Stage& stage = report.weights.stage("weights_after", head_group({1, 1}));
  CHECK(is_blocked(stage, 0, 1));
  CHECK_FALSE(is_blocked(stage, 1, 0));
  CHECK(stage.value(0, 1) == 0.0);
}

TEST_CASE("learning_report: heads that measures name are shown, each once") {
  QuickTraining quick(make_task(short_run(TaskKind::recall)));
  quick.run();
  const LearningReport report = learning_report(quick.training, quick.workers);
  REQUIRE(report.measures.columns.back().id == "head");
  for (const HeadPlace& place : report.shown_heads) {
    const bool is_named = std::any_of(
        report.measures.rows.begin(), report.measures.rows.end(), [&](const TableRow& row) {
          const auto *layer = std::get_if<cell::Whole>(&row[4]),
                     *head = std::get_if<cell::Whole>(&row[5]);
          return layer && head && layer->number == place.layer && head->number == place.head;
        });
    CHECK(is_named);
  }
  CHECK(!report.shown_heads.empty());
  CHECK_FALSE(report.shows_most_changed);
  CHECK(report.shown_heads.size() <= 2);
}

TEST_CASE("learning_report: else the head that changed most is") {
  LearnSettings settings = short_run(TaskKind::classify);
  settings.n_training = 50;
  QuickTraining quick(make_task(settings));
  quick.run();
  const LearningReport report = learning_report(quick.training, quick.workers);
  REQUIRE(report.shown_heads.size() == 1);
  CHECK(report.shows_most_changed);
  const auto change = [&](const HeadPlace& place) {
    return arma::accu(arma::abs(report.weights.stage("weights_after", head_group(place)).value -
                                report.weights.stage("weights_before", head_group(place)).value));
  };
  for (std::size_t head = 0; head < report.n_heads; ++head)
    CHECK(change({0, head}) <= change(report.shown_heads.front()));
}

TEST_CASE("learning_report: a model without attention has no weights to show") {
  LearnSettings settings = short_run(TaskKind::classify, ClassifierKind::rnn);
  settings.n_training = 50;
  QuickTraining quick(make_task(settings));
  quick.run();
  const LearningReport report = learning_report(quick.training, quick.workers);
  CHECK(report.n_layers == 0);
  CHECK(report.weights.stages.empty());
  CHECK(report.shown_heads.empty());
}

TEST_CASE("read_text_of: characters may help where words are rare and the unit is open") {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "it was the time number " + std::to_string(i) + "\n";
  const auto may_help = [](const std::string& read, TextUnit unit, bool may_change_unit) {
    return read_text_of(corpus_of_text(read, "t.txt", unit, 32), may_change_unit)
        .characters_may_help;
  };
  CHECK(may_help(text, TextUnit::words, true));
  CHECK_FALSE(may_help(text, TextUnit::words, false));
  CHECK_FALSE(may_help(text, TextUnit::characters, true));
  CHECK_FALSE(may_help(text + text + text, TextUnit::words, true));
  CHECK_FALSE(read_text_of(corpus_of_grammar(grammar_of("en"), 4, 2, 1), true).characters_may_help);
}

TEST_CASE("measured_after: a measure by its id") {
  const Table table = measures_table({{.id = "a", .name = "A", .before = 0.25, .after = 0.75}});
  CHECK(measured_after(table, "a") == 0.75);
  CHECK(measured_after(table, "b") == 0.0);
}

Table compared(double attention, double simple, double lstm, double rnn, LabelKind labels) {
  LearnSettings settings;
  settings.labels = labels;
  return comparison_table(
      {{.model = ClassifierKind::attention,
        .n_parameters = 100,
        .held_out_accuracy = attention,
        .majority_class = 0.5115},
       {.model = ClassifierKind::simple, .held_out_accuracy = simple},
       {.model = ClassifierKind::lstm, .held_out_accuracy = lstm},
       {.model = ClassifierKind::rnn, .held_out_accuracy = rnn, .seconds = 1.25}},
      settings);
}

bool notes(const Table& table, const std::string& part) {
  return table.note.find(part) != std::string::npos;
}

TEST_CASE("comparison_table: a row for each model") {
  const Table table = compared(0.97, 0.5, 1.0, 0.998, LabelKind::order);
  REQUIRE(table.rows.size() == 4);
  CHECK(std::get<cell::Text>(table.rows[0][0]).id == "attention");
  CHECK(std::get<cell::Real>(table.rows[0][1]).value == 0.97);
  CHECK(std::get<cell::Whole>(table.rows[0][3]).number == 100);
  CHECK(std::get<cell::Real>(table.rows[3][4]).value == 1.25);
}

TEST_CASE("comparison_table: the more frequent class stands beside") {
  CHECK(notes(compared(0.97, 0.5, 1.0, 0.998, LabelKind::order),
              "Always the more frequent class is right in 0.51"));
}

TEST_CASE("comparison_table: on a rule of order those that read word by word win") {
  const Table table = compared(0.97, 0.5, 1.0, 0.998, LabelKind::order);
  CHECK(notes(table, "Best on new sequences: lstm, rnn."));
  CHECK(notes(table, "win over attention"));
}

TEST_CASE("comparison_table: says so where attention is as good") {
  const Table table = compared(0.995, 0.5, 1.0, 0.7, LabelKind::order);
  CHECK(notes(table, "Best on new sequences: attention, lstm."));
  CHECK_FALSE(notes(table, "win over attention"));
}

TEST_CASE("comparison_table: nobody wins by a coin") {
  CHECK(notes(compared(0.51, 0.5, 0.52, 0.49, LabelKind::random), "the labels are random"));
  CHECK(notes(compared(0.51, 0.5, 0.52, 0.49, LabelKind::order), "Try more --steps"));
  CHECK_FALSE(notes(compared(0.51, 0.5, 0.52, 0.49, LabelKind::random), "no positions"));
}

}  // namespace

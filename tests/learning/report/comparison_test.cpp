#include "learning/report/comparison.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

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

}  // namespace

TEST_CASE("comparison_table: a row for each model", "[learning][report]") {
  const Table table = compared(0.97, 0.5, 1.0, 0.998, LabelKind::order);
  REQUIRE(table.rows.size() == 4);
  CHECK(std::get<cell::Text>(table.rows[0][0]).id == "attention");
  CHECK(std::get<cell::Real>(table.rows[0][1]).value == 0.97);
  CHECK(std::get<cell::Whole>(table.rows[0][3]).number == 100);
  CHECK(std::get<cell::Real>(table.rows[3][4]).value == 1.25);
}

TEST_CASE("comparison_table: the more frequent class stands beside", "[learning][report]") {
  CHECK(notes(compared(0.97, 0.5, 1.0, 0.998, LabelKind::order),
              "Always the more frequent class is right in 0.51"));
}

TEST_CASE("comparison_table: on a rule of order those that read word by word win",
          "[learning][report]") {
  const Table table = compared(0.97, 0.5, 1.0, 0.998, LabelKind::order);
  CHECK(notes(table, "Best on new sequences: lstm, rnn."));
  CHECK(notes(table, "win over attention"));
}

TEST_CASE("comparison_table: says so where attention is as good", "[learning][report]") {
  const Table table = compared(0.995, 0.5, 1.0, 0.7, LabelKind::order);
  CHECK(notes(table, "Best on new sequences: attention, lstm."));
  CHECK_FALSE(notes(table, "win over attention"));
}

TEST_CASE("comparison_table: nobody wins by a coin", "[learning][report]") {
  CHECK(notes(compared(0.51, 0.5, 0.52, 0.49, LabelKind::random), "the labels are random"));
  CHECK(notes(compared(0.51, 0.5, 0.52, 0.49, LabelKind::order), "Try more --steps"));
  CHECK_FALSE(notes(compared(0.51, 0.5, 0.52, 0.49, LabelKind::random), "no positions"));
}

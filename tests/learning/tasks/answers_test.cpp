#include "learning/tasks/answers.hpp"

#include <cmath>

#include "support/catch.hpp"

using namespace attn;

namespace {

std::string said_of(double right_before, double right_after) {
  const ShownAnswer answer{.sketch = "..",
                           .label = 1,
                           .before = {1.0 - right_before, right_before},
                           .after = {1.0 - right_after, right_after}};
  return std::get<cell::Text>(answers_table({answer}, LabelKind::order).rows.at(0).back()).id;
}

}  // namespace

TEST_CASE("class_probabilities: softmax of the row that was asked for", "[learning]") {
  // e^0 : e^ln3 is 1 : 3.
  std::vector<float> logits{5.0F, -5.0F, 0.0F, std::log(3.0F)};
  const auto p = class_probabilities({logits.data(), 2, 2}, 1);
  REQUIRE(p.size() == 2);
  CHECK(p[0] == Approx(0.25));
  CHECK(p[1] == Approx(0.75));
}

TEST_CASE("is_right: the most probable class counts", "[learning]") {
  CHECK(is_right({0.2, 0.3, 0.5}, 2));
  CHECK_FALSE(is_right({0.2, 0.3, 0.5}, 1));
}

TEST_CASE("sequence_sketch: a dot for each word without a meaning", "[learning]") {
  CHECK(sequence_sketch({7, 1, 9, 9, 2}, LabelKind::order, 4) == ".1..2");
  CHECK(sequence_sketch({2, 1}, LabelKind::order, 4) == "21");
}

TEST_CASE("sequence_sketch: of a long sequence only the order", "[learning]") {
  std::vector<std::uint32_t> words(31, 5);
  words[0] = 2;
  words[30] = 1;
  CHECK(sequence_sketch(words, LabelKind::order, 4) == "2..1");
  words[0] = 5;
  words[7] = 2;
  words[30] = 5;
  words[8] = 1;
  CHECK(sequence_sketch(words, LabelKind::order, 4) == "..21..");
}

TEST_CASE("sequence_sketch: words by their numbers where a coin made the labels", "[learning]") {
  CHECK(sequence_sketch({4, 5, 6, 7}, LabelKind::random, 4) == "4 5 6 7");
  CHECK(sequence_sketch({4, 5, 6, 7, 8}, LabelKind::random, 4) == "4 5 6 7 ..");
}

TEST_CASE("answers_table: sequence, class, probabilities, and when it was right", "[learning]") {
  const Table table = answers_table(
      {{.sketch = ".1.2", .label = 1, .before = {0.5, 0.25, 0.25}, .after = {0.0, 1.0, 0.0}}},
      LabelKind::order);
  REQUIRE(table.columns.size() == 2 + 3 + 3 + 1);
  REQUIRE(table.rows.at(0).size() == table.columns.size());
  CHECK(table.columns[2].id == "before_0");
  CHECK(table.columns[7].id == "after_2");
  CHECK(std::get<cell::Text>(table.rows[0][0]).text == ".1.2");
  CHECK(std::get<cell::Whole>(table.rows[0][1]).number == 1);
  CHECK(std::get<cell::Real>(table.rows[0][2]).value == 0.5);
  CHECK(std::get<cell::Real>(table.rows[0][6]).value == 1.0);
  CHECK(said_of(0.6, 0.7) == "both");
  CHECK(said_of(0.4, 0.7) == "after");
  CHECK(said_of(0.6, 0.3) == "before");
  CHECK(said_of(0.4, 0.3) == "not_once");
}

TEST_CASE("answers_table: says what its sequences are", "[learning]") {
  CHECK(answers_table({}, LabelKind::order).title.find("word 1 comes before word 2") !=
        std::string::npos);
  CHECK(answers_table({}, LabelKind::random).title.find("a coin") != std::string::npos);
}

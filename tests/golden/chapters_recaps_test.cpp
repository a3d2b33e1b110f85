#include <algorithm>
#include <set>

#include "practice/course/course.hpp"
#include "practice/judge/check.hpp"
#include "support/catch.hpp"
#include "support/golden_data.hpp"

// The exercises that look back on the chapters: their numbers against numbers recomputed with other
// software, what becomes of the answers that the chapters print, and their wrong options.
using namespace attn;

namespace {

const Exercise& recap(const std::string& id) {
  static const std::vector<Exercise> exercises = read_course(ATTN_SOURCE_DIR).exercises;
  const auto found = std::find_if(exercises.begin(), exercises.end(),
                                  [&id](const Exercise& one) { return one.id == id; });
  REQUIRE(found != exercises.end());
  return *found;
}

const std::vector<std::string> kRecaps{"recap-why-attention", "recap-one-head",
                                       "recap-filters-and-layers", "recap-uses"};

double true_number(const std::string& id, const std::string& field) {
  Worksheet worksheet(recap(id));
  return arma::as_scalar(worksheet.numbers(field));
}

FieldResult judged_recap(const Exercise& exercise, const std::string& field,
                         const std::string& text) {
  const CheckResult result =
      check(exercise, Worksheet(exercise), read_answer_sheet(field + " = " + text, "answer.txt"));
  for (const FieldResult& one : result.fields)
    if (one.field->name == field) return one;
  throw std::out_of_range(field);
}

// The mistake that a wrong answer shows, or its verdict if it is not wrong.
std::string mistake_in(const std::string& id, const std::string& field, const std::string& text) {
  const FieldResult result = judged_recap(recap(id), field, text);
  return result.verdict == FieldVerdict::wrong
             ? result.alternative
             : std::string(name_in(kFieldVerdicts, result.verdict));
}

}  // namespace

TEST_CASE("recaps: their numbers are those of other software", "[golden][chapters][exercises]") {
  // Distances, look-up and average as NumPy has them; the error of the mean is 5/6 for 6 vectors.
  CHECK(true_number("recap-uses", "to_animal") == 6);
  CHECK(true_number("recap-uses", "to_street") == 2);
  CHECK(true_number("recap-uses", "first_weight") == Approx(0.5266878172888664).epsilon(1e-12));
  CHECK(true_number("recap-filters-and-layers", "average_weight") == Approx(0.1029).epsilon(1e-12));
  CHECK(true_number("recap-filters-and-layers", "gradient_grown") ==
        Approx(117.3908528796953).epsilon(1e-12));
  CHECK(true_number("recap-filters-and-layers", "large_scores") ==
        Approx(0.8807970779778823).epsilon(1e-12));
  CHECK(true_number("recap-one-head", "uniform_error") == Approx(5.0 / 6.0).epsilon(1e-12));
  CHECK(true_number("recap-one-head", "dropped_sum") == Approx(8.0 / 9.0).epsilon(1e-12));
  CHECK(true_number("recap-why-attention", "gradient_left") ==
        Approx(0.005153775207320113).epsilon(1e-12));
  CHECK(true_number("recap-why-attention", "score_spread") == 8);
  // 4 d² with W_O, 3 d² without: 256 and 192 for d = 8.
  CHECK(true_number("recap-filters-and-layers", "heads_ratio") == Approx(256.0 / 192.0));
}

TEST_CASE("recaps: what the chapters print does not pass", "[golden][chapters][exercises]") {
  CHECK(mistake_in("recap-uses", "to_animal", "7") == "both_ends_counted");
  CHECK(mistake_in("recap-uses", "to_street", "4") == "printed_distance");
  CHECK(mistake_in("recap-uses", "attention_steps", "10000") == "work_for_steps");
  CHECK(mistake_in("recap-filters-and-layers", "heads_ratio", "1") == "both_the_same");
  CHECK(mistake_in("recap-filters-and-layers", "average_reach", "b") == "window_thought_sharp");
  CHECK(mistake_in("recap-filters-and-layers", "reordered", "a") == "invariance_for_equivariance");
  CHECK(mistake_in("recap-one-head", "copying", "a") == "order_thought_learned");
}

TEST_CASE("recaps: every wrong option has a sentence of its own", "[golden][exercises]") {
  for (const std::string& id : kRecaps) {
    const Exercise& exercise = recap(id);
    std::set<std::string> places;  // of the right options: not always the same
    for (const Field& field : exercise.fields) {
      if (field.kind != FieldKind::choice) continue;
      std::set<std::string> sentences;
      std::size_t n_right = 0;
      const std::vector<std::string> letters = field.option_letters();
      for (const std::string& letter : letters) {
        INFO(id << ": " << field.name << " = " << letter);
        const FieldResult result = judged_recap(exercise, field.name, letter);
        if (result.verdict == FieldVerdict::pass) {
          ++n_right;
          places.insert(letter);
          continue;
        }
        CHECK(result.verdict == FieldVerdict::wrong);
        CHECK(result.shown.size() == 1);
        CHECK(sentences.insert(result.explanation).second);
        CHECK_FALSE(result.explanation.empty());
      }
      CHECK(n_right == 1);
      CHECK(letters.size() >= 3);
    }
    CHECK(places.size() >= 3);
  }
}

TEST_CASE("recaps: every question has a hint of its own", "[golden][exercises]") {
  for (const std::string& id : kRecaps) {
    std::set<std::size_t> sections;
    for (const Field& field : recap(id).fields) {
      INFO(id << ": " << field.name);
      REQUIRE(field.hints.size() == 1);
      CHECK(sections.insert(field.hints.front()).second);
    }
  }
}

TEST_CASE("recaps: a later answer follows from the learner's own weight",
          "[golden][chapters][exercises]") {
  const Exercise& exercise = recap("recap-uses");
  const CheckResult result =
      check(exercise, Worksheet(exercise),
            read_answer_sheet("first_weight = 0.818\nsoft = 15.9", "answer.txt"));
  for (const FieldResult& one : result.fields) {
    if (one.field->name == "first_weight") CHECK(one.alternative == "softmax_skipped");
    if (one.field->name == "soft") CHECK(one.verdict == FieldVerdict::follows);
  }
}

// The exercises measure-a-head and without-a-head show heads of the model that attn brings along.
// Where that model is trained again, tests/examination/real_head_numbers.py writes their numbers
// anew.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "learning/learned/learned.hpp"
#include "learning/learned/shipped_models.hpp"
#include "practice/course/course.hpp"
#include "practice/exercise/worksheet.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

const Exercise& real_head_exercise(const std::string& id) {
  static const std::vector<Exercise> exercises = read_course(ATTN_SOURCE_DIR).exercises;
  const auto found = std::find_if(exercises.begin(), exercises.end(),
                                  [&id](const Exercise& one) { return one.id == id; });
  REQUIRE(found != exercises.end());
  return *found;
}

// The weights of all heads of the model in the sentence of an exercise.
std::vector<arma::mat> heads_in_sentence(const Worksheet& worksheet) {
  static LearnedModel model(shipped_model_path("en"));
  auto words = std::get<std::vector<std::string>>(worksheet.value("sentence"));
  words.erase(words.begin());  // <s>
  return model.weights({ids_for(model, words)}).front();
}

// Whether these weights, or their last row as a column, are those of a head, to two decimals.
bool are_of_a_head(const arma::mat& shown, const std::vector<arma::mat>& heads) {
  constexpr double kHalfAUnit = 0.005 + 1e-9;
  return std::any_of(heads.begin(), heads.end(), [&shown](const arma::mat& head) {
    const arma::mat exact = shown.n_cols == 1 ? arma::mat(head.tail_rows(1).t()) : head;
    return arma::size(shown) == arma::size(exact) && arma::abs(shown - exact).max() <= kHalfAUnit;
  });
}

double one_number(const Worksheet& worksheet, const std::string& name) {
  return arma::as_scalar(worksheet.numbers(name));
}

}  // namespace

TEST_CASE("real heads: their weights are those of the model that attn brings along",
          "[golden][exercises][learned]") {
  for (std::uint64_t variant = 0; variant < 6; ++variant) {
    INFO("variant " << variant << ": run real_head_numbers.py");
    const Worksheet measured(real_head_exercise("measure-a-head"), variant);
    CHECK(are_of_a_head(measured.numbers("A"), heads_in_sentence(measured)));
    const Worksheet removed(real_head_exercise("without-a-head"), variant);
    for (const char* name : {"weights_A", "weights_B"})
      CHECK(are_of_a_head(removed.numbers(name), heads_in_sentence(removed)));
  }
}

TEST_CASE("real heads: the measures are means over queries, counted one by one",
          "[golden][exercises]") {
  for (std::uint64_t variant = 0; variant < 12; ++variant) {
    INFO("variant " << variant);
    const Worksheet worksheet(real_head_exercise("measure-a-head"), variant);
    const arma::mat A = worksheet.numbers("A");
    const auto words = std::get<std::vector<std::string>>(worksheet.value("sentence"));
    double back = 0, even_back = 0, followed = 0, even_followed = 0, same = 0;
    for (arma::uword i = 1; i < A.n_rows; ++i) {
      const double even = 1.0 / static_cast<double>(i + 1);
      back += A(i, i - 1) / 8;
      even_back += even / 8;
      for (arma::uword j = 1; j <= i; ++j) {
        if (words[j - 1] != words[i] || j - 1 == i) continue;
        followed += A(i, j) / 2;
        even_followed += even / 2;
        same += A(i, j - 1) / 2;
      }
    }
    CHECK(one_number(worksheet, "previous") == Approx(back));
    CHECK(one_number(worksheet, "previous_even") == Approx(even_back));
    CHECK(one_number(worksheet, "induction") == Approx(followed));
    CHECK(one_number(worksheet, "induction_even") == Approx(even_followed));

    // What the mistakes say of the head is true, and no rounding decides.
    CHECK(same < even_followed);
    const double times_back = back / even_back, times_followed = followed / even_followed;
    for (const double times : {times_back, times_followed}) CHECK((times < 1.85 || times > 2.05));
    const double habit = one_number(worksheet, "habit");
    CHECK(habit == (std::max(times_back, times_followed) < 2 ? 2.0
                    : times_back > times_followed            ? 0.0
                                                             : 1.0));
    if (habit != 1.0) CHECK(times_followed < 2);
  }
}

TEST_CASE("real heads: one looks at the right word, and the guess hangs on the other",
          "[golden][exercises]") {
  for (std::uint64_t variant = 0; variant < 8; ++variant) {
    INFO("variant " << variant);
    const Worksheet worksheet(real_head_exercise("without-a-head"), variant);
    const arma::mat with = worksheet.numbers("all_heads");
    const bool is_a = one_number(worksheet, "by_weights") == 0;
    const arma::mat idle = worksheet.numbers(is_a ? "without_A" : "without_B"),
                    needed = worksheet.numbers(is_a ? "without_B" : "without_A");
    CHECK(one_number(worksheet, "matters") == (is_a ? 1.0 : 0.0));
    const arma::mat divergences = worksheet.numbers("kl");
    CHECK(divergences(is_a ? 0 : 1) == Approx(arma::accu(with % arma::log(with / idle))));
    CHECK(divergences(is_a ? 1 : 0) == Approx(arma::accu(with % arma::log(with / needed))));
    for (const arma::mat& shares : {with, idle, needed})
      CHECK(arma::accu(shares) == Approx(1).margin(1e-9));

    const auto key = static_cast<arma::uword>(one_number(worksheet, "right_key"));
    const arma::mat weights_idle = worksheet.numbers(is_a ? "weights_A" : "weights_B"),
                    weights_needed = worksheet.numbers(is_a ? "weights_B" : "weights_A");
    CHECK(weights_idle(key) > 0.8);
    CHECK(weights_needed(key) < 0.1);
    CHECK(idle(0) < with(0));
    CHECK(idle(0) > with(0) - 0.05);
    CHECK(needed(0) < with(0) - 0.5);
    CHECK(one_number(worksheet, "at_the_last") > with(0) - 0.05);
    CHECK(one_number(worksheet, "at_the_word") < with(0) - 0.5);
    CHECK(one_number(worksheet, "elsewhere_without") <
          one_number(worksheet, "elsewhere_with") - 0.5);
  }
}

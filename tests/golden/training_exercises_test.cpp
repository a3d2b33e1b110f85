#include "practice/judge/check.hpp"
#include "practice/report/report.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/golden_data.hpp"

// The exercises about training: their numbers against PyTorch and against slower ways to the same,
// and what is told to whoever goes another way.

namespace {

arma::mat training_truth(const std::string& id, const std::string& field,
                         std::uint64_t variant = 0) {
  Worksheet worksheet(course_exercise(id), variant);
  return worksheet.numbers(field);
}

double training_number(const std::string& id, const std::string& field, std::uint64_t variant = 0) {
  return arma::as_scalar(training_truth(id, field, variant));
}

// The questions that are charged, and the mistake that the first of them shows.
std::string charged_with_mistake(const std::string& id, const std::string& sheet) {
  std::string names, mistake;
  for (const FieldResult& result : judged_sheet(id, sheet)) {
    if (!result.is_slip()) continue;
    if (names.empty()) mistake = result.alternative;
    names += result.field->name + " ";
  }
  return names + mistake;
}

// The loss of one query: the weights that softmax makes of the scores, each times its number.
double mixed(const arma::rowvec& scores, const arma::rowvec& numbers) {
  const arma::rowvec powers = arma::exp(scores - scores.max());
  return arma::dot(powers / arma::accu(powers), numbers);
}

TEST_CASE("training exercises: the gradient through softmax is that of differences") {
  constexpr double kStep = 1e-5;
  for (std::uint64_t variant = 0; variant < 4; ++variant) {
    INFO("variant " << variant);
    const std::string id = "gradient-through-softmax";
    const arma::rowvec weights = training_truth(id, "weights", variant);
    const arma::rowvec numbers = training_truth(id, "d_weights", variant);
    const arma::mat gradient = training_truth(id, "d_scaled", variant);
    const double root = std::sqrt(training_number(id, "d_k", variant));
    for (arma::uword key = 0; key < 3; ++key) {
      arma::rowvec above = arma::log(weights), below = above;
      above(key) += kStep;
      below(key) -= kStep;
      const double slope = (mixed(above, numbers) - mixed(below, numbers)) / (2 * kStep);
      CHECK(gradient(key) == Approx(slope).margin(1e-8));
      CHECK(training_truth(id, "d_scores", variant)(key) == Approx(slope / root).margin(1e-8));
    }
    CHECK(training_number(id, "total", variant) == Approx(0).margin(1e-12));
    // The third key is the case that its question is about.
    CHECK(numbers(2) > 0);
    CHECK(gradient(2) < 0);
  }
}

TEST_CASE("training exercises: the step of Adam is that of PyTorch") {
  const arma::mat after = training_truth("adam-step", "p_after");
  CHECK(after(0) == Approx(0.9075655404531392).epsilon(1e-12));
  CHECK(after(1) == Approx(-1.9351260179371985).epsilon(1e-12));
}

TEST_CASE("training exercises: the table has one lowest held-out loss, and one crossing after it") {
  for (std::uint64_t variant = 0; variant < 8; ++variant) {
    INFO("variant " << variant);
    const arma::vec steps = training_truth("loss-curve", "steps", variant);
    const arma::vec training = training_truth("loss-curve", "training", variant);
    const arma::vec held_out = training_truth("loss-curve", "held_out", variant);
    CHECK(training_number("loss-curve", "best_step", variant) == steps(held_out.index_min()));
    const arma::uvec above = arma::find(held_out > training);
    REQUIRE_FALSE(above.is_empty());
    CHECK(training_number("loss-curve", "crossing", variant) == steps(above.front()));
    CHECK(above.n_elem == steps.n_elem - above.front());  // it stays above
    CHECK(above.front() > held_out.index_min());
    CHECK(arma::all(arma::diff(training) < 0));
    CHECK(arma::all(arma::diff(held_out.head(held_out.index_min() + 1)) < 0));
    CHECK(arma::all(arma::diff(held_out.tail(steps.n_elem - held_out.index_min())) > 0));
  }
}

TEST_CASE("training exercises: no factor has a lower loss than the floor of dropout") {
  for (std::uint64_t variant = 0; variant < 4; ++variant) {
    INFO("variant " << variant);
    const double p = training_number("loss-curve", "p", variant);
    const auto loss = [p](double c) { return p + (1 - p) * std::pow(c / (1 - p) - 1, 2); };
    const double best = training_number("loss-curve", "best_factor", variant);
    const double floor = training_number("loss-curve", "training_floor", variant);
    CHECK(floor == Approx(loss(best)));
    CHECK(floor == Approx(p));
    CHECK(training_number("loss-curve", "perfect_copy", variant) == Approx(loss(1)));
    for (double c = 0; c < 1.5; c += 0.01) CHECK(loss(c) >= floor - 1e-12);
    CHECK(training_number("loss-curve", "held_out_floor", variant) == Approx(p * p));
  }
}

TEST_CASE("training exercises: chance level counted example by example") {
  for (std::uint64_t variant = 0; variant < 4; ++variant) {
    INFO("variant " << variant);
    const std::string id = "chance-level";
    const double share = training_number(id, "share", variant);
    double right = 0, loss = 0;
    for (int example = 0; example < 10; ++example)
      for (int guess = 0; guess < 10; ++guess) {
        const bool is_first = example < std::lround(10 * share);
        right += is_first == (guess < std::lround(10 * share)) ? 0.01 : 0.0;
        loss -= std::log(is_first ? share : 1 - share) / 100;
      }
    CHECK(training_number(id, "share_accuracy", variant) == Approx(right));
    CHECK(training_number(id, "share_loss", variant) == Approx(loss));

    const double n = training_number(id, "n", variant), batch = training_number(id, "batch");
    double sum = 0, sum_of_means = 0, batches = 0;
    for (double begin = 0; begin < n; begin += batch, ++batches) {
      const double size = std::min(batch, n - begin);
      const double mean = training_number(id, size < batch ? "last_loss" : "full_loss", variant);
      sum += size * mean;
      sum_of_means += mean;
    }
    CHECK(training_number(id, "batches", variant) == batches);
    CHECK(training_number(id, "mean_of_examples", variant) == Approx(sum / n));
    CHECK(training_number(id, "mean_of_batches", variant) == Approx(sum_of_means / batches));
  }
  // PyTorch's cross_entropy of five equal logits.
  CHECK(training_number("chance-level", "equal_loss") == Approx(1.6094379124341003).epsilon(1e-12));
}

TEST_CASE("training exercises: luck counted by all outcomes of a test") {
  for (std::uint64_t variant = 0; variant < 4; ++variant) {
    INFO("variant " << variant);
    const auto tried = std::lround(training_number("which-head", "tried", variant));
    const auto n_heads = std::lround(training_number("which-head", "model_heads", variant));
    // The heads one after the other: which share of all outcomes has had nobody pass so far?
    double nobody = 1;
    const double n_outcomes = std::pow(2, tried);
    for (long head = 0; head < n_heads; ++head) nobody *= (n_outcomes - 1) / n_outcomes;
    CHECK(training_number("which-head", "luck", variant) == Approx(1 - nobody));

    double even = 0;
    for (const int query : {2, 5, 8}) even += 1.0 / (query + 1);
    CHECK(training_number("which-head", "back_even", variant) == Approx(even / 3));
  }
}

TEST_CASE("training exercises: a slip counts once, and has its name") {
  // Softmax taken element by element, and everything after it.
  CHECK(charged_with_mistake("gradient-through-softmax",
                             "weighted_mean = 1.8\nd_scaled = 1 -0.21 0.08\ntotal = 0.87\n"
                             "d_scores = 0.25 -0.053 0.02\nd_scaled_hard = 0 0 0") ==
        "d_scaled each_key_by_itself");
  // The mean forgotten, here and where all the weight is on one key.
  CHECK(charged_with_mistake("gradient-through-softmax",
                             "weighted_mean = 1.8\nd_scaled = 2 -0.3 0.1\ntotal = 1.8\n"
                             "d_scores = 0.5 -0.075 0.025\nd_scaled_hard = 4 0 0") ==
        "d_scaled mean_not_subtracted");
  CHECK(charged_with_mistake("adam-step",
                             "m = 0.46 -0.39\nv = 0.43 0.04\nm_corrected = 1.697 -1.439\n"
                             "v_corrected = 3.015 0.280\np_after = 0.908 -1.771") ==
        "v gradient_not_squared");
  CHECK(charged_with_mistake("adam-step",
                             "m = 0.46 -0.39\nv = 0.43 0.64\nm_corrected = 0.46 -0.39\n"
                             "v_corrected = 0.43 0.64\np_after = 0.939 -1.957") ==
        "m_corrected not_corrected");
  CHECK(charged_with_mistake("loss-curve", "best_step = 800\nprobability = 0.66") ==
        "best_step training_minimum");
  CHECK(charged_with_mistake("loss-curve",
                             "best_factor = 1\ntraining_floor = 0.25\nheld_out_floor = 0") ==
        "best_factor no_shrinking");
  CHECK(charged_with_mistake("chance-level",
                             "batches = 31\nlast_size = 40\nmean_of_batches = 0.576\n"
                             "mean_of_examples = 0.582\ntimes_as_much = 0.8") ==
        "batches last_batch_left_out");
  CHECK(charged_with_mistake("chance-level", "mean_of_batches = 0.556\nmean_of_examples = 0.575") ==
        "mean_of_batches means_exchanged");
}

TEST_CASE("training exercises: the ways that are taught most often are named") {
  const auto shown = [](const std::string& id, const std::string& answer) {
    return charged_with_mistake(id, answer);
  };
  CHECK(shown("gradient-through-softmax", "weighted_mean = 1.167") ==
        "weighted_mean unweighted_mean");
  CHECK(shown("gradient-through-softmax", "d_scaled = -0.5 0.3 0.2") ==
        "d_scaled cross_entropy_shortcut");
  CHECK(shown("gradient-through-softmax", "d_scores = 1.1 -0.84 -0.26") == "d_scores no_scale");
  CHECK(shown("adam-step", "p_after = 0.904 -1.933") == "p_after epsilon_under_the_root");
  CHECK(shown("adam-step", "p_after = 0.9 -1.7") == "p_after plain_descent");
  CHECK(shown("adam-step", "m_corrected = 2.421 -2.053") == "m_corrected step_before");
  CHECK(shown("loss-curve", "best_step = 700") == "best_step crossing_for_best");
  CHECK(shown("loss-curve", "training_floor = 0.04") == "training_floor lost_case_left_out");
  CHECK(shown("chance-level", "equal_loss = 2.322") == "equal_loss logarithm_to_base_two");
  CHECK(shown("chance-level", "coin_accuracy = 0.93") ==
        "coin_accuracy training_accuracy_expected");
  CHECK(shown("which-head", "back_even = 0.111") == "back_even same_share_in_every_row");
  CHECK(shown("which-head", "followed_key = 4") == "followed_key the_word_itself");
  CHECK(shown("which-head", "luck = 0.25") == "luck one_head_tried");
}

TEST_CASE("training exercises: every wrong option has a sentence of its own") {
  for (const char* id : {"gradient-through-softmax", "adam-step", "loss-curve", "chance-level",
                         "which-head", "measure-a-head", "without-a-head"})
    for (const Field& field : course_exercise(id).fields) {
      if (field.kind != FieldKind::choice) continue;
      std::vector<std::string> sentences;
      for (const std::string& letter : field.option_letters())
        for (const FieldResult& result : judged_sheet(id, field.name + " = " + letter))
          if (result.field->name == field.name && result.verdict == FieldVerdict::wrong)
            sentences.push_back(result.explanation);
      INFO(id << ": " << field.name);
      CHECK(sentences.size() + 1 == field.option_letters().size());
      CHECK(std::count(sentences.begin(), sentences.end(), "") == 0);
      std::sort(sentences.begin(), sentences.end());
      CHECK(std::adjacent_find(sentences.begin(), sentences.end()) == sentences.end());
    }
}

// The numbers of every exercise and variant never change: answers that were handed in would no
// longer be right. tests/golden/data/given_numbers.json has them as they once were, for the first
// variants of each exercise.

using nlohmann::json;

// The first value that is another one, with its place; "" if none is. Names may be added.
std::string first_change(const json& before, const json& now) {
  constexpr double kSlack = 1e-12;
  const json places = before.flatten();
  for (const auto& [place, value] : places.items()) {
    const json::json_pointer pointer(place);
    if (!now.contains(pointer)) return place + " is missing";
    const json& other = now.at(pointer);
    const bool is_same = value.is_number() && other.is_number()
                             ? std::abs(value.get<double>() - other.get<double>()) <= kSlack
                             : value == other;
    if (!is_same) return place + " was " + value.dump() + " and is " + other.dump();
  }
  return "";
}

TEST_CASE("given numbers: those of the first variants are what they always were") {
  const json golden = read_golden("given_numbers.json");
  CHECK(course_exercises().size() == golden.size());
  for (const Exercise& exercise : course_exercises()) {
    REQUIRE(golden.contains(exercise.id));
    const json& variants = golden[exercise.id];
    for (std::uint64_t variant = 0; variant < variants.size(); ++variant) {
      INFO(exercise.id << ", variant " << variant);
      Worksheet worksheet(exercise, variant);
      const json now = exercise_json(exercise, worksheet)["given"];
      CHECK(first_change(variants[variant], now) == "");
      CHECK(now.size() >= variants[variant].size());
    }
  }
}

}  // namespace

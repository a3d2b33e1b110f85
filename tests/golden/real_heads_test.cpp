// The exercises measure-a-head and without-a-head show heads of the model that attn brings along.
// Where that model is trained again, tests/examination/real_head_numbers.py writes their numbers
// anew.

#include "learning/heads/heads.hpp"
#include "learning/learned/learned.hpp"
#include "learning/learned/shipped_models.hpp"
#include "practice/exercise/worksheet.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"

namespace {

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

TEST_CASE("real heads: their weights are those of the model that attn brings along") {
  for (std::uint64_t variant = 0; variant < 6; ++variant) {
    INFO("variant " << variant << ": run real_head_numbers.py");
    const Worksheet measured(course_exercise("measure-a-head"), variant);
    CHECK(are_of_a_head(measured.numbers("A"), heads_in_sentence(measured)));
    const Worksheet removed(course_exercise("without-a-head"), variant);
    for (const char* name : {"weights_A", "weights_B"})
      CHECK(are_of_a_head(removed.numbers(name), heads_in_sentence(removed)));
  }
}

TEST_CASE("real heads: the measures are means over queries, counted one by one") {
  for (std::uint64_t variant = 0; variant < 12; ++variant) {
    INFO("variant " << variant);
    const Worksheet worksheet(course_exercise("measure-a-head"), variant);
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

TEST_CASE("real heads: one looks at the right word, and the guess hangs on the other") {
  for (std::uint64_t variant = 0; variant < 8; ++variant) {
    INFO("variant " << variant);
    const Worksheet worksheet(course_exercise("without-a-head"), variant);
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

// The exercise which-head shows heads of the model that attn brings along. Where that model is
// trained again, tests/examination/which_head_numbers.py writes the exercise's numbers anew.

using TokenList = std::vector<std::string>;

// What every head of a model gives in a sentence, by layer and head: after learning and before.
struct ModelInSentence {
  std::vector<arma::mat> learned{}, untrained{};
};

// A head of the model, by its place among all of them.
struct ShownHead {
  std::size_t place = 0;
  bool is_learned = false;

  bool operator==(const ShownHead&) const = default;
  const arma::mat& of(const ModelInSentence& model) const {
    return (is_learned ? model.learned : model.untrained).at(place);
  }
};

LearnedModel& shipped_english() {
  static LearnedModel model(shipped_model_path("en"));
  return model;
}

TokenList words_given(const Worksheet& worksheet, const std::string& name) {
  return std::get<TokenList>(worksheet.value(name));
}

// The sentence of these tokens, the first of which is the start.
ModelInSentence model_in(TokenList tokens) {
  tokens.erase(tokens.begin());
  LearnedModel& model = shipped_english();
  const TextPiece ids = ids_for(model, tokens);
  return {model.weights({ids}).front(), model.untrained_weights({ids}).front()};
}

TokenList with_verb(TokenList tokens, const std::string& verb) {
  std::replace(tokens.begin(), tokens.end(), std::string("(verb)"), verb);
  return tokens;
}

// Whether one matrix is the other, rounded to two decimals.
bool is_rounded(const arma::mat& shown, const arma::mat& exact) {
  constexpr double kHalfAUnit = 0.005 + 1e-9;
  return arma::size(shown) == arma::size(exact) && arma::abs(shown - exact).max() <= kHalfAUnit;
}

// The head whose weights a letter shows; nothing where no head of the model has them.
std::optional<ShownHead> head_shown(const arma::mat& shown, const ModelInSentence& model) {
  for (const bool is_learned : {true, false})
    for (std::size_t place = 0; place < model.learned.size(); ++place) {
      const ShownHead head{place, is_learned};
      if (is_rounded(shown, head.of(model))) return head;
    }
  return {};
}

// The heads A, B, C and D of a variant.
std::vector<ShownHead> heads_shown(const Worksheet& worksheet) {
  const ModelInSentence model = model_in(words_given(worksheet, "sentence"));
  std::vector<ShownHead> heads;
  for (const char* letter : {"A", "B", "C", "D"}) {
    INFO(letter << " is no head of the model any more: run which_head_numbers.py");
    const auto head = head_shown(worksheet.numbers(letter), model);
    REQUIRE(head);
    heads.push_back(*head);
  }
  return heads;
}

// The head that a question asks for.
const ShownHead& asked_for(const std::vector<ShownHead>& heads, const Worksheet& worksheet,
                           const std::string& field) {
  return heads.at(static_cast<std::size_t>(arma::as_scalar(worksheet.numbers(field))));
}

TEST_CASE("which head: its weights are those of the model that attn brings along") {
  for (const std::uint64_t variant : {0, 1, 2}) {
    INFO("variant " << variant);
    const Worksheet worksheet(course_exercise("which-head"), variant);
    const std::vector<ShownHead> heads = heads_shown(worksheet);
    for (const std::string verb : {"woke", "heard"}) {
      const ModelInSentence model = model_in(with_verb(words_given(worksheet, "keys"), verb));
      const arma::mat shown = worksheet.numbers(verb);
      REQUIRE(shown.n_cols == heads.size());
      for (std::size_t i = 0; i < heads.size(); ++i) {
        const arma::mat& weights = heads[i].of(model);
        CHECK(is_rounded(shown.col(i), weights.row(weights.n_rows - 1).t()));
      }
    }
  }
}

TEST_CASE("which head: the heads asked for have these habits in sentences held out") {
  const HeadStudy study = study_of_heads(shipped_english());
  for (const std::uint64_t variant : {0, 1, 2}) {
    INFO("variant " << variant);
    const Worksheet worksheet(course_exercise("which-head"), variant);
    const std::vector<ShownHead> heads = heads_shown(worksheet);
    for (const auto& [field, habit] : {std::pair{"back_head", Habit::previous},
                                       {"followed_head", Habit::induction},
                                       {"referent_head", Habit::referent}}) {
      INFO(field);
      const ShownHead& head = asked_for(heads, worksheet, field);
      CHECK(head.is_learned);
      CHECK(has_habit(study.heads.at(head.place).measures, habit));
    }
    CHECK_FALSE(asked_for(heads, worksheet, "untrained_head").is_learned);
  }
}

TEST_CASE("which head: what each mistake says of a head is true of it") {
  constexpr double kHalf = 0.5;
  for (std::uint64_t variant = 0; variant < 6; ++variant) {
    INFO("variant " << variant);
    const Worksheet worksheet(course_exercise("which-head"), variant);
    const auto place = [&worksheet](const char* field) {
      return static_cast<arma::uword>(arma::as_scalar(worksheet.numbers(field)));
    };
    const arma::uword back = place("back_head"), followed = place("followed_head"),
                      referent = place("referent_head"), untrained = place("untrained_head");
    CHECK(back + followed + referent + untrained == 6);  // four different ones

    const arma::mat means = worksheet.numbers("back"), looks = worksheet.numbers("looks");
    CHECK(means(back) > 2 * arma::as_scalar(worksheet.numbers("back_even")));
    CHECK(arma::vec(arma::unique(arma::vectorise(means))).n_elem == 4);  // no two are equal
    CHECK(looks(followed) >= kHalf);
    const arma::mat found =
        arma::min(worksheet.numbers("woke").row(2), worksheet.numbers("heard").row(5));
    CHECK(found(referent) >= kHalf);
    for (const arma::uword other : {back, followed, untrained}) CHECK(found(other) < kHalf);
    const std::string letter(1, static_cast<char>('A' + static_cast<char>(untrained)));
    CHECK(worksheet.numbers(letter).row(7).head(8).min() > 0);  // something for every key
  }
}

}  // namespace

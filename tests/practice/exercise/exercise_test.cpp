#include "practice/exercise/exercise.hpp"

#include <stdexcept>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/practice_exercise.hpp"
#include "support/recipe_value.hpp"

using namespace attn;
using Strings = std::vector<std::string>;

namespace {

Definitions scores() {
  return {{"scores", arma::mat{{2, 4}, {6, 8}}},
          {"d_k", arma::mat{4.0}},
          {"words", Strings{"cat", "sat"}}};
}

}  // namespace

TEST_CASE("Recipe: functions are applied to names, numbers and other recipes",
          "[practice][recipe]") {
  CHECK(difference(value_of("divide(scores, sqrt(d_k))", scores()), {{1, 2}, {3, 4}}) == "");
  CHECK(difference(value_of("transpose(add( scores , -1 ))", scores()), {{1, 5}, {3, 7}}) == "");
  CHECK(difference(value_of("scores", scores()), {{2, 4}, {6, 8}}) == "");
  CHECK(difference(value_of("\f transpose \f( scores\r\n)\t", scores()), {{2, 6}, {4, 8}}) == "");
}

TEST_CASE("Recipe: what is no function is arithmetic with single numbers", "[practice][recipe]") {
  CHECK(value_of("4 * d_k^2 + 1", scores())(0) == 65);
  CHECK(value_of("1/sqrt(d_k)", scores())(0) == 0.5);
  CHECK(value_of("2*pi")(0) == Approx(6.283185307179586));
  CHECK(value_of("-3")(0) == -3);
  CHECK(value_of("1e3 + .5")(0) == 1000.5);
  CHECK(value_of(" ( d_k ) ", scores())(0) == 4);
}

TEST_CASE("Recipe: functions may stand in arithmetic where they give one number",
          "[practice][recipe]") {
  CHECK(value_of("4 * cell(scores, 0, 1) + width(scores)", scores())(0) == 18);
  CHECK(value_of("sqrt(cell(scores, 0, 1)) * (sum(scores) - sum(scores) + 1)", scores())(0) == 2);
  CHECK(refusal_of("2 * scores", scores()) == "scores must be a single number, and is 2 x 2.");
  CHECK(refusal_of("2 * words", scores()) ==
        "words must be a single number, and words were given.");
}

TEST_CASE("Recipe: a function's name without a parenthesis is a value", "[practice][recipe]") {
  CHECK(value_of("width + width(scores)",
                 {{"width", arma::mat{5.0}}, {"scores", arma::mat{{1, 2, 3}}}})(0) == 8);
}

TEST_CASE("Recipe::names: each name once, as it is met", "[practice][recipe]") {
  CHECK(Recipe("softmax_rows(divide(scores, sqrt(d_k) + d_k))").names() ==
        Strings{"scores", "d_k"});
  CHECK(Recipe("2*pi*e + 2e3 + exp(1)").names().empty());
  CHECK(Recipe("cell(M, i, 0) * n_2").names() == Strings{"M", "i", "n_2"});
}

TEST_CASE("Recipe::draws: wherever in it a number is drawn", "[practice][recipe]") {
  CHECK(Recipe("transpose(add(normals(2, 2), 1))").draws());
  CHECK(Recipe("1 + pick(1, 2)").draws());
  CHECK_FALSE(Recipe("transpose(add(M, 1))").draws());
}

TEST_CASE("Recipe: a function that refuses is named with what it was applied to",
          "[practice][recipe]") {
  CHECK(refusal_of("transpose(cell(scores, 2, 0))", scores()) ==
        "cell(scores, 2, 0): argument 2 must be a whole number from 0 to 1, and is 2.");
}

TEST_CASE("single_number: a matrix of one cell only", "[practice][recipe]") {
  CHECK(single_number(arma::mat{7.0}, "x") == 7);
  CHECK_THROWS_MATCHES(single_number(arma::mat(2, 3), "x"), InputError,
                       Message("x must be a single number, and is 2 x 3."));
}

namespace {

std::vector<std::string> letters_of(const std::vector<std::string>& ids,
                                    const std::string& first_text = "It is x.") {
  Field field{.name = "why", .kind = FieldKind::choice};
  for (const std::string& id : ids) field.options.push_back({id, {"Text of " + id, ""}, {}});
  field.options.front().text.set("en", first_text);
  return field.option_letters();
}

}  // namespace

TEST_CASE("Field::option_letters: letters by place, that give nothing away",
          "[practice][exercise]") {
  using Letters = std::vector<std::string>;
  CHECK(letters_of({"nothing", "speed", "size"}) == Letters{"a", "b", "c"});
  CHECK(letters_of({"b", "a", "c"}) == Letters{"b", "a", "c"});
  CHECK(letters_of({"A", "B"}) == Letters{"A", "B"});
  CHECK(letters_of({"1", "2"}) == Letters{"1", "2"});
  // A letter that means another option already would be misread.
  CHECK(letters_of({"speed", "A"}) == Letters{"speed", "A"});
  CHECK(letters_of({"one", "two"}, "B") == Letters{"one", "two"});
  CHECK(letters_of({"a", "two"}) == Letters{"a", "b"});
  std::vector<std::string> many;
  for (int i = 0; i < 28; ++i) many.push_back("option" + std::to_string(i));
  CHECK(letters_of(many).at(25) == "z");
  CHECK(letters_of(many).at(27) == "ab");
}

TEST_CASE("Exercise: a field by its name", "[practice][exercise]") {
  CHECK(practice_exercise().field("weights").kind == FieldKind::matrix);
  CHECK_THROWS_AS(practice_exercise().field("weight"), std::out_of_range);
}

TEST_CASE("Tolerance: exact where an exercise gives none", "[practice][exercise]") {
  CHECK(practice_exercise().field("scores").tolerance.is_exact());
  CHECK_FALSE(practice_exercise().field("weights").tolerance.is_exact());
}

TEST_CASE("usual_ways: the first of each field", "[practice][exercise]") {
  const Definitions usual =
      usual_ways({{"a", {arma::mat{1.0}, arma::mat{2.0}}}, {"b", {arma::mat{3.0}}}});
  REQUIRE(usual.size() == 2);
  CHECK(std::get<arma::mat>(usual.at("a"))(0) == 1.0);
  CHECK(usual_ways({}).empty());
}

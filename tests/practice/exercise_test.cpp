#include "practice/exercise.hpp"

#include <stdexcept>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

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

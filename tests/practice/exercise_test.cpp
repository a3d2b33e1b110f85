#include "practice/exercise.hpp"

#include <stdexcept>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

TEST_CASE("LocalText: English here, and Japanese where there is nothing else",
          "[practice][exercise]") {
  CHECK(LocalText{"weights", "重み"}.here() == "weights");
  CHECK(LocalText{"", "重み"}.here() == "重み");
  CHECK(LocalText{}.here().empty());
  CHECK(LocalText{}.empty());
  CHECK_FALSE(LocalText{"", "重み"}.empty());
}

TEST_CASE("LocalText: the user's language, its sister, then the first of the course",
          "[practice][exercise]") {
  LocalText text;
  text.set("fr", "poids");
  text.set("pt-BR", "pesos");
  CHECK(text.here() == "poids");  // the user speaks English here
  CHECK(text.first() == "poids");
  CHECK(text.in("pt-BR") == "pesos");
  CHECK(text.in("de").empty());
  prefer_language("pt-BR");
  CHECK(text.here() == "pesos");
  prefer_language("pt-PT");
  CHECK(text.here() == "pesos");
  prefer_language("de-DE");
  CHECK(text.here() == "poids");
  prefer_language("");
  text.set("fr", "les poids");
  CHECK(text.texts.size() == 2);
  CHECK(text.here() == "les poids");
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

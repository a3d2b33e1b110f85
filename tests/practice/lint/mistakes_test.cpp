#include "practice/lint/mistakes.hpp"

#include <algorithm>

#include "practice/course/manifest.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Exercise exercise_of(const std::string& more) {
  return read_manifest(
      "format_version = 1\nid = \"a\"\ntitle = \"A\"\n[given]\nx = 3\ny = 4\n"
      "[[field]]\nname = \"product\"\nkind = \"number\"\nask = \"x y\"\nvalue = \"x * y\"\n"
      "[[field]]\nname = \"half\"\nkind = \"number\"\nask = \"half\"\nvalue = \"product / 2\"\n"
      "decimals = 1\n"
      "[[field]]\nname = \"cost\"\nkind = \"expression\"\nask = \"cost\"\nvariables = [\"n\"]\n"
      "value = \"n^2\"\n"
      "[[field]]\nname = \"why\"\nkind = \"choice\"\nask = \"Why?\"\nvalue = \"good\"\n"
      "options = [{ id = \"bad\", en = \"Bad.\" }, { id = \"good\", en = \"Good.\" }]\n" +
          more,
      "x.toml", {"en"});
}

std::string mistake(const std::string& change, const std::string& table = "misconception") {
  return "[[" + table + "]]\nname = \"m\"\nsay = \"You did m.\"\nchange = { " + change + " }\n";
}

ShownMistake only_mistake(const std::string& toml) {
  const std::vector<ShownMistake> mistakes = shown_mistakes(exercise_of(toml));
  REQUIRE(mistakes.size() == 1);
  return mistakes.front();
}

}  // namespace

TEST_CASE("shown_mistakes: where a mistake first shows, and what is said of it",
          "[practice][lint]") {
  const ShownMistake sum = only_mistake(mistake("product = \"x + y\""));
  CHECK(sum.exercise == "a");
  CHECK(sum.name == "m");
  CHECK(sum.kind == ShownMistake::Kind::misconception);
  CHECK(sum.field == "product");
  CHECK(sum.answer == "7");
  CHECK(sum.text == "You did m.");
  CHECK(sum.diagnosed == "m");
}

TEST_CASE("shown_mistakes: answers of every kind as they are typed", "[practice][lint]") {
  CHECK(only_mistake(mistake("half = \"product / 7\"")).answer == "1.7");
  CHECK(only_mistake(mistake("cost = \"2 n\"")).answer == "2 n");
  CHECK(only_mistake(mistake("why = \"bad\"")).answer == "a  Bad.");
}

TEST_CASE("shown_mistakes: readings and printed keys are named as such", "[practice][lint]") {
  const ShownMistake accepted = only_mistake(mistake("product = \"x + y\"", "accept"));
  CHECK(accepted.kind == ShownMistake::Kind::accept);
  CHECK(accepted.text == "You did m.");
  CHECK(only_mistake(mistake("product = 13", "printed")).kind == ShownMistake::Kind::printed);
}

TEST_CASE("shown_mistakes: one that shows nowhere", "[practice][lint]") {
  const ShownMistake nowhere = only_mistake(mistake("product = \"12\""));
  CHECK(nowhere.field.empty());
  CHECK(nowhere.answer.empty());
  CHECK(nowhere.diagnosed.empty());
}

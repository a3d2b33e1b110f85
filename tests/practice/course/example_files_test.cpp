#include "practice/course/example_files.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("ExampleFiles: texts alone for one language, tables for several", "[practice][course]") {
  CHECK_THAT(ExampleFiles("x", {"en"}).manifest(), ContainsSubstring("title  = \"Which word"));
  CHECK_THAT(
      ExampleFiles("x", {"fr", "ja"}).manifest(),
      ContainsSubstring("title  = { fr = \"Which word") && ContainsSubstring(", ja = \"「それ」"));
}

TEST_CASE("ExampleFiles: the words are those of the first language", "[practice][course]") {
  CHECK_THAT(ExampleFiles("x", {"ja", "en"}).answer(), ContainsSubstring("looks_at = ボール"));
  CHECK_THAT(ExampleFiles("x", {"en", "ja"}).answer(), ContainsSubstring("looks_at = ball"));
  CHECK(ExampleFiles("x", {"en"}).prompt("pt-BR") == ExampleFiles("x", {"en"}).prompt("en"));
}

TEST_CASE("course_toml: a name in quotes, whatever it has in it", "[practice][course]") {
  CHECK_THAT(course_toml({.name = "a \"b\"", .languages = {"en", "fr"}}),
             ContainsSubstring("name = \"a \\\"b\\\"\"\n") &&
                 ContainsSubstring("languages = [\"en\", \"fr\"]\n"));
}

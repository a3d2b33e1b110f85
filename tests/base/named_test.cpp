#include "base/named.hpp"

#include "support/catch.hpp"

namespace {

enum class Tree { oak, ash, elm };
constexpr Named<Tree> kTrees[] = {{Tree::ash, "ash"}, {Tree::oak, "oak"}};

}  // namespace

TEST_CASE("name_in: the word for a value, wherever it stands in the table") {
  CHECK(std::string(name_in(kTrees, Tree::oak)) == "oak");
  CHECK(std::string(name_in(kTrees, Tree::ash)) == "ash");
  CHECK(std::string(name_in(kTrees, Tree::elm)) == "");
}

TEST_CASE("value_in: the value of a word, and nothing for any other") {
  CHECK(value_in(kTrees, "oak") == Tree::oak);
  CHECK(value_in(kTrees, "ash") == Tree::ash);
  CHECK_FALSE(value_in(kTrees, "elm"));
  CHECK_FALSE(value_in(kTrees, "oa"));
  CHECK_FALSE(value_in(kTrees, ""));
}

#include "support/recipe_value.hpp"

#include "practice/exercise/worksheet.hpp"
#include "support/catch.hpp"

namespace attn {

arma::mat value_of(const std::string& recipe, const Definitions& given, std::uint64_t variant) {
  Exercise exercise;
  exercise.id = "test";
  exercise.definitions = given;
  exercise.variant.insert_or_assign("result", Recipe(recipe));
  return Worksheet(exercise, variant).numbers("result");
}

std::string refusal_of(const std::string& recipe, const Definitions& given) {
  return refusal([&] { value_of(recipe, given); });
}

}  // namespace attn

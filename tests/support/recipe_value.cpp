#include "support/recipe_value.hpp"

#include "base/message.hpp"
#include "practice/exercise/worksheet.hpp"

namespace attn {

arma::mat value_of(const std::string& recipe, const Definitions& given, std::uint64_t variant) {
  Exercise exercise;
  exercise.id = "test";
  exercise.definitions = given;
  exercise.variant.insert_or_assign("result", Recipe(recipe));
  return Worksheet(exercise, variant).numbers("result");
}

std::string refusal_of(const std::string& recipe, const Definitions& given) {
  try {
    value_of(recipe, given);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace attn

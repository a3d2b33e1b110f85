#pragma once

#include <string>
#include <vector>

#include "practice/recipe.hpp"

namespace attn {

/// A function that recipes can call.
struct EngineFunction {
  const char* name;       ///< "softmax_rows"
  const char* arguments;  ///< "scores": how the documentation shows them
  const char* does;       ///< one sentence, English; for docs/writing-exercises.md
  std::size_t n_arguments;
  RecipeValue (*run)(const std::vector<RecipeValue>& arguments, RecipeNames& names);
};

/// Every function, in the order in which they are documented.
const std::vector<EngineFunction>& engine_functions();

/// The function of that name; null if there is none.
const EngineFunction* engine_function(const std::string& name);

}  // namespace attn

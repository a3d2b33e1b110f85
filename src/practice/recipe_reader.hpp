#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "practice/arithmetic.hpp"
#include "practice/engine.hpp"
#include "practice/recipe.hpp"

namespace attn {

/// A part of a recipe: a call of a function, arithmetic, or a name.
struct Recipe::Node {
  std::string text;                          ///< as written; of a name, the name
  const EngineFunction* function = nullptr;  ///< of a call; its arguments are the parts
  std::optional<Arithmetic> arithmetic{};    ///< what its variables stand for are the parts
  std::vector<std::string> variables{};      ///< of arithmetic, one for each part
  std::vector<std::shared_ptr<const Node>> parts{};

  bool is_name() const { return !function && !arithmetic; }
};

/// Reads the text of a recipe.
/// Errors: those of Recipe's constructor.
Recipe::Node read_recipe(const std::string& text);

}  // namespace attn

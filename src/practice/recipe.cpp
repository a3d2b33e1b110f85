#include "practice/recipe.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/error.hpp"
#include "core/message.hpp"
#include "core/shape.hpp"
#include "practice/engine.hpp"
#include "practice/recipe_reader.hpp"

namespace attn {
namespace {

using Node = Recipe::Node;

RecipeValue value_of_node(const Node& node, RecipeNames& names);

RecipeValue call(const Node& node, RecipeNames& names) {
  std::vector<RecipeValue> arguments;
  arguments.reserve(node.parts.size());
  for (const auto& part : node.parts) arguments.push_back(value_of_node(*part, names));
  try {
    return node.function->run(EngineCall(arguments, names));
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", node.text, error.what()));
  }
}

RecipeValue compute(const Node& node, RecipeNames& names) {
  std::map<std::string, double> numbers;
  for (std::size_t i = 0; i < node.parts.size(); ++i)
    numbers[node.variables[i]] =
        single_number(value_of_node(*node.parts[i], names), node.parts[i]->text);
  arma::mat result(1, 1);
  result(0) = node.arithmetic->at(numbers);
  return result;
}

RecipeValue value_of_node(const Node& node, RecipeNames& names) {
  if (node.function) return call(node, names);
  if (node.arithmetic) return compute(node, names);
  return names.value_of(node.text);
}

template <typename Visit>
void visit_all(const Node& node, Visit visit) {
  visit(node);
  for (const auto& part : node.parts) visit_all(*part, visit);
}

}  // namespace

Recipe::Recipe(const std::string& text)
    : text_(text), root_(std::make_shared<const Node>(read_recipe(text))) {}

RecipeValue Recipe::evaluate(RecipeNames& names) const { return value_of_node(*root_, names); }

std::vector<std::string> Recipe::names() const {
  std::vector<std::string> found;
  visit_all(*root_, [&found](const Node& node) {
    if (node.is_name() && std::find(found.begin(), found.end(), node.text) == found.end())
      found.push_back(node.text);
  });
  return found;
}

bool Recipe::draws() const {
  bool found = false;
  visit_all(*root_, [&found](const Node& node) {
    found = found || (node.function && node.function->draws);
  });
  return found;
}

arma::mat single(double number) { return arma::mat(1, 1, arma::fill::value(number)); }

double single_number(const RecipeValue& value, const std::string& what) {
  const auto* numbers = std::get_if<arma::mat>(&value);
  if (!numbers)
    throw InputError(message("{} must be a single number, and words were given.", what));
  if (numbers->n_elem != 1)
    throw InputError(message("{} must be a single number, and is {}.", what, shape_of(*numbers)));
  return (*numbers)(0);
}

}  // namespace attn

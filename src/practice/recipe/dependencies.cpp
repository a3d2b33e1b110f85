#include "practice/recipe/dependencies.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {
namespace {

// Visits what a name depends on, each name once, and refuses a circle.
void require_no_circle(const Definitions& definitions, const std::string& name,
                       std::vector<std::string>& path, std::set<std::string>& done) {
  if (done.contains(name)) return;
  const bool comes_back = std::find(path.begin(), path.end(), name) != path.end();
  path.push_back(name);
  if (comes_back) refuse_circle(path);
  const auto found = definitions.find(name);
  if (found == definitions.end()) refuse_missing_name(definitions, name);
  for (const std::string& next : names_in(found->second))
    require_no_circle(definitions, next, path, done);
  path.pop_back();
  done.insert(name);
}

bool reaches(const Definitions& definitions, const std::string& name,
             const std::set<std::string>& others, std::set<std::string>& seen) {
  if (others.contains(name)) return true;
  if (!seen.insert(name).second) return false;
  const auto found = definitions.find(name);
  if (found == definitions.end()) return false;
  const auto* recipe = std::get_if<Recipe>(&found->second);
  return recipe &&
         std::any_of(recipe->names().begin(), recipe->names().end(), [&](const std::string& each) {
           return reaches(definitions, each, others, seen);
         });
}

}  // namespace

std::vector<std::string> names_in(const Definition& definition) {
  const auto* recipe = std::get_if<Recipe>(&definition);
  return recipe ? recipe->names() : std::vector<std::string>{};
}

bool depends_on(const Definitions& definitions, const std::string& name,
                const std::set<std::string>& others) {
  std::set<std::string> seen;
  return reaches(definitions, name, others, seen);
}

void require_computable(const Definitions& definitions) {
  std::set<std::string> done;
  for (const auto& [name, definition] : definitions) {
    std::vector<std::string> path;
    require_no_circle(definitions, name, path, done);
  }
}

void require_names(const Definitions& definitions, const Recipe& recipe,
                   const std::set<std::string>& more) {
  for (const std::string& name : recipe.names())
    if (!more.contains(name) && !definitions.contains(name)) refuse_missing_name(definitions, name);
}

void refuse_missing_name(const Definitions& definitions, const std::string& name) {
  std::vector<std::string> known;
  for (const auto& [each, definition] : definitions) known.push_back(each);
  const std::string meant = nearest(name, known);
  throw InputError(meant.empty() ? message("There is no {} in the exercise.", preview(name))
                                 : message("There is no {} in the exercise. Did you mean {}?",
                                           preview(name), meant));
}

void refuse_circle(const std::vector<std::string>& path) {
  const auto first = std::find(path.begin(), path.end(), path.back());
  throw InputError(
      message("{} depends on itself: {}.", path.back(), joined({first, path.end()}, " -> ")));
}

}  // namespace attn

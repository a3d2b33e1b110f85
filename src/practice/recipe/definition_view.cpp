#include "practice/recipe/definition_view.hpp"

#include <algorithm>

namespace attn {
namespace {

template <typename Entries>
auto place_of_name(Entries& entries, std::string_view name) {
  return std::lower_bound(entries.begin(), entries.end(), name,
                          [](const DefinitionView::Entry& entry, std::string_view wanted) {
                            return entry.name < wanted;
                          });
}

}  // namespace

DefinitionView::DefinitionView(const Definitions& definitions) {
  entries_.reserve(definitions.size());
  for (const auto& [name, definition] : definitions) entries_.push_back({name, &definition});
}

void DefinitionView::replace(const Definitions& changes) {
  for (const auto& [name, definition] : changes) {
    const auto place = place_of_name(entries_, name);
    if (place != entries_.end() && place->name == name)
      *place = {name, &definition};
    else
      entries_.insert(place, {name, &definition});
  }
}

const Definition* DefinitionView::find(std::string_view name) const {
  const auto place = place_of_name(entries_, name);
  return place != entries_.end() && place->name == name ? place->definition : nullptr;
}

std::set<std::string, std::less<>> dependents(const DefinitionView& definitions,
                                              const std::string& name) {
  std::set<std::string, std::less<>> found{name};
  for (bool grows = true; grows;) {
    grows = false;
    for (const auto& [each, definition] : definitions.entries()) {
      const auto* recipe = std::get_if<Recipe>(definition);
      if (!recipe || found.contains(each)) continue;
      if (std::any_of(recipe->names().begin(), recipe->names().end(),
                      [&](const std::string& needed) { return found.contains(needed); }))
        grows = found.emplace(each).second;
    }
  }
  return found;
}

}  // namespace attn

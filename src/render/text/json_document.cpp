#include "render/text/json_document.hpp"

#include <nlohmann/json.hpp>

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLine = 100;

std::string broken(const Json& json, std::size_t indent) {
  std::string text = compact_json(json);
  if (indent + text.size() <= kLine || !json.is_structured()) return text;
  const std::string inner(indent + 1, ' ');
  text = json.is_object() ? "{" : "[";
  const char* between = "\n";
  for (const auto& [key, value] : json.items()) {
    const std::string name = json.is_object() ? compact_json(key) + ": " : "";
    text += between + inner + name + broken(value, indent + 1);
    between = ",\n";
  }
  return text + "\n" + std::string(indent, ' ') + (json.is_object() ? "}" : "]");
}

}  // namespace

std::string compact_json(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string json_document(const Json& json) { return broken(json, 0) + "\n"; }

}  // namespace attn

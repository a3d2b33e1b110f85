#include "render/page/formula_data.hpp"

#include <nlohmann/json.hpp>

namespace attn {
namespace {

using Json = nlohmann::ordered_json;
using Node = Formula::Node;

const char* kind_of(const Node& node) {
  switch (node.kind) {
    case Node::Kind::number:
      return "number";
    case Node::Kind::symbol:
      return "symbol";
    case Node::Kind::sum:
      return "sum";
    case Node::Kind::product:
      return "product";
    case Node::Kind::quotient:
      return "quotient";
    case Node::Kind::choice:
      break;
  }
  return "choice";
}

Json node_data(const Node& node) {
  Json json{{"kind", kind_of(node)}};
  if (node.kind == Node::Kind::symbol) json["symbol"] = node.symbol;
  const bool has_number = node.kind == Node::Kind::number || node.kind == Node::Kind::product ||
                          node.kind == Node::Kind::quotient;
  if (has_number) json["number"] = node.number.get_str();
  if (node.parts.empty()) return json;
  json["parts"] = Json::array();
  for (const auto& part : node.parts) json["parts"].push_back(node_data(*part));
  if (node.kind == Node::Kind::sum) json["negative"] = node.negative;
  return json;
}

}  // namespace

Json formula_data(const Formula& formula) { return node_data(formula.root()); }

Json argument_data(const Arguments::Argument& argument) {
  return {
      {"symbol", argument.symbol}, {"name", argument.meaning}, {"value", argument.value.get_str()}};
}

}  // namespace attn

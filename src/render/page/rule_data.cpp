#include "render/page/rule_data.hpp"

#include <nlohmann/json.hpp>

#include "base/base64.hpp"
#include "core/positions.hpp"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

template <typename Numbers>
Json list_of(const Numbers& numbers) {
  Json list = Json::array();
  for (const auto number : numbers) list.push_back(number);
  return list;
}

// In the order of reading, a byte each.
std::string cells_of(const Mask& mask) {
  std::string bytes;
  for (arma::uword i = 0; i < mask.n_rows; ++i)
    for (arma::uword j = 0; j < mask.n_cols; ++j) bytes += static_cast<char>(mask(i, j) ? 1 : 0);
  return base64_of(bytes);
}

struct RuleData {
  Json operator()(const Given&) const { return {{"kind", "given"}}; }
  Json operator()(const Product& rule) const {
    return {{"kind", "product"},
            {"left", rule.left},
            {"right", rule.right},
            {"left_transposed", rule.left_transposed},
            {"right_transposed", rule.right_transposed},
            {"bias", rule.bias}};
  }
  Json operator()(const Scaling& rule) const {
    return {
        {"kind", "scaling"}, {"of", rule.of}, {"number", rule.number}, {"divides", rule.divides}};
  }
  Json operator()(const Masking& rule) const { return of("masking", rule.of); }
  Json operator()(const Softmax& rule) const { return of("softmax", rule.of); }
  Json operator()(const Shares& rule) const { return of("shares", rule.of); }
  Json operator()(const Columns& rule) const {
    return {{"kind", "columns"}, {"of", rule.of}, {"first", rule.first}};
  }
  Json operator()(const Concat& rule) const {
    return {{"kind", "concat"}, {"of", rule.of}, {"n_added", rule.n_added}};
  }
  Json operator()(const Mean& rule) const { return of("mean", rule.of); }
  Json operator()(const Difference& rule) const { return pair("difference", rule); }
  Json operator()(const Permission& rule) const {
    Json reasons = Json::object();
    for (const auto& [reason, meaning] : rule.reasons)
      reasons[std::string(1, static_cast<char>(reason))] = meaning;
    return {{"kind", "permission"}, {"reasons", reasons}, {"pattern", pattern_data(rule.pattern)}};
  }
  Json operator()(const Logarithm& rule) const { return of("logarithm", rule.of); }
  Json operator()(const Sinusoid& rule) const {
    return {{"kind", "sinusoid"},
            {"positions", list_of(rule.positions)},
            {"dims", list_of(rule.dims)},
            {"d_model", rule.d_model},
            {"base", rule.base},
            {"frequencies", list_of(pair_frequencies(rule.d_model, rule.base))}};
  }
  Json operator()(const Angle& rule) const {
    return {{"kind", "angle"},
            {"positions", list_of(rule.positions)},
            {"width", rule.width},
            {"base", rule.base},
            {"frequencies", list_of(pair_frequencies(rule.width, rule.base))}};
  }
  Json operator()(const Wavelength& rule) const {
    return {{"kind", "wavelength"},
            {"width", rule.width},
            {"base", rule.base},
            {"frequencies", list_of(pair_frequencies(rule.width, rule.base))}};
  }
  Json operator()(const Trigonometric& rule) const {
    return {{"kind", "trigonometric"}, {"of", rule.of}, {"is_sine", rule.is_sine}};
  }
  Json operator()(const Rotation& rule) const {
    return {{"kind", "rotation"},
            {"of", rule.of},
            {"angles", rule.angles},
            {"pairing", name_in(kPairings, rule.pairing)},
            {"is_back", rule.is_back}};
  }
  Json operator()(const Slope& rule) const {
    return {{"kind", "slope"}, {"n_heads", rule.n_heads}};
  }
  Json operator()(const Sum& rule) const { return pair("sum", rule); }
  Json operator()(const Part& rule) const {
    return {{"kind", "part"},
            {"of", rule.of},
            {"rows", list_of(rule.rows)},
            {"cols", list_of(rule.cols)}};
  }
  Json operator()(const Pooling& rule) const { return of("pooling", rule.of); }
  Json operator()(const Alignment& rule) const { return pair("alignment", rule); }
  Json operator()(const TotalLoss& rule) const { return of("total_loss", rule.of); }
  Json operator()(const SquaredErrorLoss& rule) const { return pair("squared_error_loss", rule); }
  Json operator()(const SquaredErrorSlope& rule) const { return pair("squared_error_slope", rule); }
  Json operator()(const SoftmaxGradient& rule) const {
    return {{"kind", "softmax_gradient"}, {"weights", rule.weights}, {"slopes", rule.slopes}};
  }
  Json operator()(const SoftmaxJacobian& rule) const {
    return {{"kind", "softmax_jacobian"}, {"of", rule.of}, {"row", rule.row}};
  }
  Json operator()(const SumOfProducts& rule) const {
    Json terms = Json::array();
    for (const auto& [left, right] : rule.terms) terms.push_back({left, right});
    return {{"kind", "sum_of_products"}, {"terms", terms}};
  }
  Json operator()(const ColumnSums& rule) const { return of("column_sums", rule.of); }

 private:
  static Json of(const char* kind, const std::string& source) {
    return {{"kind", kind}, {"of", source}};
  }

  template <typename OfTwo>
  static Json pair(const char* kind, const OfTwo& rule) {
    return {{"kind", kind}, {"left", rule.left}, {"right", rule.right}};
  }
};

}  // namespace

Json rule_data(const Rule& rule) { return std::visit(RuleData{}, rule); }

Json pattern_data(const MaskPattern& pattern) {
  Json json{{"causal", pattern.causal}};
  if (pattern.n_prefix) json["prefix"] = *pattern.n_prefix;
  if (pattern.window) json["window"] = *pattern.window;
  if (!pattern.padded_keys.is_empty()) json["paddedKeys"] = list_of(pattern.padded_keys);
  if (!pattern.padded_queries.is_empty()) json["paddedQueries"] = list_of(pattern.padded_queries);
  if (pattern.documents) {
    json["queryDocuments"] = list_of(pattern.documents->of_queries);
    json["keyDocuments"] = list_of(pattern.documents->of_keys);
  }
  if (pattern.half) json["half"] = name_in(kHalfReadings, *pattern.half);
  if (pattern.given) json["given"] = cells_of(*pattern.given);
  json["align"] = name_in(kAligns, pattern.align);
  json["join"] = pattern.join == Join::any ? "any" : "all";
  return json;
}

// What a power is needed for differs in its last digits from one processor to the next, and a page
// shows the digits of the program.
bool is_computed_in_page(const Stage& stage) {
  const Rule& rule = stage.rule;
  const auto* shares = std::get_if<Shares>(&rule);
  const bool is_given = std::holds_alternative<Given>(rule) || (shares && shares->of.empty());
  return !is_given && !std::holds_alternative<Sinusoid>(rule) &&
         !std::holds_alternative<Angle>(rule) && !std::holds_alternative<Wavelength>(rule) &&
         !std::holds_alternative<Slope>(rule);
}

}  // namespace attn

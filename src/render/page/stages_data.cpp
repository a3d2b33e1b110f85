#include "render/page/stages_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "render/page/matrix_data.hpp"
#include "render/page/rule_data.hpp"
#include "render/page/table_data.hpp"
#include "render/trace/title.hpp"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

// Above so many numbers of embeddings and weights, what queries, keys and values are made from
// stays behind.
constexpr arma::uword kMostGivenNumbers = arma::uword{1} << 17;
constexpr std::array kBeforeQueries{"input", "memory", "value_memory", "wq", "wk", "wv",
                                    "bq",    "bk",     "bv",           "wo", "bo", "projected"};

Json axis_data(const Axis& axis) {
  Json json{{"name", axis.name}, {"labels", axis.labels}};
  if (axis.is_scale) json["is_scale"] = true;
  if (!axis.points.empty()) json["points"] = axis.points;
  return json;
}

// The mask of attention, which a reader can change; null where there is none, or several beside
// each other, as in a study of orders.
const MaskPattern* pattern_of(const Trace& trace) {
  if (trace.command == "posenc") return nullptr;
  for (const Stage& stage : trace.stages) {
    if (const auto* masking = std::get_if<Masking>(&stage.rule)) return masking->pattern.get();
    const auto* permission = std::get_if<Permission>(&stage.rule);
    if (permission && stage.id == "mask") return &permission->pattern;
  }
  return nullptr;
}

constexpr Named<Scale::Kind> kScaleKinds[] = {
    {Scale::Kind::sqrt_d_k, "sqrt"}, {Scale::Kind::off, "off"}, {Scale::Kind::factor, "factor"}};

class StagesData {
 public:
  StagesData(const Trace& trace, bool numbers)
      : trace_(trace), numbers_(numbers), pattern_(pattern_of(trace)) {
    arma::uword n_given = 0;
    bool has_gradients = false;
    for (const Stage& stage : trace.stages) {
      if (!is_computed_in_page(stage)) n_given += stage.value.n_elem;
      has_gradients = has_gradients || !stage.gradient_of.empty();
    }
    begins_late_ = n_given > kMostGivenNumbers && !has_gradients && trace.find("query");
  }

  Json stages() const {
    Json list = Json::array();
    for (const Stage& stage : trace_.stages)
      if (!stays_behind(stage)) list.push_back(stage_data(stage));
    return list;
  }

  Json pattern() const { return pattern_ ? pattern_data(*pattern_) : Json(nullptr); }

  // The scale of scores, which a reader can change.
  Json scale() const {
    if (trace_.command == "posenc") return nullptr;
    for (const Stage& stage : trace_.stages) {
      const auto* scaling = std::get_if<Scaling>(&stage.rule);
      if (!scaling || stage.id != "scaled" || !scaling->asked) continue;
      const auto* scores = std::get_if<Product>(&trace_.source_of(stage, scaling->of).rule);
      const arma::uword d_k = scores ? trace_.source_of(stage, scores->right).value.n_cols : 0;
      const Scale& asked = *scaling->asked;
      return {{"kind", name_in(kScaleKinds, asked.kind)},
              {"factor", asked.factor},
              {"temperature", asked.temperature},
              {"d_k", d_k}};
    }
    return nullptr;
  }

  bool begins_late() const { return begins_late_; }

  // Whether a stage of that id is in the page.
  bool has(const std::string& id) const {
    return std::any_of(trace_.stages.begin(), trace_.stages.end(),
                       [&](const Stage& stage) { return stage.id == id && !stays_behind(stage); });
  }

 private:
  bool stays_behind(const Stage& stage) const {
    return begins_late_ && std::find(kBeforeQueries.begin(), kBeforeQueries.end(), stage.id) !=
                               kBeforeQueries.end();
  }

  // Its sources may have stayed behind.
  bool is_computed(const Stage& stage) const {
    const auto* product = std::get_if<Product>(&stage.rule);
    const bool lacks_source =
        begins_late_ && product && stays_behind(trace_.source_of(stage, product->left));
    return is_computed_in_page(stage) && !lacks_source;
  }

  Json stage_data(const Stage& stage) const {
    Json json{{"id", stage.id},
              {"group", stage.group},
              {"symbol", stage.symbol},
              {"formula", stage.formula},
              {"shape", {stage.value.n_rows, stage.value.n_cols}},
              {"rows", axis_data(stage.rows)},
              {"cols", axis_data(stage.cols)},
              {"rule", rule_data(stage.rule)},
              {"note", stage.note},
              {"detail", stage.detail},
              {"remark", stage.remark},
              {"holds_shares", holds_shares(stage)},
              {"hides_blocked", hides_blocked(stage)},
              {"gradient_of", stage.gradient_of}};
    if (std::holds_alternative<Scaling>(stage.rule))
      json["rule"]["is_setting"] = trace_.command != "posenc";
    const bool is_made_here = is_computed(stage);
    if (numbers_ && !is_made_here) json["data"] = numbers_of(stage.value);
    const bool follows_pattern = pattern_ && is_made_here;
    if (numbers_ && !stage.blocked.is_empty() && !follows_pattern)
      json["blocked"] = letters_of(stage.blocked);
    return json;
  }

  const Trace& trace_;
  bool numbers_;
  const MaskPattern* pattern_;
  bool begins_late_ = false;
};

std::string empty_row_of(const Trace& trace) {
  for (const auto& [name, setting] : trace.config)
    if (name == "empty_row") return std::get<std::string>(setting);
  return "zero";
}

Json sketches_data(const SketchSheet& sheet) {
  Json rows = Json::array();
  for (const SketchRow& row : sheet.rows) {
    Json sketches = Json::array();
    for (const Sketch& sketch : row.sketches) {
      std::string dots;
      for (const bool dot : sketch.dots) dots += dot ? '1' : '0';
      sketches.push_back({{"name", sketch.name},
                          {"caption", sketch.caption},
                          {"n_cols", sketch.n_cols},
                          {"dots", dots}});
    }
    rows.push_back({{"name", row.name}, {"sketches", sketches}});
  }
  return {{"title", sheet.title}, {"rows", rows}, {"note", sheet.note}};
}

// The first stage that one looks at, where nobody named one: not the input, which anybody can make
// up, but where words meet.
std::string telling_stage(const Trace& trace) {
  for (const char* id : {"mask", "scores", "weights", "encoding"})
    if (trace.find(id) || !trace.in_every_group(id).empty()) return id;
  if (trace.stages.empty()) return "";
  return trace.result.empty() ? trace.stages.back().id : trace.result;
}

void add_missing(Json& merged, const Json& other) {
  for (const auto& [key, value] : other.items())
    if (!merged.contains(key)) merged[key] = value;
}

}  // namespace

Json stages_data(const Trace& trace, const FirstLook& look, bool numbers) {
  const StagesData data(trace, numbers);
  Layout layout;
  layout.precision = look.precision;
  return {{"kind", trace.command},
          {"title", trace.title},
          {"about", trace.about},
          {"source", source_text(trace.source)},
          {"tokens", {{"query", trace.query_tokens}, {"key", trace.key_tokens}}},
          {"first_stage", data.has(look.stage) ? look.stage : telling_stage(trace)},
          {"is_editable", trace.command == "attend" || trace.command == "mha"},
          {"precision", look.precision},
          {"pattern", data.pattern()},
          {"scale", data.scale()},
          {"empty_row", empty_row_of(trace)},
          {"begins_late", data.begins_late()},
          {"stages", data.stages()},
          {"tables", tables_data(trace.tables, layout)},
          {"sketches", trace.sketches ? sketches_data(*trace.sketches) : Json(nullptr)},
          {"notes", trace.notes},
          {"warnings", trace.warnings}};
}

Json in_both_languages(const Json& english, const Json& japanese) {
  if (english == japanese) return english;
  if (english.is_object() && japanese.is_object()) {
    Json merged = Json::object();
    for (const auto& [key, value] : english.items())
      merged[key] = japanese.contains(key) ? in_both_languages(value, japanese[key]) : value;
    add_missing(merged, japanese);
    return merged;
  }
  if (english.is_array() && japanese.is_array() && english.size() == japanese.size()) {
    Json merged = Json::array();
    for (std::size_t i = 0; i < english.size(); ++i)
      merged.push_back(in_both_languages(english[i], japanese[i]));
    return merged;
  }
  return {{"en", english}, {"ja", japanese}};
}

std::vector<const Stage*> main_stages(const Trace& trace) {
  constexpr std::size_t kMost = 8;
  std::vector<const Stage*> stages;
  for (const Stage& stage : trace.stages) {
    const bool is_named =
        std::find(trace.overview.begin(), trace.overview.end(), stage.id) != trace.overview.end();
    if (stages.size() < kMost && (trace.overview.empty() || is_named)) stages.push_back(&stage);
  }
  return stages;
}

}  // namespace attn

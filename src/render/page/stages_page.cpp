#include "render/page/stages_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "core/positions.hpp"
#include "render/html/html.hpp"
#include "render/page/costs_page.hpp"
#include "render/page/page_parts.hpp"
#include "render/text/document.hpp"
#include "render/text/number.hpp"
#include "render/text/text.hpp"
#include "render/trace/trace.hpp"

namespace attn {

namespace {

constexpr arma::uword kMostRows = 24;  // of a plain table, and columns

// The names of the first places of an axis: of one without labels their numbers.
std::vector<std::string> place_names(const Axis& axis, arma::uword n) {
  std::vector<std::string> names;
  for (arma::uword place = 0; place < n; ++place) names.push_back(axis.place_name(place));
  return names;
}

// A matrix without a script: its first rows and columns.
std::string plain_table(const Stage& stage) {
  const arma::uword n_rows = std::min(stage.value.n_rows, kMostRows);
  const arma::uword n_cols = std::min(stage.value.n_cols, kMostRows);
  const Layout layout;
  const NumberFormat write(stage.value, layout, holds_shares(stage));
  return grid_html({.kind = "matrix",
                    .caption = stage.group + " " + stage.formula,
                    .n_rows = n_rows,
                    .n_cols = n_cols,
                    .row_labels = place_names(stage.rows, n_rows),
                    .col_labels = place_names(stage.cols, n_cols),
                    .cell = [&](arma::uword row, arma::uword col) {
                      return html_text(write(stage.value(row, col)));
                    }});
}

std::string without_script(const Trace& trace) {
  std::string html =
      fmt::format("<noscript>\n<h1>attn {} <bdi>{}</bdi></h1>\n<p>{}</p>\n",
                  html_text(trace.command), html_text(trace.title),
                  html_text(translated("Without a script this page shows its main stages alone.")));
  for (const Stage* stage : main_stages(trace)) html += plain_table(*stage);
  return html + "</noscript>\n";
}

PageFile script_of(const std::string& command) {
  if (command == "mask") return mask_script();
  return command == "posenc" ? positions_script() : attention_script();
}

// The words of programs that build a mask, for the script to fill in.
nlohmann::ordered_json dialects() {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Named<CodeLanguage>& language : kCodeLanguages) {
    const MaskDialect& dialect = dialect_of(language.value);
    json[language.name] = {{"comment", dialect.comment}, {"and_sign", dialect.and_sign},
                           {"or_sign", dialect.or_sign}, {"module", dialect.module},
                           {"header", dialect.header},   {"indices", dialect.indices},
                           {"footer", dialect.footer}};
  }
  return json;
}

}  // namespace

std::vector<std::string> PageCommand::all() const {
  std::vector<std::string> all = words;
  for (const auto* more : {&settings, &kept, &rest})
    all.insert(all.end(), more->begin(), more->end());
  return all;
}

nlohmann::ordered_json stages_in_language(const Trace& trace, const FirstLook& look, bool numbers) {
  nlohmann::ordered_json data = stages_data(trace, look, numbers);
  data["texts"] = page_texts();
  return data;
}

std::string stages_page(nlohmann::ordered_json data, const Trace& trace, const PageCommand& command,
                        const std::string& language) {
  data["command"] = {{"name", command.name},
                     {"words", command.words},
                     {"settings", command.settings},
                     {"kept", command.kept},
                     {"rest", command.rest},
                     {"is_literal", command.is_literal},
                     {"spells_padding", command.spells_padding},
                     {"tokens", data["tokens"]}};
  if (trace.command == "mask" && trace.find("mask")) data["dialects"] = dialects();
  const std::string title =
      "attn " + trace.command + (trace.title.empty() ? "" : " " + trace.title);
  return html_document({.language = language,
                        .title = title,
                        .style = page_style(),
                        .script = script_of(trace.command),
                        .body = body_for_script(without_script(trace)),
                        .data = compact_json(data)});
}

std::string numbers_of(const arma::mat& value) {
  std::string bytes;
  bytes.reserve(value.n_elem * sizeof(double));
  for (arma::uword i = 0; i < value.n_rows; ++i)
    for (arma::uword j = 0; j < value.n_cols; ++j) {
      auto bits = std::bit_cast<std::uint64_t>(value(i, j));
      for (std::size_t byte = 0; byte < sizeof(double); ++byte, bits >>= 8)
        bytes += static_cast<char>(bits & 0xFF);
    }
  return base64_of(bytes);
}

std::string letters_of(const BlockedCells& blocked) {
  std::string bytes;
  for (arma::uword i = 0; i < blocked.n_rows; ++i)
    for (arma::uword j = 0; j < blocked.n_cols; ++j) bytes += static_cast<char>(blocked(i, j));
  return base64_of(bytes);
}

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

// A formula as a script reads it: a number as itself, an index as its letter, all else as a list
// of what it does, its name where it has one, and its parts. Lists of numbers go beside it.
Json formula_tree(const CellFormula& formula, Json& lists) {
  if (formula.op == Op::index)
    return std::string(1, "ijk"[static_cast<std::size_t>(formula.number)]);
  if (formula.op == Op::number && formula.name.empty()) return formula.number;
  Json data = Json::array({name_of(formula.op)});
  if (!formula.name.empty()) data.push_back(formula.name);
  if (formula.op == Op::number) data.push_back(exact(formula.number));
  if (formula.op == Op::list) lists[formula.name] = list_of(formula.list);
  for (const CellFormula& part : formula.parts) data.push_back(formula_tree(part, lists));
  return data;
}

// The kinds of rules, in their order.
constexpr const char* kRuleKinds[] = {
    "given",    "product",          "scaling",          "masking",
    "softmax",  "shares",           "columns",          "concat",
    "mean",     "permission",       "sinusoid",         "angle",
    "rotation", "softmax_gradient", "softmax_jacobian", "formula"};

}  // namespace

Json rule_data(const Rule& rule) {
  Json data{{"kind", kRuleKinds[rule.index()]}}, lists = Json::object();
  if (const auto formula = cell_formula(rule)) data["cell"] = formula_tree(*formula, lists);
  data.update(lists);
  // What a page asks of a rule besides its tree.
  if (const auto* columns = std::get_if<Columns>(&rule)) data["first"] = columns->first;
  if (const auto* jacobian = std::get_if<SoftmaxJacobian>(&rule)) data["row"] = jacobian->row;
  if (const auto* angle = std::get_if<Angle>(&rule))
    data["frequencies"] = list_of(pair_frequencies(angle->width, angle->base));
  if (const auto* waves = std::get_if<Waves>(&rule); waves && waves->go_round())
    data["frequencies"] = list_of(pair_frequencies(waves->d_model, waves->base));
  if (const auto* permission = std::get_if<Permission>(&rule)) {
    data["reasons"] = Json::object();
    for (const auto& [reason, meaning] : permission->reasons)
      data["reasons"][std::string(1, static_cast<char>(reason))] = meaning;
    data["pattern"] = pattern_data(permission->pattern);
  }
  return data;
}

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
  const auto formula = cell_formula(stage.rule);
  return formula && !uses(*formula, Op::power);
}

namespace {

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

  Json stages() {
    Json list = Json::array();
    for (const Stage& stage : trace_.stages)
      if (!stays_behind(stage)) list.push_back(stage_data(stage));
    return list;
  }

  // The trees of all rules, of which `stages` has the places here.
  const Json& formulas() const { return formulas_; }

  Json pattern() const { return pattern_ ? pattern_data(*pattern_) : Json(nullptr); }

  // The scale of scores, which a reader can change.
  Json scale() const {
    if (trace_.command == "posenc") return nullptr;
    for (const Stage& stage : trace_.stages) {
      const auto* scaling = std::get_if<Scaling>(&stage.rule);
      if (!scaling || !scaling->asked) continue;
      const Scale& asked = *scaling->asked;
      return {{"kind", name_in(kScaleKinds, asked.kind)},
              {"factor", asked.factor},
              {"temperature", asked.temperature},
              {"d_k", width_of_keys()}};
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

  // Its sources may have stayed behind: then its numbers are given.
  bool lacks_source(const Stage& stage) const {
    const auto* product = std::get_if<Product>(&stage.rule);
    return begins_late_ && product && stays_behind(trace_.source_of(stage, product->left));
  }

  // Of scores that are given nobody may know: then it is 0.
  std::int64_t width_of_keys() const {
    for (const auto& [name, setting] : trace_.config)
      if (name == "d_k") return std::get<std::int64_t>(setting);
    return 0;
  }

  // Heads have the same rules.
  void share_formula(Json& rule) {
    if (!rule.contains("cell")) return;
    const auto found = std::find(formulas_.begin(), formulas_.end(), rule["cell"]);
    const auto place = found - formulas_.begin();
    if (found == formulas_.end()) formulas_.push_back(rule["cell"]);
    rule["cell"] = place;
  }

  Json stage_data(const Stage& stage) {
    Json json{{"id", stage.id},
              {"group", stage.group},
              {"symbol", stage.symbol},
              {"formula", stage.formula},
              {"shape", {stage.value.n_rows, stage.value.n_cols}},
              {"rows", axis_data(stage.rows)},
              {"cols", axis_data(stage.cols)},
              {"rule", rule_data(lacks_source(stage) ? Given{} : stage.rule)},
              {"note", stage.note},
              {"detail", stage.detail},
              {"remark", stage.remark},
              {"holds_shares", holds_shares(stage)},
              {"hides_blocked", hides_blocked(stage)},
              {"gradient_of", stage.gradient_of}};
    share_formula(json["rule"]);
    const bool is_made_here = is_computed_in_page(stage) && !lacks_source(stage);
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
  Json formulas_ = Json::array();
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
  StagesData data(trace, numbers);
  const Json stages = data.stages();
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
          {"formulas", data.formulas()},
          {"stages", stages},
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

Json table_data(const Table& table, const Layout& layout) {
  Json rows = Json::array(), columns = Json::array();
  for (const Column& column : table.columns) columns.push_back(column.title);
  for (const TableRow& row : table.rows) {
    Json cells = Json::array();
    for (const TableCell& cell : row) cells.push_back(cell_text(cell, layout));
    rows.push_back(std::move(cells));
  }
  return {{"id", table.id},
          {"title", table.title},
          {"columns", columns},
          {"rows", rows},
          {"n_text_columns", table.n_text_columns},
          {"note", table.note}};
}

Json tables_data(const std::vector<Table>& tables, const Layout& layout) {
  Json list = Json::array();
  for (const Table& table : tables) list.push_back(table_data(table, layout));
  return list;
}

std::string plain_tables(const std::vector<Table>& tables) {
  std::string html;
  for (const Table& table : tables) html += table_html(table);
  return html;
}

std::string without_script(const std::string& title, const std::vector<Table>& tables) {
  return fmt::format(
      "<noscript>\n<h1><bdi>{}</bdi></h1>\n<p>{}</p>\n{}</noscript>\n", html_text(title),
      html_text(translated("Without a script this page shows its main tables alone.")),
      plain_tables(tables));
}

std::string title_line(const std::string& title) {
  const std::string kApart = "   ", kDot = " · ";
  std::string line;
  for (const std::string& part : split(title, '\n')) {
    const std::string words(trimmed(part));
    if (!words.empty()) line += (line.empty() ? "" : kDot) + words;
  }
  for (std::size_t at = line.find(kApart); at != std::string::npos; at = line.find(kApart, at))
    line.replace(at, kApart.size(), kDot);
  return line;
}

}  // namespace attn

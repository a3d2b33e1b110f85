#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/count.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "render/text/document.hpp"
#include "render/trace/trace.hpp"
#include "trace/table.hpp"
#include "trace/trace.hpp"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

std::string number(double value) { return std::isfinite(value) ? exact(value) : "null"; }

// Everything but the cells goes through the JSON library, on one line; cells are written by hand,
// one matrix row a line, because a document of nine million library values would not fit.
template <typename WriteCell>
std::string rows_json(arma::uword n_rows, arma::uword n_cols, WriteCell write_cell) {
  std::string text = "[";
  for (arma::uword i = 0; i < n_rows; ++i) {
    text += i == 0 ? "\n      [" : ",\n      [";
    for (arma::uword j = 0; j < n_cols; ++j) {
      if (j > 0) text += ',';
      text += write_cell(i, j);
    }
    text += ']';
  }
  return text + "\n    ]";
}

Json facts_json(const Stage& stage) {
  const Facts facts = facts_of(stage);
  const Statistics& s = facts.statistics;
  Json json{
      {"min", json_number(s.min)},   {"max", json_number(s.max)},
      {"mean", json_number(s.mean)}, {"standard_deviation", json_number(s.standard_deviation)},
      {"zeros", facts.n_zeros},      {"blocked", facts.n_blocked}};
  if (s.n_cells == 0)
    for (const char* name : {"min", "max", "mean", "standard_deviation"}) json[name] = nullptr;
  for (const WeightRow& row : facts.weight_rows) {
    json["row_sums"].push_back(json_number(row.sum));
    json["entropy"].push_back(json_number(row.entropy));
    json["max_entropy"].push_back(json_number(row.max_entropy));
    json["strongest_key"].push_back(row.strongest ? Json(*row.strongest) : Json(nullptr));
    json["strongest_keys"].push_back(
        Json(arma::conv_to<std::vector<arma::uword>>::from(row.equally_strong)));
  }
  return json;
}

std::string stage_json(const Stage& stage) {
  const auto line = [](const char* key, const std::string& value) {
    return fmt::format("    \"{}\": {}", key, value);
  };
  std::vector<std::string> lines{
      line("id", compact_json(stage.id)),
      line("group", compact_json(stage.group)),
      line("formula", compact_json(stage.formula)),
      line("axes", compact_json({stage.rows.name, stage.cols.name})),
      line("shape", compact_json({stage.value.n_rows, stage.value.n_cols})),
      line("labels", compact_json({{"rows", stage.rows.labels_for_programs()},
                                   {"cols", stage.cols.labels_for_programs()}})),
      line("data", rows_json(stage.value.n_rows, stage.value.n_cols,
                             [&stage](auto i, auto j) { return number(stage.value(i, j)); }))};
  if (stage.n_batch > 0) lines.push_back(line("batch_shape", compact_json(sizes_of(stage))));
  if (!stage.blocked.is_empty())
    lines.push_back(
        line("blocked", rows_json(stage.value.n_rows, stage.value.n_cols, [&stage](auto i, auto j) {
               return '"' + blocked_word(stage.blocked(i, j)) + '"';
             })));
  if (!stage.gradient_of.empty())
    lines.push_back(line("gradient_of", compact_json(stage.gradient_of)));
  lines.push_back(line("note", compact_json(stage.note)));
  lines.push_back(line("facts", compact_json(facts_json(stage))));
  return fmt::format("  {{\n{}\n  }}", fmt::join(lines, ",\n"));
}

Json config_json(const Trace& trace) {
  Json json = Json::object();
  for (const auto& [name, setting] : trace.config)
    std::visit([&, &key = name](const auto& value) { json[key] = value; }, setting);
  json["source"] = trace.source;
  return json;
}

Json tables_json(const std::vector<const Table*>& tables) {
  Json json = Json::array();
  for (const Table* table : tables) json.push_back(table_json(*table));
  return json;
}

}  // namespace

std::string trace_json(const Trace& trace, const std::vector<const Stage*>& stages,
                       const std::vector<const Table*>& tables) {
  std::string text = "{\n\"schema\": \"attn.trace/2\",\n";
  text += "\"command\": " + compact_json(trace.command) + ",\n";
  text += "\"config\": " + compact_json(config_json(trace)) + ",\n";
  text +=
      "\"tokens\": " + compact_json({{"query", trace.query_tokens}, {"key", trace.key_tokens}}) +
      ",\n";
  text += "\"stages\": [\n";
  for (std::size_t i = 0; i < stages.size(); ++i)
    text += stage_json(*stages[i]) + (i + 1 < stages.size() ? ",\n" : "\n");
  text += "],\n";
  if (!tables.empty()) text += "\"tables\": " + compact_json(tables_json(tables)) + ",\n";
  text += "\"warnings\": " + compact_json(trace.warnings) + "\n}\n";
  return text;
}

std::string plain_header() { return "stage\tgroup\trow\tcol\trow_label\tcol_label\tvalue\n"; }

std::string plain_records(const Stage& stage) {
  const std::vector<std::string>& rows = stage.rows.labels_for_programs();
  const std::vector<std::string>& cols = stage.cols.labels_for_programs();
  std::string text;
  for (arma::uword i = 0; i < stage.value.n_rows; ++i)
    for (arma::uword j = 0; j < stage.value.n_cols; ++j)
      text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\n", stage.id, stage.group, i, j,
                          rows.empty() ? "" : tab_field(rows[i]),
                          cols.empty() ? "" : tab_field(cols[j]), exact(stage.value(i, j)));
  return text;
}

}  // namespace attn

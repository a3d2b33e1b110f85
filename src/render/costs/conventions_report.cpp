#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/number.hpp"
#include "costs/conventions/conventions.hpp"
#include "render/costs/costs.hpp"
#include "render/costs/parts.hpp"
#include "render/text/number.hpp"

namespace attn {

namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned kLeastReason = 40;  // columns that a reason needs beside its label

const char* base_of(const Convention& row) { return row.is_mac ? "MAC" : "FLOP"; }

// What is not zero never prints as zero.
std::string ratio_text(double ratio) {
  constexpr unsigned kDecimals = 3;
  const std::string text = decimal_text(ratio, kDecimals);
  return ratio > 0 && is_written_as_zero(text) ? "<" + least_shown(kDecimals) : text;
}

Table table_of(const Conventions& conventions) {
  Count largest = 0;
  for (const Convention& row : conventions.rows) largest = std::max(largest, row.count);
  Table table{.id = "conventions",
              .title = translated(
                  "The same pass as others count it. The ratio compares with the first row, a MAC "
                  "taken as 2 FLOP."),
              .columns = {{"convention", translated("convention")},
                          {"formula", translated("formula")},
                          {"count", translated("count")},
                          {"unit", translated("unit")},
                          {"ratio", translated("ratio")}},
              .n_text_columns = 2,
              .dispensable = {4}};
  for (const Convention& row : conventions.rows) {
    const cell::Text label{row.id, row.label};
    if (!row.formula) {
      table.rows.push_back({label, cell::Missing{translated("does not apply")}, cell::Missing{},
                            cell::Missing{}, cell::Missing{}});
      continue;
    }
    const Unit unit = decimal_unit_for(largest, base_of(row));
    table.rows.push_back({label, cell::name(row.formula->text()),
                          cell::Quantity{.number = row.count, .unit = unit, .names_unit = false},
                          cell::name(unit.name),
                          cell::name(ratio_text(times_first(row, conventions)))});
  }
  return table;
}

// What the formulas are made of: on a screen "C_W   MAC of products with weights: 12 L T d^2 =
// 86,973,087,744", on a page in columns.
void add_definitions(Report& report, const Costs& costs, const Conventions& conventions) {
  Terms terms;
  Table table{.id = "definitions",
              .title = translated("What the formulas are made of."),
              .columns = {{"symbol", translated("symbol")},
                          {"meaning", translated("meaning")},
                          {"formula", translated("formula")},
                          {"count", translated("count")}},
              .n_text_columns = 3};
  const auto add = [&](const std::string& symbol, const std::string& meaning,
                       const std::string& formula, const Count& value) {
    const std::string number = count_text(value);
    terms.rows.emplace_back(
        symbol,
        meaning + ": " + (formula == symbol ? number : formula + " " + unbroken("= " + number)));
    table.rows.push_back(
        {cell::name(symbol), cell::name(meaning), cell::name(formula), cell::Whole{value}});
  };
  for (const ConventionTerm& one : conventions.definitions)
    add(one.symbol, one.meaning, one.formula.text(), one.value);
  for (const Pairs& pairs : costs.pairs)
    add(pairs.symbol, translated("allowed pairs in one head"), pairs.formula.text(), pairs.count);
  report.add(std::move(terms));
  report.add(std::move(table), Report::Place::page);
}

void add_reasons(Report& report, const Conventions& conventions) {
  Terms terms{.least_width = kLeastReason};
  Table table{.id = "reasons",
              .title = translated("What each of them counts, or why it does not apply."),
              .columns = {{"convention", translated("convention")}, {"why", translated("why")}},
              .n_text_columns = 2};
  for (const Convention& row : conventions.rows) {
    terms.rows.emplace_back(row.label, row.why);
    table.rows.push_back({cell::Text{row.id, row.label}, cell::name(row.why)});
  }
  report.add(std::move(terms));
  report.add(std::move(table), Report::Place::page);
}

// How far apart counts of one pass can be, and because of what.
std::string summary_of(const Costs& costs, const Conventions& conventions) {
  Count weights = 0, allowed = 0, all = 0;
  for (const ConventionTerm& one : conventions.definitions) {
    if (one.symbol == "C_W") weights = one.value;
    if (one.symbol == "C_A") allowed = one.value;
    if (one.symbol == "C_F") all = one.value;
  }
  std::string text = translated("A MAC read as a FLOP halves a count.");
  add_sentence(text, message("Q Kᵀ and A V are {:.1f} % of the full square; a tool that sees only "
                             "modules with weights leaves them out.",
                             percent_of(all, weights + all)));
  if (allowed != all)
    add_sentence(text, message("The mask allows {:.1f} % of the pairs.", percent_of(allowed, all)));
  add_sentence(text, translated("Tools see a model of nn.Linear and nn.LayerNorm, its attention "
                                "written out as matmul, softmax, matmul, or fused as "
                                "scaled_dot_product_attention."));
  if (costs.pass.mode == Mode::train)
    add_sentence(text, translated("fvcore, ptflops, thop, torchinfo and calflops count one forward "
                                  "pass; the backward pass costs two more."));
  return text;
}

std::vector<const Formula*> formulas_of(const Conventions& conventions) {
  std::vector<const Formula*> formulas;
  for (const Convention& row : conventions.rows)
    if (row.formula) formulas.push_back(&*row.formula);
  for (const ConventionTerm& one : conventions.definitions) formulas.push_back(&one.formula);
  return formulas;
}

Json conventions_json(const Conventions& conventions) {
  Json definitions = Json::array(), rows = Json::array();
  for (const ConventionTerm& one : conventions.definitions)
    definitions.push_back({{"symbol", one.symbol},
                           {"meaning", one.meaning},
                           {"formula", one.formula.text()},
                           {"count", count_json(one.value)}});
  for (const Convention& row : conventions.rows)
    rows.push_back({{"name", row.id},
                    {"source", name_in(kConventionSources, row.source)},
                    {"unit", base_of(row)},
                    {"formula", row.formula ? Json(row.formula->text()) : Json(nullptr)},
                    {"count", row.formula ? count_json(row.count) : Json(nullptr)},
                    {"why", row.why}});
  return {{"definitions", definitions}, {"rows", rows}};
}

std::string conventions_records(const Conventions& conventions) {
  std::string text;
  for (const ConventionTerm& one : conventions.definitions)
    text += record_text(
        {"convention_terms", one.symbol, one.formula.text(), "", one.value.get_str(), ""});
  for (const Convention& row : conventions.rows)
    text += record_text({"conventions", row.id, row.formula ? row.formula->text() : "", "",
                         row.formula ? row.count.get_str() : "", base_of(row)});
  return text;
}

}  // namespace

Report conventions_report(const Costs& costs) {
  const Conventions conventions = conventions_of(costs);
  Report report{.name = name_of(costs.model),
                .title = cost_title(costs, OperationUnit::flop),
                .json = cost_json(costs),
                .records = cost_records(costs) + conventions_records(conventions)};
  report.json["conventions"] = conventions_json(conventions);
  const std::string summary = summary_of(costs, conventions);
  Table table = table_of(conventions);
  report.add(table, Report::Place::screen);
  table.note = summary;
  report.add(table, Report::Place::page);
  add_definitions(report, costs, conventions);
  report.say(ReportWords::Kind::where, symbols_text(formulas_of(conventions), costs.arguments),
             false);
  add_reasons(report, conventions);
  report.say(ReportWords::Kind::paragraph, summary);
  return report;
}

}  // namespace attn

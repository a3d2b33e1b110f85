#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/number.hpp"
#include "costs/conventions/conventions.hpp"
#include "render/costs/costs.hpp"
#include "render/text/grid.hpp"
#include "render/text/number.hpp"
#include "render/text/text.hpp"

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

// What its formulas are made of, for who reads them in columns.
Table definitions_table(const Costs& costs, const Conventions& conventions) {
  Table table{.id = "definitions",
              .title = translated("What the formulas are made of."),
              .columns = {{"symbol", translated("symbol")},
                          {"meaning", translated("meaning")},
                          {"formula", translated("formula")},
                          {"count", translated("count")}},
              .n_text_columns = 3};
  const auto add = [&table](const std::string& symbol, const std::string& meaning,
                            const std::string& formula, const Count& value) {
    table.rows.push_back(
        {cell::name(symbol), cell::name(meaning), cell::name(formula), cell::Whole{value}});
  };
  for (const ConventionTerm& one : conventions.definitions)
    add(one.symbol, one.meaning, one.formula.text(), one.value);
  for (const Pairs& pairs : costs.pairs)
    add(pairs.symbol, translated("allowed pairs in one head"), pairs.formula.text(), pairs.count);
  return table;
}

Table reasons_table(const Conventions& conventions) {
  Table table{.id = "reasons",
              .title = translated("What each of them counts, or why it does not apply."),
              .columns = {{"convention", translated("convention")}, {"why", translated("why")}},
              .n_text_columns = 2};
  for (const Convention& row : conventions.rows)
    table.rows.push_back({cell::Text{row.id, row.label}, cell::name(row.why)});
  return table;
}

unsigned widest_symbol(const Costs& costs, const Conventions& conventions) {
  unsigned widest = 0;
  for (const ConventionTerm& one : conventions.definitions)
    widest = std::max(widest, display_width(one.symbol));
  for (const Pairs& pairs : costs.pairs) widest = std::max(widest, display_width(pairs.symbol));
  return widest;
}

// "C_W   MAC of products with weights: 12 L T d^2 = 86,973,087,744".
std::string definitions_text(const Costs& costs, const Conventions& conventions,
                             const Layout& layout) {
  const unsigned widest = widest_symbol(costs, conventions);
  std::string text;
  const auto add = [&](const std::string& symbol, const std::string& meaning,
                       const std::string& formula, const Count& value) {
    const std::string equal = unbroken("= " + count_text(value));
    text += footnote(
        pad_right(symbol, widest),
        meaning + ": " + (formula == symbol ? count_text(value) : formula + " " + equal), layout);
  };
  for (const ConventionTerm& one : conventions.definitions)
    add(one.symbol, one.meaning, one.formula.text(), one.value);
  for (const Pairs& pairs : costs.pairs)
    add(pairs.symbol, translated("allowed pairs in one head"), pairs.formula.text(), pairs.count);
  return text;
}

std::string reasons_text(const Conventions& conventions, const Layout& layout) {
  unsigned widest = 0;
  for (const Convention& row : conventions.rows)
    widest = std::max(widest, display_width(row.label));
  const bool is_narrow = kNoteIndent + widest + kLeastReason > layout.width;
  std::string text;
  for (const Convention& row : conventions.rows)
    text += is_narrow ? wrap(in_glyphs(row.label + ": " + row.why, layout), layout.width,
                             kNoteIndent, kNoteIndent)
                      : footnote(pad_right(row.label, widest), row.why, layout);
  return text;
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

}  // namespace

std::string conventions_text(const Costs& costs, const Layout& layout) {
  const Conventions conventions = conventions_of(costs);
  const std::string table = table_text(table_of(conventions), layout);
  if (layout.explain == 0) return table;
  return cost_title(costs, {}, layout) + "\n" + table + "\n" +
         definitions_text(costs, conventions, layout) +
         symbols_text(formulas_of(conventions), costs.arguments, layout) + "\n" +
         reasons_text(conventions, layout) + "\n" +
         paragraph(summary_of(costs, conventions), layout);
}

std::vector<Table> conventions_tables(const Costs& costs) {
  const Conventions conventions = conventions_of(costs);
  std::vector<Table> tables{table_of(conventions), definitions_table(costs, conventions),
                            reasons_table(conventions)};
  tables.front().note = summary_of(costs, conventions);
  return tables;
}

Json conventions_json(const Costs& costs) {
  const Conventions conventions = conventions_of(costs);
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

std::string conventions_records(const Costs& costs) {
  const Conventions conventions = conventions_of(costs);
  std::string text;
  for (const ConventionTerm& one : conventions.definitions)
    text += record_text({.section = "convention_terms",
                         .name = one.symbol,
                         .formula = one.formula.text(),
                         .count = one.value.get_str()});
  for (const Convention& row : conventions.rows)
    text += record_text({.section = "conventions",
                         .name = row.id,
                         .formula = row.formula ? row.formula->text() : "",
                         .count = row.formula ? row.count.get_str() : "",
                         .unit = base_of(row)});
  return text;
}

}  // namespace attn

#include "trace/table.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/count.hpp"
#include "base/number.hpp"
#include "base/text.hpp"

namespace attn {

namespace {

using Json = nlohmann::ordered_json;

struct AsJson {
  Json operator()(const cell::Text& text) const { return text.id; }
  Json operator()(const cell::Missing&) const { return nullptr; }
  Json operator()(const cell::Gap&) const { return nullptr; }
  Json operator()(const cell::Whole& whole) const { return count_json(whole.number); }
  Json operator()(const cell::Real& real) const { return json_number(real.value); }
  Json operator()(const cell::Numbers& numbers) const {
    Json list = Json::array();
    for (const auto& number : numbers.numbers) list.push_back(std::visit(*this, number));
    return list;
  }
  Json operator()(const cell::Quantity& quantity) const { return count_json(quantity.number); }
  Json operator()(const cell::Share& share) const { return json_number(share.part); }
  Json operator()(const cell::Bar& bar) const { return json_number(bar.part); }
};

// A cell as one field of a tab-separated line.
struct AsField {
  std::string operator()(const cell::Text& text) const { return tab_field(text.id); }
  std::string operator()(const cell::Missing&) const { return ""; }
  std::string operator()(const cell::Gap&) const { return ""; }
  std::string operator()(const cell::Whole& whole) const { return whole.number.get_str(); }
  std::string operator()(const cell::Real& real) const { return exact(real.value); }
  std::string operator()(const cell::Numbers& numbers) const {
    std::string text;
    for (const auto& number : numbers.numbers)
      text += (text.empty() ? "" : " ") + std::visit(*this, number);
    return text;
  }
  std::string operator()(const cell::Quantity& quantity) const { return quantity.number.get_str(); }
  std::string operator()(const cell::Share& share) const { return exact(share.part); }
  std::string operator()(const cell::Bar& bar) const { return exact(bar.part); }
};

std::string field_of(const TableCell& cell) { return std::visit(AsField(), cell); }

// How many rows this one stands for; 0 for a row of its own.
std::size_t n_left_out(const TableRow& row) {
  const auto* gap = row.empty() ? nullptr : std::get_if<cell::Gap>(&row.front());
  return gap ? gap->n_rows : 0;
}

}  // namespace

nlohmann::ordered_json table_json(const Table& table) {
  Json columns = Json::array(), rows = Json::array();
  for (const Column& column : table.columns) columns.push_back(column.id);
  std::size_t n_gaps = 0;
  for (const TableRow& row : table.rows) {
    if (const std::size_t n = n_left_out(row); n > 0) {
      n_gaps += n;
      continue;
    }
    Json cells = Json::object();
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      cells[table.columns[i].id] = i < row.size() ? std::visit(AsJson(), row[i]) : Json(nullptr);
    rows.push_back(std::move(cells));
  }
  Json json{{"id", table.id}, {"title", table.title}, {"columns", columns}, {"rows", rows}};
  if (n_gaps > 0) json["rows_left_out"] = n_gaps;
  json["note"] = table.note;
  return json;
}

std::string table_records(const Table& table) {
  std::string text;
  std::size_t place = 0;
  for (const TableRow& row : table.rows) {
    if (const std::size_t n = n_left_out(row); n > 0) {
      place += n;
      continue;
    }
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      text += fmt::format("{}\t\t{}\t{}\t{}\t{}\t{}\n", table.id, place, i, field_of(row.front()),
                          table.columns[i].id, i < row.size() ? field_of(row[i]) : "");
    ++place;
  }
  return text;
}

}  // namespace attn

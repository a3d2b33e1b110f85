#pragma once

#include <string>
#include <vector>

#include "render/text/text.hpp"
#include "trace/table.hpp"

// Tables as people read them, and tables of plain text to draw.
namespace attn {

inline std::string text_of(const TableCell& cell) { return cell_text(cell, {}); }

inline std::vector<std::string> texts_of(const TableRow& row) {
  std::vector<std::string> texts;
  for (const TableCell& cell : row) texts.push_back(text_of(cell));
  return texts;
}

inline std::vector<std::vector<std::string>> texts_of(const std::vector<TableRow>& rows) {
  std::vector<std::vector<std::string>> texts;
  for (const TableRow& row : rows) texts.push_back(texts_of(row));
  return texts;
}

inline std::vector<std::string> headings_of(const Table& table) {
  std::vector<std::string> headings;
  for (const Column& column : table.columns) headings.push_back(column.title);
  return headings;
}

inline std::vector<Column> columns_named(const std::vector<std::string>& names) {
  std::vector<Column> columns;
  for (const std::string& name : names) columns.push_back({name, name});
  return columns;
}

inline TableRow row_of_names(const std::vector<std::string>& names) {
  TableRow row;
  for (const std::string& name : names) row.emplace_back(cell::name(name));
  return row;
}

inline std::vector<TableRow> rows_of_names(const std::vector<std::vector<std::string>>& rows) {
  std::vector<TableRow> named;
  for (const auto& row : rows) named.push_back(row_of_names(row));
  return named;
}

}  // namespace attn

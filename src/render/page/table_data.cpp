#include "render/page/table_data.hpp"

#include <nlohmann/json.hpp>

#include "render/text/cell_text.hpp"

namespace attn {

using Json = nlohmann::ordered_json;

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

}  // namespace attn

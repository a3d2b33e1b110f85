#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "trace/table.hpp"

namespace attn {

/// A table as JSON: {"id", "title", "columns": ["pair", …], "rows": [{"pair": 0, …}], "note"}.
///
/// Each row is an object whose keys are the ids of the columns. A text is its id, a number is a
/// number: exact, or above 2⁵³ its digits in a string. Several numbers are a list, a share is a
/// part of 1, and what is missing is null. Title and note are in the user's language. Where rows
/// were left out, "rows_left_out" says how many.
nlohmann::ordered_json table_json(const Table& table);

/// A table as tab-separated records, one a cell, with the fields of plain_header: the table's id,
/// no group, row, column, the first cell of the row, the column's id, value.
std::string table_records(const Table& table);

}  // namespace attn

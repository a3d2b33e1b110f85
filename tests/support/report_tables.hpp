#pragma once

#include <stdexcept>
#include <string>

#include "render/report/report.hpp"

namespace attn {

/// The table of a report that has that id.
inline Table table_in(const Report& report, const std::string& id) {
  for (const Table& table : page_tables(report))
    if (table.id == id) return table;
  throw std::out_of_range(id);
}

}  // namespace attn

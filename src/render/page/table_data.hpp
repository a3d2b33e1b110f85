#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "render/layout.hpp"
#include "trace/table.hpp"

namespace attn {

/// A table as the scripts of pages read it: its cells are text already, as the layout has them.
nlohmann::ordered_json table_data(const Table& table, const Layout& layout);
nlohmann::ordered_json tables_data(const std::vector<Table>& tables, const Layout& layout);

}  // namespace attn

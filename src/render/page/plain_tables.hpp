#pragma once

#include <string>
#include <vector>

#include "trace/table.hpp"

namespace attn {

/// Tables as HTML, for browsers that run no script: a caption, headings, and what follows from it.
std::string plain_tables(const std::vector<Table>& tables);

/// What stands in a page in place of its script: its name, a sentence that says so, and tables.
std::string without_script(const std::string& title, const std::vector<Table>& tables);

}  // namespace attn

#include "render/costs/elided_rows.hpp"

#include "base/message.hpp"

namespace attn {

void elide_rows(Table& table, std::size_t most, std::size_t n_headings) {
  const std::size_t n_rows = table.rows.size() - n_headings;
  if (n_rows <= most) return;
  const auto first = table.rows.begin() + static_cast<std::ptrdiff_t>(n_headings + most / 2);
  const auto last = table.rows.end() - static_cast<std::ptrdiff_t>(most - most / 2);
  table.rows.insert(table.rows.erase(first, last), {cell::Gap{n_rows - most}});
  table.note = message(".. rows left out: {} of {}", n_rows - most, n_rows);
}

}  // namespace attn

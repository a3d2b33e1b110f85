#include "examples/catalog.hpp"
#include "fuzz_target.hpp"

// Whatever a file says, it is refused by name or is an example of a command.
ATTN_FUZZ_READER(example_fuzz) {
  const NamedExample example = example_in(bytes, "example.toml", "/data");
  if (example.title.empty()) __builtin_trap();
  for (const WordTable& table : example.tables)
    for (const std::vector<LocalText>& row : table.rows)
      if (row.size() != table.columns.size()) __builtin_trap();
}

#include "base/message.hpp"
#include "examples/catalog.hpp"
#include "fuzz_target.hpp"
#include "round_trip.hpp"

// Whatever a file says, it is refused by name or is an example of a command.
ATTN_FUZZ_TARGET(example_fuzz) {
  using namespace attn;
  try {
    const NamedExample example = example_in(text_of(bytes, size), "example.toml", "/data");
    if (example.title.empty()) __builtin_trap();
    for (const WordTable& table : example.tables)
      for (const std::vector<LocalText>& row : table.rows)
        if (row.size() != table.columns.size()) __builtin_trap();
  } catch (const InputError&) {
  }
  return 0;
}

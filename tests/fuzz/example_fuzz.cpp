#include "base/message.hpp"
#include "examples/catalog.hpp"
#include "round_trip.hpp"

// Whatever a file says, it is refused by name or is an example of a command.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
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

#include "cli/present/batch_flag.hpp"

#include <algorithm>

#include "base/message.hpp"

namespace attn {
namespace {

// So that what its stages hold can be counted in 64 bits.
constexpr std::uint64_t kMostSequences = 1'000'000;

bool has_shapes(const Table& table) {
  return std::any_of(table.columns.begin(), table.columns.end(),
                     [](const Column& column) { return column.id == "shape"; });
}

// Whether a table with shapes is named, which is the only place for them among records.
bool names_shapes(const ViewChoice& view, const Trace& trace) {
  return std::any_of(trace.tables.begin(), trace.tables.end(), [&view](const Table& table) {
    return has_shapes(table) &&
           std::find(view.stages.begin(), view.stages.end(), table.id) != view.stages.end();
  });
}

}  // namespace

arma::uword n_batch_of(const Flag& batch) { return batch.count(1, kMostSequences).value_or(0); }

void require_shapes_shown(const Flag& batch, const ViewChoice& view, const Trace& trace) {
  const bool shows_none =
      view.screen == Screen::quiet || (view.screen == Screen::plain && !names_shapes(view, trace));
  if (!batch || !shows_none) return;
  throw InputError(message("{} changes shapes alone, and {} shows none. Leave one of them out.",
                           batch.name(), view.screen == Screen::quiet ? "--quiet" : "--plain"));
}

}  // namespace attn

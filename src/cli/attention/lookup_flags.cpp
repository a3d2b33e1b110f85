#include "cli/attention/lookup_flags.hpp"

#include "base/message.hpp"
#include "data/words/tokens.hpp"
#include "mechanisms/attention/attention.hpp"

namespace attn {

void LookupFlags::add_to(FlagTable& table) {
  const FlagGroup group(table, translated("Tables beside the weights"));
  group.value(entries, "\"A|B\"",
              translated("What each key holds: a hard lookup beside the soft one"));
  group.value(threshold, "X",
              translated("The hard lookup picks what scores above X (default: the largest)"));
  group.flag(received, translated("How much attention each key receives, and its rank"));
}

void LookupFlags::refuse_beside_no_tables(const ViewFlags& view) const {
  for (const Flag& flag : given_among(all()))
    refuse_beside(flag, {view.quiet, view.summary, view.shapes_only, view.step});
}

void LookupFlags::add_tables(Trace& trace) const {
  if (received) trace.tables.push_back(received_table(trace));
  if (!entries && !threshold) return;
  Lookup lookup{.entries = {}, .threshold = threshold.number()};
  if (entries) lookup.entries = split_tokens(entries.text());
  trace.tables.push_back(lookup_table(trace, lookup));
}

}  // namespace attn

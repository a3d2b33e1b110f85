#include "mechanisms/attention/head_table.hpp"

#include "base/message.hpp"
#include "trace/trace.hpp"

namespace attn {
namespace {

TableRow row_of(const cell::Text& name, const WeightMeans& means) {
  return {name, cell::Real{means.entropy}, cell::Real{*means.self}, cell::Real{*means.neighbours},
          cell::Real{*means.distance}};
}

}  // namespace

Table head_table(const Trace& trace) {
  Table table{.id = "heads",
              .title = translated("Where each head looks, as means over the queries. A head whose "
                                  "numbers are near those of the last row prefers no place."),
              .columns = {{"head", translated("head")},
                          {"entropy", translated("entropy")},
                          {"self", translated("on itself")},
                          {"neighbours", translated("on the neighbours")},
                          {"distance", translated("distance")}},
              .note = translated("The neighbours of place i are i - 1 and i + 1. The distance is "
                                 "the sum of the weights times |i - j|, in places.")};
  const std::vector<const Stage*> heads = trace.in_every_group("weights");
  if (heads.empty() || !weight_means_of(*heads.front()).self) return table;
  for (const Stage* head : heads)
    table.rows.push_back(row_of(cell::name(head->group), weight_means_of(*head)));
  table.rows.push_back(row_of({"uniform", translated("attention spread evenly")},
                              weight_means_of(evenly_spread(*heads.front()))));
  return table;
}

}  // namespace attn

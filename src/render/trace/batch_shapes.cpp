#include "render/trace/batch_shapes.hpp"

#include <algorithm>
#include <set>

#include "base/message.hpp"
#include "render/number/quantity_text.hpp"
#include "render/trace/stage_text.hpp"
#include "trace/trace.hpp"

namespace attn {
namespace {

constexpr std::uint64_t kBytesOfFp32 = 4;

// The first column that a head reads of queries, keys or values of all heads; nothing for a stage
// that each head computes by itself.
const Columns* columns_of(const Trace& trace, const Stage& stage) {
  if (const auto* turned = std::get_if<Rotation>(&stage.rule))
    return columns_of(trace, trace.source_of(stage, turned->of));
  return std::get_if<Columns>(&stage.rule);
}

// All the heads of which a stage is one: as many as have numbers of their own, since heads that
// share keys and values hold them once.
HeadAxis heads_of(const Trace& trace, const std::vector<const Stage*>& in_groups) {
  std::set<arma::uword> firsts;
  for (const Stage* stage : in_groups)
    if (const Columns* columns = columns_of(trace, *stage)) firsts.insert(columns->first);
  if (firsts.empty() || firsts.size() == in_groups.size()) return {.n_heads = in_groups.size()};
  return {.name = "kv head", .n_heads = firsts.size()};
}

// The stages of that id, one a head, among those that are shown.
std::vector<const Stage*> same_in_every_group(const std::vector<const Stage*>& stages,
                                              const std::string& id) {
  std::vector<const Stage*> same;
  std::copy_if(stages.begin(), stages.end(), std::back_inserter(same),
               [&id](const Stage* stage) { return stage->id == id && !stage->group.empty(); });
  return same;
}

TableRow shape_row(const std::string& name, const Stage& stage, const std::string& formula,
                   const HeadAxis& heads) {
  const Count n = count_of(n_numbers(stage, heads));
  const Count bytes = n * kBytesOfFp32;
  return {cell::name(name), cell::name(named_shape(stage, heads)), cell::name(formula),
          cell::Whole{n}, quantity_cell(bytes, binary_unit_for(bytes))};
}

}  // namespace

Table batch_shape_table(const Trace& trace, const std::vector<const Stage*>& stages) {
  Table table{.id = "shapes",
              .title = "",
              .columns = {{"stage", translated("stage")},
                          {"shape", translated("shape")},
                          {"formula", translated("formula")},
                          {"numbers", translated("numbers")},
                          {"fp32", "fp32"}},
              .n_text_columns = 3,
              .note = "",
              .after = "",
              .dispensable = {2}};
  std::set<std::string> of_heads;
  for (const Stage* stage : stages) {
    const std::vector<const Stage*> same =
        stage->group.empty() ? std::vector{stage} : same_in_every_group(stages, stage->id);
    if (same.size() == 1)
      table.rows.push_back(shape_row(stage_name(*stage), *stage, stage->formula, {}));
    else if (of_heads.insert(stage->id).second)
      table.rows.push_back(shape_row(message("each head's {}", stage->id), *stage,
                                     stage->formula + ", ..", heads_of(trace, same)));
  }
  return table;
}

std::string batch_note(const Trace& trace) {
  const auto has_batch = [](const Stage& stage) { return stage.n_batch > 0; };
  const auto batched = std::find_if(trace.stages.begin(), trace.stages.end(), has_batch);
  if (batched == trace.stages.end()) return "";
  std::string note =
      message("shapes are those of a batch of {}; values are those of one sequence in it.",
              batched->n_batch);
  if (!std::all_of(trace.stages.begin(), trace.stages.end(), has_batch))
    add_sentence(note, translated("What has no batch axis is shared by all."));
  return note;
}

}  // namespace attn

#include "render/stage_tables.hpp"

#include "core/message.hpp"
#include "render/number_format.hpp"
#include "render/stage_text.hpp"
#include "render/table.hpp"
#include "render/title.hpp"
#include "render/wrap.hpp"
#include "trace/facts.hpp"

namespace attn {
std::string shapes_text(const Trace& trace, const std::vector<const Stage*>& stages,
                        const Layout& layout) {
  Table table{.n_text_columns = 3};
  for (const Stage* stage : stages)
    table.rows.push_back(
        {stage_name(*stage), stage_shape(*stage),
         layout.glyphs == Glyphs::ascii ? in_ascii(stage->formula) : stage->formula});
  return title_text(trace, layout) + "\n" + rows_text(table, layout, 1);
}

std::string summary_text(const Trace& trace, const std::vector<const Stage*>& stages,
                         const Layout& layout) {
  Table table{
      .header = {translated("stage"), translated("shape"), translated("min"), translated("max"),
                 translated("mean"), translated("sd"), translated("zeros"), translated("blocked")},
      .n_text_columns = 2};
  for (const Stage* stage : stages) {
    const Facts facts = facts_of(*stage);
    const Statistics& s = facts.statistics;
    const auto write = [&layout](double x) {
      return NumberFormat(arma::mat(1, 1, arma::fill::value(x)), layout)(x);
    };
    std::vector<std::string> row{stage_name(*stage),
                                 fmt::format("{} x {}", stage->value.n_rows, stage->value.n_cols)};
    if (s.n_cells == 0)
      row.insert(row.end(), 4, "-");
    else
      row.insert(row.end(),
                 {write(s.min), write(s.max), write(s.mean), write(s.standard_deviation)});
    row.push_back(std::to_string(facts.n_zeros));
    row.push_back(std::to_string(facts.n_blocked));
    table.rows.push_back(row);
  }
  return title_text(trace, layout) + "\n" + rows_text(table, layout, 1);
}

}  // namespace attn

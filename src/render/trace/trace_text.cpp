#include "render/trace/trace_text.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "base/message.hpp"
#include "render/matrix/matrix_view.hpp"
#include "render/matrix/small_heads.hpp"
#include "render/number/number_format.hpp"
#include "render/picture/sketch_sheet.hpp"
#include "render/picture/stage_panels.hpp"
#include "render/picture/trace_flow.hpp"
#include "render/text/lines.hpp"
#include "render/text/table.hpp"
#include "render/text/wrap.hpp"
#include "render/trace/batch_shapes.hpp"
#include "render/trace/spelled_out.hpp"
#include "render/trace/stage_rows.hpp"
#include "render/trace/stage_text.hpp"
#include "render/trace/title.hpp"
#include "trace/trace.hpp"

namespace attn {

namespace {

// Weights and biases that stand beside the product; what has tokens for rows is shown by itself.
bool is_folded(const Stage& stage, const std::set<const Stage*>& operands) {
  return std::holds_alternative<Given>(stage.rule) && stage.rows.labels.empty() &&
         operands.count(&stage) > 0;
}

// The operands that stand beside the products among the stages to be shown.
std::set<const Stage*> visible_operands(const Trace& trace, const std::vector<const Stage*>& stages,
                                        const Layout& layout) {
  std::set<const Stage*> operands;
  for (const Stage* stage : stages) {
    const auto* product = std::get_if<Product>(&stage->rule);
    if (!product || !stands_as_equation(trace, *stage, layout, kMatrixIndent)) continue;
    for (const std::string& id : {product->left, product->right, product->bias})
      if (!id.empty()) operands.insert(&trace.source_of(*stage, id));
  }
  return operands;
}

// Which tables are still to be shown: each stands after a stage, those without one at the end.
class TablesToCome {
 public:
  explicit TablesToCome(const std::vector<const Table*>& tables) : tables_(tables) {}

  std::vector<const Table*> after(const std::string& stage_id) {
    std::vector<const Table*> due;
    std::copy_if(tables_.begin(), tables_.end(), std::back_inserter(due),
                 [&stage_id](const Table* table) { return table->after == stage_id; });
    std::erase_if(tables_, [&stage_id](const Table* table) { return table->after == stage_id; });
    return due;
  }

  const std::vector<const Table*>& others() const { return tables_; }

 private:
  std::vector<const Table*> tables_;
};

bool is_of_a_head(const Stage& stage) { return stage.group.starts_with("head "); }

// The weights of several heads that come one after another, from stage `first` on; empty where the
// layout does not ask for them together.
std::vector<const Stage*> small_multiples_from(const std::vector<const Stage*>& stages,
                                               std::size_t first, const Layout& layout) {
  std::vector<const Stage*> heads;
  if (!layout.is_overview) return heads;
  for (std::size_t i = first; i < stages.size(); ++i) {
    const bool belongs =
        holds_shares(*stages[i]) && is_of_a_head(*stages[i]) && stages[i]->id == stages[first]->id;
    if (!belongs) break;
    heads.push_back(stages[i]);
  }
  return heads;
}

std::string notes_text(const Trace& trace, const std::string& shown, const Layout& layout) {
  std::string notes;
  for (const std::string& warning : trace.warnings)
    notes += footnote(translated("warning"), warning, layout);
  if (const std::string note = batch_note(trace); layout.explain > 0 && !note.empty())
    notes += footnote(translated("note"), note, layout);
  const std::string rounding = layout.arithmetic ? note_on_rounding(shown) : "";
  if (layout.explain > 0 && !rounding.empty())
    notes += footnote(translated("note"), rounding, layout);
  if (layout.explain > 0)
    for (const std::string& note : trace.notes) notes += footnote(translated("note"), note, layout);
  if (layout.explain > 0 && layout.is_overview && !trace.stages.empty())
    notes += footnote(translated("more"),
                      translated("--step walks through every stage, --stage NAME shows one, --json "
                                 "holds them all."),
                      layout);
  return notes;
}

// Under a table stands what an example says, which is why it is shown; else what a batch changes.
std::string notes_under_table(const Trace& trace, const Layout& layout) {
  if (layout.explain == 0) return "";
  if (!trace.about.empty()) return "\n" + notes_text(trace, "", layout);
  const std::string note = batch_note(trace);
  return note.empty() ? "" : "\n" + footnote(translated("note"), note, layout);
}

// A line with the shape of each stage.
Table shape_table(const Trace& trace, const std::vector<const Stage*>& stages) {
  if (std::any_of(stages.begin(), stages.end(), [](auto* stage) { return stage->n_batch > 0; }))
    return batch_shape_table(trace, stages);
  Table table{.columns = {{"stage"}, {"shape"}, {"formula"}}, .n_text_columns = 3};
  for (const Stage* stage : stages)
    table.rows.push_back({cell::name(stage_name(*stage)), cell::name(named_shape(*stage)),
                          cell::name(stage->formula)});
  return table;
}

// The mean entropy of every stage of weights, beside the largest that it could have.
Table entropy_table(const std::vector<const Stage*>& stages) {
  Table table{
      .id = "entropy",
      .title = translated("How spread out attention is: the entropy of a query's weights in "
                          "nats, as a mean over the queries, and ln n if all were alike."),
      .columns = {{"stage", translated("stage")},
                  {"entropy", translated("mean entropy")},
                  {"max_entropy", "ln n"},
                  {"share", translated("share")}}};
  for (const Stage* stage : stages) {
    if (!holds_whole_rows(*stage)) continue;
    const WeightMeans means = weight_means_of(*stage);
    TableCell share = cell::Missing{"-"};
    if (means.max_entropy > 0.0) share = cell::Share{means.entropy / means.max_entropy};
    table.rows.push_back({cell::name(stage_name(*stage)), cell::Real{means.entropy},
                          cell::Real{means.max_entropy}, share});
  }
  return table;
}

constexpr unsigned kFlowIndent = 1;  // a narrow screen has room for one branch more

// Several stages as one picture, where the layout asks for that.
std::string whole_picture(const Trace& trace, const std::vector<const Stage*>& stages,
                          const Layout& layout) {
  if (layout.view == View::flow) return flow_text(trace, layout, kFlowIndent);
  if (layout.view == View::panels) return panels_text(stages, layout, kMatrixIndent);
  return "";
}

}  // namespace

std::vector<const Stage*> without_operands(const Trace& trace,
                                           const std::vector<const Stage*>& stages,
                                           const Layout& layout) {
  const std::set<const Stage*> operands = visible_operands(trace, stages, layout);
  std::vector<const Stage*> kept;
  std::copy_if(stages.begin(), stages.end(), std::back_inserter(kept),
               [&operands](const Stage* stage) { return !is_folded(*stage, operands); });
  return kept;
}

std::string trace_text(const Trace& trace, const std::vector<const Stage*>& stages,
                       const Layout& layout, const std::vector<const Table*>& tables) {
  std::string text = layout.explain > 0 ? title_text(trace, layout) : "";
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : "\n") + part; };
  const std::string picture = whole_picture(trace, stages, layout);
  if (!picture.empty()) {
    add(picture);
    for (const Table* table : tables)
      if (table->is_asked_for) add(table_text(*table, layout));
    if (const std::string notes = notes_text(trace, text, layout); !notes.empty()) add(notes);
    return text;
  }
  if (trace.sketches && layout.is_overview) add(sketch_sheet_text(*trace.sketches, layout));
  TablesToCome to_come(tables);
  for (const Table* table : to_come.after("")) add(table_text(*table, layout));

  std::vector<StagePanel> panels;  // what comes before the next table or overview of heads
  const auto add_panels = [&] {
    if (!panels.empty()) add(stage_rows_text(trace, panels, layout));
    panels.clear();
  };
  const Stage* before = nullptr;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const std::vector<const Stage*> heads = small_multiples_from(stages, i, layout);
    if (heads.size() > 1) {
      add_panels();
      add(multiples_text(heads, layout));
      i += heads.size() - 1;
    } else {
      // What stands right before need not be shown again.
      const bool repeats = before && repeats_its_source(*stages[i]);
      panels.push_back({stages[i], !repeats});
    }
    before = stages[i];
    if (i + 1 < stages.size() && stages[i + 1]->id == before->id) continue;
    for (const Table* table : to_come.after(before->id)) {
      add_panels();
      add(table_text(*table, layout));
    }
  }
  add_panels();
  for (const Table* table : to_come.others()) add(table_text(*table, layout));
  if (const std::string notes = notes_text(trace, text, layout); !notes.empty()) add(notes);
  return text;
}

std::string shapes_text(const Trace& trace, const std::vector<const Stage*>& stages,
                        const Layout& layout) {
  const std::string text =
      title_text(trace, layout) + "\n" + rows_text(shape_table(trace, stages), layout, 1);
  return text + notes_under_table(trace, layout);
}

std::string summary_text(const Trace& trace, const std::vector<const Stage*>& stages,
                         const Layout& layout) {
  Table table{.columns = {{"stage", translated("stage")},
                          {"shape", translated("shape")},
                          {"min", translated("min")},
                          {"max", translated("max")},
                          {"mean", translated("mean")},
                          {"standard_deviation", translated("sd")},
                          {"zeros", translated("zeros")},
                          {"blocked", translated("blocked")}},
              .n_text_columns = 2};
  for (const Stage* stage : stages) {
    const Facts facts = facts_of(*stage);
    const Statistics& s = facts.statistics;
    // Each is written as in a matrix of its own.
    const auto write = [&layout](double x) {
      return cell::name(NumberFormat(arma::mat(1, 1, arma::fill::value(x)), layout)(x));
    };
    TableRow row{cell::name(stage_name(*stage)), cell::name(bare_shape(*stage))};
    if (s.n_cells == 0)
      row.insert(row.end(), 4, cell::Missing{"-"});
    else
      row.insert(row.end(),
                 {write(s.min), write(s.max), write(s.mean), write(s.standard_deviation)});
    row.emplace_back(cell::bare(facts.n_zeros));
    row.emplace_back(cell::bare(facts.n_blocked));
    table.rows.push_back(row);
  }
  std::string text = title_text(trace, layout) + "\n" + rows_text(table, layout, 1);
  if (const Table means = entropy_table(stages); !means.rows.empty())
    text += "\n" + table_text(means, layout);
  return text + notes_under_table(trace, layout);
}

}  // namespace attn

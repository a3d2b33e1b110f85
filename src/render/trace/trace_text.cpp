#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <tuple>

#include "base/message.hpp"
#include "base/text.hpp"
#include "render/curve/curve.hpp"
#include "render/matrix/matrix.hpp"
#include "render/picture/picture.hpp"
#include "render/text/grid.hpp"
#include "render/text/number.hpp"
#include "render/text/text.hpp"
#include "render/trace/spelled_out.hpp"
#include "render/trace/stage_rows.hpp"
#include "render/trace/trace.hpp"
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

namespace {

constexpr unsigned kBetweenStages = 2;    // and the indent of each
constexpr unsigned kNarrowestPanel = 44;  // sentences in fewer columns are more line ends than text
constexpr unsigned kNarrowestWithArithmetic = 76;

std::string panel_text(const Trace& trace, const StagePanel& panel, const Layout& layout) {
  return stage_text(trace, *panel.stage, layout, {}, panel.with_matrix);
}

unsigned widest_line(const std::string& text) {
  unsigned width = 0;
  for (const std::string_view line : split(text, '\n'))
    width = std::max(width, visible_width(line));
  return width;
}

// The columns that a stage needs: those of its heading and its matrix. What is said about them is
// wrapped.
unsigned needed_width(const Trace& trace, const StagePanel& panel, const Layout& layout) {
  Layout bare = layout;
  bare.explain = 0;
  bare.arithmetic = false;
  const unsigned least = layout.arithmetic ? kNarrowestWithArithmetic : kNarrowestPanel;
  return std::clamp(widest_line(panel_text(trace, panel, bare)), least, layout.width);
}

// Queries and keys on the two sides, not numbers that describe a token.
bool is_pairwise(const Stage& stage) {
  return !stage.rows.labels.empty() && !stage.cols.labels.empty();
}

// Whether two neighbours may share a line: projections, or steps from scores to weights, of one
// head, or the same stage of two.
bool belong_together(const Stage& a, const Stage& b) {
  return is_pairwise(a) == is_pairwise(b) && (a.group == b.group || a.id == b.id);
}

// How good a division into lines is; the least is the best. As few lines as there can be, but one
// more rather than what was given beside what was computed; then lines of like width.
struct DivisionCost {
  std::size_t n_lines = 0, n_mixed = 0;
  unsigned widest = 0;

  bool operator<(const DivisionCost& other) const {
    const auto key = [](const DivisionCost& cost) {
      return std::tuple(cost.n_lines + cost.n_mixed, cost.n_mixed, cost.widest);
    };
    return key(*this) < key(other);
  }
};

class StageLines {
 public:
  StageLines(const std::vector<StagePanel>& panels, const std::vector<unsigned>& widths,
             unsigned room)
      : panels_(panels), widths_(widths), room_(room) {}

  // The place after the last panel of each line.
  std::vector<std::size_t> ends() const {
    std::vector<std::optional<DivisionCost>> best(panels_.size() + 1);
    std::vector<std::size_t> first(panels_.size() + 1, 0);
    best[0] = DivisionCost{};
    for (std::size_t end = 1; end <= panels_.size(); ++end)
      for (std::size_t from = end; from-- > 0;) {
        if (!may_share(from, end)) break;
        const DivisionCost cost = with_line(*best[from], from, end);
        if (best[end] && !(cost < *best[end])) continue;
        best[end] = cost;
        first[end] = from;
      }
    std::vector<std::size_t> ends;
    for (std::size_t end = panels_.size(); end > 0; end = first[end]) ends.push_back(end);
    std::reverse(ends.begin(), ends.end());
    return ends;
  }

 private:
  bool may_share(std::size_t from, std::size_t end) const {
    if (end == from + 1) return true;
    return belong_together(*panels_[from].stage, *panels_[from + 1].stage) &&
           width(from, end) <= room_;
  }

  unsigned width(std::size_t from, std::size_t end) const {
    unsigned used = 0;
    for (std::size_t i = from; i < end; ++i) used += widths_[i] + (i > from ? kBetweenStages : 0);
    return used;
  }

  DivisionCost with_line(DivisionCost before, std::size_t from, std::size_t end) const {
    const auto is_given = [](const StagePanel& panel) {
      return std::holds_alternative<Given>(panel.stage->rule);
    };
    const auto n_given = std::count_if(panels_.begin() + static_cast<long>(from),
                                       panels_.begin() + static_cast<long>(end), is_given);
    const bool is_mixed = n_given > 0 && n_given < static_cast<long>(end - from);
    return {before.n_lines + 1, before.n_mixed + (is_mixed ? 1 : 0),
            std::max(before.widest, width(from, end))};
  }

  const std::vector<StagePanel>& panels_;
  const std::vector<unsigned>& widths_;
  unsigned room_;
};

// The lines of a stage: its heading and sentences, and what comes below them.
struct PanelLines {
  std::vector<std::string> head, body;
  unsigned width;
};

std::vector<std::string> panel_parts(std::string text) {
  if (text.empty()) return {};
  text.pop_back();  // the last line's end
  return split(text, '\n');
}

PanelLines lines_of_panel(const Trace& trace, const StagePanel& panel, const Layout& layout) {
  const std::string head = panel_text(trace, {panel.stage, false}, layout);
  return {panel_parts(head), panel_parts(panel_text(trace, panel, layout).substr(head.size())),
          layout.width};
}

// The panels of one line. What is left of it saves line ends in the sentences, from the left.
std::vector<PanelLines> lines_of_panels(const Trace& trace, const std::vector<StagePanel>& panels,
                                        const std::vector<unsigned>& widths, const Layout& layout) {
  unsigned left = layout.width + kBetweenStages;
  for (const unsigned width : widths) left -= width + kBetweenStages;
  std::vector<PanelLines> lines;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const unsigned wanted = widest_line(panel_text(trace, panels[i], layout));
    const unsigned more = std::min(left, wanted - std::min(wanted, widths[i]));
    left -= more;
    Layout own = layout;
    own.width = widths[i] + more;
    lines.push_back(lines_of_panel(trace, panels[i], own));
  }
  return lines;
}

// Matrices start on one line, however long the sentences above them are.
std::string side_by_side(std::vector<PanelLines> panels) {
  std::size_t n_head = 0;
  for (const PanelLines& panel : panels) n_head = std::max(n_head, panel.head.size());
  std::size_t height = 0;
  for (PanelLines& panel : panels) {
    panel.head.resize(n_head);
    panel.head.insert(panel.head.end(), panel.body.begin(), panel.body.end());
    height = std::max(height, panel.head.size());
  }
  while (height > 0 && std::all_of(panels.begin(), panels.end(), [height](const auto& panel) {
           return panel.head.size() < height || panel.head[height - 1].empty();
         }))
    --height;
  std::string text;
  for (std::size_t line = 0; line < height; ++line) {
    std::string row;
    unsigned start = 0;
    for (const PanelLines& panel : panels) {
      const bool is_there = line < panel.head.size() && !panel.head[line].empty();
      if (is_there) row += std::string(start - visible_width(row), ' ') + panel.head[line];
      start += panel.width + kBetweenStages;
    }
    text += row + "\n";
  }
  return text;
}

}  // namespace

std::string stage_rows_text(const Trace& trace, const std::vector<StagePanel>& panels,
                            const Layout& layout) {
  const bool is_wide = layout.width >= 2 * kNarrowestPanel + kBetweenStages;
  std::vector<unsigned> widths;
  for (const StagePanel& panel : panels)
    widths.push_back(is_wide ? needed_width(trace, panel, layout) : layout.width);

  std::string text;
  std::size_t first = 0;
  for (const std::size_t end : StageLines(panels, widths, layout.width).ends()) {
    if (first > 0) text += "\n";
    text += end == first + 1
                ? panel_text(trace, panels[first], layout)
                : side_by_side(lines_of_panels(trace,
                                               {panels.begin() + static_cast<long>(first),
                                                panels.begin() + static_cast<long>(end)},
                                               {widths.begin() + static_cast<long>(first),
                                                widths.begin() + static_cast<long>(end)},
                                               layout));
    first = end;
  }
  return text;
}

namespace {

constexpr unsigned kBetweenMaps = 3;
constexpr std::size_t kMostHeads = 16;    // more would fill screen after screen
constexpr std::size_t kRowsOfLarge = 12;  // of a map that does not fit whole

std::string share(double value, const Layout& layout) {
  return NumberFormat({value, 0.5}, layout, true)(value);  // 0.5: decimals even for 0 and 1
}

// "self .48": the name to the left, the number to the right.
std::string fact(const std::string& name, const std::string& value, unsigned width) {
  return pad_right(name, width - display_width(value)) + value;
}

// Which head it is and what it does: more lines than one where the screen is narrower than that.
std::vector<std::string> names_of(const Stage& stage, unsigned width) {
  const std::string name = stage.remark.empty() ? stage.group : stage.group + "   " + stage.remark;
  if (display_width(name) <= width) return {name};
  std::vector<std::string> lines = split(wrap(name, width, 0), '\n');
  lines.pop_back();  // what stands behind the last line end
  return lines;
}

Block panel(const Stage& stage, const Block& map, const Layout& layout, unsigned width) {
  const Painter paint(layout);
  const auto facts = facts_of_head(stage, layout);
  const std::vector<std::string> names = names_of(stage, width);
  Block block{.lines = {}, .width = map.width};
  for (const std::string& name : names) block.width = std::max(block.width, display_width(name));
  for (const auto& [fact_name, value] : facts)
    block.width = std::max(block.width, display_width(fact_name) + 1 + display_width(value));

  for (const std::string& name : names)
    block.lines.push_back(paint(Style::Kind::strong, name) +
                          std::string(block.width - display_width(name), ' '));
  for (const std::string& line : map.lines)
    block.lines.push_back(line + std::string(block.width - map.width, ' '));
  for (const auto& [fact_name, value] : facts)
    block.lines.push_back(fact(fact_name, value, block.width));
  return block;
}

std::string heading(const std::vector<const Stage*>& heads, const Layout& layout) {
  const Stage& first = *heads.front();
  NamedLine line(first.id, layout);
  line.append(in_glyphs(first.formula, layout), Style::Kind::strong);
  line.append(named_shape(first, {.n_heads = heads.size()}), Style::Kind::quiet);
  return line.text();
}

// How much of each map is shown: all of it where it fits, else as much as lets two stand abreast.
struct MapSize {
  Layout layout;
  unsigned width;
};

MapSize size_of_maps(const Stage& stage, const Layout& layout, unsigned width) {
  MapSize size{layout, width};
  if (2 * stage.value.n_cols <= width) return size;
  size.width = (width - kBetweenMaps) / 2;
  size.layout.max_rows = std::min(layout.max_rows, kRowsOfLarge);
  return size;
}

std::vector<const Stage*> first_heads(const std::vector<const Stage*>& heads) {
  return {heads.begin(), heads.begin() + static_cast<long>(std::min(heads.size(), kMostHeads))};
}

std::string heads_left_out(std::size_t n_heads, const Layout& layout) {
  if (n_heads <= kMostHeads) return "";
  return paragraph(message(".. heads left out: {} of {}. --head LIST shows them.",
                           n_heads - kMostHeads, n_heads),
                   layout);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> facts_of_head(const Stage& stage,
                                                               const Layout& layout) {
  const WeightMeans means = weight_means_of(stage);
  std::vector<std::pair<std::string, std::string>> facts{
      {translated("entropy"), fmt::format("{:.2f}", means.entropy)}};
  if (means.self) facts.emplace_back(translated("on itself"), share(*means.self, layout));
  facts.emplace_back(translated("on the first"), share(means.first, layout));
  return facts;
}

std::string what_small_maps_are() {
  return translated(
      "One small map a head: a row is a query, a column a key. Below it, means over "
      "the queries: entropy in nats, and the weight on the query's own place and on "
      "the first key.");
}

std::string multiples_text(const std::vector<const Stage*>& heads, const Layout& layout) {
  const unsigned width = layout.width - kMatrixIndent;
  std::vector<Block> panels;
  unsigned widest = 0;
  MatrixView map;
  const MapSize size = size_of_maps(*heads.front(), layout, width);
  for (const Stage* head : first_heads(heads)) {
    map = small_heat_map(*head, size.layout, size.width);
    panels.push_back(panel(*head, map.block, layout, width));
    widest = std::max(widest, panels.back().width);
  }
  // As few lines as fit, equally long: four maps are two and two rather than three and one.
  const std::size_t most_per_line = std::max(1U, (width + kBetweenMaps) / (widest + kBetweenMaps));
  const std::size_t n_lines = (panels.size() + most_per_line - 1) / most_per_line;
  const std::size_t per_line = (panels.size() + n_lines - 1) / n_lines;

  std::string text = heading(heads, layout);
  if (layout.explain > 0) text += paragraph(what_small_maps_are(), layout);
  for (std::size_t first = 0; first < panels.size(); first += per_line) {
    const auto from = panels.begin() + static_cast<long>(first);
    const auto to = panels.begin() + static_cast<long>(std::min(first + per_line, panels.size()));
    text += "\n" + block_text(beside({from, to}, kBetweenMaps), kMatrixIndent);
  }
  std::string legends = heads_left_out(heads.size(), layout);
  legends += left_out_legend(map, *heads.back(), layout);
  if (layout.explain > 0) {
    legends += layout.paints_heat() ? colors_legend(*heads.front(), layout)
                                    : shades_legend(*heads.front(), layout);
    legends += blocked_legend(*heads.front(), layout);
  }
  return text + (legends.empty() ? "" : "\n" + legends);
}

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

namespace {

constexpr unsigned kStepIndent = 3;
constexpr std::size_t kFewestRows = 3;

// The names of the stages, the current one in brackets. A group that is not the current one stands
// there by its name alone.
std::string tabs(const std::vector<const Stage*>& stages, std::size_t current, unsigned width) {
  const std::string& open_group = stages[current]->group;
  std::string text, group_before;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const auto& [name, group] = std::pair(stages[i]->id, stages[i]->group);
    const bool is_closed = !group.empty() && group != open_group;
    if (!group.empty() && group != group_before) text += group + (is_closed ? "  " : ": ");
    group_before = group;
    if (!is_closed) text += (i == current ? "[" + upper_case(name) + "]" : name) + "  ";
  }
  text += fmt::format(" {}/{}", current + 1, stages.size());
  return wrap(text, width, kStepIndent);
}

std::string cell_text(const Trace& trace, const Stage& stage, Cell cell, const Layout& layout) {
  std::string line = spelled_out(trace, stage, cell, layout);
  if (line.empty())
    line =
        cell_name(stage, cell) + " = " + format_of(stage, layout)(stage.value(cell.row, cell.col));
  const std::string start = translated("cell");
  const auto indent = display_width(start) + 3;
  const std::string note = layout.explain > 0 ? note_on_rounding(line) : "";
  return wrap(start + "   " + line, layout.width, kStepIndent, indent) +
         (note.empty() ? "" : wrap(note, layout.width, kStepIndent + indent));
}

// As --view calls it.
std::string view_name(std::optional<View> view) {
  for (const auto& [each, name] : kViews)
    if (view == each) return name;
  return "auto";
}

bool has_heads(const std::vector<const Stage*>& stages) {
  return std::any_of(stages.begin(), stages.end(),
                     [](const Stage* stage) { return !stage->group.empty(); });
}

// "1, 2, .. 9"
std::string digit_keys(std::size_t n_stages) {
  if (n_stages == 1) return "1";
  return n_stages == 2 ? std::string(translated("1, 2")) : message("1, 2, .. {}", n_stages);
}

// Keys, and what they do.
using KeyHelp = std::vector<std::pair<std::string, std::string>>;

KeyHelp key_help(const Trace& trace, const std::vector<const Stage*>& stages,
                 const StepState& state, const Layout& layout) {
  std::string views;
  for (const auto& view : views_in_turn(trace, *stages[state.stage], layout, state.cell))
    views += (views.empty() ? "" : translated(", ")) + view_name(view);
  KeyHelp help{{translated("space, n, Tab"), translated("next stage")},
               {translated("b, backspace"), translated("previous stage")},
               {digit_keys(stages.size()), translated("jump to a stage")},
               {translated("g, G, Home, End"), translated("first stage, last stage")},
               {translated("arrows, h j k l"), translated("move to another cell of the matrix")},
               {translated("PgUp, PgDn"), translated("ten rows up or down")},
               {translated("0, $"), translated("first column, last column")},
               {"e", translated("explain less or more")},
               {"v", message("how this stage is drawn: {}", views)},
               {"?", translated("this help")},
               {translated("q, escape"), translated("quit; the screen stays")}};
  if (has_heads(stages))
    help.insert(help.begin() + 4,
                {translated("[, ]"), translated("the same stage of the previous or next head")});
  return help;
}

std::string step_help(const KeyHelp& help, const Layout& layout) {
  constexpr unsigned kGap = 3;
  unsigned keys_width = 0;
  for (const auto& [keys, what] : help) keys_width = std::max(keys_width, display_width(keys));
  std::string text;
  for (const auto& [keys, what] : help)
    text += wrap(pad_right(keys, keys_width + kGap) + what, layout.width, kStepIndent,
                 keys_width + kGap);
  return text;
}

// The keys, or where no stages are named, only those that show the others.
std::string keys_text(const std::vector<const Stage*>& stages, const StepState& state,
                      const Layout& layout) {
  const Painter paint(layout);
  const std::string keys =
      state.help ? std::string(translated("any key closes this help"))
      : stages.empty()
          ? std::string(translated("? help  q quit"))
          : message("space next  b back  arrows cell  {}v: {}  e words  1-{} go  ? help  q quit",
                    has_heads(stages) ? translated("[ ] head  ") : "", view_name(layout.view),
                    stages.size());
  std::string text = wrap(unbroken_parts(keys), layout.prose_width(), kStepIndent);
  text.pop_back();  // the cursor rests at the end of the last line
  return paint(Style::Kind::quiet, text);
}

// The parts of a screen above its keys, in the order in which they stand there.
struct Body {
  std::string title, tabs, stage, cell;

  std::string text() const { return title + tabs + stage + cell; }
};

Body body_of(const Trace& trace, const std::vector<const Stage*>& stages, const StepState& state,
             const Layout& layout) {
  const Stage& stage = *stages[state.stage];
  Body body{.title = title_text(trace, layout) + "\n",
            .tabs = tabs(stages, state.stage, layout.width) + "\n",
            .stage = {},
            .cell = {}};
  if (state.help) {
    body.stage = step_help(key_help(trace, stages, state, layout), layout) + "\n";
    return body;
  }
  body.stage = stage_text(trace, stage, layout, state.cell) + "\n";
  body.cell = cell_text(trace, stage, state.cell, layout) + "\n";
  return body;
}

std::string body_text(const Trace& trace, const std::vector<const Stage*>& stages,
                      const StepState& state, const Layout& layout) {
  return body_of(trace, stages, state, layout).text();
}

// What is left of a screen that is too tall however little is explained: the title goes first, then
// the names of the stages, then the end of the stage; what the cell comes from goes last.
std::string squeezed(Body body, std::size_t room) {
  if (n_lines_of(body.text()) > room) body.title.clear();
  if (n_lines_of(body.text()) > room) body.tabs.clear();
  if (n_lines_of(body.text()) > room && !body.cell.empty()) body.cell.pop_back();  // a blank line
  if (n_lines_of(body.text()) <= room) return body.text();
  const std::size_t n_cell = std::min(n_lines_of(body.cell), room);
  const std::size_t n_stage = room - n_cell;
  const bool has_sign = n_stage > 1;  // that something is missing
  return first_lines(body.stage, n_stage - (has_sign ? 1 : 0)) +
         (has_sign ? std::string(kStepIndent, ' ') + "..\n" : "") + first_lines(body.cell, n_cell);
}

}  // namespace

std::vector<std::optional<View>> views_in_turn(const Trace& trace, const Stage& stage,
                                               const Layout& layout, Cell selected) {
  std::vector<std::optional<View>> views;
  std::vector<std::string> drawn;
  for (const std::optional<View> view :
       {std::optional<View>(), {View::numbers}, {View::heat}, {View::both}, {View::waves}}) {
    if (view == View::waves && !draws_waves(stage) && !draws_plot(stage)) continue;
    Layout other = layout;
    other.view = view;
    std::string text = stage_text(trace, stage, other, selected);
    if (std::find(drawn.begin(), drawn.end(), text) != drawn.end()) continue;
    views.push_back(view);
    drawn.push_back(std::move(text));
  }
  return views;
}

std::size_t in_neighbour_group(const std::vector<const Stage*>& stages, std::size_t current,
                               bool forward) {
  const Stage& here = *stages[current];
  const auto is_other = [&here](const Stage* stage) {
    return !stage->group.empty() && stage->group != here.group &&
           (here.group.empty() || stage->id == here.id);
  };
  if (forward) {
    const auto found =
        std::find_if(stages.begin() + static_cast<long>(current), stages.end(), is_other);
    return found == stages.end() ? current : static_cast<std::size_t>(found - stages.begin());
  }
  const auto before = stages.rend() - static_cast<long>(current);
  const auto found = std::find_if(before, stages.rend(), is_other);
  return found == stages.rend() ? current : static_cast<std::size_t>(stages.rend() - found) - 1;
}

std::string step_screen(const Trace& trace, const std::vector<const Stage*>& stages,
                        const StepState& state, const Layout& layout, std::size_t height) {
  std::string keys = keys_text(stages, state, layout);
  std::size_t room = height - std::min(height, n_lines_of(keys) + 1);
  Layout fitted = layout;
  std::string body = body_text(trace, stages, state, fitted);
  if (n_lines_of(body) <= room) return body + keys;

  // All rows, but no operand that is taller; then one row fewer for each line too many;
  // then give back what fits after all.
  const std::size_t n_rows = stages[state.stage]->value.n_rows;
  fitted.max_rows = std::max(kFewestRows, std::min(layout.max_rows, n_rows));
  body = body_text(trace, stages, state, fitted);
  while (n_lines_of(body) > room && fitted.max_rows > kFewestRows) {
    const std::size_t n_over = n_lines_of(body) - room;
    fitted.max_rows -= std::min(n_over, fitted.max_rows - kFewestRows);
    body = body_text(trace, stages, state, fitted);
  }
  while (n_lines_of(body) > room && fitted.explain > 0) {
    --fitted.explain;
    body = body_text(trace, stages, state, fitted);
  }
  while (n_lines_of(body) <= room && fitted.max_rows < layout.max_rows) {
    ++fitted.max_rows;
    std::string taller = body_text(trace, stages, state, fitted);
    if (n_lines_of(taller) > room) break;
    body = std::move(taller);
  }
  if (n_lines_of(body) <= room) return body + keys;
  keys = keys_text({}, state, layout);
  room = height - std::min(height, n_lines_of(keys) + 1);
  return squeezed(body_of(trace, stages, state, fitted), room) + keys;
}

}  // namespace attn

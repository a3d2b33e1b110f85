#include "render/picture/trace_flow.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/message.hpp"
#include "render/picture/flow_drawing.hpp"
#include "render/text/display_width.hpp"
#include "render/text/lines.hpp"
#include "trace/trace.hpp"

namespace attn {
namespace {

// The ids of the stages that one was made from.
std::vector<std::string> sources_of(const Stage& stage) {
  return std::visit(
      [](const auto& rule) {
        std::vector<std::string> ids;
        if constexpr (requires { rule.of; }) ids.push_back(rule.of);
        if constexpr (requires { rule.left; }) ids.push_back(rule.left);
        if constexpr (requires { rule.right; }) ids.push_back(rule.right);
        if constexpr (requires { rule.angles; }) ids.push_back(rule.angles);
        return ids;
      },
      stage.rule);
}

bool changes_cells_alone(const Stage& stage) {
  return std::holds_alternative<Scaling>(stage.rule) || std::holds_alternative<Masking>(stage.rule);
}

std::string shape_of(const Stage& stage) { return tuple_shape(sizes_of(stage)); }

const Stage& result_of(const Trace& trace) {
  return trace.result.empty() ? trace.stages.back() : trace.stage(trace.result);
}

// A stage and all that it was made from, in its own head and outside the heads.
void collect_ancestors(const Trace& trace, const Stage& stage, std::set<const Stage*>& ancestors) {
  if (!ancestors.insert(&stage).second) return;
  for (const std::string& id : sources_of(stage)) {
    if (const Stage* source = trace.find(id)) collect_ancestors(trace, *source, ancestors);
    for (const Stage* head : trace.in_every_group(id))
      if (stage.group.empty() || stage.group == head->group)
        collect_ancestors(trace, *head, ancestors);
  }
}

// What was given of the words themselves, not of anything computed for them.
bool is_input(const Trace& trace, const Stage& stage) {
  const std::vector<std::string>& labels = stage.rows.labels;
  return std::holds_alternative<Given>(stage.rule) && !labels.empty() &&
         (labels == trace.query_tokens || labels == trace.key_tokens);
}

class Flow {
 public:
  Flow(const Trace& trace, const Layout& layout, unsigned width)
      : trace_(trace), layout_(layout), width_(width) {
    for (const Stage& stage : trace.stages)
      if (!stage.group.empty() &&
          std::find(groups_.begin(), groups_.end(), stage.group) == groups_.end())
        groups_.push_back(stage.group);
    collect_ancestors(trace, result_of(trace), ancestors_);
  }

  std::string text(unsigned indent) {
    std::vector<FlowRank> ranks = ranks_of(false);
    if (!groups_.empty()) {
      ranks.push_back(heads());
      const std::vector<FlowRank> after = ranks_of(true);
      ranks.insert(ranks.end(), after.begin(), after.end());
    }
    std::string text = block_text(draw_flow(ranks), indent);
    if (layout_.explain > 0)
      text += "\n" +
              paragraph(translated("In parentheses: rows and columns. What stands side by side is "
                                   "computed independently; a formula may also use what stands "
                                   "further up, as O = A V uses V."),
                        layout_);
    if (n_heads_left_out_ > 0)
      text += "\n" + paragraph(message(".. branches left out: {} of {}", n_heads_left_out_,
                                       groups_.size()),
                               layout_);
    return text;
  }

 private:
  bool comes_after_heads(const Stage& stage) const {
    for (const Stage& other : trace_.stages) {
      if (&other == &stage) return false;
      if (!other.group.empty()) return true;
    }
    return false;
  }

  // How many ranks of its part lie above a stage.
  std::size_t depth_of(const Stage& stage, bool after) {
    if (const auto known = depths_.find(&stage); known != depths_.end()) return known->second;
    std::size_t depth = 0;
    for (const std::string& id : sources_of(stage)) {
      const Stage* source = trace_.find(id);
      if (!source || is_parameter(*source) || comes_after_heads(*source) != after) continue;
      depth = std::max(depth, depth_of(*source, after) + 1);
    }
    return depths_[&stage] = depth;
  }

  // The stages outside the heads, before them or after them.
  std::vector<FlowRank> ranks_of(bool after) {
    std::map<std::size_t, std::vector<const Stage*>> by_depth;
    for (const Stage& stage : trace_.stages) {
      if (!stage.group.empty() || is_parameter(stage) || !ancestors_.contains(&stage)) continue;
      if (comes_after_heads(stage) != after) continue;
      by_depth[depth_of(stage, after)].push_back(&stage);
    }
    std::vector<FlowRank> ranks;
    for (const auto& [depth, stages] : by_depth) ranks.push_back(rank_of(stages));
    return ranks;
  }

  FlowRank rank_of(const std::vector<const Stage*>& stages) const {
    FlowRank rank;
    for (const Stage* stage : stages) {
      const std::string formula = in_glyphs(stage->formula, layout_), shape = shape_of(*stage);
      rank.push_back({{formula + "  " + shape}});
    }
    if (width_of(rank) + 2 <= width_) return rank;
    for (std::size_t i = 0; i < stages.size(); ++i)
      rank[i].lines = {in_glyphs(stages[i]->formula, layout_), shape_of(*stages[i])};
    if (width_of(rank) + 2 <= width_) return rank;
    for (std::size_t i = 0; i < stages.size(); ++i)
      rank[i].lines = {in_glyphs(stages[i]->symbol, layout_), shape_of(*stages[i])};
    return rank;
  }

  FlowBox head(const std::string& group) const {
    FlowBox box{{group}};
    for (const Stage& stage : trace_.stages) {
      if (stage.group != group || changes_cells_alone(stage)) continue;
      if (!stage.gradient_of.empty()) continue;  // the way back is no part of this one
      box.lines.push_back(in_glyphs(stage.symbol, layout_) + " " + shape_of(stage));
    }
    return box;
  }

  FlowRank heads() {
    FlowRank all;
    for (const std::string& group : groups_) all.push_back(head(group));
    if (width_of(all) + 2 <= width_ || all.size() < 3) return all;
    // The first ones, a gap and the last.
    for (std::size_t n = all.size() - 2; n > 0; --n) {
      FlowRank some(all.begin(), all.begin() + static_cast<long>(n));
      some.push_back({{".."}, true});
      some.push_back(all.back());
      n_heads_left_out_ = all.size() - n - 1;
      if (width_of(some) + 2 <= width_ || n == 1) return some;
    }
    return all;
  }

  const Trace& trace_;
  const Layout& layout_;
  unsigned width_;
  std::vector<std::string> groups_;
  std::set<const Stage*> ancestors_;
  std::map<const Stage*, std::size_t> depths_;
  std::size_t n_heads_left_out_ = 0;
};

}  // namespace

bool is_parameter(const Stage& stage) {
  return std::holds_alternative<Given>(stage.rule) && stage.rows.labels.empty();
}

std::vector<const Stage*> stages_towards_result(const Trace& trace) {
  if (trace.stages.empty()) return {};
  std::set<const Stage*> ancestors;
  collect_ancestors(trace, result_of(trace), ancestors);
  std::vector<const Stage*> stages;
  for (const Stage& stage : trace.stages)
    if (ancestors.contains(&stage)) stages.push_back(&stage);
  return stages;
}

bool has_flow(const Trace& trace) {
  if (trace.stages.empty()) return false;
  std::set<const Stage*> ancestors;
  collect_ancestors(trace, result_of(trace), ancestors);
  const auto any = [&ancestors](auto is_such) {
    return std::any_of(ancestors.begin(), ancestors.end(),
                       [&is_such](const Stage* stage) { return is_such(*stage); });
  };
  const bool has_groups = std::any_of(trace.stages.begin(), trace.stages.end(),
                                      [](const Stage& stage) { return !stage.group.empty(); });
  return any([&trace](const Stage& stage) { return is_input(trace, stage); }) &&
         any([](const Stage& stage) { return std::holds_alternative<Softmax>(stage.rule); }) &&
         any([](const Stage& stage) { return std::holds_alternative<Product>(stage.rule); }) &&
         (!has_groups ||
          any([](const Stage& stage) { return std::holds_alternative<Concat>(stage.rule); }));
}

std::string flow_text(const Trace& trace, const Layout& layout, unsigned indent) {
  return Flow(trace, layout, layout.width - indent).text(indent);
}

}  // namespace attn

#include <algorithm>
#include <map>
#include <set>

#include "base/message.hpp"
#include "render/matrix/matrix.hpp"
#include "render/picture/picture.hpp"
#include "render/text/grid.hpp"
#include "render/text/text.hpp"
#include "trace/trace.hpp"

namespace attn {

namespace {

constexpr unsigned kBetweenBoxes = 2;

unsigned width_of_box(const FlowBox& box) {
  unsigned width = 1;
  for (const std::string& line : box.lines) width = std::max(width, display_width(line));
  return width;
}

// Where the boxes of a rank begin, and the columns in which lines reach them. The lines to the
// first box and to the last are equally far from the middle of the drawing.
struct RankPlaces {
  std::vector<unsigned> starts, joints;

  RankPlaces(const FlowRank& rank, unsigned width) {
    unsigned at = 0;
    for (const FlowBox& box : rank) {
      const unsigned own = width_of_box(box);
      starts.push_back(at);
      if (!box.is_gap) joints.push_back(at + own / 2);
      at += own + kBetweenBoxes;
    }
    const unsigned shift = width / 2 - (joints.front() + joints.back() + 1) / 2;
    for (unsigned& start : starts) start += shift;
    for (unsigned& joint : joints) joint += shift;
  }
};

std::string marks_at(const std::vector<unsigned>& columns, char mark, unsigned width) {
  std::string line(width, ' ');
  for (const unsigned column : columns) line[column] = mark;
  return line;
}

// A line from the first of all joints to the last; its ends turn up or down.
std::string bus(const std::vector<unsigned>& above, const std::vector<unsigned>& below,
                unsigned width) {
  std::vector<unsigned> all = above;
  all.insert(all.end(), below.begin(), below.end());
  const auto [first, last] = std::minmax_element(all.begin(), all.end());
  std::string line(width, ' ');
  std::fill(line.begin() + *first, line.begin() + *last + 1, '-');
  for (const unsigned column : all) line[column] = '+';
  return line;
}

void join(Block& block, const std::vector<unsigned>& above, const std::vector<unsigned>& below) {
  block.lines.push_back(marks_at(above, '|', block.width));
  if (above != below) block.lines.push_back(bus(above, below, block.width));
  block.lines.push_back(marks_at(below, 'v', block.width));
}

void add_rank(Block& block, const FlowRank& rank) {
  const RankPlaces places(rank, block.width);
  std::size_t height = 0;
  for (const FlowBox& box : rank) height = std::max(height, box.lines.size());
  for (std::size_t i = 0; i < height; ++i) {
    std::string line;
    for (std::size_t k = 0; k < rank.size(); ++k) {
      if (i >= rank[k].lines.size()) continue;
      const std::string& text = rank[k].lines[i];
      const unsigned free = width_of_box(rank[k]) - display_width(text);
      line = pad_right(line, places.starts[k] + free / 2) + text;
    }
    block.lines.push_back(pad_right(line, block.width));
  }
}

}  // namespace

unsigned width_of(const FlowRank& rank) {
  unsigned width = 0;
  for (const FlowBox& box : rank) width += (width == 0 ? 0 : kBetweenBoxes) + width_of_box(box);
  return width;
}

Block draw_flow(const std::vector<FlowRank>& ranks) {
  Block block;
  for (const FlowRank& rank : ranks) block.width = std::max(block.width, width_of(rank) + 2);
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (i > 0)
      join(block, RankPlaces(ranks[i - 1], block.width).joints,
           RankPlaces(ranks[i], block.width).joints);
    add_rank(block, ranks[i]);
  }
  return block;
}

namespace {

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
  for (const std::string& id : sources_of(stage.rule)) {
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
    for (const std::string& id : sources_of(stage.rule)) {
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

namespace {

// The words to show: all, or those near both ends of the link where they are too many.
Places words_shown(const Stage& stage, const Link& link, std::size_t most) {
  const arma::uword n = stage.value.n_rows;
  if (n <= most) return places(n, most);
  const arma::uword first = std::min(link.query, link.key), last = std::max(link.query, link.key);
  if (last - first + 1 <= most) {
    Places shown;
    for (arma::uword i = first; i <= last; ++i) shown.emplace_back(i);
    return shown;
  }
  Places shown = places(last - first + 1, most);
  for (auto& place : shown)
    if (place) *place += first;
  return shown;
}

// How many steps a word is away from the end where the way begins: "o" there, a number between.
std::string step_of(arma::uword word, const Link& link) {
  const arma::uword first = std::min(link.query, link.key), last = std::max(link.query, link.key);
  if (word < first || word > last) return ".";
  return word == first ? "o" : std::to_string(word - first);
}

std::string steps(arma::uword n) {
  return n == 1 ? std::string(translated("1 step")) : message("{} steps", n);
}

std::string explanation(const Stage& stage, const Link& link, const Layout& layout) {
  const std::string &query = stage.rows.labels[link.query], &key = stage.cols.labels[link.key];
  const arma::uword n = distance_of(link);
  std::string text = footnote(
      translated("chain"),
      link.key < link.query
          ? message("{} from \"{}\" to \"{}\", |{} − {}| = {}: a recurrent network hands on what "
                    "it read from word to word.",
                    steps(n), key, query, link.query, link.key, n)
          : message("\"{1}\" comes after \"{2}\": a recurrent network that reads from left to "
                    "right has not seen it yet. A second one that reads backwards takes {0}, "
                    "|{3} − {4}| = {5}.",
                    steps(n), key, query, link.query, link.key, n),
      layout);
  text += footnote(translated("attention"),
                   message("1 step, however far: \"{}\" weights \"{}\" with {}.", query, key,
                           format_of(stage, layout)(link.value)),
                   layout);
  if (n > 1)
    text += footnote(translated("counting"),
                     message("steps from word to word, not words: with both ends there are {} "
                             "words.",
                             n + 1),
                     layout);
  return text;
}

}  // namespace

std::string chain_text(const Stage& stage, const Layout& layout, unsigned indent,
                       arma::uword query) {
  const std::optional<Link> link = strongest_link(stage, query);
  if (!link)
    return paragraph(message("\"{}\" may attend to no other word, so there is no way to count.",
                             stage.rows.labels[query]),
                     layout);
  const Places shown = words_shown(stage, *link, layout.max_rows);
  ArcPicture picture;
  unsigned step_width = 1;
  for (const auto place : shown)
    if (place) step_width = std::max(step_width, display_width(step_of(*place, *link)));
  std::size_t from = 0, to = 0;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const bool is_query = shown[i] == link->query, is_key = shown[i] == link->key;
    if (is_query) from = i;
    if (is_key) to = i;
    picture.words.push_back(shown[i] ? stage.rows.labels[*shown[i]] : "..");
  }
  picture.arcs.push_back({from, to});
  Block block =
      draw_below_one_another(picture, layout, layout.width - indent - step_width - 2).block;
  // The numbers of the steps stand to the left of the words.
  for (std::size_t i = 0; i < block.lines.size(); ++i)
    block.lines[i] =
        pad_left(shown[i] ? step_of(*shown[i], *link) : "", step_width) + "  " + block.lines[i];
  std::string text = block_text(block, indent);
  if (const arma::uword n = n_left_out(shown, stage.value.n_rows); n > 0)
    text += paragraph(message(".. words left out: {} of {}", n, stage.value.n_rows), layout);
  if (layout.explain > 0) text += "\n" + explanation(stage, *link, layout);
  return text;
}

}  // namespace attn

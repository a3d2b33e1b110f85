#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/message.hpp"
#include "base/text.hpp"
#include "core/statistics.hpp"
#include "render/matrix/matrix.hpp"
#include "render/picture/picture.hpp"
#include "render/text/grid.hpp"
#include "render/text/text.hpp"
#include "trace/trace.hpp"

namespace attn {

namespace {

// Cells that are all alike differ from their mean by rounding alone.
constexpr double kRounding = 1e-12;

}  // namespace

bool is_among_same_tokens(const Stage& stage) {
  return stage.value.n_rows == stage.value.n_cols && stage.rows.labels == stage.cols.labels;
}

bool is_query_by_key(const Stage& stage) {
  if (std::holds_alternative<Permission>(stage.rule) || stage.value.is_empty()) return false;
  const bool has_labels = stage.rows.labels.size() == stage.value.n_rows &&
                          stage.cols.labels.size() == stage.value.n_cols;
  return has_labels && (stage.cols.name == "key" || is_among_same_tokens(stage));
}

Links links_of(const Stage& stage, std::optional<arma::uword> row) {
  const Statistics statistics = statistics_of(stage.value);
  Links result{.mean = statistics.mean,
               .standard_deviation = statistics.standard_deviation,
               .threshold = statistics.mean + statistics.standard_deviation,
               .links = {},
               .is_self = is_among_same_tokens(stage)};
  const double least = result.threshold + kRounding * std::max(1.0, std::abs(result.threshold));
  for (arma::uword i = 0; i < stage.value.n_rows; ++i)
    for (arma::uword j = 0; j < stage.value.n_cols; ++j) {
      const double value = stage.value(i, j);
      if ((row && *row != i) || (result.is_self && i == j) || !has_open_cell(stage, i, j)) continue;
      ++result.n_pairs;
      if (value > least) result.links.push_back({i, j, value});
    }
  std::stable_sort(result.links.begin(), result.links.end(),
                   [](const Link& a, const Link& b) { return a.value > b.value; });
  return result;
}

std::optional<Link> strongest_link(const Stage& stage, arma::uword query) {
  const bool is_self = is_among_same_tokens(stage);
  std::optional<Link> strongest;
  for (arma::uword j = 0; j < stage.value.n_cols; ++j) {
    if ((is_self && j == query) || !has_open_cell(stage, query, j)) continue;
    const double value = stage.value(query, j);
    if (!strongest || value > strongest->value) strongest = Link{query, j, value};
  }
  return strongest;
}

arma::uword distance_of(const Link& link) {
  return link.query > link.key ? link.query - link.key : link.key - link.query;
}

namespace {

constexpr std::size_t kMostLanes = 10;  // more brackets side by side are a thicket
constexpr std::size_t kMostLevels = 6;  // of arcs above a line of words, or below it
constexpr unsigned kBetweenWords = 2;
constexpr unsigned kAroundValue = 3;  // from end to end: a bit of the line on both sides
constexpr unsigned kLaneWidth = 2;
constexpr unsigned kLongestArcLabel = 12;

std::size_t low(const Arc& arc) { return std::min(arc.from, arc.to); }
std::size_t high(const Arc& arc) { return std::max(arc.from, arc.to); }

std::size_t n_lanes_of(const std::vector<std::size_t>& lanes) {
  return lanes.empty() ? 0 : 1 + *std::max_element(lanes.begin(), lanes.end());
}

// Of some arcs in their order, those that find a place in so many lanes.
std::vector<Arc> as_many_as_fit(const std::vector<Arc>& arcs, std::size_t n_lanes) {
  std::vector<Arc> chosen;
  for (const Arc& arc : arcs) {
    chosen.push_back(arc);
    if (n_lanes_of(lanes_of(chosen)) <= n_lanes) continue;
    chosen.pop_back();
    break;
  }
  return chosen;
}

// Where the middle of each word stands on a line, with room for the values of short arcs.
struct WordLine {
  std::vector<unsigned> middles;
  std::string text;

  WordLine(const std::vector<std::string>& words, const std::vector<Arc>& arcs) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      unsigned start = display_width(text) + (i == 0 ? 0 : kBetweenWords);
      const unsigned half = (std::max(1U, display_width(words[i])) - 1) / 2;
      for (const Arc& arc : arcs)
        if (high(arc) == i && low(arc) < i) {
          const unsigned middle = middles[low(arc)] + display_width(arc.value) + kAroundValue;
          start = std::max(start, middle - std::min(middle, half));
        }
      text = pad_right(text, start) + words[i];
      middles.push_back(start + half);
    }
  }
};

// Arcs on one side of a line of words: the first line is the one next to the words.
class ArcSide {
 public:
  ArcSide(std::vector<Arc> arcs, const WordLine& line, char arrow)
      : arcs_(std::move(arcs)), lanes_(lanes_of(arcs_)), middles_(line.middles), arrow_(arrow) {}

  std::size_t n_levels() const { return n_lanes_of(lanes_); }

  std::vector<std::string> lines() const {
    if (arcs_.empty()) return {};
    const std::size_t width = middles_.back() + 1;
    std::vector<std::string> lines(n_levels() + 1, std::string(width, ' '));
    for (std::size_t k = 0; k < arcs_.size(); ++k)
      for (unsigned column = left(k); column <= right(k); ++column)
        lines[lanes_[k] + 1][column] = '-';
    for (std::size_t k = 0; k < arcs_.size(); ++k)
      for (const unsigned column : {left(k), right(k)})
        for (std::size_t level = 0; level <= lanes_[k]; ++level) lines[level][column] = '|';
    for (std::size_t k = 0; k < arcs_.size(); ++k) finish(lines, k);
    return lines;
  }

 private:
  unsigned left(std::size_t k) const { return middles_[low(arcs_[k])]; }
  unsigned right(std::size_t k) const { return middles_[high(arcs_[k])]; }

  bool is_crossed(std::size_t k, unsigned column) const {
    for (std::size_t other = 0; other < arcs_.size(); ++other)
      if (lanes_[other] > lanes_[k] && (left(other) == column || right(other) == column))
        return true;
    return false;
  }

  // Corners, the arrow and the value: as near the middle as no other arc crosses.
  void finish(std::vector<std::string>& lines, std::size_t k) const {
    std::string& line = lines[lanes_[k] + 1];
    for (const unsigned column : {left(k), right(k)})
      if (!is_crossed(k, column)) line[column] = arrow_ == 'v' ? '.' : '\'';
    lines[0][middles_[arcs_[k].to]] = arrow_;
    const unsigned own = static_cast<unsigned>(arcs_[k].value.size());
    const unsigned room = right(k) - left(k) - 1;
    if (own == 0 || own > room || own != display_width(arcs_[k].value)) return;
    std::optional<unsigned> best;
    const unsigned wanted = left(k) + 1 + (room - own) / 2;
    for (unsigned start = left(k) + 1; start + own <= right(k); ++start) {
      bool is_free = true;
      for (unsigned column = start; column < start + own; ++column)
        is_free = is_free && !is_crossed(k, column);
      const auto off = [wanted](unsigned at) { return at > wanted ? at - wanted : wanted - at; };
      if (is_free && (!best || off(start) < off(*best))) best = start;
    }
    if (best) line.replace(*best, own, arcs_[k].value);
  }

  std::vector<Arc> arcs_;
  std::vector<std::size_t> lanes_;
  const std::vector<unsigned>& middles_;
  char arrow_;
};

// Brackets at the right of words that stand below one another.
class Brackets {
 public:
  explicit Brackets(std::vector<Arc> arcs) : arcs_(std::move(arcs)), lanes_(lanes_of(arcs_)) {}

  unsigned width() const {
    return arcs_.empty() ? 0 : 1 + kLaneWidth * static_cast<unsigned>(n_lanes_of(lanes_));
  }

  std::string line(std::size_t word) const {
    if (arcs_.empty()) return "";
    std::optional<std::size_t> furthest;
    bool is_reached = false;
    for (std::size_t k = 0; k < arcs_.size(); ++k)
      if (arcs_[k].from == word || arcs_[k].to == word) {
        furthest = std::max(furthest.value_or(0), lanes_[k]);
        is_reached = is_reached || arcs_[k].to == word;
      }
    std::string text(1, is_reached ? '<' : furthest ? '-' : ' ');
    for (std::size_t lane = 0; lane < n_lanes_of(lanes_); ++lane) {
      const bool goes_on = furthest && *furthest > lane;
      text += furthest && *furthest >= lane ? '-' : ' ';
      text += mark(word, lane).value_or(goes_on ? '-' : ' ');
    }
    return text;
  }

 private:
  std::optional<char> mark(std::size_t word, std::size_t lane) const {
    for (std::size_t k = 0; k < arcs_.size(); ++k) {
      if (lanes_[k] != lane || word < low(arcs_[k]) || word > high(arcs_[k])) continue;
      return word == low(arcs_[k]) ? '.' : word == high(arcs_[k]) ? '\'' : '|';
    }
    return {};
  }

  std::vector<Arc> arcs_;
  std::vector<std::size_t> lanes_;
};

unsigned widest_of(const std::vector<std::string>& texts) {
  unsigned width = 0;
  for (const std::string& text : texts) width = std::max(width, display_width(text));
  return width;
}

}  // namespace

std::vector<std::size_t> lanes_of(const std::vector<Arc>& arcs) {
  std::vector<std::size_t> order(arcs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&arcs](std::size_t a, std::size_t b) {
    return high(arcs[a]) - low(arcs[a]) < high(arcs[b]) - low(arcs[b]);
  });
  std::vector<std::size_t> lanes(arcs.size(), 0);
  for (std::size_t at = 0; at < order.size(); ++at) {
    const Arc& arc = arcs[order[at]];
    // Above every shorter arc that it meets: an arc never runs through one that it spans.
    for (std::size_t before = 0; before < at; ++before) {
      const Arc& other = arcs[order[before]];
      if (low(other) <= high(arc) && low(arc) <= high(other))
        lanes[order[at]] = std::max(lanes[order[at]], lanes[order[before]] + 1);
    }
  }
  return lanes;
}

std::optional<ArcDrawing> draw_on_a_line(const ArcPicture& picture, unsigned width) {
  const WordLine line(picture.words, picture.arcs);
  const unsigned needed = display_width(line.text);
  if (needed > width) return {};
  std::vector<Arc> back, ahead;
  for (const Arc& arc : picture.arcs) (arc.to < arc.from ? back : ahead).push_back(arc);
  const ArcSide above(back, line, 'v'), below(ahead, line, '^');
  if (above.n_levels() > kMostLevels || below.n_levels() > kMostLevels) return {};

  ArcDrawing drawing{.block = {.lines = above.lines(), .width = needed},
                     .n_drawn = picture.arcs.size()};
  std::vector<std::string>& lines = drawing.block.lines;
  std::reverse(lines.begin(), lines.end());
  lines.push_back(line.text);
  for (std::string& text : below.lines()) lines.push_back(std::move(text));
  for (std::string& text : lines) text = pad_right(text, needed);
  return drawing;
}

ArcDrawing draw_below_one_another(const ArcPicture& picture, const Layout& layout, unsigned width) {
  std::vector<std::string> labels;
  for (const std::string& word : picture.words)
    labels.push_back(cut_label(word, kLongestArcLabel, cut_mark(layout.glyphs)));
  const unsigned label_width = widest_of(labels);
  const unsigned room = width > label_width + 2 ? (width - label_width - 2) / kLaneWidth : 1;
  const std::vector<Arc> arcs =
      as_many_as_fit(picture.arcs, std::min<std::size_t>(kMostLanes, std::max(1U, room)));
  const Brackets brackets(arcs);
  const unsigned before = label_width + 1 + brackets.width();
  const bool has_remarks =
      !picture.remarks.empty() && before + 2 + widest_of(picture.remarks) <= width;
  ArcDrawing drawing{.block = {}, .n_drawn = arcs.size(), .has_remarks = has_remarks};
  drawing.block.width = has_remarks ? before + 2 + widest_of(picture.remarks) : before;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    std::string line = pad_left(labels[i], label_width) + " " + brackets.line(i);
    if (has_remarks && !picture.remarks[i].empty())
      line = pad_right(line, before + 2) + picture.remarks[i];
    drawing.block.lines.push_back(pad_right(line, drawing.block.width));
  }
  return drawing;
}

namespace {

constexpr std::size_t kMostListed = 24;

// "6 back", "2 ahead": how far and where to, counted in tokens.
std::string way_of(const Link& link) {
  const arma::uword distance = distance_of(link);
  return link.key < link.query ? message("{} back", distance) : message("{} ahead", distance);
}

class ArcView {
 public:
  ArcView(const Stage& stage, const Layout& layout, std::optional<arma::uword> row)
      : stage_(stage),
        layout_(layout),
        row_(row),
        links_(links_of(stage, row)),
        write_(format_of(stage, layout)) {}

  std::string text(unsigned indent) const {
    const unsigned width = layout_.width - indent;
    const std::size_t n_lines = stage_.value.n_rows + (links_.is_self ? 0 : stage_.value.n_cols);
    const bool has_picture = n_lines <= layout_.max_rows + (links_.is_self ? 0 : layout_.max_rows);
    const ArcDrawing drawing = has_picture ? drawn(width) : ArcDrawing{};
    std::string said = drawing.has_remarks || links_.links.empty() ? "" : list();
    said += left_out(has_picture, drawing);
    if (layout_.explain > 0 || links_.links.empty()) said += threshold();
    if (layout_.explain > 0) said += on_itself();
    std::string text = has_picture ? block_text(drawing.block, indent) : "";
    if (!text.empty() && !said.empty()) text += "\n";
    text += said;
    return text;
  }

 private:
  // Where the words of the keys stand among all words of the picture.
  std::size_t place_of_key(arma::uword key) const {
    return links_.is_self ? key : stage_.value.n_rows + 1 + key;
  }

  std::string remark(const Link& link) const {
    const std::string way = links_.is_self ? " (" + way_of(link) + ")" : "";
    return stage_.cols.labels[link.key] + " " + write_(link.value) + way;
  }

  ArcDrawing drawn(unsigned width) const {
    ArcPicture picture{.words = stage_.rows.labels, .arcs = {}, .remarks = {}};
    if (!links_.is_self) {
      picture.words.emplace_back();
      picture.words.insert(picture.words.end(), stage_.cols.labels.begin(),
                           stage_.cols.labels.end());
    }
    picture.remarks.resize(picture.words.size());
    for (const Link& link : links_.links) {
      picture.arcs.push_back({link.query, place_of_key(link.key), write_(link.value)});
      std::string& said = picture.remarks[link.query];
      said += (said.empty() ? "" : translated(", ")) + remark(link);
    }
    if (links_.is_self)
      if (auto on_a_line = draw_on_a_line(picture, width)) return *std::move(on_a_line);
    return draw_below_one_another(picture, layout_, width);
  }

  // Every link with its distance, the strongest first; one a line where two do not fit beside the
  // label.
  std::string list() const {
    const std::string label = translated("links");
    std::vector<std::string> items;
    unsigned widest = 0;
    for (std::size_t i = 0; i < std::min(links_.links.size(), kMostListed); ++i) {
      const Link& link = links_.links[i];
      items.push_back(stage_.rows.labels[link.query] + " → " + remark(link));
      widest = std::max(widest, display_width(items.back()));
    }
    const unsigned before = kNoteIndent + display_width(label) + kNoteIndent;
    if (before + widest > layout_.prose_width()) {
      std::string text = paragraph(label, layout_);
      for (const std::string& item : items) text += paragraph(item, layout_);
      return text;
    }
    for (std::string& item : items) item = unbroken(in_glyphs(item, layout_));
    return footnote(label, joined(items, "   "), layout_);
  }

  std::string left_out(bool has_picture, const ArcDrawing& drawing) const {
    std::string text;
    const std::size_t n = links_.links.size();
    if (!has_picture && n > 0)
      text += paragraph(message(".. no picture: {} words are too many for it", stage_.value.n_rows),
                        layout_);
    else if (drawing.n_drawn < n)
      text += paragraph(
          message(".. weaker links left out of the picture: {} of {}", n - drawing.n_drawn, n),
          layout_);
    if (!drawing.has_remarks && n > kMostListed)
      text +=
          paragraph(message(".. weaker links not listed: {} of {}", n - kMostListed, n), layout_);
    return text;
  }

  std::string threshold() const {
    std::string lines =
        footnote(translated("linked"), linked_pairs(stage_, links_, layout_, row_), layout_);
    if (rows_sum_to_one(stage_.value) && layout_.explain > 0)
      lines += footnote(
          translated("mean"),
          message("1/{}, whatever the words: each row sums to 1", stage_.value.n_cols), layout_);
    return lines;
  }

  std::string on_itself() const {
    if (!links_.is_self || !holds_shares(stage_) || !arma::any(stage_.value.diag())) return "";
    std::string text;
    const std::size_t n = std::min<std::size_t>(stage_.value.n_rows, kMostListed);
    for (arma::uword i = 0; i < n; ++i) {
      if (row_ && *row_ != i) continue;
      text += (text.empty() ? "" : "   ") +
              unbroken(stage_.rows.labels[i] + " " + write_(stage_.value(i, i)));
    }
    if (!row_ && n < stage_.value.n_rows) text += "   ..";
    return footnote(translated("on itself"), text, layout_);
  }

  const Stage& stage_;
  const Layout& layout_;
  std::optional<arma::uword> row_;
  Links links_;
  NumberFormat write_;
};

}  // namespace

std::string linked_pairs(const Stage& stage, const Links& links, const Layout& layout,
                         std::optional<arma::uword> row) {
  const NumberFormat write({links.mean, links.standard_deviation, links.threshold}, layout,
                           holds_shares(stage));
  std::string text =
      links.links.empty()
          ? message("none of {} pairs: nothing lies above mean {} + sd {} = {}", links.n_pairs,
                    write(links.mean), write(links.standard_deviation), write(links.threshold))
          : message("{} of {} pairs: those above mean {} + sd {} = {}", links.links.size(),
                    links.n_pairs, write(links.mean), write(links.standard_deviation),
                    write(links.threshold));
  if (row) text += message("; only those of \"{}\"", stage.rows.labels[*row]);
  return text;
}

std::string arcs_text(const Stage& stage, const Layout& layout, unsigned indent,
                      std::optional<arma::uword> row) {
  return ArcView(stage, layout, row).text(indent);
}

}  // namespace attn

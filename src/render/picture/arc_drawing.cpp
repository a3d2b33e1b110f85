#include "render/picture/arc_drawing.hpp"

#include <algorithm>
#include <numeric>

#include "render/text/cut_label.hpp"
#include "render/text/display_width.hpp"

namespace attn {
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

}  // namespace attn

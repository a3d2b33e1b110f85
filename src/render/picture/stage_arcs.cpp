#include "render/picture/stage_arcs.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "core/statistics.hpp"
#include "render/matrix/matrix_view.hpp"
#include "render/picture/arc_drawing.hpp"
#include "render/text/display_width.hpp"
#include "render/text/lines.hpp"
#include "render/text/wrap.hpp"
#include "trace/trace.hpp"

namespace attn {
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

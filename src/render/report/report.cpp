#include "render/report/report.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "render/text/grid.hpp"

namespace attn {

std::string title_text(const ReportTitle& title, const Layout& layout) {
  NamedLine line(title.command, layout);
  for (const auto& [part, kind] : title.parts) line.append(part, kind);
  return line.text();
}

void Report::add(Table table, Place place) {
  pieces.push_back({.what = std::move(table), .place = place});
}

void Report::add(PlottedTable plotted, Place place) {
  pieces.push_back({.what = std::move(plotted), .place = place});
}

void Report::add(Terms terms) {
  pieces.push_back({.what = std::move(terms), .explain = 1, .place = Place::screen});
}

void Report::say(ReportWords::Kind kind, const std::string& text, bool is_apart, int explain) {
  pieces.push_back({.what = ReportWords{kind, text}, .explain = explain, .is_apart = is_apart});
}

void Report::say_all(ReportWords::Kind kind, const std::vector<std::string>& texts, bool is_apart,
                     int explain) {
  for (std::size_t i = 0; i < texts.size(); ++i) say(kind, texts[i], is_apart && i == 0, explain);
}

std::string record_text(const std::vector<std::string>& fields) {
  return joined(fields, "\t") + "\n";
}

namespace {

// How each piece of a report is drawn.
class PieceText {
 public:
  explicit PieceText(const Layout& layout) : layout_(layout) {}

  std::string operator()(const ReportWords& words) const {
    std::string text = words.text;
    if (layout_.explain > 1 && !words.more.empty()) add_sentence(text, words.more);
    switch (words.kind) {
      case ReportWords::Kind::paragraph:
        return paragraph(text, layout_);
      case ReportWords::Kind::sentence:
        return wrap(in_glyphs(text, layout_), layout_.width, kNoteIndent, 2);
      case ReportWords::Kind::where:
        return footnote(translated("where"), text, layout_);
      case ReportWords::Kind::note:
        return footnote(translated("note"), text, layout_);
      case ReportWords::Kind::warning:
        return footnote(translated("warning"), text, layout_);
      case ReportWords::Kind::why:
        return footnote(translated("why"), text, layout_);
      case ReportWords::Kind::more:
        break;
    }
    return footnote(translated("more"), text, layout_);
  }

  std::string operator()(const Terms& terms) const {
    unsigned widest = 0;
    for (const auto& [name, text] : terms.rows) widest = std::max(widest, display_width(name));
    const bool is_narrow = kNoteIndent + widest + terms.least_width > layout_.width;
    std::string lines;
    for (const auto& [name, text] : terms.rows)
      lines += is_narrow ? wrap(in_glyphs(name + ": " + text, layout_), layout_.width, kNoteIndent,
                                kNoteIndent)
                         : footnote(pad_right(name, widest), text, layout_);
    return lines;
  }

  std::string operator()(const Table& table) const { return table_text(table, layout_); }

  std::string operator()(const PlottedTable& plotted) const {
    std::string text;
    if (!plotted.name.empty()) text += heading(plotted);
    text += plot_text(plotted.plot, layout_, kNoteIndent);
    if (layout_.explain > 0)
      text += footnote(translated("picture"), plot_legend(plotted.plot, layout_), layout_);
    if (plotted.table.rows.empty()) return text;
    Table table = plotted.table;
    elide_rows(table, layout_.max_rows, plotted.n_headings);
    return text + "\n" + rows_text(table, layout_, kNoteIndent) + paragraph(table.note, layout_);
  }

 private:
  std::string heading(const PlottedTable& plotted) const {
    const std::string name = " " + Painter(layout_)(Style::Kind::heading, plotted.name) + "\n";
    return layout_.explain > 0 ? name + paragraph(plotted.table.title, layout_) + "\n" : name;
  }

  const Layout& layout_;
};

}  // namespace

std::string report_text(const Report& report, const Layout& layout) {
  std::string text;
  const bool has_title = layout.explain > 0 || report.keeps_title;
  if (has_title && !report.title.command.empty()) text += title_text(report.title, layout);
  if (layout.explain > 0)
    for (const std::string& about : report.about) text += paragraph(about, layout);
  for (const ReportPiece& piece : report.pieces) {
    if (piece.place == ReportPiece::Place::page || layout.explain < piece.explain) continue;
    if (piece.is_apart && !text.empty()) text += "\n";
    text += std::visit(PieceText(layout), piece.what);
  }
  return text;
}

std::vector<Table> page_tables(const Report& report) {
  std::vector<Table> tables;
  for (const ReportPiece& piece : report.pieces) {
    if (piece.place == ReportPiece::Place::screen) continue;
    if (const auto* table = std::get_if<Table>(&piece.what)) tables.push_back(*table);
    if (const auto* plotted = std::get_if<PlottedTable>(&piece.what))
      tables.push_back(plotted->table);
  }
  return tables;
}

std::vector<Plot> page_plots(const Report& report) {
  std::vector<Plot> plots;
  for (const ReportPiece& piece : report.pieces)
    if (const auto* plotted = std::get_if<PlottedTable>(&piece.what);
        plotted && piece.place != ReportPiece::Place::screen)
      plots.push_back(plotted->plot);
  return plots;
}

std::vector<std::string> words_of(const Report& report, ReportWords::Kind kind) {
  std::vector<std::string> texts;
  for (const ReportPiece& piece : report.pieces)
    if (const auto* words = std::get_if<ReportWords>(&piece.what); words && words->kind == kind)
      texts.push_back(words->text);
  return texts;
}

void elide_rows(Table& table, std::size_t most, std::size_t n_headings) {
  const std::size_t n_rows = table.rows.size() - n_headings;
  if (n_rows <= most) return;
  const auto first = table.rows.begin() + static_cast<std::ptrdiff_t>(n_headings + most / 2);
  const auto last = table.rows.end() - static_cast<std::ptrdiff_t>(most - most / 2);
  table.rows.insert(table.rows.erase(first, last), {cell::Gap{n_rows - most}});
  table.note = message(".. rows left out: {} of {}", n_rows - most, n_rows);
}

}  // namespace attn

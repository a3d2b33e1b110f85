// Reports: what is told of costs, layers, sweeps and measured times, said once for every form.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "render/curve/curve.hpp"
#include "render/layout.hpp"
#include "render/text/text.hpp"
#include "trace/table.hpp"

namespace attn {

/// The line above a report: its command, and what matters to all numbers below.
struct ReportTitle {
  std::string command;
  std::vector<std::pair<std::string, Style::Kind>> parts{};

  void append(const std::string& part, Style::Kind kind = Style::Kind::plain) {
    parts.emplace_back(part, kind);
  }
};

std::string title_text(const ReportTitle& title, const Layout& layout);

/// Words of a report, translated.
struct ReportWords {
  enum class Kind { paragraph, sentence, where, note, warning, why, more } kind{};
  std::string text;
  std::string more{};  ///< it goes on with these on a screen with many words
};

/// Names, and beside each what it is.
struct Terms {
  std::vector<std::pair<std::string, std::string>> rows{};
  /// Columns that a text needs beside its name; with fewer it follows the name in a paragraph.
  unsigned least_width = 0;
};

/// Curves, and the numbers that they go through.
struct PlottedTable {
  std::string name{};  ///< its heading on a screen; "" for none
  Plot plot;
  Table table{};
  std::size_t n_headings = 0;  ///< the first rows of the table, which name units
};

/// A part of a report, and where it is told.
struct ReportPiece {
  enum class Place { everywhere, screen, page };

  std::variant<ReportWords, Terms, Table, PlottedTable> what;
  int explain = 0;       ///< a screen has it with at least so many words
  bool is_apart = true;  ///< on a screen a blank line stands before it
  Place place = Place::everywhere;
};

/// What is told of something, in the order in which people read it.
struct Report {
  using Place = ReportPiece::Place;

  std::string name{};  ///< "gpt2": what a page is called
  ReportTitle title{};
  bool keeps_title = false;          ///< also on a screen without words
  std::vector<std::string> about{};  ///< below the title; on a page in its place
  std::vector<ReportPiece> pieces{};
  nlohmann::ordered_json json{};  ///< everything for programs, every number exact
  std::string records{};  ///< the same as tab-separated lines, the first one names the fields

  void add(Table table, Place place = Place::everywhere);
  void add(PlottedTable plotted, Place place = Place::everywhere);
  void add(Terms terms);
  void say(ReportWords::Kind kind, const std::string& text, bool is_apart = true, int explain = 1);
  /// One below the other.
  void say_all(ReportWords::Kind kind, const std::vector<std::string>& texts, bool is_apart = true,
               int explain = 1);
};

/// A line of tab-separated fields.
std::string record_text(const std::vector<std::string>& fields);

/// A report as a screen.
std::string report_text(const Report& report, const Layout& layout);

// What forms other than a screen show of a report.
std::vector<Table> page_tables(const Report& report);
std::vector<Plot> page_plots(const Report& report);
std::vector<std::string> words_of(const Report& report, ReportWords::Kind kind);

/// Leaves out the rows in the middle of a long table, as those of matrices are, and says so in its
/// note. The first `n_headings` rows stay and do not count: they name units.
void elide_rows(Table& table, std::size_t most, std::size_t n_headings = 0);

}  // namespace attn

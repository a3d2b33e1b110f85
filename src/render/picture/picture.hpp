// Arcs, bars, chains, panels, flows: plain data drawn as text, and stages as that data.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "render/layout.hpp"
#include "render/matrix/matrix.hpp"
#include "render/text/grid.hpp"
#include "trace/trace.hpp"

namespace attn {

/// A value to be drawn as a bar, and what stands around it. It knows of no stage.
struct Bar {
  std::string label;
  double value = 0.0;    ///< not finite: no bar
  std::string written;   ///< the value as text
  std::string remark{};  ///< after it: "share .12"
};

/// What bars are measured on, and how wide what stands beside them is: the same for every row.
struct BarScale {
  double lowest = 0.0, highest = 0.0;  ///< at most 0, at least 0; not both 0
  unsigned label_width = 0, written_width = 0, remark_width = 0;
};

/// Widens a scale so that these bars fit on it.
void take_in(BarScale& scale, const std::vector<Bar>& bars);

/// Bars from a common zero, the longest as wide as there is room for. Where a value is negative an
/// axis `|` parts the two signs. A bar is drawn to half a column, in ASCII to a whole one.
Block draw_bars(const std::vector<Bar>& bars, const BarScale& scale, const Layout& layout,
                unsigned width);

/// A query and a key that it is linked with.
struct Link {
  arma::uword query = 0, key = 0;
  double value = 0.0;
};

/// The links of a stage, and what was asked of them.
struct Links {
  double mean = 0.0, standard_deviation = 0.0;  ///< of all finite cells of the stage
  double threshold = 0.0;                       ///< their sum: what a link exceeds
  std::vector<Link> links;                      ///< the largest first; no query with itself
  arma::uword n_pairs = 0;                      ///< the open cells that could be links
  bool is_self = false;  ///< queries and keys are the same tokens: each meets itself, too
};

/// Whether the queries of a stage are its keys as well: the same tokens in the same order.
bool is_among_same_tokens(const Stage& stage);

/// Whether a stage has a value for each query and key, and more than a yes or no.
bool is_query_by_key(const Stage& stage);

/// The cells of a stage that stand out.
///
///     value > mean + sd   over the finite cells of the whole stage
///
/// A token's own cell counts for mean and deviation and is no link. Where each row sums to 1 the
/// mean is 1/n_k whatever the numbers. With `row`, only the links of that query.
Links links_of(const Stage& stage, std::optional<arma::uword> row = {});

/// The key that a query weights most, itself apart; the first of equals. None where all are blocked
/// or there is no other.
std::optional<Link> strongest_link(const Stage& stage, arma::uword query);

/// How far apart the two tokens of a link stand: |i − j|.
arma::uword distance_of(const Link& link);

/// A line from one word to another.
struct Arc {
  std::size_t from = 0, to = 0;  ///< places of words, not the same
  std::string value{};           ///< what is written on it
};

/// Words in a row and arcs between them. It knows of no stage.
struct ArcPicture {
  std::vector<std::string> words;
  std::vector<Arc> arcs;             ///< the first are the most important
  std::vector<std::string> remarks;  ///< beside each word where they stand below one another
};

/// A drawing, and which of the arcs stand in it: the first ones always go before the others.
struct ArcDrawing {
  Block block;
  std::size_t n_drawn = 0;
  bool has_remarks = false;
};

/// The words on one line, arcs to earlier words above it and arcs to later words below, each with
/// its value where that has room on it. Nothing where the words are too wide or the arcs too high.
std::optional<ArcDrawing> draw_on_a_line(const ArcPicture& picture, unsigned width);

/// The words below one another and the arcs as brackets at their right, as many as there is room
/// for; `<` marks the word where one arrives. The remarks stand at the right where all fit.
ArcDrawing draw_below_one_another(const ArcPicture& picture, const Layout& layout, unsigned width);

/// For each arc a lane such that no two arcs of a lane meet, short ones in the first lanes.
std::vector<std::size_t> lanes_of(const std::vector<Arc>& arcs);

/// One thing in a flow: a few lines of text.
struct FlowBox {
  std::vector<std::string> lines;
  bool is_gap = false;  ///< stands for boxes that are left out: no line leads there
};

/// What happens at the same time, from left to right.
using FlowRank = std::vector<FlowBox>;

/// The ranks below one another, joined by lines that part where one thing becomes several and meet
/// where several become one. It knows of no stage.
Block draw_flow(const std::vector<FlowRank>& ranks);

/// The columns that draw_flow needs for a rank.
unsigned width_of(const FlowRank& rank);

/// A sheet of sketches as text: as many side by side as the width takes, each under its name and
/// above its caption. Names are not repeated where the same stood above the row before.
std::string sketch_sheet_text(const SketchSheet& sheet, const Layout& layout);

/// The words of a stage and arcs from queries to the keys that stand out for them, with values and
/// distances, and what was left out. On one line where that fits, else one word a line; queries
/// and keys that are different sentences stand one below the other. Only the arcs of `row` where
/// one is given.
std::string arcs_text(const Stage& stage, const Layout& layout, unsigned indent,
                      std::optional<arma::uword> row = {});

/// What makes a link of a pair, and how many are: "3 of 12 pairs: those above mean .250 + sd .3".
std::string linked_pairs(const Stage& stage, const Links& links, const Layout& layout,
                         std::optional<arma::uword> row = {});

/// Each row of a stage as horizontal bars on one scale, its largest ones as long as there is room
/// for. Beside values that are no shares but could be, their share of the row. Of many rows only
/// the first; only `row` where one is given.
std::string bars_text(const Stage& stage, const Layout& layout, unsigned indent,
                      std::optional<arma::uword> row = {});

/// The way from a query to the key that it weights most, itself apart: the steps that a recurrent
/// network takes through the words between them, counted beside the words, and the one step of
/// attention as a bracket at the right.
std::string chain_text(const Stage& stage, const Layout& layout, unsigned indent,
                       arma::uword query);

/// Stages as small heat maps side by side, as many on a line as fit, each with the numbers that its
/// scale goes from and to, and below them the first rows of the last stage as curves. Every group
/// has a picture of its own.
std::string panels_text(const std::vector<const Stage*>& stages, const Layout& layout,
                        unsigned indent);

/// Whether a view draws one stage as something else than a matrix: rows, bars, arcs, a chain.
bool is_stage_picture(View view);

/// Whether a view draws several stages as one picture: panels, a flow.
bool is_trace_picture(View view);

/// Whether a view is more than a way to write or shade a matrix: those above, and boxes. It shows
/// weights where no stage is named.
bool is_picture(View view);

/// Whether a view shows one query at a time where it is asked to.
bool shows_single_rows(View view);

/// Why a view cannot draw a stage, as a sentence; "" where it can, as every view of a matrix does.
std::string why_not_drawn(View view, const Stage& stage);

/// The row of a stage that has this word, or this number where no row has such a word. None where
/// the stage has no such row, or several of that word.
std::optional<arma::uword> find_row(const Stage& stage, const std::string& name);

/// The query that gives the largest share of its attention to another word; the first of equals.
/// Where all attend only to themselves, the first that attends to anything.
/// Shapes: at least one row and column, and a label for each of them, as weights have; nothing is
///         checked
arma::uword most_telling_row(const Stage& stage);

/// A stage as the picture that the layout asks for, without its heading. The row of `selected`, or
/// that which the layout names, is drawn alone where a picture shows single rows; a stage without
/// such a row is drawn whole.
/// Errors: std::logic_error where no such picture is asked for
std::string picture_text(const Stage& stage, const Layout& layout, unsigned indent,
                         std::optional<Cell> selected = {});

/// What is learned and not computed: it stands in the formulas.
bool is_parameter(const Stage& stage);

/// The result of a trace and all that it was made from, in their order.
std::vector<const Stage*> stages_towards_result(const Trace& trace);

/// Whether a trace can be drawn as a flow: its result comes from words through attention, and where
/// it has groups of stages, these are heads, which the result joins side by side. Groups of other
/// kinds (draws, filters) are no branches of one computation.
bool has_flow(const Trace& trace);

/// How the stages of a trace follow from one another, each with its formula and shape: what is
/// computed from the same things side by side, and the heads as branches. Of many heads the first
/// ones and the last, with what is left out.
std::string flow_text(const Trace& trace, const Layout& layout, unsigned indent);

}  // namespace attn

// The record that a mechanism leaves behind: stages by name, how their cells came about, and what
// can be read off them.
#pragma once

#include <armadillo>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/statistics.hpp"
#include "trace/rule.hpp"
#include "trace/table.hpp"

namespace attn {

/// A matrix as a picture of a few dots, so small that a hundred stand on a screen.
struct Sketch {
  std::string name{};     ///< "4.11"
  std::string caption{};  ///< a few letters below it: "p.97"
  std::size_t n_rows = 0, n_cols = 0;
  std::vector<bool> dots{};  ///< row by row, from the top
};

/// Sketches that belong together: those of a layer.
struct SketchRow {
  std::string name{};  ///< "4"; "" where each sketch has a whole name of its own
  std::vector<Sketch> sketches{};
};

/// A sheet of sketches, and what is said above and below it.
struct SketchSheet {
  std::string title{};
  std::vector<SketchRow> rows{};
  std::string note{};
};

/// One side of a matrix: what it runs over, and the name of each place along it.
/// Tokens have labels; the channels of a vector have none.
struct Axis {
  std::string name{};                 ///< "query", "key", "d_model"...
  std::vector<std::string> labels{};  ///< one for each place, or empty
  bool is_scale = false;  ///< the places are points of a scale: a curve along them has a meaning
  std::vector<std::string> ids{};  ///< the labels for programs, where those above are translated
  std::vector<double> points{};    ///< where the places lie, for a plot over them; or empty, rising

  const std::vector<std::string>& labels_for_programs() const { return ids.empty() ? labels : ids; }

  /// The label of a place, or its number where it has none.
  std::string place_name(arma::uword place) const;

  /// The place that was typed, among `n`: by the label that it has alone, else by its number from
  /// 0. None where there is no such place.
  std::optional<arma::uword> find_place(const std::string& typed, arma::uword n) const;
};

/// One named matrix on the way from words to output.
struct Stage {
  std::string id{};       ///< "scores": the same word in flags, JSON, tests and the glossary
  std::string group{};    ///< "head 0", or "" where there is only one
  std::string symbol{};   ///< "S": how formulas and spelled-out cells call it
  std::string formula{};  ///< "S = Q Kᵀ"
  arma::mat value{};
  Axis rows{}, cols{};
  std::uint64_t n_batch = 0;  ///< the shape has this axis in front; `value` is one of them. 0: none
  std::string remark{};       ///< "kv head 0": what tells it from its siblings in other groups
  std::string note{};         ///< one sentence: what this stage is for
  std::string detail{};       ///< the longer explanation
  Rule rule = Given{};        ///< how its cells were computed
  BlockedCells blocked{};     ///< the reason of each blocked cell; empty where nothing is blocked
  std::string gradient_of{};  ///< "weights": how fast the loss changes with that stage; "" for none
};

/// A setting the trace was computed with: its name and its value.
using Setting = std::variant<bool, std::int64_t, double, std::string>;

/// The record of one run of a mechanism: every stage, in order, and what it was run with.
struct Trace {
  std::string command{};  ///< "attend"
  std::string title{};    ///< the sentence, or the names of the files
  std::string about{};    ///< what this run shows, in a sentence; "" where nobody said
  std::string source{};   ///< "by-hand", "seed 7", "given": where the numbers come from
  std::vector<std::string> query_tokens{}, key_tokens{};
  std::vector<std::pair<std::string, Setting>> config{};
  std::vector<std::string> notes{};     ///< what the reader should know about the input
  std::vector<std::string> warnings{};  ///< what is unusual about the result
  std::deque<Stage> stages{};           // a deque: recording a stage moves no earlier one
  std::vector<Table> tables{};
  std::optional<SketchSheet> sketches{};  ///< a first look at more matrices than a screen holds
  std::string result{};                   ///< id of the stage that is the answer; "": the last one
  std::vector<std::string> overview{};    ///< ids of what is shown when none is named; empty: all

  /// Stores a stage and returns its value, so that the number shown is the number used.
  const arma::mat& record(Stage stage);

  /// The stage of that id (and group), or null where there is none.
  const Stage* find(const std::string& id, const std::string& group = "") const;

  /// The stage of that id (and group).
  /// Errors: std::out_of_range if there is none.
  const Stage& stage(const std::string& id, const std::string& group = "") const;

  /// The stage that a rule of `stage` names: that of its own group, else the ungrouped one.
  /// Errors: std::out_of_range if there is none.
  const Stage& source_of(const Stage& stage, const std::string& id) const;

  /// The stages of that id in all groups, in order; the ungrouped one is not among them.
  std::vector<const Stage*> in_every_group(const std::string& id) const;
};

/// Works out formulas for one cell of a stage, as a person does: without the care for rounding
/// that the stage itself was computed with.
class FormulaAt {
 public:
  FormulaAt(const Trace& trace, const Stage& stage, arma::uword row, arma::uword col)
      : trace_(trace), stage_(stage), indices_{row, col, 0} {}

  double value(const CellFormula& formula);

  /// What a sum runs over, out of which the terms are left out that a mask blocks.
  std::vector<arma::uword> terms_of(const CellFormula& sum);

  /// The value of k from now on.
  void set_term(arma::uword k) { indices_[2] = k; }

  /// Whether a mask blocks the cell that an open or a blocked formula names.
  bool is_closed(const CellFormula& formula);

  /// The stage that a formula takes a cell of, and its place there.
  const Stage& stage_of(const CellFormula& cell);
  arma::uword row_of(const CellFormula& cell);
  arma::uword col_of(const CellFormula& cell);

 private:
  arma::uword place(const CellFormula& formula);
  double gathered(const CellFormula& formula);
  const Stage& sized_stage(const CellFormula& count) const;

  const Trace& trace_;
  const Stage& stage_;
  std::array<arma::uword, 3> indices_;
  std::map<const CellFormula*, double> gathered_;  // sums and the like: each found once
};

/// Whether an exponent is so large that one works with how far it is from the largest.
bool is_large_exponent(double exponent);

/// Whether each row holds one query's attention, shared out over the keys: a softmax, shares that
/// are given, or a mean of several.
bool holds_shares(const Stage& stage);

/// Whether its rows are shares of all that there is, so that each sums to 1.
bool holds_whole_rows(const Stage& stage);

/// Whether a mask blocks a cell, whatever value it holds.
bool is_blocked(const Stage& stage, arma::uword row, arma::uword col);

/// Whether what a blocked cell holds counts for nothing, so that no number is shown there: a share,
/// or how fast the loss changes with something that has no say in it.
bool hides_blocked(const Stage& stage);

/// Whether a cell holds a finite number that no mask blocks.
bool has_open_cell(const Stage& stage, arma::uword row, arma::uword col);

/// Whether a stage is the same matrix as the one it was made from: a mask that blocks nothing, or
/// a scale that is off.
bool repeats_its_source(const Stage& stage);

/// The heads that a stage is one of, where a shape speaks of all of them.
struct HeadAxis {
  std::string name{"head"};  ///< "head", or "kv head" where heads share keys and values
  arma::uword n_heads = 0;   ///< 0: no such axis
};

/// The sizes of a stage's tensor, the batch first where it has one, then the heads of which it is
/// one where these are told: 4, 8 or 2, 4, 8 or 2, 6, 4, 8.
std::vector<std::uint64_t> sizes_of(const Stage& stage, const HeadAxis& heads = {});

/// The same for people: "4 x 8", or "2 x 4 x 8".
std::string bare_shape(const Stage& stage);

/// Its shape with named axes: "(query 4, key 4)", "(batch 2, query 4, key 4)", and with the heads
/// of which it is one "(batch 2, head 8, query 4, key 4)".
std::string named_shape(const Stage& stage, const HeadAxis& heads = {});

/// The same without a name for the last axis, which goes without saying beside a stage's name:
/// "(query 4, 8)".
std::string short_shape(const Stage& stage);

/// Sizes alone: "(8, 20, 512)".
std::string tuple_shape(const std::vector<std::uint64_t>& sizes);

/// How many numbers such a tensor holds: the product of its sizes and of the heads.
std::uint64_t n_numbers(const Stage& stage, const HeadAxis& heads = {});

/// What one row of attention weights says.
struct WeightRow {
  double sum = 0.0;                        ///< 1, or 0 where the query may attend to nothing
  double entropy = 0.0;                    ///< nats
  double max_entropy = 0.0;                ///< ln n over the n keys this query may attend to
  std::optional<arma::uword> strongest{};  ///< the key it attends to most; none in an empty row
  arma::uvec equally_strong{};  ///< all that have its weight but for rounding, itself included
};

/// The keys with the largest weight of a row: "cat", "cat = mat", of more how many: "3 equal"; "-"
/// where there is none.
std::string strongest_names(const WeightRow& row, const std::vector<std::string>& keys);

/// The facts of one stage: statistics of its finite cells, and for weights one entry per query.
struct Facts {
  Statistics statistics;
  arma::uword n_zeros = 0;
  arma::uword n_blocked = 0;
  std::vector<WeightRow> weight_rows;  ///< empty unless the stage holds shares
};

Facts facts_of(const Stage& stage);

/// What a whole matrix of weights says, as means over the queries that attend to anything.
struct WeightMeans {
  double entropy = 0.0;      ///< nats
  double max_entropy = 0.0;  ///< the mean of ln n over the n keys each query may attend to
  double first = 0.0;        ///< on the first key, where many trained heads park their attention
  // None of these where the keys are other tokens:
  std::optional<double> self;        ///< on the query's own place
  std::optional<double> neighbours;  ///< on the places right beside it
  std::optional<double> distance;    ///< how many places away, each counted with its weight
};

/// The means of a stage that holds shares; all 0 where no query attends to anything.
WeightMeans weight_means_of(const Stage& stage);

/// The same stage with every query's attention spread evenly over the keys that it may attend to:
/// what its means are to be compared with. A query without attention stays so.
Stage evenly_spread(const Stage& stage);

}  // namespace attn

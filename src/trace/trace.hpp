#pragma once

#include <armadillo>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/attention.hpp"
#include "core/mask.hpp"
#include "trace/gradient_rules.hpp"
#include "trace/position_rules.hpp"
#include "trace/sketch.hpp"
#include "trace/table.hpp"

namespace attn {

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

// How the cells of a stage came about, so that a renderer can spell any one of them out.
struct Given {};
struct Product {
  std::string left, right;        ///< ids of the two stages that were multiplied
  bool right_transposed = false;  ///< left · rightᵀ
  std::string bias{};             ///< id of the row added to every row; "" for none
  bool left_transposed = false;   ///< leftᵀ · right
};
struct Scaling {
  std::string of;       ///< id of the stage that was scaled
  double number = 1.0;  ///< what each of its cells was divided by, or multiplied by
  bool divides = true;
  std::optional<Scale> asked{};  ///< of scores: what was asked for, of which that number comes
};
struct Masking {
  std::string of;  ///< id of the stage whose blocked cells became −∞
  std::shared_ptr<const MaskPattern> pattern{};  ///< what blocks them; null where nobody said
};
struct Softmax {
  std::string of;  ///< id of the stage whose rows became shares
};
struct Columns {
  std::string of;         ///< id of the ungrouped stage that these are columns of
  arma::uword first = 0;  ///< the first of them
};
struct Shares {
  std::string of{};      ///< id of the stage whose rows were divided by their sums; "" where given
  bool is_part = false;  ///< the rows go on beyond these columns
};
struct Concat {
  std::string of;           ///< id of the stages, one a group, that stand side by side
  arma::uword n_added = 1;  ///< so many neighbouring groups are added up to one part
};
struct Mean {
  std::string of;  ///< id of the stages, one a group, whose cells were averaged
};
struct Difference {
  std::string left, right;  ///< ids of the two stages: left − right, cell by cell
};
struct Permission {
  /// What each reason among the blocked cells means here: "outside the window of 3".
  std::vector<std::pair<Blocked, std::string>> reasons;
  MaskPattern pattern{};  ///< what allows them
};
struct Logarithm {
  std::string of;  ///< id of the stage whose natural logarithm each cell is
};
using Rule =
    std::variant<Given, Product, Scaling, Masking, Softmax, Shares, Columns, Concat, Mean,
                 Difference, Permission, Logarithm, Sinusoid, Angle, Wavelength, Trigonometric,
                 Rotation, Slope, Sum, Part, Pooling, Alignment, TotalLoss, SquaredErrorLoss,
                 SquaredErrorSlope, SoftmaxGradient, SoftmaxJacobian, SumOfProducts, ColumnSums>;

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

}  // namespace attn

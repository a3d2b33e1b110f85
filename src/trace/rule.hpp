#pragma once

#include <armadillo>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/attention.hpp"
#include "core/mask.hpp"
#include "core/positions.hpp"

namespace attn {

/// The place of a cell, row i and column j, and what a sum runs over, k.
enum class Index { i, j, k };

/// What a node of a formula does to its parts. Those of the last block change no value; they
/// say how it is written when a person works it out.
enum class Op {
  number,      // one number of the formula itself
  index,       // i, j or k
  list,        // parts[0] is a place in a list of numbers
  rows,        // how many rows a stage has
  cols,        // how many columns
  groups,      // how many groups have a stage of that id
  group_cols,  // how many columns each of those has
  cell,        // a cell of a stage of the own group, else of the ungrouped one: row, column
  whole,       // a cell of the ungrouped stage
  member,      // a cell of the stage in one of all groups: group, row, column
  blocked,     // 1 where a mask blocks that cell of the stage itself, else 0: row, column
  empty_row,   // what the weights of a query are that may attend to nothing
  sum,         // parts[1] added up for k from 0 to parts[0]
  balance,     // the same; what is left where the terms cancel is 0
  max,         // the largest of them
  total,       // all parts added up
  plus,
  minus,
  apart,  // minus, but 0 where the two differ by rounding alone
  times,
  over,
  share,  // the same, and parts[2] where all that is shared out is 0
  power,
  square,
  floor,   // ⌊a / b⌋
  modulo,  // a − b ⌊a / b⌋
  equal,   // 1 or 0
  less,
  choice,  // parts[1] where parts[0] is not 0, else parts[2]
  negative,
  exp,
  ln,
  function,  // what the function of that name makes of its part

  relative,     // minus; small numbers are written as they are: by hand one does not shift them
  name,         // a cell by its name; what is no cell as it is
  known,        // the value, rounded as numbers of a calculation are
  bare,         // the same without parentheses: a share, which has no sign
  exact,        // the value with all its digits
  significant,  // the value by the digits that count
  worked,       // as a formula first, and behind the next = as its value
  open          // parts[2]; nothing to work out where that cell is blocked: row, column
};

/// What it is called: "plus".
const char* name_of(Op op);

/// How a cell comes about from its place and from cells of other stages, as a tree. It is evaluated
/// (FormulaAt), spelled out with its numbers (render/trace), and computed anew by pages
/// (render/page), all by its nodes alone.
struct CellFormula {
  Op op = Op::number;
  std::vector<CellFormula> parts{};
  std::string name{};          ///< the id of a stage; what a list, number or function is called
  double number = 0.0;         ///< of Op::number; the Index of Op::index
  std::vector<double> list{};  ///< of Op::list
  double (*function)(double) = nullptr;  ///< of Op::function; pages take that of its name in Math

  CellFormula(double value) : number(value) {}
  CellFormula(Index index) : op(Op::index), number(static_cast<double>(index)) {}
  CellFormula(Op operation, std::vector<CellFormula> of, std::string named = "")
      : op(operation), parts(std::move(of)), name(std::move(named)) {}
};

inline CellFormula operator+(CellFormula a, CellFormula b) {
  return {Op::plus, {std::move(a), std::move(b)}};
}
inline CellFormula operator-(CellFormula a, CellFormula b) {
  return {Op::minus, {std::move(a), std::move(b)}};
}
inline CellFormula operator*(CellFormula a, CellFormula b) {
  return {Op::times, {std::move(a), std::move(b)}};
}
inline CellFormula operator/(CellFormula a, CellFormula b) {
  return {Op::over, {std::move(a), std::move(b)}};
}

// The pieces that rules are made of, and the rules that nobody asks about by name.
namespace rule {

/// The cell of a stage in the same place, or in another.
CellFormula cell(const std::string& id, CellFormula row = Index::i, CellFormula col = Index::j);

/// What a function makes of a value: "sin".
CellFormula function_of(const char* name, double (*function)(double), CellFormula part);

/// The sine and the cosine of an angle.
CellFormula sine(CellFormula angle);
CellFormula cosine(CellFormula angle);

/// The sine or the cosine of each cell of a stage.
CellFormula sine_of(const std::string& id);
CellFormula cosine_of(const std::string& id);

/// The natural logarithm of each cell.
CellFormula logarithm_of(const std::string& id);

/// left − right, and left + right, cell by cell.
CellFormula difference(const std::string& left, const std::string& right);
CellFormula sum(const std::string& left, const std::string& right);

/// Rows and columns of another stage: its row for each row here, its column for each column.
CellFormula part_of(const std::string& id, const arma::uvec& rows, const arma::uvec& cols);

/// The mean of all rows of a stage.
CellFormula mean_row(const std::string& id);

/// How alike the directions of rows are: a · b / (|a| |b|) of each row of one with each of another.
CellFormula alignment(const std::string& left, const std::string& right);

/// 2π · base^(2i/width), for the pair i of each column.
CellFormula wavelength(arma::uword width, double base);

/// The slopes of ALiBi, one a row: 2^(−8(h + 1)/n_heads) where n_heads is a power of two.
CellFormula alibi_slope(arma::uword n_heads);

/// All cells of a stage added up, and each column.
CellFormula total_of(const std::string& id);
CellFormula column_sums(const std::string& id);

/// The mean over all cells of (left − right)², and how fast it changes with each cell of the left.
CellFormula squared_error(const std::string& left, const std::string& right);
CellFormula squared_error_slope(const std::string& left, const std::string& right);

/// left · rightᵀ of each pair of stages, added up.
CellFormula sum_of_products(const std::vector<std::pair<std::string, std::string>>& pairs);

}  // namespace rule

// The rules that somebody asks about by name: a renderer that draws products as equations, the way
// back, a page whose reader turns a mask.

struct Given {};

struct Product {
  std::string left, right;        ///< ids of the two stages that were multiplied
  bool right_transposed = false;  ///< left · rightᵀ
  std::string bias{};             ///< id of the row added to every row; "" for none
  bool left_transposed = false;   ///< leftᵀ · right
};

struct Scaling {
  CellFormula of;       ///< what was scaled: the cell of a stage, or what was made of it first
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

struct Shares {
  std::string of{};      ///< id of the stage whose rows were divided by their sums; "" where given
  bool is_part = false;  ///< the rows go on beyond these columns
};

struct Columns {
  std::string of;         ///< id of the ungrouped stage that these are columns of
  arma::uword first = 0;  ///< the first of them
};

struct Concat {
  std::string of;           ///< id of the stages, one a group, that stand side by side
  arma::uword n_added = 1;  ///< so many neighbouring groups are added up to one part
};

struct Mean {
  std::string of;  ///< id of the stages, one a group, whose cells were averaged
};

struct Permission {
  /// What each reason among the blocked cells means here: "outside the window of 3".
  std::vector<std::pair<Blocked, std::string>> reasons;
  MaskPattern pattern{};  ///< what allows them
};

/// PE(p, j) of an encoding in pairs of dimensions: two waves of one angle, even(θ) and odd(θ) with
/// θ = p / base^(2⌊j/2⌋/d_model), from −1 to 1 and the same again after 2π.
struct Waves {
  arma::vec positions{};    ///< one for each row
  arma::uvec dims{};        ///< one for each column
  arma::uword d_model = 0;  ///< the width of the whole encoding
  double base = kPositionBase;
  CellFormula (*even)(CellFormula angle) = rule::sine;
  CellFormula (*odd)(CellFormula angle) = rule::cosine;

  /// Whether each pair is a point on a circle, like the hand of a clock.
  bool go_round() const { return even == rule::sine && odd == rule::cosine; }
};

/// θ(p, i) = p / base^(2i/width): by what angle pair i is turned at position p.
struct Angle {
  arma::vec positions{};  ///< one for each row
  arma::uword width = 0;
  double base = kPositionBase;
};

/// A stage with its pairs of columns turned by the angles of another.
struct Rotation {
  std::string of{};      ///< id of the stage that was turned
  std::string angles{};  ///< id of the stage that holds an angle for each row and pair
  Pairing pairing = Pairing::interleaved;
  bool is_back = false;  ///< turned the other way
};

/// w (dw − Σ over the row of w dw), for each weight w and its slope dw.
struct SoftmaxGradient {
  std::string weights{};
  std::string slopes{};
};

/// diag(a) − aᵀ a, where a is one row of the weights.
struct SoftmaxJacobian {
  std::string of{};
  arma::uword row = 0;
};

/// How the cells of a stage came about.
using Rule =
    std::variant<Given, Product, Scaling, Masking, Softmax, Shares, Columns, Concat, Mean,
                 Permission, Waves, Angle, Rotation, SoftmaxGradient, SoftmaxJacobian, CellFormula>;

/// The tree of a rule; nothing where the numbers were given.
std::optional<CellFormula> cell_formula(const Rule& rule);

/// The ids of the stages that a rule names, in the order of its tree.
std::vector<std::string> sources_of(const Rule& rule);

/// Whether a formula is nothing but the cell of a stage.
bool is_cell(const CellFormula& formula);

/// Whether any node of a formula does that.
bool uses(const CellFormula& formula, Op op);

}  // namespace attn

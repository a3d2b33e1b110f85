// A page made of text, tables and marked matrices.
#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "trace/trace.hpp"

namespace attn {

/// What a page is made of. Its texts are in the user's language already.
struct Heading {
  std::string text;
  unsigned level = 1;  ///< 1 the title of the page, 2 and 3 its sections
};
struct Paragraph {
  std::string text;  ///< a line end in it stays one
};
struct ListItem {
  std::string marker;  ///< "-", "1."; empty: it goes on with the item before it
  std::string text;
  unsigned depth = 0;  ///< of lists in lists
};
struct CodeBlock {
  std::vector<std::string> lines;  ///< shown as they are: commands, formulas in columns
  bool wraps = false;  ///< whether a line wider than the page goes on below: what programs print
};

/// A line with a name before it: "expected   0.248", "try   attn exercise hint 1". What stands
/// after a line end in its text goes on in a line of its own, under the text.
struct LabelledLine {
  std::string label, text;
  enum class Mood { plain, good, bad, quiet } mood = Mood::plain;
};

/// A matrix to look at, some of its cells marked (by brackets as well as by colour).
struct MarkedMatrix {
  std::string title;  ///< above it: "yours", "Q"
  arma::mat value;
  Axis rows{}, cols{};  ///< labels or none
  arma::umat marked{};  ///< 1 where a cell is marked; empty: none
  int precision = 3;
  std::optional<std::pair<arma::uword, arma::uword>> focus{};  ///< a cell that is never left out

  bool is_marked(arma::uword row, arma::uword col) const {
    return !marked.is_empty() && marked(row, col) != 0;
  }
};

/// Matrices side by side where they fit, one below the other where they do not.
struct MatrixRow {
  std::vector<MarkedMatrix> matrices;
};

using Piece = std::variant<Heading, Paragraph, ListItem, CodeBlock, LabelledLine, MatrixRow, Table>;

/// A page of text and matrices: a prompt, a hint, what the checker says.
struct Document {
  std::vector<Piece> pieces;

  void add(Piece piece) { pieces.push_back(std::move(piece)); }
  /// Adds the pieces of another page.
  void add(const Document& more) {
    pieces.insert(pieces.end(), more.pieces.begin(), more.pieces.end());
  }
};

}  // namespace attn

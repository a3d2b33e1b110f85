#pragma once

#include <armadillo>
#include <string>

#include "core/positions.hpp"

namespace attn {

// How the cells of the stages about positions came about. Each is a rule of trace/trace.hpp.

/// PE(p, j) = sin or cos of p / base^(2⌊j/2⌋/d_model).
struct Sinusoid {
  arma::vec positions{};    ///< one for each row
  arma::uvec dims{};        ///< one for each column
  arma::uword d_model = 0;  ///< the width of the whole encoding
  double base = kPositionBase;
};

/// θ(p, i) = p / base^(2i/width): by what angle pair i is turned at position p.
struct Angle {
  arma::vec positions{};  ///< one for each row
  arma::uword width = 0;
  double base = kPositionBase;
};

/// 2π · base^(2i/width), for the pair i of each column.
struct Wavelength {
  arma::uword width = 0;
  double base = kPositionBase;
};

/// The sine or the cosine of each cell of a stage.
struct Trigonometric {
  std::string of{};
  bool is_sine = true;
};

/// A stage with its pairs of columns turned by the angles of another.
struct Rotation {
  std::string of{};      ///< id of the stage that was turned
  std::string angles{};  ///< id of the stage that holds an angle for each row and pair
  Pairing pairing = Pairing::interleaved;
  bool is_back = false;  ///< turned the other way
};

/// The slopes of ALiBi, one a row: 2^(−8(h + 1)/n_heads) where n_heads is a power of two.
struct Slope {
  arma::uword n_heads = 0;
};

/// Two stages added cell by cell.
struct Sum {
  std::string left{}, right{};
};

/// Rows and columns of another stage.
struct Part {
  std::string of{};
  arma::uvec rows{};  ///< its row for each row here
  arma::uvec cols{};  ///< its column for each column here
};

/// The mean of all rows of a stage.
struct Pooling {
  std::string of{};
};

/// How alike the directions of rows are: a · b / (|a| |b|) of each row of one with each of another.
struct Alignment {
  std::string left{}, right{};
};

}  // namespace attn

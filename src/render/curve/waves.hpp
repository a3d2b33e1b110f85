#pragma once

#include <armadillo>
#include <string>
#include <vector>

#include "render/layout.hpp"
#include "render/matrix/grid.hpp"

namespace attn {

/// Curves over the same places, drawn one below the other on one scale.
struct Curves {
  arma::mat values;                    ///< one curve a column, one place a row
  std::vector<std::string> names;      ///< one for each curve: "dim 0"
  std::vector<std::string> remarks{};  ///< under each name, or empty: "every 6.28"
  std::string axis;                    ///< what the places are: "position"
  std::vector<std::string> places;     ///< a label for each place
  double lowest = 0.0, highest = 0.0;  ///< what the bottom and the top of a curve stand for
};

/// The curves as text, two lines each (three in ASCII), and an axis below.
///
/// Where there is room, every place has a dot and the dots between two places join them. Where
/// there are more places than dots, a dot becomes a stroke from the least to the greatest value of
/// the places it stands for. A value that is not finite leaves a gap.
Block draw_waves(const Curves& curves, const Layout& layout, unsigned width);

/// How many places one dot of the picture stands for: 1, or more where there is no room for all.
double places_per_dot(const Curves& curves, const Layout& layout, unsigned width);

}  // namespace attn

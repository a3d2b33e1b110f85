#pragma once

#include <armadillo>
#include <string>
#include <utility>
#include <vector>

namespace attn {

// How the cells of the stages on the way back came about: the loss, and how fast it changes with
// each stage. Each is a rule of trace/trace.hpp. A loss that is one cell of a stage has the rule
// Part.

/// All cells of a stage added up.
struct TotalLoss {
  std::string of{};
};

/// The mean over all cells of (left − right)².
struct SquaredErrorLoss {
  std::string left{}, right{};
};

/// 2 (left − right) / n, for a mean over n cells.
struct SquaredErrorSlope {
  std::string left{}, right{};
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

/// left · rightᵀ of each pair of stages, added up.
struct SumOfProducts {
  std::vector<std::pair<std::string, std::string>> terms{};
};

/// Each column of a stage added up.
struct ColumnSums {
  std::string of{};
};

}  // namespace attn

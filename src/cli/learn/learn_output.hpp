#pragma once

#include <cstddef>

#include "learning/training/training.hpp"
#include "render/layout.hpp"

namespace attn {

/// Prints the points of a curve as they come, each once.
class PrintedCurve {
 public:
  enum class Form {
    none,
    rows,     ///< a table for people
    records,  ///< tab-separated
  };

  PrintedCurve(Form form, const Layout& layout) : form_(form), layout_(layout) {}

  /// Prints what came since the last time.
  /// Errors:  those of print_result
  void print(const std::vector<CurvePoint>& curve);

 private:
  Form form_;
  const Layout& layout_;
  std::size_t n_printed_ = 0;
};

}  // namespace attn

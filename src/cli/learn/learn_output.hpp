#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "learning/training/training.hpp"
#include "render/layout.hpp"

namespace attn {

/// The points of a curve as text, each once.
class PrintedCurve {
 public:
  enum class Form {
    none,
    rows,     ///< a table for people
    records,  ///< tab-separated
  };

  PrintedCurve(Form form, const Layout& layout) : form_(form), layout_(layout) {}

  /// What came since the last time.
  std::string next(const std::vector<CurvePoint>& curve);

 private:
  Form form_;
  const Layout& layout_;
  std::size_t n_printed_ = 0;
};

}  // namespace attn

#include "cli/learn/learn_output.hpp"

#include "render/learning/learning.hpp"

namespace attn {

std::string PrintedCurve::next(const std::vector<CurvePoint>& curve) {
  std::string text;
  if (form_ == Form::none) return text;
  const bool is_rows = form_ == Form::rows;
  for (; n_printed_ < curve.size(); ++n_printed_) {
    const CurvePoint& point = curve[n_printed_];
    if (n_printed_ == 0)
      text += is_rows ? curve_header(point.held_out_accuracy.has_value(), layout_)
                      : curve_record_header();
    text += is_rows ? curve_row(point, layout_) : curve_record(point);
  }
  return text;
}

}  // namespace attn

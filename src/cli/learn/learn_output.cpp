#include "cli/learn/learn_output.hpp"

#include "cli/terminal/output.hpp"
#include "render/learning/curve_rows.hpp"

namespace attn {

void PrintedCurve::print(const std::vector<CurvePoint>& curve) {
  if (form_ == Form::none) return;
  const bool is_rows = form_ == Form::rows;
  for (; n_printed_ < curve.size(); ++n_printed_) {
    const CurvePoint& point = curve[n_printed_];
    std::string text;
    if (n_printed_ == 0)
      text = is_rows ? curve_header(point.held_out_accuracy.has_value(), layout_)
                     : curve_record_header();
    text += is_rows ? curve_row(point, layout_) : curve_record(point);
    print_result(text);
  }
}

}  // namespace attn

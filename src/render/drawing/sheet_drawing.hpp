#pragma once

#include <vector>

#include "render/drawing/drawing.hpp"
#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// A head of a sheet, and its weights: null where the trace has none of them.
struct SheetHead {
  const Sketch* sketch = nullptr;
  const Stage* weights = nullptr;
};

/// The heads of the sheet of a trace, row by row.
std::vector<std::vector<SheetHead>> heads_of_sheet(const Trace& trace);

/// The heads of a model as the sheet of the trace has them, a row for each layer; but in the place
/// of a few dots each is a small map in colours. Where the heads of a row are too many for the
/// width they go on below.
Drawing sheet_drawing(const Trace& trace, const Layout& layout, double width);

}  // namespace attn

#pragma once

#include <string>

#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// A sheet of sketches as text: as many side by side as the width takes, each under its name and
/// above its caption. Names are not repeated where the same stood above the row before.
std::string sketch_sheet_text(const SketchSheet& sheet, const Layout& layout);

}  // namespace attn

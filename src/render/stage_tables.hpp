#pragma once

#include <string>
#include <vector>

#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// One line a stage: name, named axes and formula.
std::string shapes_text(const Trace& trace, const std::vector<const Stage*>& stages,
                        const Layout& layout);

/// One line a stage: shape, least, greatest and mean value, standard deviation, zeros, blocked.
std::string summary_text(const Trace& trace, const std::vector<const Stage*>& stages,
                         const Layout& layout);

}  // namespace attn

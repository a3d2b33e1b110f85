#pragma once

#include <string>
#include <vector>

#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The stages without those that already appear beside the product they are used in: W_Q stands in
/// `X W_Q = Q`, and needs no screen of its own where that equation fits.
std::vector<const Stage*> without_operands(const Trace& trace,
                                           const std::vector<const Stage*>& stages,
                                           const Layout& layout);

/// These stages and tables of a trace, from the title to the notes. A table stands after the stage
/// that it names.
std::string trace_text(const Trace& trace, const std::vector<const Stage*>& stages,
                       const Layout& layout, const std::vector<const Table*>& tables = {});

/// One line a stage: name, named axes and formula.
std::string shapes_text(const Trace& trace, const std::vector<const Stage*>& stages,
                        const Layout& layout);

/// One line a stage: shape, least, greatest and mean value, standard deviation, zeros, blocked.
std::string summary_text(const Trace& trace, const std::vector<const Stage*>& stages,
                         const Layout& layout);

}  // namespace attn

#pragma once

#include <optional>
#include <string>

#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Each row of a stage as horizontal bars on one scale, its largest ones as long as there is room
/// for. Beside values that are no shares but could be, their share of the row. Of many rows only
/// the first; only `row` where one is given.
std::string bars_text(const Stage& stage, const Layout& layout, unsigned indent,
                      std::optional<arma::uword> row = {});

}  // namespace attn

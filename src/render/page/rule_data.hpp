#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/mask.hpp"
#include "trace/trace.hpp"

namespace attn {

/// How the cells of a stage came about, as the script of a page reads it: {"kind": "product",
/// "left": "query", ..}.
nlohmann::ordered_json rule_data(const Rule& rule);

/// What restricts a mask, as the script of a page reads it; what is not set is left out.
nlohmann::ordered_json pattern_data(const MaskPattern& pattern);

/// Whether the script computes such a stage anew from its sources. Of all others the numbers
/// travel.
bool is_computed_in_page(const Stage& stage);

}  // namespace attn

#pragma once

#include <optional>
#include <string>

#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The way from a query to the key that it weights most, itself apart: the steps that a recurrent
/// network takes through the words between them, counted beside the words, and the one step of
/// attention as a bracket at the right.
std::string chain_text(const Stage& stage, const Layout& layout, unsigned indent,
                       arma::uword query);

}  // namespace attn

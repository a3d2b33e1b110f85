#pragma once

#include <optional>
#include <string>

#include "render/layout.hpp"
#include "render/picture/links.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The words of a stage and arcs from queries to the keys that stand out for them, with values and
/// distances, and what was left out. On one line where that fits, else one word a line; queries
/// and keys that are different sentences stand one below the other. Only the arcs of `row` where
/// one is given.
std::string arcs_text(const Stage& stage, const Layout& layout, unsigned indent,
                      std::optional<arma::uword> row = {});

/// What makes a link of a pair, and how many are: "3 of 12 pairs: those above mean .250 + sd .3".
std::string linked_pairs(const Stage& stage, const Links& links, const Layout& layout,
                         std::optional<arma::uword> row = {});

}  // namespace attn

#pragma once

#include <optional>
#include <string_view>

namespace attn {

/// Where a formula between dollar signs begins in a block of Markdown: "$d_k$", "$$...$$". As other
/// programs read it, no space stands inside the signs and no digit behind the second: "$5 and $6"
/// are prices. Code and "\$" are passed over.
std::optional<std::size_t> find_dollar_formula(std::string_view block);

}  // namespace attn

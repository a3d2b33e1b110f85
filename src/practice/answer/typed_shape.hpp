#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// The shape of a matrix as a row of `n` numbers: 512 × 4096, 512 x 4096, 512*4096, 512 by 4096 and
/// 512 行 4096 列 as "512, 4096". A text that has its numbers parted by spaces or commas, or that
/// is no such shape, stays as it is.
std::string shape_as_row(std::string_view plain, std::size_t n);

}  // namespace attn

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The shape of a matrix as a row of `n` numbers: 512 × 4096, 512 x 4096, 512*4096, 512 by 4096 and
/// 512 行 4096 列 as "512, 4096", and so is "512, 4,096". Of more sizes than that, with a × between
/// them, each is a number, since no product is asked for. A text that has its numbers parted by
/// spaces or commas, or that is no such shape, stays as it is.
std::string shape_as_row(std::string_view plain, std::size_t n);

/// "5×5 (25)" and "512 × 4096 (n × d_model)" without the parenthesis, where it holds the product of
/// the `n` numbers or names alone; `remarks` then says so. Any other text stays as it is.
/// Errors: InputError where something else stands in it.
std::string without_size_in_parentheses(std::string_view plain, std::size_t n,
                                        std::vector<std::string>& remarks);

/// (1, 512, 4096) and 1 × 512 × 4096 without the 1, where `n` = 2 numbers are asked for: it is a
/// batch of one, which `remarks` then says. Any other text stays as it is.
std::string without_batch_of_one(std::string_view plain, std::size_t n,
                                 std::vector<std::string>& remarks);

/// Refuses "512 4.096", where a point parts thousands.
/// Errors: InputError that says so.
void require_no_points_in_thousands(std::string_view plain);

}  // namespace attn

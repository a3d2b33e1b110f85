#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// A number that is written in other signs than its own.
struct WordedNumber {
  double value = 0.0;
  bool is_ordinal = false;  ///< "3rd", which may be meant to count from 1
  std::string nouns{};      ///< "head" of "head 3", in small letters; none of "No. 3"
};

/// The number that a text is and nothing else: "four" and "四" up to twelve, "3rd" and "3番目",
/// "head 3" and "ヘッド 3", "x4" and "×4". `is_name` tells the names of known numbers: where n and
/// d are some, "2nd" may be a product.
std::optional<WordedNumber> worded_number(std::string_view plain,
                                          const std::function<bool(const std::string&)>& is_name);

/// Refuses "same" and 同じ: what is equal to an earlier answer is written once more.
/// Errors: InputError that says so.
void require_more_than_sameness(std::string_view plain);

/// Refuses "-1.35 -0.207", which is two numbers or a difference, and "512 512", which is two or
/// one.
/// Errors: InputError that says so.
void require_single_number(std::string_view plain);

}  // namespace attn

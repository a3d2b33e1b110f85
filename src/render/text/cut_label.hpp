#pragma once

#include <string>
#include <vector>

namespace attn {

/// A label in at most `width` columns, with a mark of one column where it was cut. One wide
/// character needs two columns: it stays, or nothing would be left.
std::string cut_label(const std::string& label, unsigned width, const char* mark);

/// Several labels cut alike. Different ones that would become equal keep their beginnings and their
/// ends instead: "com…ble" and "com…ing". Where a wide character at the beginning leaves no room
/// for an end, they keep the end alone: "…12" and "…13"; where both are equal, what follows the
/// place where they begin to differ: "…1i" and "…2i". That tells most of them apart.
std::vector<std::string> cut_labels(const std::vector<std::string>& labels, unsigned width,
                                    const char* mark);

}  // namespace attn

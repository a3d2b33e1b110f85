#pragma once

#include <vector>

#include "practice/check.hpp"
#include "trace/document.hpp"

namespace attn {

/// What there is to say about an answer that is wrong or could not be read; nothing about others.
std::vector<Piece> field_details(const Exercise& exercise, const FieldResult& result);

}  // namespace attn

#pragma once

#include <string>

#include "practice/check.hpp"
#include "trace/document.hpp"

namespace attn {

/// The field in one line: "scores   ✓ right", "weights   not yet".
LabelledLine field_status(const FieldResult& result);

/// The names of fields with commas between them, those whose result satisfies `wanted`.
template <typename Wanted>
std::string names_where(const std::vector<FieldResult>& results, Wanted wanted) {
  std::string names;
  for (const FieldResult& result : results)
    if (wanted(result)) names += (names.empty() ? "" : ", ") + result.field->name;
  return names;
}

}  // namespace attn

#pragma once

#include <cstddef>

namespace attn {

/// A value of an enum and the word for it, as people type it and as it is printed. The table of an
/// enum stands beside the enum: `constexpr Named<Join> kJoins[] = {{Join::all, "all"}, ...}`.
template <class E>
struct Named {
  E value;
  const char* name;
};

/// The word for a value; "" where the table has none.
template <class E, std::size_t n>
constexpr const char* name_in(const Named<E> (&table)[n], E value) {
  for (const Named<E>& row : table)
    if (row.value == value) return row.name;
  return "";
}

}  // namespace attn

// Words for the values of an enum.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

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

/// The value that a word stands for; nothing where the table does not have the word.
template <class E, std::size_t n>
constexpr std::optional<E> value_in(const Named<E> (&table)[n], std::string_view name) {
  for (const Named<E>& row : table)
    if (row.name == name) return row.value;
  return std::nullopt;
}

}  // namespace attn

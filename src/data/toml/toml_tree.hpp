#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attn {

struct TomlEntry;

/// A value of a TOML text and where it begins.
struct TomlValue {
  using List = std::vector<TomlValue>;
  using Entries = std::vector<TomlEntry>;  ///< in the order of the text

  std::variant<bool, double, std::string, List, Entries> content;
  std::size_t line = 0, column = 0;  ///< counted from 1

  const List* list() const { return std::get_if<List>(&content); }
  const Entries* entries() const { return std::get_if<Entries>(&content); }
  const std::string* text() const { return std::get_if<std::string>(&content); }
  const double* number() const { return std::get_if<double>(&content); }
  const bool* truth() const { return std::get_if<bool>(&content); }
};

/// A key of a table and what stands behind it.
struct TomlEntry {
  std::string name;
  TomlValue value;
  std::size_t line = 0, column = 0;  ///< of the name, counted from 1
};

/// Reads a TOML text. Whole numbers become doubles, which hold those of exercises exactly.
/// `source` names the file in refusals.
///
/// Errors:  InputError naming line and column if it is not TOML (names given twice included), or
///          holds dates, whole numbers beyond 2^53, or characters that cannot be seen.
TomlValue read_toml(std::string_view toml, const std::string& source);

}  // namespace attn

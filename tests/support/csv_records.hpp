#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The records of a CSV, read strictly: every line ends in CR LF, and a quote stands at both ends
/// of a field or doubled within.
/// Source: RFC 4180
inline std::vector<std::vector<std::string>> csv_records(std::string_view text) {
  std::vector<std::vector<std::string>> records;
  while (!text.empty()) {
    records.emplace_back();
    for (bool goes_on = true; goes_on;) {
      std::string field;
      const bool is_quoted = text.starts_with('"');
      if (is_quoted) text.remove_prefix(1);
      while (true) {
        if (text.empty()) throw std::runtime_error("a record without an end");
        const char c = text.front();
        if (is_quoted && text.starts_with("\"\"")) {
          text.remove_prefix(1);
        } else if (is_quoted && c == '"') {
          text.remove_prefix(1);
          break;
        } else if (!is_quoted && (c == ',' || c == '\r')) {
          break;
        } else if (!is_quoted && (c == '"' || c == '\n')) {
          throw std::runtime_error("a bare quote or line end");
        }
        field += c;
        text.remove_prefix(1);
      }
      records.back().push_back(field);
      goes_on = text.starts_with(',');
      if (!goes_on && !text.starts_with("\r\n")) throw std::runtime_error("no end of a record");
      text.remove_prefix(goes_on ? 1 : 2);
    }
  }
  return records;
}

}  // namespace attn

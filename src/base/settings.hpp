// Settings by name, as a file of any kind gives them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace attn {

/// The value of one setting, as a file gives it.
struct SettingValue {
  /// `Other` is what no setting can be read from: an object, a list of lists.
  struct Null {};
  struct Other {};
  std::variant<Null, Other, bool, std::int64_t, double, std::string, std::vector<std::string>,
               std::vector<std::int64_t>>
      value;
  std::string shown;  ///< the value as a person may see it: short, and safe on a terminal
};

/// Named values of any origin, not yet interpreted.
struct Settings {
  std::string source;  ///< what a refusal names: "config.json"
  std::map<std::string, SettingValue> values;
};

}  // namespace attn

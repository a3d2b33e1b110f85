#include "data/json_text.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/error.hpp"
#include "core/message.hpp"
#include "data/choose_key.hpp"
#include "data/number.hpp"
#include "data/refuse.hpp"

namespace attn {
namespace {

using Json = nlohmann::json;

constexpr int kDeepest = 8;  // a trace needs 5

/// The line and column of a byte, for a person with an editor.
std::string place_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const auto start = before.rfind('\n') + 1;  // 0 if there is none: npos + 1
  const std::string_view left = before.substr(start);
  const auto characters =
      std::count_if(left.begin(), left.end(), [](char c) { return (c & 0xC0) != 0x80; });
  return line_place(line, static_cast<std::size_t>(characters) + 1);
}

/// The library does not say where a number was too large, so it is looked for again.
[[noreturn]] void refuse_huge_number(std::string_view text, const std::string& name) {
  constexpr std::string_view kNumber = "+-.0123456789eE";
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') in_string = !in_string;
    if (in_string && text[at] == '\\') ++at;
    if (in_string || kNumber.find(text[at]) == kNumber.npos) continue;
    const auto end = std::min(text.find_first_not_of(kNumber, at), text.size());
    const std::string_view token = text.substr(at, end - at);
    const std::optional<double> value = parse_number(token);
    if (value && !std::isfinite(*value)) refuse_not_finite(name, place_of(text, at), token);
    at = end - 1;
  }
  refuse_not_finite(name, place_of(text, 0), "");
}

[[noreturn]] void refuse_deep(const std::string& name) {
  throw InputError(
      message("{}: the JSON is nested more than {} deep, and a matrix is a list of rows, such as "
              "[[1, 2], [3, 4]].",
              name, kDeepest));
}

}  // namespace

nlohmann::json parsed_json(std::string_view text, const std::string& name) {
  std::set<std::string> seen;
  const auto watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
    using Event = Json::parse_event_t;
    const bool starts = event == Event::array_start || event == Event::object_start;
    if (starts && depth >= kDeepest) refuse_deep(name);
    if (event == Event::key && depth == 1) {
      const auto& key = parsed.get_ref<const std::string&>();
      if (!seen.insert(key).second) refuse_twice(name, key);
    }
    return true;
  };
  try {
    return Json::parse(text.begin(), text.end(), watch);
  } catch (const Json::parse_error& error) {
    const std::size_t offset = error.byte == 0 ? 0 : error.byte - 1;
    throw InputError(
        message("{}: {}: the text stops being JSON there. A matrix is a list of rows, such as [[1, "
                "2], [3, 4]].",
                name, place_of(text, offset)));
  } catch (const Json::out_of_range&) {
    refuse_huge_number(text, name);
  }
}

}  // namespace attn

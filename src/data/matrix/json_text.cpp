#include "data/matrix/json_text.hpp"

#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "data/matrix/arrays.hpp"

namespace attn {

namespace {

using Json = nlohmann::json;

constexpr int kDeepest = 8;  // a trace needs 5

/// Goes through the text once without keeping anything. The library's own filter while it builds
/// the tree is not used: it takes quadratic time for a long list of objects.
class Check : public nlohmann::json_sax<Json> {
 public:
  Check(std::string_view text, const std::string& name, const std::string& advice)
      : text_(text), name_(name), advice_(advice) {}

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }

  bool start_object(std::size_t) override {
    seen_.emplace_back();
    return enter();
  }
  bool start_array(std::size_t) override { return enter(); }
  bool end_object() override {
    seen_.pop_back();
    return leave();
  }
  bool end_array() override { return leave(); }

  bool key(string_t& key) override {
    if (!seen_.back().insert(key).second) refuse_twice(name_, key);
    if (depth_ == 1) names_.push_back(key);
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token,
                   const Json::exception& error) override {
    constexpr int kNumberOverflow = 406;
    if (error.id == kNumberOverflow) {
      refuse_not_finite(name_, line_place_of(text_, position - token.size()), token);
    }
    const std::string place = line_place_of(text_, position == 0 ? 0 : position - 1);
    throw InputError(message("{}: {}: the text stops being JSON there. {}", name_, place, advice_));
  }

  /// Those of the outermost object, in order.
  std::vector<std::string> names() && { return std::move(names_); }

 private:
  bool enter() {
    if (++depth_ <= kDeepest) return true;
    throw InputError(
        message("{}: the JSON is nested more than {} deep. {}", name_, kDeepest, advice_));
  }
  bool leave() {
    --depth_;
    return true;
  }

  const std::string_view text_;
  const std::string& name_;
  const std::string& advice_;
  int depth_ = 0;
  std::vector<std::set<std::string>> seen_;  // names in each of the open objects
  std::vector<std::string> names_;
};

// A number of Python that JSON has not; one of the same length that it has; and a text that no
// file has by accident.
struct PythonNumber {
  std::string_view literal, stand_in, text;
  double value;
};
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr PythonNumber kPythonNumbers[] = {
    {"NaN", "0.0", R"("\u0000NaN")", std::numeric_limits<double>::quiet_NaN()},
    {"Infinity", "0.000000", R"("\u0000Infinity")", kInfinity},
    {"-Infinity", "-0.000000", R"("\u0000-Infinity")", -kInfinity}};

const PythonNumber* python_number_at(std::string_view text, std::size_t at) {
  constexpr std::string_view kBefore = " \t\r\n:,[", kBehind = " \t\r\n,]}";
  if (at > 0 && kBefore.find(text[at - 1]) == kBefore.npos) return nullptr;
  for (const PythonNumber& number : kPythonNumbers)
    if (text.substr(at).starts_with(number.literal)) {
      const std::string_view rest = text.substr(at + number.literal.size());
      return rest.empty() || kBehind.find(rest.front()) != kBehind.npos ? &number : nullptr;
    }
  return nullptr;
}

// The text with each of those numbers, where it is no part of a text, as `what` of it.
std::string with_numbers(std::string_view text, std::string_view PythonNumber::*what) {
  std::string result;
  bool is_in_text = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const PythonNumber* const number = is_in_text ? nullptr : python_number_at(text, at);
    if (number != nullptr) {
      result += number->*what;
      at += number->literal.size() - 1;
      continue;
    }
    result += text[at];
    if (text[at] == '"') is_in_text = !is_in_text;
    if (text[at] == '\\' && is_in_text && at + 1 < text.size()) result += text[++at];
  }
  return result;
}

std::string json_in_utf8(std::string_view bytes, const std::string& name) {
  refuse_packed(bytes, name);
  std::string text = utf8_of(std::string(bytes), name);
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  return text;
}

// Returns the names of the outermost object, in order.
std::vector<std::string> require_json(std::string_view text, const std::string& name,
                                      const std::string& advice) {
  refuse_page(text, name);
  // The parser takes it for the end, whatever follows.
  if (const std::size_t nul = text.find('\0'); nul != text.npos)
    throw InputError(
        message("{0}: byte {1} is 0, which is no part of a text. {2}", name, nul + 1, advice));
  Check check(text, name, advice);
  Json::sax_parse(text.begin(), text.end(), &check);
  return std::move(check).names();
}

}  // namespace

nlohmann::json parsed_json(std::string_view bytes, const std::string& name,
                           const std::string& advice) {
  std::vector<std::string> unused;
  return parsed_json(bytes, name, advice, unused);
}

nlohmann::json parsed_json(std::string_view bytes, const std::string& name,
                           const std::string& advice, std::vector<std::string>& names) {
  const std::string text = json_in_utf8(bytes, name);
  names = require_json(text, name, advice);
  return Json::parse(text);
}

nlohmann::json parsed_python_json(std::string_view bytes, const std::string& name,
                                  const std::string& advice) {
  const std::string text = json_in_utf8(bytes, name);
  require_json(with_numbers(text, &PythonNumber::stand_in), name, advice);
  return Json::parse(with_numbers(text, &PythonNumber::text));
}

std::optional<double> python_number(const nlohmann::json& value) {
  if (!value.is_string()) return std::nullopt;
  for (const PythonNumber& number : kPythonNumbers)
    if (value.get_ref<const std::string&>() == std::string(1, '\0').append(number.literal))
      return number.value;
  return std::nullopt;
}

}  // namespace attn

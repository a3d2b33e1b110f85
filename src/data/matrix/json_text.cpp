#include "data/matrix/json_text.hpp"

#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "base/error.hpp"
#include "base/message.hpp"
#include "data/files/line_place.hpp"
#include "data/matrix/array_names.hpp"
#include "data/matrix/refuse.hpp"

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
};

}  // namespace

nlohmann::json parsed_json(std::string_view text, const std::string& name,
                           const std::string& advice) {
  // The parser takes it for the end, whatever follows.
  if (const std::size_t nul = text.find('\0'); nul != text.npos)
    throw InputError(
        message("{0}: byte {1} is 0, which is no part of a text. {2}", name, nul + 1, advice));
  Check check(text, name, advice);
  Json::sax_parse(text.begin(), text.end(), &check);
  return Json::parse(text.begin(), text.end());
}

}  // namespace attn

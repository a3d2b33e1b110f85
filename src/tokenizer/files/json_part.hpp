#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// An object in a JSON file, and what it is called where one of its members is refused. Every
/// function throws InputError for a value of another kind than it returns, or none.
class JsonPart {
 public:
  /// `place` is the file and the way into it: "tokenizer.json: pre_tokenizer".
  JsonPart(const nlohmann::json& json, std::string place);

  const std::string& place() const { return place_; }
  std::string type() const { return text("type"); }

  bool has(const std::string& key) const;  ///< and it is not null
  bool flag(const std::string& key) const;
  bool flag(const std::string& key, bool otherwise) const;
  std::optional<bool> optional_flag(const std::string& key) const;
  std::string text(const std::string& key) const;
  std::string text(const std::string& key, const std::string& otherwise) const;
  std::uint64_t count(const std::string& key) const;
  std::vector<JsonPart> parts(const std::string& key) const;  ///< the objects of a list
  JsonPart part(const std::string& key) const;
  const nlohmann::json& member(const std::string& key) const;

  /// Refuses what a member is, in favour of those that are known.
  [[noreturn]] void refuse(const std::string& key, const std::string& given,
                           const std::vector<std::string>& known) const;

 private:
  [[noreturn]] void refuse_member(const std::string& key, const std::string& wanted) const;

  const nlohmann::json& json_;
  std::string place_;
};

}  // namespace attn

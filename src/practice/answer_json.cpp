#include "practice/answer_json.hpp"

#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "core/message.hpp"
#include "data/json_text.hpp"
#include "data/preview.hpp"

namespace attn {
namespace {

using Json = nlohmann::json;

/// Writes one value down as a person would type it.
class Typed {
 public:
  Typed(const std::string& source, const std::string& name) : source_(source), name_(name) {}

  std::string value(const Json& value) const {
    if (value.is_null()) return "";
    if (value.is_string()) return value.get<std::string>();
    return value.is_array() ? array(value) : number(value);
  }

 private:
  [[noreturn]] void refuse(const std::string& reason) const {
    throw InputError(message("{}: \"{}\": {}", source_, preview(name_), reason));
  }

  // dump() writes the shortest text that is the same number again.
  std::string number(const Json& value) const {
    if (value.is_number() || value.is_boolean()) return value.dump();
    refuse(message("A number, a word or rows such as [[1, 0], [0, 1]] were expected."));
  }

  // A word or "1/3" inside an array; what parts cells would turn one into two.
  std::string cell(const Json& value) const {
    if (!value.is_string()) return number(value);
    const auto text = value.get<std::string>();
    if (text.empty() || text.find_first_of(" \t\r\n\f,;[]") != text.npos)
      refuse(message("'{}' in an array is not one number or one word.", preview(text)));
    return text;
  }

  std::string row(const Json& values) const {
    std::string text;
    for (const Json& value : values) text += (text.empty() ? "" : ", ") + cell(value);
    return text;
  }

  std::string array(const Json& rows) const {
    if (rows.empty()) return "[]";
    if (!rows.front().is_array()) return row(rows);
    std::string text;
    for (const Json& values : rows) {
      if (!values.is_array() || values.empty())
        refuse(message("A number, a word or rows such as [[1, 0], [0, 1]] were expected."));
      text += (text.empty() ? "" : "; ") + row(values);
    }
    return text;
  }

  const std::string& source_;
  const std::string& name_;
};

}  // namespace

AnswerSheet read_answer_json(std::string_view text, const std::string& source) {
  const Json object = parsed_json(
      text, source,
      message("An answer looks like {{\"scores\": [[1, 0], [0, 1]], \"why\": \"b\"}}."));
  AnswerSheet sheet{.source = source};
  for (const auto& [name, value] : object.items()) {
    if (!is_answer_name(name))
      throw InputError(message("{}: '{}' is no name of a question.", source, preview(name)));
    put_answer(sheet, {.name = name, .text = Typed(source, name).value(value), .line = 0}, source);
  }
  return sheet;
}

}  // namespace attn

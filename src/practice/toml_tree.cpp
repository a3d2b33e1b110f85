#include "practice/toml_tree.hpp"

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_MAX_NESTED_VALUES 16  // a manifest needs 6
#include <toml++/toml.h>

#include <algorithm>

#include "core/error.hpp"
#include "core/message.hpp"
#include "data/preview.hpp"
#include "data/refuse.hpp"

namespace attn {
namespace {

std::string place_of(const toml::source_position& position) {
  return line_place(position.line, position.column);
}

/// Copies a tree of the library into ours, which is in the order of the text.
class Copy {
 public:
  explicit Copy(const std::string& source) : source_(source) {}

  TomlValue value(const toml::node& node) const {
    TomlValue copy;
    copy.line = node.source().begin.line;
    copy.column = node.source().begin.column;
    if (const auto* table = node.as_table()) {
      copy.content = entries(*table);
    } else if (const auto* array = node.as_array()) {
      TomlValue::List list;
      for (const toml::node& each : *array) list.push_back(value(each));
      copy.content = std::move(list);
    } else if (const auto* text = node.as_string()) {
      copy.content = text->get();
    } else if (const auto* truth = node.as_boolean()) {
      copy.content = truth->get();
    } else if (const auto* number = node.as_floating_point()) {
      copy.content = number->get();
    } else if (const auto* whole = node.as_integer()) {
      copy.content = exact(whole->get(), node);
    } else {
      throw InputError(message("{}: {}: a manifest has no dates and times.", source_,
                               place_of(node.source().begin)));
    }
    return copy;
  }

 private:
  TomlValue::Entries entries(const toml::table& table) const {
    std::vector<std::pair<const toml::key*, const toml::node*>> found;
    for (const auto& [key, node] : table) found.emplace_back(&key, &node);
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
      return a.first->source().begin < b.first->source().begin;
    });
    TomlValue::Entries copied;
    for (const auto& [key, node] : found) copied.push_back({std::string(key->str()), value(*node)});
    return copied;
  }

  double exact(std::int64_t whole, const toml::node& node) const {
    constexpr std::int64_t kLargest = std::int64_t{1} << 53;
    if (whole < -kLargest || whole > kLargest)
      throw InputError(message("{}: {}: {} is too large to be exact; at most 2^53 is read.",
                               source_, place_of(node.source().begin), whole));
    return static_cast<double>(whole);
  }

  const std::string& source_;
};

}  // namespace

TomlValue read_toml(std::string_view toml, const std::string& source) {
  const toml::parse_result parsed = toml::parse(toml, source);
  if (!parsed) {
    // The library's own words are English: what it stumbled over says more than no reason at all.
    const toml::parse_error& error = parsed.error();
    throw InputError(message("{}: {}: this is not TOML: {}.", source,
                             place_of(error.source().begin), preview(error.description(), 200)));
  }
  return Copy(source).value(parsed.table());
}

}  // namespace attn

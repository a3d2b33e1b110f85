#include "data/toml/toml_tree.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/line_place.hpp"
#include "data/files/text_bytes.hpp"
#include "data/toml/toml_library.hpp"

namespace attn {
namespace {

std::string place_of(const toml::source_position& position) {
  return line_place(position.line, position.column);
}

// How long a string or remark is that a text begins with; 0 if it begins with neither.
std::size_t quoted_size(std::string_view text) {
  if (text.starts_with('#')) return std::min(text.find('\n'), text.size());
  for (const std::string_view quote : {"\"\"\"", "'''", "\"", "'"}) {
    if (!text.starts_with(quote)) continue;
    const bool is_long = quote.size() > 1;
    for (std::size_t at = quote.size(); at < text.size(); ++at) {
      if (text[at] == '\\' && quote.front() == '"') {
        ++at;
      } else if (text.substr(at).starts_with(quote)) {
        at += quote.size();
        // The last quotes of a long string may be its own.
        for (int own = 0; is_long && own < 2 && text.substr(at).starts_with(quote.front()); ++own)
          ++at;
        return at;
      } else if (text[at] == '\n' && !is_long) {
        return at;
      }
    }
    return text.size();
  }
  return 0;
}

// Every dot of a key is a table within another, and the library copies and frees such tables by
// recursion: a key of many thousand dots would exhaust the stack.
void require_shallow_keys(std::string_view toml, const std::string& source) {
  constexpr std::size_t kMostDots = 16;
  std::size_t line = 1, dots = 0;
  for (std::size_t at = 0; at < toml.size();) {
    const bool may_be_quoted = toml[at] == '"' || toml[at] == '\'' || toml[at] == '#';
    if (const std::size_t size = may_be_quoted ? quoted_size(toml.substr(at)) : 0; size > 0) {
      const std::string_view quoted = toml.substr(at, size);
      line += static_cast<std::size_t>(std::count(quoted.begin(), quoted.end(), '\n'));
      at += size;
      continue;
    }
    const char c = toml[at++];
    if (c == '.' && ++dots > kMostDots)
      throw InputError(message("{}: line {}: a key has at most {} dots.", source, line, kMostDots));
    if (c == '\n') ++line;
    if (std::string_view("\n,={}[]").find(c) != std::string_view::npos) dots = 0;
  }
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
      copy.content = visible(text->get(), node.source().begin);
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
    for (const auto& [key, node] : found)
      copied.push_back({visible(std::string(key->str()), key->source().begin), value(*node),
                        key->source().begin.line, key->source().begin.column});
    return copied;
  }

  // Refuses characters that control a terminal or reverse a line. Of line ends, only LF is kept.
  std::string visible(std::string text, const toml::source_position& position) const {
    std::erase(text, '\r');
    if (hidden_character(text) || text.find('\f') != std::string::npos)
      throw InputError(
          message("{}: {}: the text has a character that cannot be seen. Leave it out.", source_,
                  place_of(position)));
    return text;
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

TomlValue read_toml(std::string_view bytes, const std::string& source) try {
  const std::string toml = text_of_bytes(std::string(bytes), source);
  require_shallow_keys(toml, source);
  const toml::parse_result parsed = toml::parse(toml, source);
  if (!parsed) {
    // The library's own words are English: what it stumbled over says more than no reason at all.
    const toml::parse_error& error = parsed.error();
    throw InputError(message("{}: {}: this is not TOML: {}.", source,
                             place_of(error.source().begin), preview(error.description(), 200)));
  }
  return Copy(source).value(parsed.table());
} catch (const BrokenPromise&) {
  throw InputError(
      message("{}: this is not TOML. Look for a bracket that should not be there.", source));
}

}  // namespace attn

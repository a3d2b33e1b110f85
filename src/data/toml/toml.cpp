#include "data/toml/toml.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
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

namespace {

constexpr std::size_t kMostWrittenCells = 100000;  // of what is written out

std::string kind_of(const TomlValue& value) {
  if (value.text()) return translated("text");
  if (value.number()) return translated("a number");
  if (value.truth()) return translated("true or false");
  return value.list() ? translated("a list") : translated("a table");
}

[[noreturn]] void refuse_kind(const TomlItem& value, const std::string& wanted) {
  value.refuse(message("{} was expected, but there is {}.", wanted, kind_of(*value.value)));
}

[[noreturn]] void refuse_at(const TomlItem& value, std::size_t line, std::size_t column,
                            const std::string& why) {
  const std::string place = line_place(line, column);
  throw InputError(value.key.empty()
                       ? fmt::format("{}: {}: {}", value.source, place, why)
                       : fmt::format("{}: {}: {}: {}", value.source, place, value.key, why));
}

double finite(const TomlItem& value) {
  const double number = value.number();
  if (!std::isfinite(number)) value.refuse(translated("the number must be finite."));
  return number;
}

}  // namespace

void TomlItem::refuse(const std::string& why) const {
  refuse_at(*this, value->line, value->column, why);
}

const std::string& TomlItem::text() const {
  if (!is_text()) refuse_kind(*this, translated("text"));
  return *value->text();
}

double TomlItem::number() const {
  if (!value->number()) refuse_kind(*this, translated("a number"));
  return *value->number();
}

bool TomlItem::truth() const {
  if (!value->truth()) refuse_kind(*this, translated("true or false"));
  return *value->truth();
}

std::vector<TomlItem> TomlItem::list() const {
  if (!value->list()) refuse_kind(*this, translated("a list"));
  std::vector<TomlItem> cells;
  for (const TomlValue& cell : *value->list()) cells.push_back({&cell, source, key, languages});
  if (cells.empty()) refuse(translated("the list is empty."));
  return cells;
}

int TomlItem::whole(int least, int most) const {
  const double given = number();
  if (given != std::floor(given) || given < least || given > most)
    refuse(
        message("a whole number from {} to {} was expected, but there is {}.", least, most, given));
  return static_cast<int>(given);
}

bool TomlItem::is_list_of_texts() const {
  const TomlValue::List* cells = value->list();
  return cells && !cells->empty() && cells->front().text();
}

std::vector<std::string> TomlItem::words() const {
  std::vector<std::string> words;
  for (const TomlItem& cell : list()) {
    if (cell.text().empty()) cell.refuse(translated("the text is empty."));
    words.push_back(cell.text());
  }
  return words;
}

std::vector<std::string> TomlItem::different_words() const {
  std::vector<std::string> different = words();
  const std::set<std::string> each(different.begin(), different.end());
  if (each.size() != different.size())
    refuse(translated("the same text is there twice, so that an answer could mean either."));
  return different;
}

arma::mat TomlItem::numbers() const {
  if (value->number()) return arma::mat{finite(*this)};
  const std::vector<TomlItem> rows = list();
  const bool is_row = rows.front().value->number() != nullptr;
  const std::size_t n_rows = is_row ? 1 : rows.size();
  const std::size_t n_cols = is_row ? rows.size() : rows.front().list().size();
  if (n_rows * n_cols > kMostWrittenCells)
    refuse(message("at most {} numbers may be written out; use a recipe.", kMostWrittenCells));
  arma::mat matrix(n_rows, n_cols);
  for (std::size_t i = 0; i < n_rows; ++i) {
    const std::vector<TomlItem> cells = is_row ? rows : rows[i].list();
    if (cells.size() != n_cols)
      rows[i].refuse(
          message("all rows must be equally long: the first has {} cells, and this one "
                  "has {}.",
                  n_cols, cells.size()));
    for (std::size_t j = 0; j < n_cols; ++j) matrix(i, j) = finite(cells[j]);
  }
  return matrix;
}

LocalText TomlItem::local_text() const {
  LocalText local;
  if (is_text() && languages->size() == 1) {
    local.set(languages->front(), text());
  } else if (is_text()) {
    std::vector<std::string> wanted;
    for (const std::string& code : *languages) wanted.push_back(code + " = \"...\"");
    refuse(message("a text in each language of the course was expected: {{ {} }}.",
                   fmt::to_string(fmt::join(wanted, ", "))));
  } else {
    TomlTable table(*this);
    for (const std::string& code : *languages) local.set(code, table.need(code).text());
    table.finish();
  }
  for (const auto& [code, one] : local.texts)
    if (one.empty()) refuse(translated("the text is empty."));
  return local;
}

TomlTable::TomlTable(const TomlItem& value) : self_(value) {
  if (!value.value->entries()) refuse_kind(value, translated("a table"));
}

std::optional<TomlItem> TomlTable::find(const std::string& key) {
  known_.insert(key);
  for (const auto& [name, value, line, column] : *self_.value->entries())
    if (name == key)
      return TomlItem{&value, self_.source, self_.key.empty() ? key : self_.key + "." + key,
                      self_.languages};
  return std::nullopt;
}

TomlItem TomlTable::need(const std::string& key) {
  const std::optional<TomlItem> found = find(key);
  if (!found) self_.refuse(message("{} is missing.", key));
  return *found;
}

std::vector<std::pair<std::string, TomlItem>> TomlTable::all() {
  std::vector<std::pair<std::string, TomlItem>> entries;
  for (const auto& [name, value, line, column] : *self_.value->entries()) {
    known_.insert(name);
    entries.emplace_back(name,
                         TomlItem{&value, self_.source, self_.key + "." + name, self_.languages});
  }
  return entries;
}

std::vector<TomlTable> TomlTable::tables(const std::string& key) {
  const std::optional<TomlItem> found = find(key);
  if (!found) return {};
  std::vector<TomlTable> tables;
  for (const TomlItem& each : found->list()) tables.emplace_back(each);
  return tables;
}

LocalText TomlTable::local_text(const std::string& key) {
  if (const std::optional<TomlItem> text = find(key)) return text->local_text();
  LocalText local;
  for (const std::string& code : *self_.languages) {
    if (known_.contains(code)) need(key);  // a key of this table that is also a language's code
    const TomlItem text = need(code);
    if (text.text().empty()) text.refuse(translated("the text is empty."));
    local.set(code, text.text());
  }
  return local;
}

void TomlTable::allow_only(const std::vector<std::string>& keys) {
  known_.insert(keys.begin(), keys.end());
  finish();
}

void TomlTable::finish() const {
  for (const auto& [name, value, line, column] : *self_.value->entries()) {
    if (known_.contains(name)) continue;
    const std::string meant = nearest(name, {known_.begin(), known_.end()});
    refuse_at(self_, line, column,
              meant.empty()
                  ? message("there is no key {} here.", preview(name))
                  : message("there is no key {} here. Did you mean {}?", preview(name), meant));
  }
}

}  // namespace attn

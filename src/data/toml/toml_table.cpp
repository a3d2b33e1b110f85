#include "data/toml/toml_table.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/line_place.hpp"

namespace attn {
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

#include "cli/flags/flag.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/help.hpp"
#include "data/matrix/read_matrix.hpp"

namespace attn {

std::optional<std::uint64_t> Flag::count(std::uint64_t least, std::uint64_t most) const {
  if (!is_given_) return {};
  return count_value(name_, text(), least, most);
}

std::optional<std::uint64_t> Flag::setting(std::uint64_t least) const {
  return count(least, kLargestSetting);
}

std::optional<unsigned> Flag::threads() const {
  constexpr std::uint64_t kMostThreads = 1024;
  if (!is_given_) return {};
  return static_cast<unsigned>(*count(1, kMostThreads));
}

std::vector<std::uint64_t> Flag::counts(std::uint64_t most) const {
  if (!is_given_) return {};
  return count_values(name_, text(), most);
}

std::vector<std::uint64_t> Flag::places(std::uint64_t n) const {
  if (!is_given_) return {};
  return index_list(name_, text(), n);
}

std::optional<double> Flag::number() const {
  if (!is_given_) return {};
  return number_value(name_, text());
}

const std::string& Flag::text() const {
  static const std::string none;
  return texts_.empty() ? none : texts_.back();
}

void Flag::give(std::string text) {
  texts_.push_back(std::move(text));
  is_given_ = true;
}

bool contains(const Flags& flags, const Flag& flag) {
  return std::any_of(flags.begin(), flags.end(),
                     [&flag](const Flag& other) { return other.name() == flag.name(); });
}

Flags given_among(const Flags& flags) {
  Flags given;
  std::copy_if(flags.begin(), flags.end(), std::back_inserter(given),
               [](const Flag& flag) { return bool(flag); });
  return given;
}

Flags unread(const Flags& all, const Flags& read) {
  Flags flags = given_among(all);
  std::erase_if(flags, [&read](const Flag& flag) { return contains(read, flag); });
  return flags;
}

Flags joined(const std::vector<Flags>& groups) {
  Flags all;
  for (const Flags& flags : groups) all.insert(all.end(), flags.begin(), flags.end());
  return all;
}

std::string first_given(const Flags& flags) {
  const Flags given = given_among(flags);
  return given.empty() ? "" : given.front().name();
}

void refuse_beside(const Flag& flag, const Flags& others) {
  for (const Flag& other : given_among(others)) refuse_together(flag, other);
}

void refuse_two_of(const Flags& flags) {
  const Flags given = given_among(flags);
  if (given.size() > 1) refuse_together(given[0], given[1]);
}

void refuse_together(const Flag& flag, const Flag& other) {
  refuse_together(flag.name(), other.name());
}

void require_used_with(const Flags& flags, const std::string& other) {
  for (const Flag& flag : given_among(flags))
    throw InputError(message("{} only works with {}.", flag.name(), other));
}

namespace {

// What else a Japanese keyboard gives for a dash. It begins sentences too: 〜から.
bool is_wave(std::int32_t character) {
  switch (character) {
    case 0x301C:  // 〜
    case 0x3030:  // 〰
    case 0x30A0:  // ゠
    case 0xFF5E:  // ～
      return true;
    default:
      return false;
  }
}

template <class Predicate>
std::string_view without_leading(std::string_view text, const Predicate& belongs) {
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    if (!belongs(point.value)) break;
    text.remove_prefix(point.n_bytes);
  }
  return text;
}

}  // namespace

bool is_dash(std::int32_t character) {
  switch (character) {
    case 0x00AD:  // soft hyphen
    case 0x02D7:  // modifier letter minus
    case 0x2043:  // hyphen bullet
    case 0x207B:  // superscript minus
    case 0x208B:  // subscript minus
    case 0x2212:  // minus sign
    case 0x2500:  // ─ of a box
    case 0x2501:  // ━ of a box
    case 0x2796:  // heavy minus sign
    case 0x30FC:  // ー
    case 0xFF70:  // ｰ
      return true;
    default:
      return !is_wave(character) && utf8proc_category(character) == UTF8PROC_CATEGORY_PD;
  }
}

std::string_view without_dashes(std::string_view text) {
  const std::string_view rest =
      without_leading(text, [](std::int32_t c) { return is_dash(c) || is_wave(c); });
  const std::string plain = in_plain_characters(rest);
  const bool has_name = !plain.empty() && begins_name(plain.front());
  return has_name ? rest : without_leading(text, is_dash);
}

std::string with_ascii_dashes(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    plain += is_dash(point.value) ? "-" : text.substr(0, point.n_bytes);
    text.remove_prefix(point.n_bytes);
  }
  return plain;
}

namespace {

struct Letter {
  const char* letter;
  const char* flag;
};
constexpr Letter kLetters[] = {{"-s", "--step"}, {"-q", "--quiet"}, {"-o", "--output"}};

}  // namespace

std::string letter_of(const std::string& flag) {
  for (const Letter& known : kLetters)
    if (flag == known.flag) return known.letter;
  return "";
}

std::string flag_of_letter(const std::string& argument) {
  for (const Letter& known : kLetters)
    if (argument == known.letter) return known.flag;
  return argument;
}

namespace {

class ArgumentWalk {
 public:
  ArgumentWalk(const std::vector<std::string>& arguments, const TakesValue& takes_value)
      : arguments_(arguments), takes_value_(takes_value) {}

  std::vector<TypedArgument> take_all() {
    while (at_ < arguments_.size()) take(arguments_[at_++]);
    return std::move(taken_);
  }

 private:
  void take(const std::string& argument) {
    if (!begins_as_flag(argument))
      taken_.push_back({.typed = {argument}});
    else if (argument[0] == '-' && argument[1] != '-')
      take_letters(argument);
    else
      take_flag(argument);
  }

  void take_flag(const std::string& argument) {
    const std::size_t equals = argument.find('=');
    TypedArgument& flag = add(argument, argument.substr(0, equals));
    if (equals != std::string::npos)
      flag.value = argument.substr(equals + 1);
    else if (flag.is_known && *takes_value_(flag.flag))
      take_value(flag);
  }

  // From the first letter on that nobody knows, what is left is one flag that nobody knows.
  void take_letters(const std::string& argument) {
    for (std::size_t at = 1; at < argument.size(); ++at) {
      const std::string rest = argument.substr(at);
      const std::string letter{'-', argument[at]};
      const std::string name = flag_of_letter(letter);
      if (name == letter || !takes_value_(name)) return take_flag("-" + rest);
      const bool has_value = *takes_value_(name);
      TypedArgument& flag = add(has_value ? "-" + rest : letter, name);
      if (!has_value) continue;
      if (rest.size() == 1) return take_value(flag);
      flag.value = rest.substr(1);
      return;
    }
  }

  TypedArgument& add(const std::string& argument, const std::string& name) {
    taken_.push_back(
        {.typed = {argument}, .flag = name, .is_known = takes_value_(name).has_value()});
    return taken_.back();
  }

  void take_value(TypedArgument& flag) {
    if (at_ == arguments_.size()) return;
    flag.value = arguments_[at_++];
    flag.typed.push_back(*flag.value);
  }

  const std::vector<std::string>& arguments_;
  const TakesValue& takes_value_;
  std::vector<TypedArgument> taken_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<TypedArgument> typed_arguments(const std::vector<std::string>& arguments,
                                           const TakesValue& takes_value) {
  return ArgumentWalk(arguments, takes_value).take_all();
}

namespace {

// The flags of a command, and of the program before it.
TakesValue takes_value_in(const CLI::App& app, const CLI::App& command) {
  return [&app, &command](const std::string& flag) -> std::optional<bool> {
    if (!flag.starts_with("--")) return std::nullopt;
    for (const CLI::App* level : {&command, &app})
      if (const CLI::Option* const option = level->get_option_no_throw(flag))
        return option->get_items_expected_min() > 0;
    return std::nullopt;
  };
}

// The command of that name; null where there is none.
const CLI::App* command_named(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : subcommands_of(app))
    if (command->get_name() == name) return command;
  return nullptr;
}

}  // namespace

std::vector<std::string> letters_spelled_out(const CLI::App& app,
                                             const std::vector<std::string>& arguments) {
  const CLI::App* command = nullptr;
  std::vector<std::string> result;
  for (const TypedArgument& argument : typed_arguments(arguments, takes_value_in(app, app))) {
    result.insert(result.end(), argument.typed.begin(), argument.typed.end());
    if (argument.is_word()) command = command_named(app, argument.typed.front());
    if (command) break;
  }
  if (!command) return result;
  const auto behind = arguments.begin() + static_cast<std::ptrdiff_t>(result.size());
  for (const TypedArgument& argument :
       typed_arguments({behind, arguments.end()}, takes_value_in(app, *command))) {
    const bool is_letter =
        !argument.is_word() && argument.is_known && !argument.typed.front().starts_with("--");
    if (is_letter) result.push_back(argument.flag);
    if (is_letter && argument.value) result.push_back(*argument.value);
    if (!is_letter) result.insert(result.end(), argument.typed.begin(), argument.typed.end());
  }
  return result;
}

bool begins_as_flag(const std::string& argument) {
  const std::string_view rest = without_dashes(argument);
  if (rest.size() == argument.size()) return false;
  if (rest.empty()) return argument.starts_with("--");
  return !written_number(with_ascii_dashes(argument));
}

namespace {

// What cannot be seen is named by its code.
std::string shown(const std::string& text) {
  if (text.empty()) return "''";
  const auto hidden = hidden_character(text);
  return hidden && *hidden >= 0 ? fmt::format("{} ({})", preview(text), character_code(*hidden))
                                : preview(text);
}

std::optional<std::uint64_t> whole_number(const std::string& typed) {
  const std::string text = plain_value(typed);
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return value;
}

// Whole numbers from one to another.
struct NumberRange {
  std::uint64_t first, last;
};

// "3" or "3:7"; nothing where it is no such range.
std::optional<NumberRange> range_in(const std::string& item, std::string_view separator) {
  const std::vector<std::string> ends = split_value(item, separator);
  const auto first = whole_number(ends.front()), last = whole_number(ends.back());
  if (ends.size() > 2 || !first || !last || *first > *last) return std::nullopt;
  return NumberRange{*first, *last};
}

}  // namespace

std::string plain_value(const std::string& typed) {
  std::vector<std::string> remarks;
  return in_plain_characters(with_ascii_dashes(typed), remarks);
}

std::vector<std::string> split_value(const std::string& typed, std::string_view separators) {
  std::vector<std::string> parts{""};
  for (std::string_view rest = typed; !rest.empty();) {
    const std::string character(rest.substr(0, first_code_point(rest).n_bytes));
    rest.remove_prefix(character.size());
    const std::string plain = plain_value(character);
    if (plain.size() == 1 && separators.find(plain) != std::string_view::npos)
      parts.emplace_back();
    else
      parts.back() += character;
  }
  return parts;
}

std::uint64_t setting_value(const std::string& flag, const std::string& text, std::uint64_t least) {
  return count_value(flag, text, least, kLargestSetting);
}

std::uint64_t count_value(const std::string& flag, const std::string& text, std::uint64_t least,
                          std::uint64_t most) {
  const auto value = whole_number(text);
  if (value && *value >= least && *value <= most) return *value;
  throw InputError(message("{} must be a whole number from {} to {}, but it is {}.", flag, least,
                           most, shown(text)));
}

std::vector<std::uint64_t> count_values(const std::string& flag, const std::string& text,
                                        std::uint64_t most) {
  std::vector<std::uint64_t> values;
  for (const std::string& item : split_value(text, ", "))
    if (!item.empty()) values.push_back(count_value(flag, item, 0, most));
  if (values.empty()) count_value(flag, text, 0, most);  // refuses it
  return values;
}

std::vector<std::uint64_t> range_values(const std::string& flag, const std::string& text,
                                        std::uint64_t most, std::size_t n_most) {
  std::vector<std::uint64_t> values;
  for (const std::string& item : split_value(text, ",")) {
    const auto range = range_in(item, ":");
    if (!range || range->last > most)
      throw InputError(
          message("{} must list whole numbers from 0 to {}, such as 1:30 or 1,4,7, but it is {}.",
                  flag, most, shown(text)));
    const auto [first, last] = *range;
    if (last - first >= n_most || values.size() + (last - first) >= n_most)
      throw InputError(message("{0} may list at most {1} numbers.", flag, n_most));
    for (std::uint64_t value = first; value <= last; ++value)
      if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  return values;
}

double number_value(const std::string& flag, const std::string& text) {
  const auto value = written_number(with_ascii_dashes(text));
  if (value && std::isfinite(*value)) return *value;
  std::string refusal = message("{} must be a number, but it is {}.", flag, shown(text));
  const std::string plain = plain_value(text);
  if (has_doubtful_comma(plain))
    add_sentence(refusal, doubt_about_comma(plain));
  else if (has_middle_dot(text) || plain.find(',') != std::string::npos)
    add_sentence(refusal, decimal_point_advice());
  throw InputError(refusal);
}

std::size_t choice_value(const std::string& flag, const std::string& text,
                         const std::vector<std::string>& choices) {
  const std::string plain = plain_value(text);
  const auto found = std::find(choices.begin(), choices.end(), plain);
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  const std::string meant = nearest(plain, choices);
  if (meant.empty())
    throw InputError(
        message("{} must be one of {}, but it is {}.", flag, listed(choices), shown(text)));
  throw InputError(message("{} must be one of {}, but it is {}. Did you mean {}?", flag,
                           listed(choices), shown(text), meant));
}

void refuse_together(const std::string& flag, const std::string& other) {
  throw InputError(message("{} and {} cannot be used together.", flag, other));
}

std::vector<std::uint64_t> index_list(const std::string& flag, const std::string& text,
                                      std::uint64_t n) {
  std::set<std::uint64_t> places;
  for (const std::string& item : split_value(text, ",")) {
    const auto range = range_in(item, "-");
    if (!range || range->last >= n)
      throw InputError(
          message("{} must list numbers from 0 to {}, such as 0,2 or 0-3, but it is {}.", flag,
                  n - 1, shown(text)));
    for (std::uint64_t place = range->first; place <= range->last; ++place) places.insert(place);
  }
  return {places.begin(), places.end()};
}

void Form::refuse_others(const Flags& all) const {
  refuse_beside(asked_by, unread(all, joined({{asked_by}, reads})));
}

const FlagTable::Entry* FlagTable::row_of(const std::string& flag) const {
  const auto row = std::find_if(entries_.begin(), entries_.end(),
                                [&flag](const Entry& entry) { return entry.flag_name() == flag; });
  return row == entries_.end() ? nullptr : &*row;
}

bool FlagTable::is_typed(const std::string& flag) const {
  const Entry* const row = row_of(flag);
  return row && row->is_typed();
}

Flags FlagTable::flags() const {
  Flags flags;
  for (const Entry& entry : entries_)
    if (entry.flag) flags.push_back(*entry.flag);
  return flags;
}

namespace {

// Whether one of some flags was typed, or has a value that is named: "--kind sinusoidal, rope".
bool is_any_typed(const FlagTable& table, const std::string& flags) {
  const FlagTable::Entry* row = nullptr;
  for (const std::string& part : split_value(flags, ",|")) {
    std::string value(trimmed(part));
    if (value.starts_with("--")) {
      const std::size_t blank = std::min(value.find(' '), value.size());
      row = table.row_of(value.substr(0, blank));
      value = std::string(trimmed(value.substr(blank)));
    }
    if (!row) continue;
    const std::string chosen = *row->flag ? plain_value(row->flag->text()) : row->rules.usual;
    if (value.empty() ? row->is_typed() : value == chosen) return true;
  }
  return false;
}

}  // namespace

void FlagTable::refuse_conflicts() const {
  for (const Entry& row : entries_) {
    if (!row.flag || !*row.flag) continue;
    for (const std::string& needed : row.rules.needs)
      if (!is_any_typed(*this, needed))
        require_used_with({*row.flag}, needed.substr(0, needed.find('|')));
    for (const std::string& other : row.rules.excludes) {
      if (!is_typed(other)) continue;
      if (other.empty()) refuse_together(translated("a sentence"), row.flag_name());
      refuse_together(row.flag_name(), other);
    }
  }
}

FlagGroup FlagGroup::in_page(PageRole role) const {
  FlagGroup group = *this;
  group.role_ = role;
  return group;
}

FlagGroup FlagGroup::with(std::string needed) const {
  FlagGroup group = *this;
  group.needs_.push_back(std::move(needed));
  return group;
}

void FlagGroup::add(FlagTable::Entry row, const FlagRules& rules) const {
  row.group = title_;
  row.rules = rules;
  row.rules.needs.insert(row.rules.needs.begin(), needs_.begin(), needs_.end());
  row.page_role = role_;
  table_.entries_.push_back(std::move(row));
}

void FlagGroup::words(const char* name, std::vector<std::string>& target, const char* description,
                      const FlagRules& rules) const {
  add({FlagTable::Entry::Kind::words, "", name, "", description, nullptr, &target}, rules);
}

void FlagGroup::value(Flag& flag, const char* type, const char* description,
                      const FlagRules& rules) const {
  add({FlagTable::Entry::Kind::value, "", "", type, description, &flag}, rules);
}

void FlagGroup::values(Flag& flag, const char* type, const char* description,
                       const FlagRules& rules) const {
  add({FlagTable::Entry::Kind::values, "", "", type, description, &flag}, rules);
}

void FlagGroup::flag(Flag& flag, const char* description, const FlagRules& rules) const {
  add({FlagTable::Entry::Kind::flag, "", "", "", description, &flag}, rules);
}

}  // namespace attn

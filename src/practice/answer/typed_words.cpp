#include "practice/answer/typed_words.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <vector>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "practice/answer/plain_characters.hpp"

namespace attn {
namespace {

constexpr std::string_view kArrow = "->";

bool parts_items(char c) { return is_plain_space(c) || c == ',' || c == ';'; }

// Compatible characters made equal, large letters small, by Unicode's own tables.
std::string folded(std::string_view text) {
  utf8proc_uint8_t* mapped = nullptr;
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPAT |
                                                      UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
  const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                 static_cast<utf8proc_ssize_t>(text.size()), &mapped, options);
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
  if (size < 0) return std::string(text);
  return {reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(size)};
}

bool is_left_out(std::int32_t character) {
  const bool is_dash = (character >= 0x2010 && character <= 0x2015) || character == 0x2212;
  return character == ' ' || character == '\t' || character == '\n' || character == '\r' ||
         character == '\f' || character == '-' || character == '_' || character == '.' ||
         character == 0x3002 || is_dash;
}

// "(b)" and "b)" without their parentheses.
std::string_view without_parentheses(std::string_view text) {
  text = trimmed(text);
  if (!text.ends_with(')')) return text;
  text.remove_suffix(1);
  if (text.starts_with('(')) text.remove_prefix(1);
  return trimmed(text);
}

void replace_all(std::string& text, std::string_view old, std::string_view with) {
  std::string result;
  std::size_t from = 0;
  for (auto at = text.find(old); at != text.npos; at = text.find(old, from)) {
    result.append(text, from, at - from).append(with);
    from = at + old.size();
  }
  text = result.append(text, from);
}

// "cat → sat" as "cat->sat": no space touches an arrow.
std::string with_tight_arrows(std::string_view plain) {
  std::string text(plain);
  replace_all(text, "→", kArrow);
  std::string tight;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, kArrow.size(), kArrow) != 0) {
      tight += text[i];
      continue;
    }
    while (!tight.empty() && is_plain_space(tight.back())) tight.pop_back();
    tight += kArrow;
    i += kArrow.size() - 1;
    while (i + 1 < text.size() && is_plain_space(text[i + 1])) ++i;
  }
  return tight;
}

std::string_view without_quotes(std::string_view item) {
  for (const char quote : {'"', '\''})
    if (item.size() >= 2 && item.front() == quote && item.back() == quote)
      return item.substr(1, item.size() - 2);
  return item;
}

bool is_pair_with_itself(std::string_view item) {
  const auto arrow = item.find(kArrow);
  return arrow != item.npos && item.substr(0, arrow) == item.substr(arrow + kArrow.size());
}

/// Finds items, each once.
class Items {
 public:
  explicit Items(const std::vector<std::string>& items) : items_(items), used_(items.size()) {
    for (const std::string& item : items) forms_.push_back(compared_form(item));
  }

  std::size_t place(std::string_view typed) {
    if (is_pair_with_itself(typed))
      throw InputError(message("'{}': a pair needs two different words.", shown_token(typed)));
    // "The" and "the" may both be items, so the same letters come first.
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < items_.size(); ++i)
      if (items_[i] == typed) found.push_back(i);
    const std::string form = compared_form(typed);
    for (std::size_t i = 0; found.empty() && i < items_.size(); ++i)
      if (forms_[i] == form && typed.find(kArrow) == items_[i].find(kArrow)) found.push_back(i);
    if (found.empty()) refuse(typed);
    for (const std::size_t i : found)
      if (!used_[i]) {
        used_[i] = true;
        return i;
      }
    throw InputError(message("'{}' is listed twice.", shown_token(typed)));
  }

 private:
  [[noreturn]] void refuse(std::string_view typed) const {
    constexpr std::size_t kShown = 12;
    std::vector<std::string> known;
    for (const std::string& item : items_)
      if (!is_pair_with_itself(item)) known.push_back(item);
    const std::string near = nearest(std::string(typed), known);
    if (!near.empty())
      throw InputError(
          message("'{}' cannot be listed. Did you mean {}?", shown_token(typed), near));
    const bool all = known.size() <= kShown;
    known.resize(std::min(known.size(), kShown));
    throw InputError(message("'{}' cannot be listed. Choose from: {}{}", shown_token(typed),
                             listed(known), all ? "." : ", ..."));
  }

  const std::vector<std::string>& items_;
  std::vector<std::string> forms_;
  std::vector<bool> used_;
};

}  // namespace

std::string compared_form(std::string_view text) {
  const std::string whole = folded(text);
  std::string form;
  for (std::string_view rest = whole; !rest.empty();) {
    const CodePoint point = first_code_point(rest);
    if (!is_left_out(point.value)) form.append(rest.substr(0, point.n_bytes));
    rest.remove_prefix(point.n_bytes);
  }
  return form;
}

std::size_t typed_choice(const Field& field, std::string_view text) {
  std::vector<std::string> unused;
  const std::string plain = in_plain_characters(text, unused);
  const std::string id = compared_form(without_parentheses(without_quotes(trimmed(plain))));
  const std::string whole = compared_form(without_quotes(trimmed(text)));
  const auto is_meant = [&](const Option& option) {
    return (!id.empty() && compared_form(option.id) == id) ||
           (!whole.empty() &&
            (compared_form(option.text.en) == whole || compared_form(option.text.ja) == whole));
  };
  const auto found = std::find_if(field.options.begin(), field.options.end(), is_meant);
  if (found != field.options.end()) return static_cast<std::size_t>(found - field.options.begin());
  throw InputError(message("'{}' is not one of the choices. Choose from: {}.",
                           shown_token(trimmed(plain)), listed(field.option_ids())));
}

int typed_label(const Field& field, std::string_view text) {
  const std::string form = compared_form(without_quotes(trimmed(text)));
  if (form.empty()) return -1;
  const auto is_same = [&](const std::string& other) { return compared_form(other) == form; };
  for (std::size_t i = 0; i < field.options.size(); ++i) {
    const Option& option = field.options[i];
    if (is_same(option.id) || is_same(option.text.en) || is_same(option.text.ja) ||
        std::any_of(option.spellings.begin(), option.spellings.end(), is_same))
      return static_cast<int>(i);
  }
  return -1;
}

std::vector<std::size_t> typed_list(const Field& field, std::string_view plain) {
  const std::string text = with_tight_arrows(trimmed(plain));
  std::string_view rest = text;
  if (rest.size() >= 2 && rest.starts_with('[') && rest.ends_with(']'))
    rest = rest.substr(1, rest.size() - 2);
  Items items(field.items);
  std::vector<std::size_t> places;
  while (true) {
    while (!rest.empty() && parts_items(rest.front())) rest.remove_prefix(1);
    if (rest.empty()) break;
    const auto end = std::find_if(rest.begin(), rest.end(), parts_items) - rest.begin();
    places.push_back(items.place(without_quotes(rest.substr(0, static_cast<std::size_t>(end)))));
    rest.remove_prefix(static_cast<std::size_t>(end));
  }
  if (places.empty()) throw InputError(message("Nothing is listed."));
  return places;
}

}  // namespace attn

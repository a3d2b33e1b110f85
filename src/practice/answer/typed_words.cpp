#include "practice/answer/typed_words.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"

namespace attn {
namespace {

constexpr std::string_view kArrow = "->";

bool parts_items(char c) { return is_plain_space(c) || c == ',' || c == ';'; }

bool is_left_out(std::int32_t character) {
  const bool is_dash = (character >= 0x2010 && character <= 0x2015) || character == 0x2212;
  return character == ' ' || character == '\t' || character == '\n' || character == '\r' ||
         character == '\f' || character == '-' || character == '_' || character == '.' ||
         character == 0x3002 || is_dash;
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

bool is_pair_with_itself(std::string_view item) {
  const auto arrow = item.find(kArrow);
  return arrow != item.npos && item.substr(0, arrow) == item.substr(arrow + kArrow.size());
}

// "1.cat->mat", "1)" and "(1)" without the number that counts the items.
std::string_view without_number(std::string_view word) {
  const std::size_t start = word.starts_with('(') ? 1 : 0;
  const std::size_t end = std::min(word.find_first_not_of("0123456789", start), word.size());
  if (end == start || end == word.size() || word[end] == '%') return word;
  const bool is_weight = end + 1 < word.size() && is_ascii_digit(word[end + 1]);
  const bool is_closed =
      word[end] == ')' || (start == 0 && !is_weight && (word[end] == '.' || word[end] == ':'));
  return is_closed ? word.substr(end + 1) : word;
}

// "cat->mat(0.538)" without the number in parentheses, which is a weight and no place: places are
// whole.
std::string_view without_weight(std::string_view word) {
  const auto open = word.rfind('(');
  if (open == word.npos || !word.ends_with(')')) return word;
  const std::string_view inside = word.substr(open + 1, word.size() - open - 2);
  const bool has_sign = inside.ends_with('%');
  const std::string_view number = has_sign ? inside.substr(0, inside.size() - 1) : inside;
  const bool is_weight = parse_number(number) && (has_sign || number.find('.') != number.npos);
  return is_weight ? word.substr(0, open) : word;
}

// What may stand between items without being one.
bool is_between_items(std::string_view word) {
  constexpr std::array<std::string_view, 8> kWordsBetween = {"and", "&", "-",  "*",
                                                             "・",  "•", "と", "then"};
  return std::find(kWordsBetween.begin(), kWordsBetween.end(), word) != kWordsBetween.end();
}

// "(cat, sat)" and "cat to sat" as "cat->sat", in a list of pairs.
std::string with_arrows(const Field& field, std::string_view plain) {
  std::string text(plain);
  if (!field.are_pairs) return text;
  for (const std::string_view arrow : {"⇒", "⟶", "=>", "-->"}) replace_all(text, arrow, kArrow);
  const bool has_word_to = std::any_of(field.items.begin(), field.items.end(),
                                       [](const auto& item) { return item.starts_with("to->"); });
  if (!has_word_to) replace_all(text, " to ", kArrow);
  for (std::size_t open = text.find('('); open != text.npos; open = text.find('(', open + 1)) {
    const std::size_t comma = text.find(',', open), close = text.find(')', open);
    if (comma >= close || close == text.npos) continue;
    const auto word = [](std::string_view part) {
      return std::string(without_quotes(trimmed(part)));
    };
    const std::string_view all = text;
    const std::string first = word(all.substr(open + 1, comma - open - 1));
    const std::string second = word(all.substr(comma + 1, close - comma - 1));
    if (second.find(',') != second.npos || first.find(kArrow) != first.npos) continue;
    text.replace(open, close + 1 - open, " " + first + std::string(kArrow) + second + " ");
  }
  return text;
}

// "mat → cat", "mat>cat" and "mat/cat" with spaces, in a list of words.
std::string with_items_apart(const Field& field, std::string_view plain) {
  std::string text(plain);
  const auto is_in_item = [&](std::string_view sign) {
    return std::any_of(field.items.begin(), field.items.end(),
                       [&](const std::string& item) { return item.find(sign) != item.npos; });
  };
  if (!is_in_item("|")) replace_all(text, "|", " ");
  if (field.are_pairs || is_in_item(kArrow)) return text;
  if (!is_in_item("/")) replace_all(text, "/", " ");
  if (!field.is_ordered) return text;
  for (const std::string_view sign : {"-->", "->", "=>", "→", "⇒", "⟶", "➔", "≥", "≧", "＞", ">"})
    if (!is_in_item(sign)) replace_all(text, sign, " ");
  if (text.find('=') != text.npos && !is_in_item("="))
    throw InputError(
        message("A list cannot say that two items are equal ('='). Write one behind the other; "
                "where two really are equal, either may come first."));
  return text;
}

/// Finds items, each once.
class Items {
 public:
  // A word paired with itself is a wrong answer; in a guess, it is only told.
  explicit Items(const Field& field)
      : items_(field.items), used_(field.items.size()), takes_pairs_with_itself_(field.is_graded) {
    for (const std::string& item : items_) forms_.push_back(compared_form(item));
  }

  bool knows(std::string_view typed) const {
    return std::any_of(items_.begin(), items_.end(),
                       [&](const std::string& item) { return item == typed; });
  }

  std::size_t place(std::string_view typed) {
    if (!takes_pairs_with_itself_ && is_pair_with_itself(typed))
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
    constexpr std::size_t kShown = 12, kMostNear = 4;
    std::vector<std::string> known;
    for (const std::string& item : items_)
      if (!is_pair_with_itself(item)) known.push_back(item);
    if (has_places_only(typed) && !known.empty())
      throw InputError(message("'{}' gives numbers. Write the words themselves, such as {}.",
                               shown_token(typed), known.front()));
    const std::vector<std::string> near = about_as_near(std::string(typed), known);
    if (near.size() == 1)
      throw InputError(
          message("'{}' cannot be listed. Did you mean {}?", shown_token(typed), near.front()));
    if (!near.empty() && near.size() <= kMostNear)
      throw InputError(message("'{}' cannot be listed. Did you mean one of these: {}?",
                               shown_token(typed), listed(near)));
    const bool all = known.size() <= kShown;
    known.resize(std::min(known.size(), kShown));
    throw InputError(
        all ? message("'{}' cannot be listed. Choose from: {}.", shown_token(typed), listed(known))
            : message("'{}' cannot be listed. Choose from: {}, ...", shown_token(typed),
                      listed(known)));
  }

  // "2->6" for a pair of words, none of which is a number.
  bool has_places_only(std::string_view typed) const {
    const auto is_of_numbers = [](std::string_view text) {
      return std::any_of(text.begin(), text.end(), is_ascii_digit) &&
             text.find_first_not_of("0123456789->") == text.npos;
    };
    return is_of_numbers(typed) && std::none_of(items_.begin(), items_.end(), is_of_numbers);
  }

  const std::vector<std::string>& items_;
  std::vector<std::string> forms_;
  std::vector<bool> used_;
  bool takes_pairs_with_itself_;
};

}  // namespace

std::string compared_form(std::string_view text) {
  const std::string whole = folded_form(text);
  std::string form;
  for (std::string_view rest = whole; !rest.empty();) {
    const CodePoint point = first_code_point(rest);
    if (!is_left_out(point.value)) form.append(rest.substr(0, point.n_bytes));
    rest.remove_prefix(point.n_bytes);
  }
  return form;
}

std::string_view without_quotes(std::string_view item) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kQuotes = {
      {{"\"", "\""}, {"'", "'"}, {"“", "”"}, {"‘", "’"}, {"「", "」"}, {"`", "`"}}};
  for (const auto& [open, close] : kQuotes)
    if (item.size() >= open.size() + close.size() && item.starts_with(open) &&
        item.ends_with(close))
      return item.substr(open.size(), item.size() - open.size() - close.size());
  return item;
}

std::vector<std::size_t> typed_list(const Field& field, std::string_view plain) {
  const std::string text =
      with_tight_arrows(with_arrows(field, with_items_apart(field, trimmed(plain))));
  std::string_view rest = text;
  const bool is_in_brackets = rest.starts_with('[') && rest.ends_with(']');
  const bool is_in_parentheses =
      rest.starts_with('(') && rest.find_first_of("()", 1) + 1 == rest.size();
  if (rest.size() >= 2 && (is_in_brackets || is_in_parentheses))
    rest = rest.substr(1, rest.size() - 2);
  Items items(field);
  std::vector<std::size_t> places;
  while (true) {
    while (!rest.empty() && parts_items(rest.front())) rest.remove_prefix(1);
    if (rest.empty()) break;
    const auto end = std::find_if(rest.begin(), rest.end(), parts_items) - rest.begin();
    const std::string_view word = rest.substr(0, static_cast<std::size_t>(end));
    const std::string_view bare =
        places.empty() && word.front() == '(' ? word : without_weight(word);
    const std::string_view item = items.knows(word) ? word : without_number(bare);
    const bool is_between = !items.knows(item) && (item.empty() || is_between_items(item));
    if (!is_between) places.push_back(items.place(without_quotes(item)));
    rest.remove_prefix(static_cast<std::size_t>(end));
  }
  if (places.empty()) throw InputError(message("Nothing is listed."));
  return places;
}

}  // namespace attn

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "practice/answer/reading.hpp"
#include "practice/answer/written_form.hpp"

namespace attn {

namespace {

// What people say around an answer, in English and Japanese.
constexpr std::array<std::string_view, 24> kLittleWords = {
    "a",     "an",     "the",    "it",     "it's", "its",     "is",   "are",
    "be",    "this",   "that",   "they",   "so",   "called",  "we",   "i",
    "think", "answer", "option", "choice", "ans",  "reading", "mask", "property"};
constexpr std::array<std::string_view, 4> kJapaneseStarts = {"これは", "それは", "答えは", "答え"};
constexpr std::array<std::string_view, 11> kJapaneseEnds = {
    "と呼びます", "と呼ぶ",   "といいます", "という", "です", "である",
    "だ",         "の読み方", "な写像",     "マスク", "性"};

bool is_little(const std::string& word) {
  return std::find(kLittleWords.begin(), kLittleWords.end(), word) != kLittleWords.end();
}

// The form that is compared, without little words; whole where nothing else is there.
std::string essential_form(std::string_view text) {
  std::string essential;
  for (const std::string& word : words_of(lower_case(in_plain_characters(text))))
    if (!is_little(word)) essential += compared_form(word);
  return essential.empty() ? compared_form(text) : essential;
}

// What is left of 同変である, one ending or beginning after the other.
std::vector<std::string> shorter_forms(const std::string& form) {
  std::vector<std::string> forms{form};
  for (std::size_t i = 0; i < forms.size() && forms.size() < 20; ++i) {
    const std::string whole = forms[i];
    for (const std::string_view start : kJapaneseStarts)
      if (whole.size() > start.size() && whole.starts_with(start))
        forms.push_back(whole.substr(start.size()));
    for (const std::string_view end : kJapaneseEnds)
      if (whole.size() > end.size() && whole.ends_with(end))
        forms.push_back(whole.substr(0, whole.size() - end.size()));
  }
  return forms;
}

std::vector<std::string> texts_of(const Option& option) {
  std::vector<std::string> texts = option.typed_as();
  std::erase(texts, "");
  return texts;
}

// The places of the options that one of these forms is a text of.
std::set<std::size_t> places_of(const Field& field, const std::vector<std::string>& forms,
                                std::string (*form_of)(std::string_view)) {
  std::set<std::size_t> places;
  for (std::size_t i = 0; i < field.options.size(); ++i)
    for (const std::string& text : texts_of(field.options[i])) {
      const std::string form = form_of(text);
      if (!form.empty() && std::find(forms.begin(), forms.end(), form) != forms.end())
        places.insert(i);
    }
  return places;
}

bool is_only_little(const std::string& part) {
  const std::vector<std::string> words = words_of(lower_case(part));
  return std::all_of(words.begin(), words.end(), [](const std::string& word) {
    return is_little(word) || compared_form(word).empty();
  });
}

/// A text by which an option may be named.
struct NameOfOption {
  std::string form, shown;
  std::size_t place = 0;
};

// What was probably meant: of each option that is about as near as the nearest one, its nearest
// name. Several, where naming one could lead to the wrong one.
std::vector<std::string> meant(const std::string& form, const std::vector<NameOfOption>& names) {
  std::vector<std::string> forms, shown;
  for (const NameOfOption& name : names) forms.push_back(name.form);
  std::set<std::size_t> places;
  for (const std::string& near : about_as_near(form, forms))
    for (const NameOfOption& name : names)
      if (name.form == near && places.insert(name.place).second) shown.push_back(name.shown);
  return shown;
}

std::string did_you_mean(const std::vector<std::string>& near) {
  return near.size() == 1 ? message("Did you mean {}?", near.front())
                          : message("Did you mean one of these: {}?", listed(near));
}

std::vector<std::string> terms_near(const Field& field, const std::string& form) {
  std::vector<NameOfOption> names;
  for (std::size_t place = 0; place < field.options.size(); ++place)
    for (const std::string& text : texts_of(field.options[place]))
      names.push_back({essential_form(text), text, place});
  return meant(form, names);
}

[[noreturn]] void refuse_term(const Field& field, const std::string& part) {
  if (const auto near = terms_near(field, essential_form(part)); !near.empty()) {
    std::string text = message("The term '{}' is not known here.", shown_token(trimmed(part)));
    add_sentence(text, did_you_mean(near));
    throw InputError(text);
  }
  throw InputError(
      message("The term '{}' is not known here. Write the technical term alone, in English or "
              "Japanese.",
              shown_token(trimmed(part))));
}

// The options whose terms are among the words of a text.
std::set<std::size_t> terms_within(const Field& field, const std::string& part) {
  std::vector<std::string> forms;
  for (const std::string& word : words_of(lower_case(part))) forms.push_back(compared_form(word));
  return places_of(field, forms, compared_form);
}

[[noreturn]] void refuse_two_terms() {
  throw InputError(message("There is more than one term. Write one."));
}

std::size_t term_of(const Field& field, const std::string& part) {
  const std::set<std::size_t> found =
      places_of(field, shorter_forms(essential_form(part)), essential_form);
  if (found.size() > 1) refuse_two_terms();
  if (found.size() == 1) return *found.begin();
  if (is_negated(part) && says_more_than_one(part)) refuse_two_terms();
  if (is_negated(part))
    throw InputError(message("'{}' says what it is not. Write the term for what it is.",
                             shown_token(trimmed(part))));
  if (terms_within(field, part).size() > 1) refuse_two_terms();
  refuse_term(field, part);
}

// The terms that "not invariant" and 不変ではない deny; none where a term is made of it.
std::set<std::size_t> denied_terms(const Field& field, const std::string& part) {
  const auto terms = [&field](std::string_view text) {
    return places_of(field, shorter_forms(essential_form(text)), essential_form);
  };
  if (!is_negated(part) || says_more_than_one(part) || !terms(part).empty()) return {};
  for (const std::string_view ending : {"ではな", "でな", "じゃな"})
    if (const auto at = part.find(ending); at != part.npos)
      return terms(std::string_view(part).substr(0, at));
  return terms_within(field, part);
}

// "literal (as written)": a term, and behind it in parentheses something that names no other one.
std::optional<std::size_t> term_before_remark(const Field& field, std::string_view text) {
  const std::string plain(trimmed(in_plain_characters(text)));
  const auto open = plain.find('(');
  if (open == plain.npos || !plain.ends_with(')')) return std::nullopt;
  const std::string remark = plain.substr(open + 1, plain.size() - open - 2);
  const bool names_nothing =
      terms_within(field, remark).empty() && !is_negated(remark) &&
      places_of(field, shorter_forms(essential_form(remark)), essential_form).empty();
  const std::set<std::size_t> found =
      places_of(field, shorter_forms(essential_form(plain.substr(0, open))), essential_form);
  if (!names_nothing || found.size() != 1) return std::nullopt;
  return *found.begin();
}

// "(b)", "b)", "b." and "b:" are b; "b: it grows" has something behind it.
struct NamedOption {
  std::string id, rest;
};

std::optional<NamedOption> named_option(std::string_view plain) {
  std::string_view text = trimmed(plain);
  if (text.starts_with('(') || text.starts_with('[')) text.remove_prefix(1);
  const auto end = std::min(text.find_first_of(" \t\r\n:.)]"), text.size());
  if (end == 0 || end == text.size()) return std::nullopt;
  const auto rest = text.find_first_not_of(" \t\r\n:.)]", end);
  return NamedOption{compared_form(text.substr(0, end)),
                     rest == text.npos ? "" : std::string(text.substr(rest))};
}

// "No, b" and "no (b)": the id behind what the option says.
std::optional<NamedOption> option_named_behind(std::string_view plain) {
  constexpr std::string_view kBetween = " \t\r\n,;:([";
  std::string_view text = trimmed(plain);
  while (text.ends_with(')') || text.ends_with(']') || text.ends_with('.')) text.remove_suffix(1);
  const auto last = text.find_last_of(kBetween);
  const auto end = last == text.npos ? last : text.find_last_not_of(kBetween, last);
  if (end == text.npos || (last == end + 1 && text[last] == ' ')) return std::nullopt;
  return NamedOption{compared_form(text.substr(last + 1)), std::string(text.substr(0, end + 1))};
}

std::string without_leading_words(std::string_view plain) {
  std::string text(trimmed(plain));
  for (bool found = true; found;) {
    found = false;
    for (const std::string_view start :
         {"it is ", "it's ", "i think ", "the answer is ", "answer is ", "answer: ", "answer ",
          "option ", "choice ", "statement ", "答えは", "答え:", "答え", "選択肢"})
      if (lower_case(text).starts_with(start)) {
        text = std::string(trimmed(std::string_view(text).substr(start.size())));
        found = true;
      }
  }
  return text;
}

std::size_t place_of_id(const Field& field, const std::string& id) {
  const auto found = std::find_if(
      field.options.begin(), field.options.end(),
      [&](const Option& option) { return !id.empty() && compared_form(option.id) == id; });
  if (found != field.options.end()) return static_cast<std::size_t>(found - field.options.begin());
  const std::vector<std::string> letters = field.option_letters();
  return static_cast<std::size_t>(std::find(letters.begin(), letters.end(), id) - letters.begin());
}

std::size_t place_of_text(const Field& field, const std::string& form,
                          std::string (*form_of)(std::string_view)) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < field.options.size(); ++i) {
    const auto is_it = [&](const std::string& one) { return form_of(one) == form; };
    const std::vector<std::string>& others = field.options[i].spellings;
    const bool is_another = std::any_of(others.begin(), others.end(), is_it);
    if (!form.empty() && (is_another || field.options[i].text.any_is(is_it))) found.push_back(i);
  }
  return found.size() == 1 ? found.front() : field.options.size();
}

// Whether an option says something that begins so: "No" of "No, it falls."
bool begins_so(const Option& option, const std::string& form) {
  return option.text.any_is([&](const std::string& text) {
    return compared_form(text).starts_with(form) || essential_form(text).starts_with(form);
  });
}

// Whether what stands beside the id is what this option says, or its beginning. Another option may
// begin so too ("No: ..."): the id says which is meant.
bool agrees(const Field& field, std::size_t place, const std::string& rest) {
  const std::string form = compared_form(rest), essential = essential_form(rest);
  if (form.empty()) return true;
  if (place_of_id(field, form) == place || place_of_id(field, essential) == place) return true;
  if (place_of_id(field, form) != field.options.size()) return false;  // "a, b"
  return begins_so(field.options[place], form);
}

// The one option whose text begins as a long text does; the number of options for none.
std::size_t begins_alike(const Field& field, const std::string& form) {
  constexpr std::size_t kLeast = 12;
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < field.options.size(); ++i)
    for (const auto& [code, text] : field.options[i].text.texts) {
      const std::string other = compared_form(text);
      const auto size = std::min(form.size(), other.size());
      const auto end = std::mismatch(form.begin(), form.begin() + static_cast<std::ptrdiff_t>(size),
                                     other.begin());
      const auto same = static_cast<std::size_t>(end.first - form.begin());
      if (same >= kLeast && 2 * same >= form.size()) found.push_back(i);
    }
  return found.size() == 1 ? found.front() : field.options.size();
}

std::vector<std::size_t> places_beginning_so(const Field& field, const std::string& form) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < field.options.size(); ++i)
    if (begins_so(field.options[i], form)) places.push_back(i);
  return places;
}

// The one option that begins so, where that is the larger part of it: "the last row" of "The last
// row only."; the number of options for none.
std::size_t abridged(const Field& field, const std::string& form) {
  const std::vector<std::size_t> found = places_beginning_so(field, form);
  const bool is_larger_part =
      found.size() == 1 && field.options[found.front()].text.any_is([&](const std::string& text) {
        const std::string whole = essential_form(text);
        return whole.starts_with(form) && 2 * form.size() >= whole.size();
      });
  return is_larger_part ? found.front() : field.options.size();
}

[[noreturn]] void refuse_choice(const Field& field, const std::string& plain) {
  const std::vector<std::string> letters = field.option_letters();
  std::vector<NameOfOption> names;
  for (std::size_t place = 0; place < letters.size(); ++place)
    for (const std::string& text : field.options[place].typed_as())
      names.push_back({compared_form(text), letters[place], place});
  std::vector<std::string> near = meant(compared_form(plain), names);
  const std::size_t place = begins_alike(field, compared_form(plain));
  if (place < field.options.size() && !is_negated(plain)) near = {letters[place]};
  const std::vector<std::size_t> beginning = places_beginning_so(field, essential_form(plain));
  if (beginning.size() > 1) {
    near.clear();
    for (const std::size_t option : beginning) near.push_back(letters[option]);
  }
  const std::string shown = shown_token(trimmed(plain));
  if (!near.empty()) {
    std::string text = message("'{}' is not one of the choices.", shown);
    add_sentence(text, did_you_mean(near));
    throw InputError(text);
  }
  throw InputError(
      message("'{}' is not one of the choices. Choose from: {}.", shown, listed(letters)));
}

}  // namespace

std::size_t typed_choice(const Field& field, std::string_view text) {
  const std::size_t none = field.options.size();
  const std::string plain = in_plain_characters(text);
  const std::string whole(without_quotes(trimmed(text)));
  if (const auto place = place_of_text(field, compared_form(whole), compared_form); place != none)
    return place;
  const std::string bare = without_leading_words(without_surroundings(plain));
  if (const auto place = place_of_id(field, compared_form(bare)); place != none) return place;
  for (const auto& named : {named_option(bare), option_named_behind(bare)}) {
    const std::size_t place = named ? place_of_id(field, named->id) : none;
    if (place != none && agrees(field, place, named->rest)) return place;
  }
  if (const auto place = place_of_text(field, essential_form(whole), essential_form); place != none)
    return place;
  const std::string essential = essential_form(bare);  // a letter may be an article: "a b"
  if (const auto place = place_of_id(field, essential); essential.size() > 1 && place != none)
    return place;
  if (const auto place = abridged(field, essential); place != none) return place;
  refuse_choice(field, plain);
}

std::size_t typed_label(const Field& field, std::string_view text) {
  const std::string whole = compared_form(without_quotes(trimmed(text)));
  if (const auto exact = places_of(field, {whole}, compared_form); exact.size() == 1)
    return *exact.begin();
  // "equivariant (to permutations)" is one term.
  std::string joint(text);
  for (const std::string_view sign : {"(", ")", "（", "）"}) replace_all(joint, sign, " ");
  if (const auto exact = places_of(field, {compared_form(joint)}, compared_form); exact.size() == 1)
    return *exact.begin();
  if (const auto place = term_before_remark(field, text)) return *place;
  std::set<std::size_t> found;
  std::vector<std::string> denials;
  for (const std::string& part : parts_told_apart(text))
    if (!denied_terms(field, part).empty())
      denials.push_back(part);
    else if (!is_only_little(part))
      found.insert(term_of(field, part));
  for (const std::string& part : denials)
    if (found.size() != 1 || denied_terms(field, part).contains(*found.begin()))
      found.insert(term_of(field, part));
  if (found.empty()) refuse_term(field, std::string(text));
  if (found.size() > 1) refuse_two_terms();
  return *found.begin();
}

namespace {

constexpr std::array<std::string_view, 10> kNegations = {
    "not", "no", "non", "isn't", "never", "neither", "nor", "ではない", "でない", "じゃない"};

// "not only" denies nothing.
constexpr std::array<std::string_view, 6> kLimits = {"only",   "just",   "merely",
                                                     "simply", "solely", "alone"};
using Contrast = std::pair<std::string_view, std::string_view>;
// What people tell one term from another by, and the same with a comma. The longer of two that
// begin alike comes first.
constexpr std::array kContrasts = {Contrast{" but ", ", "},
                                   Contrast{" and not ", ", not "},
                                   Contrast{"rather than ", ", not "},
                                   Contrast{"instead of ", ", not "},
                                   Contrast{"as opposed to ", ", not "},
                                   Contrast{"ではなくて", "ではない,"},
                                   Contrast{"ではなく", "ではない,"},
                                   Contrast{"ではありません", "ではない,"},
                                   Contrast{"じゃなくて", "じゃない,"},
                                   Contrast{"じゃなく", "じゃない,"},
                                   Contrast{"でなくて", "でない,"},
                                   Contrast{"でなく", "でない,"},
                                   Contrast{"であって", ","},
                                   Contrast{"であります", ","},
                                   Contrast{"であり", ","},
                                   Contrast{"ですが", ","},
                                   Contrast{"だが", ","},
                                   Contrast{"。", ","},
                                   Contrast{". ", ", "},
                                   Contrast{" - ", ", "},
                                   Contrast{"—", ", "}};

// In whatever case the text has it.
void replace_in_any_case(std::string& text, std::string_view from, std::string_view to) {
  const std::string small = lower_case(text);
  std::string result;
  std::size_t done = 0;
  for (auto at = small.find(from); at != small.npos; at = small.find(from, done)) {
    result += text.substr(done, at - done).append(to);
    done = at + from.size();
  }
  text = result + text.substr(done);
}

template <std::size_t n>
bool has_word_among(const std::array<std::string_view, n>& words, const std::string& part) {
  const std::vector<std::string> typed = words_of(lower_case(part));
  return std::any_of(typed.begin(), typed.end(), [&words](const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  });
}

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    const bool parts = is_plain_space(c) || c == '.' || c == '"' || c == '!';
    if (!parts)
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

std::vector<std::string> parts_told_apart(std::string_view text) {
  std::string rest = in_plain_characters(text);
  for (const auto& [contrast, with_comma] : kContrasts)
    replace_in_any_case(rest, contrast, with_comma);
  for (const std::string_view sign : {"「", "」", "“", "”"}) replace_all(rest, sign, " ");
  std::vector<std::string> parts(1);
  for (const char c : rest)
    if (std::string_view("(),/:;=[]").find(c) != std::string_view::npos)
      parts.emplace_back();
    else
      parts.back() += c;
  std::erase_if(parts, [](const std::string& part) { return trimmed(part).empty(); });
  return parts;
}

bool is_negated(const std::string& part) {
  return has_word_among(kNegations, part) || part.find("ない") != part.npos ||
         lower_case(part).find("non-") != part.npos;
}

bool says_more_than_one(const std::string& part) {
  return has_word_among(kLimits, part) || part.find("だけ") != part.npos ||
         part.find("のみ") != part.npos;
}

namespace {

constexpr std::string_view kArrow = "->";
constexpr auto kArrows = std::to_array<std::string_view>(
    {"\\rightarrow", "\\to ", "-->", "=>", "→", "⇒", "⟶", "⟹", "➔", "➜", "➝", "➞"});

bool parts_items(char c) { return is_plain_space(c) || c == ',' || c == ';'; }

bool is_left_out(std::int32_t character) {
  const bool is_dash = (character >= 0x2010 && character <= 0x2015) || character == 0x2212;
  return character == ' ' || character == '\t' || character == '\n' || character == '\r' ||
         character == '\f' || character == '-' || character == '_' || character == '.' ||
         character == 0x3002 || is_dash;
}

// "cat -> sat" as "cat->sat": no space touches an arrow.
std::string with_tight_arrows(const std::string& text) {
  std::string tight;
  for (std::string_view rest = text; !rest.empty();) {
    const bool is_arrow = rest.starts_with(kArrow);
    while (is_arrow && !tight.empty() && is_plain_space(tight.back())) tight.pop_back();
    const std::string_view piece = rest.substr(0, is_arrow ? kArrow.size() : 1);
    tight += piece;
    rest.remove_prefix(piece.size());
    if (is_arrow) rest = rest.substr(std::min(rest.find_first_not_of(kSpaces), rest.size()));
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

// "mat<-cat" and "mat ← cat" as "cat->mat"; an arrow with two heads stays and is refused.
std::string with_arrows_forward(std::string text) {
  constexpr std::string_view kBack = "<-", kSpaces = " \t";
  for (const std::string_view arrow : {"←", "⟵", "⇐", "<--"}) replace_all(text, arrow, kBack);
  if (text.find("<->") != text.npos) return text;
  for (auto at = text.find(kBack); at != text.npos; at = text.find(kBack, at + 1)) {
    const auto word_end = at == 0 ? text.npos : text.find_last_not_of(kSpaces, at - 1);
    const auto next = text.find_first_not_of(kSpaces, at + kBack.size());
    if (word_end == text.npos || next == text.npos) return text;
    const auto before = text.find_last_of(" \t\r\n,;(", word_end);
    const auto start = before == text.npos ? 0 : before + 1;
    const auto end = std::min(text.find_first_of(" \t\r\n,;)", next), text.size());
    if (start > word_end || end == next) return text;
    const std::string pair =
        text.substr(next, end - next) + "->" + text.substr(start, word_end + 1 - start);
    text.replace(start, end - start, pair);
    at = start;
  }
  return text;
}

// "(cat, sat)", "cat to sat" and "sat <- cat" as "cat->sat", in a list of pairs.
std::string with_arrows(const Field& field, std::string_view plain) {
  std::string text(plain);
  replace_all(text, "→", kArrow);
  if (!field.are_pairs) return text;
  for (const std::string_view arrow : kArrows) replace_all(text, arrow, kArrow);
  if (text.find(kArrow) == text.npos) replace_all(text, " > ", kArrow);
  text = with_arrows_forward(std::move(text));
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
  for (const std::string_view sign : kArrows)
    if (!is_in_item(sign)) replace_all(text, sign, " ");
  for (const std::string_view sign : {"->", "≥", "≧", "＞", ">"})
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

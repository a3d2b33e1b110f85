#include "practice/feedback/feedback.hpp"

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/judge/check.hpp"
#include "practice/judge/diagnose.hpp"

namespace attn {

namespace {

using Mood = LabelledLine::Mood;

constexpr int kLongestShown = 60;

void append(Document& page, std::vector<Piece> pieces) {
  for (Piece& piece : pieces) page.add(std::move(piece));
}

bool is_unreadable(const FieldResult& result) { return result.verdict == FieldVerdict::unreadable; }

bool is_open(const FieldResult& result) {
  return result.verdict == FieldVerdict::missing && result.field->is_graded;
}

// The names of the fields whose result is `wanted`, with commas between them.
std::string names_where(const std::vector<FieldResult>& results,
                        bool (*wanted)(const FieldResult&)) {
  std::vector<std::string> names;
  for (const FieldResult& result : results)
    if (wanted(result)) names.push_back(result.field->name);
  return listed(names);
}

bool has_unread_lines(const CheckResult& result) {
  return result.has_unread_lines ||
         std::any_of(result.fields.begin(), result.fields.end(),
                     [](const FieldResult& field) { return field.has_unread_lines; });
}

std::string not_yet_text(const CheckResult& result) {
  const std::string slips = names_where(result.fields, [](const FieldResult& field) {
    return field.is_slip() || is_unreadable(field);
  });
  const std::string open = names_where(result.fields, is_open);
  const bool is_only_unread = slips.empty() && open.empty() && has_unread_lines(result);
  if (is_only_unread)
    return translated("The answers are right, but not every line of the file could be read.");
  std::string text = slips.empty() ? translated("So far, so good.")
                                   : message("Not yet. Look again at: {}.", slips);
  if (!open.empty()) add_sentence(text, message("Still to be filled in: {}.", open));
  return text;
}

LabelledLine verdict_line(const CheckResult& result) {
  switch (result.verdict) {
    case Verdict::pass:
      return {"", translated("✓ All of it is right."), Mood::good};
    case Verdict::not_yet:
      return {"", not_yet_text(result)};
    case Verdict::unreadable:
      if (result.is_attempt()) return {"", not_yet_text(result)};
      return {"", translated("This does not count as an attempt.")};
  }
  return {};
}

// Whether anything was rounded. What is far below what is allowed is a computer's last digit, or a
// learner's tenth, and says nothing.
bool has_an_error(const FieldResult& result) {
  constexpr double kRounding = 1e-9, kNoise = 1e-3;
  if (!result.field->is_numeric() || allowed_text(result.field->tolerance).empty()) return false;
  const double size = arma::abs(result.expected).max();
  const double allowed = allowed_error(size, asked_tolerance(result.field->tolerance));
  return result.comparison.largest_error > std::max(kRounding, kNoise * allowed);
}

std::string right_text(const FieldResult& result) {
  if (result.verdict == FieldVerdict::accepted) return translated("✓ right, read in another way");
  if (!has_an_error(result) || !result.comparison.matches()) return translated("✓ right");
  const Tolerance& tolerance = result.field->tolerance;
  const std::string error = rough_number(result.comparison.largest_error);
  if (tolerance.significant)
    return message("✓ right (largest error {0}, allowed half a unit of digit {1})", error,
                   *tolerance.significant);
  return message("✓ right (largest error {0}, allowed {1})", error, allowed_text(tolerance));
}

LabelledLine line_of(const FieldResult& result) {
  const std::string& name = result.field->name;
  switch (result.verdict) {
    case FieldVerdict::pass:
    case FieldVerdict::accepted:
      return {name, right_text(result), Mood::good};
    case FieldVerdict::follows:
      if (result.is_same_mistake)
        return {name,
                message("the same mistake as in {}, counted once", listed(result.follows_of))};
      return {name,
              message("right for your {}: the same slip, counted once", listed(result.follows_of))};
    case FieldVerdict::wrong:
    case FieldVerdict::wrong_shape:
      return {name, translated("not yet"), Mood::bad};
    case FieldVerdict::missing:
      return {name, translated("not filled in"), Mood::quiet};
    case FieldVerdict::unreadable:
      return {name, translated("could not read"), Mood::bad};
    case FieldVerdict::noted:
      return {name, translated("noted"), Mood::quiet};
  }
  return {name, ""};
}

bool tells_distance(const FieldResult& result) {
  return !allowed_text(result.field->tolerance).empty() &&
         std::isfinite(result.comparison.worst->given);
}

// Where the worst cell is and what stands there. One cell alone has no worst, and of 1 and 0 none
// is worse than the others.
std::string place_sentence(const FieldResult& result, const std::string& number) {
  const std::string place = place_text(*result.field, *result.comparison.worst);
  const bool is_single = arma::accu(result.comparison.wrong) == 1;
  const bool is_one_of_two = result.given.n_elem == 2 && result.turn == &turns::kOneCell;
  if (is_one_of_two) return message("The other is {0}: {1}.", place, number);
  if (is_single) return message("It is {0}: {1}.", place, number);
  if (result.field->kind != FieldKind::mask)
    return message("The worst is {0}: {1}.", place, number);
  return result.is_partly_right() ? message("The first wrong cell is {0}: {1}.", place, number)
                                  : message("The first of them is {0}: {1}.", place, number);
}

std::string worst_sentence(const FieldResult& result, Reveal reveal) {
  const WorstCell cell = worst_cell(result);
  if (reveal != Reveal::values) {
    std::string text = place_sentence(result, cell.given);
    if (result.explanation.empty() || result.is_partly_right())
      add_sentence(text, distance_text(result));
    return text;
  }
  if (!tells_distance(result))
    return place_sentence(result, message("{0}, expected {1}", cell.given, cell.expected));
  return place_sentence(result, message("{0}, expected {1}; off by {2}, allowed {3}", cell.given,
                                        cell.expected, cell.error, cell.allowed));
}

std::string number_sentence(const FieldResult& result, Reveal reveal) {
  const WorstCell cell = worst_cell(result);
  if (reveal != Reveal::values) {
    std::string text = message("{} is not right yet.", cell.given);
    if (result.explanation.empty()) add_sentence(text, distance_text(result));
    return text;
  }
  if (!tells_distance(result))
    return message("Yours is {0}, expected {1}.", cell.given, cell.expected);
  return message("Yours is {0}, expected {1}; off by {2}, allowed {3}.", cell.given, cell.expected,
                 cell.error, cell.allowed);
}

bool is_one_number(const FieldResult& result) { return result.given.n_elem == 1; }

// How many cells are off, and the worst of them.
std::string cells_text(const FieldResult& result, Reveal reveal) {
  if (is_one_number(result)) return number_sentence(result, reveal);
  std::string text;
  if (!result.is_partly_right())  // which says how many
    text = message("Cells that are off: {0} of {1}.", arma::accu(result.comparison.wrong),
                   result.given.n_elem);
  add_sentence(text, worst_sentence(result, reveal));
  return text;
}

void add_cells(std::vector<Piece>& pieces, const FieldResult& result, Reveal reveal) {
  std::string text = cells_text(result, reveal);
  if (reveal != Reveal::values) add_sentence(text, allowed_sentence(result.field->tolerance));
  pieces.emplace_back(Paragraph{text});
  if (is_one_number(result)) return;
  pieces.emplace_back(marked_answer(result, reveal == Reveal::values));
  if (const std::string part = shown_part(result); !part.empty())
    pieces.emplace_back(Paragraph{part});
}

// How near a list came: right items in another order, or some of them.
std::string list_sentence(const FieldResult& result) {
  const arma::uword hits = n_hits(*result.field, result.given, result.expected);
  if (hits == result.given.n_elem)
    return translated("These are the right ones, but in another order.");
  return message("Right ones among them: {0} of {1}.", hits, result.field->count);
}

std::string own_words(const FieldResult& result) {
  const Field& field = *result.field;
  const bool is_typed = field.kind == FieldKind::expression || field.kind == FieldKind::label;
  return is_typed ? preview(result.text, kLongestShown) : answer_text(field, result.given);
}

std::string right_words(const FieldResult& result) {
  return answer_text(*result.field, answer_of(*result.field, result.expected));
}

void add_words(std::vector<Piece>& pieces, const FieldResult& result, Reveal reveal) {
  if (result.field->kind == FieldKind::list) pieces.emplace_back(Paragraph{list_sentence(result)});
  pieces.emplace_back(LabelledLine{translated("yours"), own_words(result)});
  if (reveal == Reveal::values)
    pieces.emplace_back(LabelledLine{translated("should be"), right_words(result)});
}

bool tells_cells(const FieldResult& result) {
  return result.field->has_cells() && result.comparison.worst.has_value();
}

void add_wrong(std::vector<Piece>& pieces, const FieldResult& result, Reveal reveal) {
  if (reveal == Reveal::none) {
    if (pieces.empty()) pieces.emplace_back(Paragraph{translated("This is not right yet.")});
    return;
  }
  if (tells_cells(result))
    add_cells(pieces, result, reveal);
  else
    add_words(pieces, result, reveal);
}

std::string words_text(const FieldResult& result, Reveal reveal) {
  std::string text = result.field->kind == FieldKind::list ? list_sentence(result) + "\n" : "";
  text += std::string(translated("yours")) + ": " + own_words(result);
  if (reveal == Reveal::values)
    text += std::string("\n") + translated("should be") + ": " + right_words(result);
  return text;
}

// What is wrong with an answer, and where, in a few sentences. A number that has been explained
// needs no more of them, unless the right one may be shown.
std::string sentences_in_brief(const FieldResult& result, const std::string& explanation,
                               Reveal reveal) {
  std::string text = explanation;
  for (const std::string& more : result.messages) add_sentence(text, more);
  if (result.verdict == FieldVerdict::wrong_shape) return text;
  const bool is_told = !text.empty() && reveal != Reveal::values;
  if (reveal == Reveal::none)
    return is_told ? text : std::string(translated("This is not right yet."));
  if (is_told && (!tells_cells(result) || is_one_number(result))) return text;
  if (tells_cells(result))
    add_sentence(text, cells_text(result, reveal));
  else
    text += (text.empty() ? "" : "\n") + words_text(result, reveal);
  return text;
}

// The same beside the name of its question; a list of mistakes stands below.
void add_in_brief(Document& page, const FieldResult& result, Reveal reveal) {
  const ExplanationPieces told = pieces_of_explanation(result.explanation, 1);
  if (told.items.empty()) {
    page.add(LabelledLine{result.field->name, sentences_in_brief(result, told.text, reveal)});
    return;
  }
  const bool is_single = !tells_cells(result) || is_one_number(result);
  const bool tells_no_more = result.messages.empty() && reveal != Reveal::values && is_single;
  std::string text =
      tells_no_more || reveal == Reveal::none ? "" : sentences_in_brief(result, "", reveal) + "\n";
  page.add(LabelledLine{result.field->name, text + told.text});
  for (const ListItem& item : told.items) page.add(item);
}

// Whether a matrix is looked at here only with in_full.
bool hides_cells(const CheckResult& result, const FieldResult& field) {
  return field.verdict == FieldVerdict::wrong && tells_cells(field) && !is_one_number(field) &&
         reveal_of(*result.exercise, *field.field) != Reveal::none;
}

std::vector<const FieldResult*> later_slips(const CheckResult& result) {
  std::vector<const FieldResult*> slips;
  for (const FieldResult& field : result.fields)
    if (field.is_slip()) slips.push_back(&field);
  if (!slips.empty()) slips.erase(slips.begin());
  return slips;
}

}  // namespace

Document field_feedback(const Exercise& exercise, const FieldResult& result) {
  Document page{{field_status(result)}};
  append(page, field_details(exercise, result));
  if (is_unreadable(result)) page.add(Paragraph{translated("This does not count as an attempt.")});
  return page;
}

Document feedback(const CheckResult& result, bool in_full, bool counts_attempts) {
  Document page;
  for (const FieldResult& field : result.fields) page.add(field_status(field));
  for (const std::string& remark : result.remarks) page.add(Paragraph{remark});
  const std::vector<const FieldResult*> later =
      in_full ? std::vector<const FieldResult*>{} : later_slips(result);
  for (const FieldResult& field : result.fields) {
    const bool is_brief = std::find(later.begin(), later.end(), &field) != later.end();
    if (is_brief || (!field.is_slip() && !is_unreadable(field))) continue;
    page.add(Heading{field.field->name, 2});
    append(page, field_details(*result.exercise, field));
  }
  if (!later.empty()) page.add(Heading{translated("and also"), 2});
  for (const FieldResult* field : later)
    add_in_brief(page, *field, reveal_of(*result.exercise, *field->field));
  if (counts_attempts || result.verdict != Verdict::unreadable) page.add(verdict_line(result));
  return page;
}

bool has_more_in_full(const CheckResult& result) {
  const auto later = later_slips(result);
  return std::any_of(later.begin(), later.end(),
                     [&](const FieldResult* field) { return hides_cells(result, *field); });
}

LabelledLine field_status(const FieldResult& result) {
  LabelledLine line = line_of(result);
  const bool has_details = result.is_slip() || result.verdict == FieldVerdict::unreadable;
  if (has_details) return line;
  // Of a mistake that was made before, all is said there.
  if (!result.explanation.empty() && !result.is_same_mistake)
    line.text += "\n" + result.explanation;
  for (const std::string& text : result.messages) line.text += "\n" + text;
  return line;
}

std::vector<Piece> field_details(const Exercise& exercise, const FieldResult& result) {
  std::vector<Piece> pieces;
  const bool is_unreadable = result.verdict == FieldVerdict::unreadable;
  if (!result.is_slip() && !is_unreadable) return pieces;
  const ExplanationPieces told = pieces_of_explanation(result.explanation, 0);
  if (!told.text.empty()) pieces.emplace_back(Paragraph{told.text});
  for (const ListItem& item : told.items) pieces.emplace_back(item);
  for (const std::string& text : result.messages) pieces.emplace_back(Paragraph{text});
  if (is_unreadable && result.line > 0)
    pieces.emplace_back(Paragraph{message("It begins on line {} of the file.", result.line)});
  if (result.verdict == FieldVerdict::wrong_shape && result.explanation.empty())
    pieces.emplace_back(Paragraph{translated("The numbers have not been looked at yet.")});
  if (result.verdict == FieldVerdict::wrong)
    add_wrong(pieces, result, reveal_of(exercise, *result.field));
  return pieces;
}

namespace {

std::string one_digit(double value) {
  if (value == 0.0) return "0";
  return plain_number(std::round(value / first_unit(value)) * first_unit(value));
}

// The largest number of one digit that is not above the value: with it a sentence is true, and yet
// it does not say by what to multiply.
std::string at_least(double value) {
  constexpr double kHair = 1e-9;  // 0.3 / 0.1 is 3
  const double raised = value * (1.0 + kHair);
  return plain_number(std::floor(raised / first_unit(raised)) * first_unit(raised));
}

constexpr double kNear = 2.0;  // from here on a factor is told, and no part of a hundred

// By how much the size of a number is off from that of one of the same sign.
std::string in_size(double ratio, bool is_whole) {
  const bool is_large = ratio > 1.0;
  if (ratio >= kNear) return message("It is at least {} times too large.", at_least(ratio));
  if (ratio <= 1.0 / kNear)
    return message("It is at least {} times too small.", at_least(1.0 / ratio));
  if (is_whole) return is_large ? translated("It is too large.") : translated("It is too small.");
  const std::string percent = at_least(100.0 * std::abs(ratio - 1.0));
  return is_large ? message("It is at least {} % too large.", percent)
                  : message("It is at least {} % too small.", percent);
}

// The same below 0, where what is farther from 0 is the smaller number.
std::string in_size_below_zero(double ratio, bool is_whole) {
  const bool is_far = ratio > 1.0;
  if (ratio >= kNear) return message("It is at least {} times too far from 0.", at_least(ratio));
  if (ratio <= 1.0 / kNear)
    return message("It is at least {} times too near to 0.", at_least(1.0 / ratio));
  if (is_whole)
    return is_far ? translated("It is too far from 0.") : translated("It is too near to 0.");
  const std::string percent = at_least(100.0 * std::abs(ratio - 1.0));
  return is_far ? message("It is at least {} % too far from 0.", percent)
                : message("It is at least {} % too near to 0.", percent);
}

// A factor, or a part of a hundred where the two are near each other.
std::string in_proportion(double given, double expected, bool is_whole) {
  if (given == 0.0) return "";
  const double ratio = given / expected;
  if (ratio <= 0.0) return translated("Its sign is not right.");
  return expected > 0.0 ? in_size(ratio, is_whole) : in_size_below_zero(ratio, is_whole);
}

}  // namespace

std::string distance_text(const FieldResult& result) {
  if (!result.field->is_numeric() || !result.comparison.worst) return "";
  const CellDifference& worst = *result.comparison.worst;
  if (!std::isfinite(worst.given) || !std::isfinite(worst.expected)) return "";
  // Of a small whole number, how far off it is would give it away.
  const bool is_whole = asks_whole_numbers(*result.field, result.expected);
  if (result.given.n_elem > 1 && is_whole) return "";
  if (result.given.n_elem > 1)
    return message("It is off by about {}.", one_digit(std::abs(worst.given - worst.expected)));
  constexpr double kNothing = 1e-9;  // what is left of numbers that cancel
  const double zero = std::max(kNothing, allowed_error(worst.expected, result.field->tolerance));
  return std::abs(worst.expected) <= zero ? ""
                                          : in_proportion(worst.given, worst.expected, is_whole);
}

ExplanationPieces pieces_of_explanation(const std::string& explanation, unsigned depth) {
  auto at = explanation.find(kListMark);
  ExplanationPieces pieces{.text = explanation.substr(0, at), .items = {}};
  while (at != explanation.npos) {
    const std::size_t start = at + kListMark.size();
    at = explanation.find(kListMark, start);
    const std::size_t size = at == explanation.npos ? at : at - start;
    pieces.items.push_back(
        {.marker = "-", .text = explanation.substr(start, size), .depth = depth});
  }
  return pieces;
}

std::string whole_explanation(const FieldResult& result) {
  std::string text = result.explanation;
  const bool is_list = text.find(kListMark) != text.npos;
  for (const std::string& more : result.messages)
    if (is_list)
      text += "\n" + more;
    else
      add_sentence(text, more);
  return text;
}

}  // namespace attn

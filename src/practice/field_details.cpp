#include "practice/field_details.hpp"

#include <algorithm>
#include <cmath>

#include "core/message.hpp"
#include "data/number.hpp"
#include "data/preview.hpp"
#include "practice/answer_text.hpp"
#include "practice/marked_answer.hpp"
#include "practice/plain_number.hpp"
#include "practice/shape_feedback.hpp"
#include "practice/wanted_form.hpp"

namespace attn {
namespace {

constexpr int kLongestShown = 60;

// A number as it was given, or with as many decimals as the others where it has more.
std::string given_number(double value, int decimals) {
  const std::string fixed = fixed_number(value, decimals);
  const bool is_whole_story = std::isfinite(value) && std::abs(parse_number(fixed).value_or(value) -
                                                               value) < 1e-12 * std::abs(value);
  return is_whole_story || value == 0 ? plain_number(value) : fixed;
}

// The two numbers of the worst cell, and how far they are apart, as far as that may be told.
struct WorstCell {
  std::string given, expected, error, allowed;
};

WorstCell worst_cell(const FieldResult& result) {
  const CellDifference& worst = *result.comparison.worst;
  const int decimals = visible_decimals(result);
  return {given_number(worst.given, decimals), given_number(worst.expected, decimals),
          rough_number(std::abs(worst.given - worst.expected)),
          rough_number(allowed_error(worst.expected, asked_tolerance(result.field->tolerance)))};
}

bool tells_distance(const FieldResult& result) {
  return !allowed_text(result.field->tolerance).empty() &&
         std::isfinite(result.comparison.worst->given);
}

std::string worst_sentence(const FieldResult& result, Reveal reveal) {
  const std::string place = place_text(*result.field, *result.comparison.worst);
  const WorstCell cell = worst_cell(result);
  if (reveal != Reveal::values) return message("The worst is {0}: {1}.", place, cell.given);
  if (!tells_distance(result))
    return message("The worst is {0}: {1}, expected {2}.", place, cell.given, cell.expected);
  return message("The worst is {0}: {1}, expected {2}; off by {3}, allowed {4}.", place, cell.given,
                 cell.expected, cell.error, cell.allowed);
}

std::string number_sentence(const FieldResult& result, Reveal reveal) {
  const WorstCell cell = worst_cell(result);
  if (reveal != Reveal::values) return message("{} is not right yet.", cell.given);
  if (!tells_distance(result))
    return message("Yours is {0}, expected {1}.", cell.given, cell.expected);
  return message("Yours is {0}, expected {1}; off by {2}, allowed {3}.", cell.given, cell.expected,
                 cell.error, cell.allowed);
}

void add_cells(std::vector<Piece>& pieces, const FieldResult& result, Reveal reveal) {
  std::string text;
  const std::string allowed = allowed_text(result.field->tolerance);
  if (result.given.n_elem == 1) {
    text = number_sentence(result, reveal);
  } else {
    text = message("Cells that are off: {0} of {1}.", arma::accu(result.comparison.wrong),
                   result.given.n_elem);
    add_sentence(text, worst_sentence(result, reveal));
  }
  if (reveal != Reveal::values && !allowed.empty())
    add_sentence(text, message("An error of {} is allowed.", allowed));
  pieces.emplace_back(Paragraph{text});
  if (result.given.n_elem == 1) return;
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

void add_words(std::vector<Piece>& pieces, const FieldResult& result, Reveal reveal) {
  const Field& field = *result.field;
  if (field.kind == Kind::list) pieces.emplace_back(Paragraph{list_sentence(result)});
  const bool is_typed = field.kind == Kind::expression || field.kind == Kind::label;
  pieces.emplace_back(LabelledLine{translated("yours"), is_typed
                                                            ? preview(result.text, kLongestShown)
                                                            : answer_text(field, result.given)});
  if (reveal == Reveal::values)
    pieces.emplace_back(LabelledLine{translated("should be"),
                                     answer_text(field, answer_of(field, result.expected))});
}

void add_wrong(std::vector<Piece>& pieces, const FieldResult& result, Reveal reveal) {
  if (reveal == Reveal::none) {
    if (pieces.empty()) pieces.emplace_back(Paragraph{translated("This is not right yet.")});
    return;
  }
  if (result.field->has_cells() && result.comparison.worst)
    add_cells(pieces, result, reveal);
  else
    add_words(pieces, result, reveal);
}

}  // namespace

std::vector<Piece> field_details(const Exercise& exercise, const FieldResult& result) {
  std::vector<Piece> pieces;
  const bool is_unreadable = result.verdict == FieldVerdict::unreadable;
  if (!result.is_slip() && !is_unreadable) return pieces;
  if (!result.explanation.empty()) pieces.emplace_back(Paragraph{result.explanation});
  for (const std::string& text : result.messages) pieces.emplace_back(Paragraph{text});
  if (is_unreadable && result.line > 0)
    pieces.emplace_back(Paragraph{message("It begins in line {} of the file.", result.line)});
  if (result.verdict == FieldVerdict::wrong_shape)
    pieces.emplace_back(Paragraph{translated("The numbers have not been looked at yet.")});
  if (result.verdict == FieldVerdict::wrong)
    add_wrong(pieces, result, reveal_of(exercise, *result.field));
  return pieces;
}

}  // namespace attn

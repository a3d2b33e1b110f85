#include "practice/answer/read_answer.hpp"

#include <algorithm>
#include <functional>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "practice/answer/answer_sheet.hpp"
#include "practice/answer/plain_characters.hpp"
#include "practice/answer/typed_matrix.hpp"
#include "practice/answer/typed_words.hpp"
#include "practice/formula/arithmetic.hpp"

namespace attn {
namespace {

/// The longest choice, label or item, in bytes. Arithmetic has its own limit for numbers.
constexpr std::size_t kWordsLimit = 2000;

struct TypedNumber {
  double value = 0.0;
  bool is_percentage = false;
};

// 30 % is read as 30, and it is remembered how it was written.
TypedNumber typed_number(std::string_view plain) {
  const std::string_view text = trimmed(plain);
  if (!text.ends_with('%')) return {arithmetic_value(plain), false};
  return {arithmetic_value(text.substr(0, text.size() - 1)), true};
}

double typed_permission(std::string_view plain) {
  const std::string word = lower_case(std::string(plain));
  if (word == "true") return 1.0;
  if (word == "false") return 0.0;
  const auto number = parse_number(word);
  if (number && (*number == 0.0 || *number == 1.0)) return *number;
  throw InputError(message("'{}' is neither 1 (may attend) nor 0. Leave a space between two cells.",
                           shown_token(plain)));
}

/// The matrix of what `value_of` makes of each cell; its errors gain the place.
arma::mat matrix_of(std::string_view plain,
                    const std::function<double(std::string_view)>& value_of) {
  const TypedCells cells = typed_cells(plain);
  arma::mat result(cells.size(), cells.front().size());
  for (std::size_t row = 0; row < cells.size(); ++row)
    for (std::size_t col = 0; col < cells[row].size(); ++col) try {
        result(row, col) = value_of(cells[row][col]);
      } catch (const InputError& error) {
        throw InputError(message("Row {}, column {}: {}", row + 1, col + 1, error.what()));
      }
  return result;
}

struct TypedMatrix {
  arma::mat value;
  bool is_percentage = false;
};

TypedMatrix typed_matrix(std::string_view plain) {
  std::size_t n_percentages = 0;
  TypedMatrix result;
  result.value = matrix_of(plain, [&](std::string_view cell) {
    const TypedNumber number = typed_number(cell);
    n_percentages += number.is_percentage ? 1 : 0;
    return number.value;
  });
  result.is_percentage = n_percentages > 0;
  if (n_percentages != 0 && n_percentages != result.value.n_elem)
    throw InputError(message("Some of the values have a percent sign and some have none."));
  return result;
}

arma::mat row_of(const std::vector<std::size_t>& places) {
  arma::mat row(1, places.size());
  for (std::size_t i = 0; i < places.size(); ++i) row(0, i) = static_cast<double>(places[i]);
  return row;
}

// Refuses O(n d) where an exact count is asked for.
void refuse_order(std::string_view plain) {
  const std::string_view formula = trimmed(plain);
  if (formula.starts_with("O(") || formula.starts_with("Θ("))
    throw InputError(message("An exact formula is asked for: write it without O( )."));
}

void read_as(const Field& field, const std::string& text, const std::string& plain,
             Reading& reading) {
  switch (field.kind) {
    case FieldKind::number: {
      const TypedNumber number = typed_number(plain);
      reading.value = single(number.value);
      reading.is_percentage = number.is_percentage;
      return;
    }
    case FieldKind::matrix: {
      TypedMatrix matrix = typed_matrix(plain);
      reading.value = std::move(matrix.value);
      reading.is_percentage = matrix.is_percentage;
      return;
    }
    case FieldKind::mask:
      reading.value = matrix_of(plain, typed_permission);
      return;
    case FieldKind::choice:
      reading.value = single(static_cast<double>(typed_choice(field, text)));
      return;
    case FieldKind::label:
      reading.value = single(typed_label(field, text));
      return;
    case FieldKind::list:
      reading.value = row_of(typed_list(field, plain));
      return;
    case FieldKind::expression:
      if (field.is_order) {
        reading.value = arma::mat(arma::vec(growth(plain, field.variables)));
        return;
      }
      refuse_order(plain);
      reading.formula = expression_of(plain, field.variables);
      reading.value = samples_of(*reading.formula);
      return;
  }
}

std::string what_was_expected(const Field& field) {
  switch (field.kind) {
    case FieldKind::number:
      return message("A number such as 2.5, 1/3 or sqrt(2) was expected.");
    case FieldKind::matrix:
      return message(
          "A matrix was expected: a row on each line or before each semicolon, spaces or commas "
          "between its numbers and none inside one (1/3).");
    case FieldKind::mask:
      return message(
          "A mask was expected: a row on each line or before each semicolon, 1 where the "
          "query may attend to the key and 0 where it may not.");
    case FieldKind::list:
      return message("A list was expected, with commas between its items.");
    case FieldKind::expression:
      return message("A formula in these variables was expected: {}.", listed(field.variables));
    case FieldKind::choice:
    case FieldKind::label:
      break;
  }
  return "";
}

bool is_numeric(FieldKind kind) {
  return kind == FieldKind::number || kind == FieldKind::matrix || kind == FieldKind::mask ||
         kind == FieldKind::expression;
}

void require_readable(const Field& field, const std::string& text) {
  if (text.size() > kAnswerLimit)
    throw InputError(message("An answer of more than {} bytes is not read.", kAnswerLimit));
  if (!is_numeric(field.kind) && text.size() > kWordsLimit)
    throw InputError(message("An answer of more than {} bytes is not read.", kWordsLimit));
  if (const auto hidden = hidden_character(without_byte_order_mark(text)))
    throw InputError(refusal_of_hidden(*hidden));
  if (trimmed(text).empty()) throw InputError(message("Nothing is written there."));
}

}  // namespace

Reading read_answer(const Field& field, const std::string& text) {
  Reading reading;
  try {
    require_readable(field, text);
    std::vector<std::string> remarks;
    const std::string plain = in_plain_characters(text, remarks);
    if (is_numeric(field.kind)) reading.remarks = std::move(remarks);
    read_as(field, text, plain, reading);
  } catch (const InputError& error) {
    reading.value.reset();
    reading.problem = what_was_expected(field);
    add_sentence(reading.problem, error.what());
  }
  return reading;
}

}  // namespace attn

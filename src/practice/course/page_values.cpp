#include "practice/course/page_values.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "practice/answer/answer_text.hpp"
#include "practice/judge/compare.hpp"
#include "practice/notation/plain_number.hpp"

namespace attn {
namespace {

constexpr int kMostGivenDecimals = 4;  // of what is given; what is longer was computed
constexpr int kUsualDecimals = 3;

std::vector<std::string> names_of(const Exercise& exercise, bool has_answers) {
  std::vector<std::string> names;
  for (const auto& [name, definition] : exercise.definitions)
    if (has_answers || exercise.find_field(name) == nullptr) names.push_back(name);
  return names;
}

void require_name(const Exercise& exercise, const std::string& name, bool has_answers) {
  if (exercise.find_field(name) != nullptr) {
    if (has_answers) return;
    throw InputError(
        message("{} is an answer that is asked for: only the solution may show it", preview(name)));
  }
  if (exercise.definitions.contains(name)) return;
  const std::string meant = nearest(name, names_of(exercise, has_answers));
  throw InputError(message("the page shows {}, which the exercise does not have", preview(name)),
                   meant.empty() ? std::vector<std::string>{}
                                 : std::vector<std::string>{message("Did you mean {}?", meant)});
}

// The given list of that many words; empty if several lists have that many, since it is then not
// clear which of them belongs to the rows.
std::vector<std::string> words_for(Worksheet& worksheet, arma::uword n) {
  std::vector<std::string> words;
  for (const std::string& name : worksheet.exercise().given) {
    const auto* found = std::get_if<std::vector<std::string>>(&worksheet.value(name));
    if (found == nullptr || found->size() != n) continue;
    if (!words.empty()) return {};
    words = *found;
  }
  return words;
}

// Whether the matrix is square and its rows sum to 1, as weights do: then its columns stand for the
// same words as its rows.
bool holds_shares(const arma::mat& matrix) {
  constexpr double kRounded = 0.02;
  if (!matrix.is_square() || matrix.min() < 0.0) return false;
  const arma::vec sums = arma::sum(matrix, 1);
  return arma::all(arma::abs(sums - 1.0) < kRounded);
}

bool has_cells(const Field& field) {
  return field.kind == FieldKind::matrix || field.kind == FieldKind::mask;
}

int precision_for(const Field* field, const arma::mat& matrix) {
  if (field == nullptr) {
    const int decimals = decimals_of(matrix, kMostGivenDecimals + 1);
    return decimals > kMostGivenDecimals ? kUsualDecimals : decimals;
  }
  return field->tolerance.decimals.value_or(decimals_of(matrix, kUsualDecimals));
}

// "score", and the decimals of "score:2".
struct Shown {
  std::string name;
  std::optional<int> decimals{};
};

Shown shown_by(const std::string& text) {
  const std::size_t colon = text.find(':');
  const bool has_digit = colon != text.npos && colon + 2 == text.size() && text[colon + 1] >= '0' &&
                         text[colon + 1] <= '9';
  if (!has_digit) return {text};
  return {text.substr(0, colon), text[colon + 1] - '0'};
}

// A number with the decimals that are wanted, or the digits that its question asks for; one that
// has fewer is written as it is.
std::string number_text(double number, std::optional<int> decimals, const Field* field) {
  if (!decimals && field != nullptr) decimals = field->tolerance.decimals;
  if (decimals && decimals_of(arma::mat{number}, *decimals + 1) > *decimals)
    return decimal_text(number, *decimals);
  if (!decimals && field != nullptr && field->tolerance.significant)
    return significant_text(number, *field->tolerance.significant);
  return plain_number(number);
}

std::string text_of(Worksheet& worksheet, const Shown& shown) {
  const std::string& name = shown.name;
  const RecipeValue& value = worksheet.value(name);
  if (const auto* words = std::get_if<std::vector<std::string>>(&value)) return listed(*words);
  const auto& numbers = std::get<arma::mat>(value);
  const Field* field = worksheet.exercise().find_field(name);
  if (numbers.n_elem == 1 && (field == nullptr || field->kind == FieldKind::number))
    return number_text(numbers(0), shown.decimals, field);
  return field == nullptr ? matrix_text(numbers) : answer_text(*field, answer_of(*field, numbers));
}

Piece piece_of(Worksheet& worksheet, const Shown& shown) {
  const std::string& name = shown.name;
  const auto* numbers = std::get_if<arma::mat>(&worksheet.value(name));
  const Field* field = worksheet.exercise().find_field(name);
  const bool is_matrix =
      numbers != nullptr && numbers->n_elem > 1 && (field == nullptr || has_cells(*field));
  if (is_matrix) return MatrixRow{{page_matrix(worksheet, name)}};
  return LabelledLine{name, text_of(worksheet, shown)};
}

}  // namespace

MarkedMatrix page_matrix(Worksheet& worksheet, const std::string& name) {
  const Field* field = worksheet.exercise().find_field(name);
  MarkedMatrix matrix{.title = name, .value = worksheet.numbers(name)};
  matrix.precision = precision_for(field, matrix.value);
  if (field != nullptr) {
    matrix.rows.labels = field->row_labels;
    matrix.cols.labels = field->col_labels;
    return matrix;
  }
  matrix.rows.labels = words_for(worksheet, matrix.value.n_rows);
  if (holds_shares(matrix.value)) matrix.cols.labels = matrix.rows.labels;
  return matrix;
}

Placeholders page_values(Worksheet& worksheet, bool has_answers) {
  return {.piece = [&worksheet, has_answers](const std::string& text) -> Piece {
            const Shown shown = shown_by(text);
            require_name(worksheet.exercise(), shown.name, has_answers);
            return piece_of(worksheet, shown);
          },
          .text =
              [&worksheet, has_answers](const std::string& text) {
                const Shown shown = shown_by(text);
                require_name(worksheet.exercise(), shown.name, has_answers);
                return text_of(worksheet, shown);
              }};
}

}  // namespace attn

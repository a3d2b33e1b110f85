#include "practice/answer/answer_text.hpp"

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/notation/plain_number.hpp"

namespace attn {
namespace {

std::string option_at(const Field& field, double place) {
  const bool is_one = place >= 0 && place < static_cast<double>(field.options.size());
  return is_one ? option_text(field, static_cast<std::size_t>(place)) : translated("another word");
}

std::string items_text(const Field& field, const arma::mat& places) {
  std::vector<std::string> items;
  for (const double place : places) items.push_back(field.items[static_cast<std::size_t>(place)]);
  return listed(items);
}

}  // namespace

std::string matrix_text(const arma::mat& matrix) {
  std::string text;
  for (arma::uword row = 0; row < matrix.n_rows; ++row) {
    if (row > 0) text += "; ";
    for (arma::uword col = 0; col < matrix.n_cols; ++col)
      text += (col > 0 ? " " : "") + plain_number(matrix(row, col));
  }
  return text;
}

std::string option_text(const Field& field, std::size_t place) {
  const std::string letter = field.option_letters()[place];
  const std::string& text = field.options[place].text.here();
  return text.empty() || text == letter ? letter : letter + "  " + text;
}

std::string answer_text(const Field& field, const arma::mat& answer) {
  switch (field.kind) {
    case FieldKind::number:
    case FieldKind::matrix:
    case FieldKind::mask:
      return matrix_text(answer);
    case FieldKind::choice:
      return option_at(field, answer(0));
    case FieldKind::label:
      return answer(0) < 0 ? option_at(field, -1)
                           : field.options[static_cast<std::size_t>(answer(0))].text.here();
    case FieldKind::list:
      return items_text(field, answer);
    case FieldKind::expression:
      return field.value_text;
  }
  return "";
}

}  // namespace attn

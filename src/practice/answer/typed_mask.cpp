#include "practice/answer/typed_mask.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "practice/answer/typed_matrix.hpp"

namespace attn {
namespace {

constexpr std::array<std::pair<std::string_view, char>, 16> kMarks = {{{"✓", '1'},
                                                                       {"✔", '1'},
                                                                       {"☑", '1'},
                                                                       {"○", '1'},
                                                                       {"◯", '1'},
                                                                       {"〇", '1'},
                                                                       {"✗", '0'},
                                                                       {"✘", '0'},
                                                                       {"☒", '0'},
                                                                       {"×", '0'},
                                                                       {"✕", '0'},
                                                                       {"❌", '0'},
                                                                       {"■", '1'},
                                                                       {"□", '0'},
                                                                       {"⬛", '1'},
                                                                       {"⬜", '0'}}};

std::string with_digits_for_marks(std::string_view plain) {
  std::string text;
  while (!plain.empty()) {
    const auto mark = std::find_if(kMarks.begin(), kMarks.end(),
                                   [&](const auto& one) { return plain.starts_with(one.first); });
    text += mark == kMarks.end() ? plain.front() : mark->second;
    plain.remove_prefix(mark == kMarks.end() ? 1 : mark->first.size());
  }
  return text;
}

bool is_sign(char c) { return std::string_view("01tTfFoOxX.#").find(c) != std::string_view::npos; }

// Whether every cell is a row of signs: one cell a row, or all in one row.
bool are_rows_of_signs(const TypedCells& cells, const AnswerContext& context) {
  if (cells.size() > 1 && cells.front().size() > 1) return false;
  const std::size_t n_rows = std::max(cells.size(), cells.front().size());
  const std::size_t width = context.n_cols > 0 ? context.n_cols : n_rows;
  if (width < 2 || (context.n_rows > 0 && context.n_rows != n_rows)) return false;
  for (const auto& row : cells)
    for (const std::string_view cell : row)
      if (cell.size() != width || !std::all_of(cell.begin(), cell.end(), is_sign)) return false;
  return true;
}

TypedCells with_cells_apart(const TypedCells& cells) {
  TypedCells apart;
  for (const auto& row : cells)
    for (const std::string_view cell : row) {
      apart.emplace_back();
      for (std::size_t i = 0; i < cell.size(); ++i) apart.back().push_back(cell.substr(i, 1));
    }
  return apart;
}

// The signs of a mask of one digit, each of them once: the digit for any spelling of the number,
// and the marks that became digits as they were typed.
std::set<std::string> signs_in(const TypedCells& cells, std::string_view plain,
                               const std::string& digit) {
  std::set<std::string> signs;
  for (const auto& row : cells)
    for (const std::string_view cell : row)
      signs.insert(parse_number(cell) ? digit : lower_case(std::string(cell)));
  if (plain.find(digit) == plain.npos) signs.erase(digit);
  for (const auto& [mark, meaning] : kMarks)
    if (plain.find(mark) != plain.npos) signs.emplace(mark);
  return signs;
}

double permission(std::string_view cell) {
  const std::string word = lower_case(std::string(cell));
  if (word == "true" || word == "t" || word == "o" || word == "#" || word == "yes") return 1.0;
  if (word == "false" || word == "f" || word == "x" || word == "." || word == "no" || word == "-")
    return 0.0;
  const auto number = parse_number(word);
  if (number && (*number == 0.0 || *number == 1.0)) return *number;
  if (word == "-inf" || word == "-∞" || word == "-infinity")
    throw InputError(message(
        "This is the mask that is added to the scores, with −∞ for what is blocked. Write 1 "
        "where the query may attend to the key, and 0 where it may not."));
  std::string text = message("'{}' is neither 1 (may attend) nor 0.", shown_token(cell));
  const bool may_be_several = cell.size() > 1 && std::all_of(cell.begin(), cell.end(), is_sign);
  if (may_be_several) add_sentence(text, message("Leave a space between two cells."));
  throw InputError(text);
}

// Of "x . .; x x .; x x x" one sign is meant to be open, and either of them can be; of "1 o o; 1 1
// o; 1 1 1" one is meant to be blocked.
void require_one_sign(const arma::mat& mask, const TypedCells& cells, std::string_view plain) {
  const bool is_open = mask.min() == 1.0;
  const std::set<std::string> signs = signs_in(cells, plain, is_open ? "1" : "0");
  if ((!is_open && !mask.is_zero()) || signs.size() < 2) return;
  const std::string &one = *signs.begin(), &other = *std::next(signs.begin());
  throw InputError(
      is_open
          ? message("'{}' and '{}' both stand for an open cell. Write 1 where the query may attend "
                    "to the key, and 0 where it may not.",
                    one, other)
          : message("'{}' and '{}' both stand for a blocked cell. Write 1 where the query may "
                    "attend to the key, and 0 where it may not.",
                    one, other));
}

}  // namespace

arma::mat typed_mask(std::string_view plain, const AnswerContext& context) {
  const std::string text = with_digits_for_marks(plain);
  TypedCells cells = typed_cells(text);
  if (are_rows_of_signs(cells, context)) cells = with_cells_apart(cells);
  const arma::mat mask = matrix_of(cells, permission);
  require_one_sign(mask, cells, plain);
  return mask;
}

}  // namespace attn

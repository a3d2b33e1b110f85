#include <algorithm>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/answer/answer.hpp"
#include "practice/answer/reading.hpp"

namespace attn {
namespace {

std::ptrdiff_t open_brackets(const std::string& text) {
  return std::count(text.begin(), text.end(), '[') - std::count(text.begin(), text.end(), ']');
}

// A row without the semicolon behind it, as it stands between two rows of one line.
std::string_view without_row_end(std::string_view line) {
  const bool ends_row = line.size() > 1 && line.find(';') == line.size() - 1;
  const bool is_bracketed = line.find_first_of("[]") != line.npos;
  return ends_row && !is_bracketed ? trimmed(line.substr(0, line.size() - 1)) : line;
}

// The signs that part cells and rows, as Japanese input writes them.
std::string in_plain_signs(std::string_view line) {
  std::string plain(line);
  for (const auto& [wide, sign] :
       {std::pair{"；", ";"}, {"［", "["}, {"］", "]"}, {"（", "("}, {"）", ")"}})
    replace_all(plain, wide, sign);
  return plain;
}

// "[1, 0]", "[1, 0]," and "(1 0)" as the row inside; "" for anything else.
std::string_view row_in_brackets(std::string_view line) {
  if (line.ends_with(',')) line = trimmed(line.substr(0, line.size() - 1));
  const bool are_pair = (line.starts_with('[') && line.ends_with(']')) ||
                        (line.starts_with('(') && line.ends_with(')'));
  const bool is_row =
      line.size() > 2 && are_pair && line.find_first_of("[]();", 1) == line.size() - 1;
  return is_row ? trimmed(line.substr(1, line.size() - 2)) : "";
}

arma::uword n_rows_in(const std::string& line) {
  return static_cast<arma::uword>(std::count(line.begin(), line.end(), ';')) + 1;
}

}  // namespace

AnswerInRows::AnswerInRows(const Field& field, AnswerContext context, const std::string& typed)
    : field_(field), context_(std::move(context)) {
  if (!has_rows() && open_brackets(typed) <= 0) return;  // one line, and it is whole
  for (std::size_t at = 0; at < typed.size() && !is_whole_;) {
    const std::size_t end = std::min(typed.find('\n', at), typed.size());
    add(typed.substr(at, end - at));
    at = end + 1;
  }
}

bool AnswerInRows::has_rows() const {
  return (field_.kind == FieldKind::matrix || field_.kind == FieldKind::mask) &&
         context_.n_rows > 1;
}

std::string AnswerInRows::add(const std::string& line) {
  const std::string plain = in_plain_signs(trimmed(line));
  const std::string part(has_open_bracket() ? plain : without_row_end(plain));
  if (part.empty()) return end();
  if (const std::string_view row = row_in_brackets(part);
      has_rows() && !has_open_bracket() && !row.empty())
    return add_row(std::string(row));
  if (is_single_row(part)) return add_row(part);
  if (begins_anew(part)) lines_.clear();
  lines_.push_back(part);
  is_whole_ = !has_open_bracket();
  return "";
}

// Not where a bracket is open, or opens one: its lines are read together once it is closed.
bool AnswerInRows::is_single_row(const std::string& line) const {
  const bool has_several =
      line.find(';') != line.npos || line.starts_with("[[") || are_all_rows(line);
  const bool goes_on = !is_empty() && text().find('[') == std::string::npos;
  const bool may_be_row = line.find('[') == line.npos || (goes_on && open_brackets(line) == 0);
  return has_rows() && !has_open_bracket() && !has_several && may_be_row;
}

// A whole matrix after all, where rows were typed before.
bool AnswerInRows::begins_anew(const std::string& line) const {
  return has_rows() && !has_open_bracket() &&
         (n_rows_in(line) >= context_.n_rows || line.starts_with("[[") || are_all_rows(line));
}

// "(1 0) (0 1)" and "1 0 | 0 1", where so many rows are asked for.
bool AnswerInRows::are_all_rows(const std::string& line) const {
  return rows_in_one_line(line, context_) != line;
}

// A matrix of single rows ends by itself, at its last one.
std::string AnswerInRows::end() {
  const bool is_bracketed = text().find('[') != std::string::npos;
  if (has_rows() && !is_bracketed && !is_empty())
    return message("Row {0} of {1} comes next.", next_row(), context_.n_rows);
  is_whole_ = !is_empty();
  return "";
}

// By itself for its length; then with the rows before it, so that what is said of it names its
// place.
std::string AnswerInRows::add_row(const std::string& line) {
  AnswerContext part = context_;
  part.n_rows = 0;  // some rows are not the whole
  const Reading alone = read_answer(field_, line, part);
  const bool is_column =
      is_empty() && context_.n_cols == 1 && alone.value && alone.value->n_elem == context_.n_rows;
  if (alone.value && !is_column && alone.value->n_cols != context_.n_cols)
    return message("Row {0}: {1} numbers were expected, and {2} were given.", next_row(),
                   context_.n_cols, alone.value->n_cols);
  const Reading reading = is_empty() ? alone : read_answer(field_, text() + "\n" + line, part);
  if (!reading.value) return reading.problem;
  lines_.push_back(line);
  is_whole_ = is_column || lines_.size() == context_.n_rows;
  return "";
}

bool AnswerInRows::take_back() {
  if (lines_.empty()) return false;
  lines_.pop_back();
  is_whole_ = false;
  return true;
}

AnswerInRows AnswerInRows::first(std::size_t n) const {
  AnswerInRows rows = *this;
  rows.lines_.resize(std::min(n, lines_.size()));
  rows.is_whole_ = is_whole_ && n >= lines_.size();
  return rows;
}

bool AnswerInRows::has_open_bracket() const { return open_brackets(text()) > 0; }

std::size_t AnswerInRows::next_row() const { return has_rows() ? lines_.size() + 1 : 0; }

std::string AnswerInRows::text() const {
  std::string text;
  for (const std::string& line : lines_)
    text += (text.empty() ? "" : has_rows() ? "\n" : " ") + line;
  return text;
}

}  // namespace attn

#include <algorithm>
#include <optional>
#include <set>

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/answer/answer.hpp"
#include "practice/answer/reading.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/formula/formula.hpp"

namespace attn {

namespace {

/// The longest choice, label or item, in bytes. Arithmetic has its own limit for numbers.
constexpr std::size_t kWordsLimit = 2000;

// Line ends that were typed as \n on a command line.
std::string with_line_ends(std::string_view plain) {
  if (plain.find_first_of("\r\n&") != plain.npos) return std::string(plain);
  std::string text;
  for (std::size_t at = 0; at < plain.size(); ++at) {
    const bool is_command = at + 2 < plain.size() && begins_name(plain[at + 2]);
    const bool is_line_end = plain.substr(at).starts_with("\\n") && !is_command;
    text += is_line_end ? '\n' : plain[at];
    if (is_line_end) ++at;
  }
  return text;
}

// The text of a matrix or mask without a name before it and what programs print around it.
std::string rows_of(std::string_view plain, const AnswerContext& context,
                    std::vector<std::string>& left_out) {
  std::string text = rows_in_plain_notation(with_line_ends(plain), context);
  // "weights ≈ 1 0"; inside a matrix such a sign stands before a cell.
  if (const std::string equal = with_equals_signs(text);
      without_name(equal, context.known_names()).size() < trimmed(equal).size())
    text = equal;
  const std::string bare =
      without_surroundings(without_name(text, context.known_names()), left_out);
  return without_program_words(without_labels(bare, context));
}

// Takes the sign of a transpose off the end of a matrix in brackets.
bool take_transpose(std::string& text) {
  for (const std::string_view sign : {"^T", "^{T}", "^\\top", "^{\\top}", "ᵀ", ".T"}) {
    const std::string_view all = text;
    if (!all.ends_with(sign)) continue;
    const std::string_view rest = trimmed(all.substr(0, all.size() - sign.size()));
    if (!rest.ends_with(']') && !rest.ends_with(')')) continue;
    text = std::string(rest);
    return true;
  }
  return false;
}

// Takes the product or quotient off the end of a matrix in brackets, or the factor before it:
// [[1, 2]]/sqrt(2), 1/sqrt(2) * [[1, 2]] and (1/2)[[1, 2]]. The result is what every cell is
// multiplied by.
double take_factor(std::string& text, const AnswerContext& context) {
  const auto open = text.find('['), close = text.rfind(']');
  if (open == text.npos || close == text.npos || close < open) return 1.0;
  int depth = 0;
  for (auto at = open; at < close; ++at) {
    depth += text[at] == '[' ? 1 : text[at] == ']' ? -1 : 0;
    if (depth == 0) return 1.0;  // several matrices, or rows without brackets around them all
  }
  const std::string before(trimmed(std::string_view(text).substr(0, open)));
  const std::string after(trimmed(std::string_view(text).substr(close + 1)));
  const bool is_behind = after.starts_with('/') || after.starts_with('*');
  if (is_behind && !after.starts_with("**")) {
    text.resize(close + 1);
    return arithmetic_value("1" + after, context.names);
  }
  const bool is_product = before.ends_with('*') && !before.ends_with("**");
  if (!after.empty() || (!is_product && !before.ends_with(')'))) return 1.0;
  text.erase(0, open);
  return arithmetic_value(is_product ? before + "1" : before, context.names);
}

// A row that was typed as a column, or the other way round, where only one of them can be meant.
void turn_if_meant(Reading& reading, const AnswerContext& context) {
  const arma::SizeMat given = arma::size(*reading.value), wanted(context.n_rows, context.n_cols);
  const bool is_line = wanted.n_rows == 1 || wanted.n_cols == 1;
  if (given == wanted || !is_line || given.n_rows != wanted.n_cols || given.n_cols != wanted.n_rows)
    return;
  reading.value = reading.value->t();
  reading.remarks.emplace_back(wanted.n_rows == 1
                                   ? translated("The column was read as the one row that is asked "
                                                "for.")
                                   : translated("The row was read as the one column that is asked "
                                                "for."));
}

void read_matrix(std::string_view plain, const AnswerContext& context, Reading& reading) {
  require_more_than_sameness(plain);
  std::string whole(trimmed(plain));
  const bool is_transposed = take_transpose(whole);
  const double factor = context.is_shape() ? 1.0 : take_factor(whole, context);
  std::vector<std::string> left_out;
  std::string text = rows_of(whole, context, left_out);
  if (context.is_shape()) {
    require_no_points_in_thousands(text);
    text = without_size_in_parentheses(text, context.n_cols, reading.remarks);
    text =
        shape_as_row(without_batch_of_one(text, context.n_cols, reading.remarks), context.n_cols);
  }
  const std::string as_typed = text;
  text = with_cells_at_commas(text, context.n_cols);
  reading.value = matrix_of(
      typed_cells(text), [&context](std::string_view cell) { return typed_cell(cell, context); });
  if (reading.value->n_elem != context.n_rows * context.n_cols &&
      has_decimal_commas(as_typed, context))
    throw InputError(message("The commas look like decimal commas. {}", decimal_point_advice()));
  if (!left_out.empty()) reading.remarks.push_back(remark_of_left_out(left_out));
  if (factor != 1.0) *reading.value *= factor;
  if (is_transposed) reading.value = reading.value->t();
  turn_if_meant(reading, context);
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

void read_expression(const Field& field, std::string_view plain, Reading& reading,
                     std::vector<std::string>& left_out) {
  if (!field.is_order) refuse_order(plain);
  const std::string formula = without_surroundings(without_name(plain, field.variables), left_out);
  constexpr auto kByHand = FormulaSpelling::by_hand;
  if (field.is_order) {
    reading.value = arma::vec(growth(formula, field.variables, kByHand));
    return;
  }
  const Expression expression = expression_of(formula, field.variables, kByHand);
  reading.value = samples_of(expression);
  reading.formula = expression;
}

// A full-width parenthesis has its blank inside: 262144（512×512）.
std::string with_parted_parentheses(std::string text) {
  replace_all(text, "（", " （");
  return in_plain_characters(text);
}

void read_number(std::string_view plain, const AnswerContext& context, Reading& reading) {
  const TypedNumber typed = typed_number(number_in_plain_notation(plain), context, reading.remarks);
  reading.value = single(typed.value);
  reading.digits = typed.text;
}

void read_as(const Field& field, const std::string& text, const std::string& plain,
             const AnswerContext& context, Reading& reading) {
  std::vector<std::string> left_out;
  switch (field.kind) {
    case FieldKind::number:
      read_number(
          without_asked_unit(field, without_surroundings(with_parted_parentheses(text), left_out)),
          context, reading);
      break;
    case FieldKind::matrix:
      return read_matrix(plain, context, reading);
    case FieldKind::mask:
      reading.value = typed_mask(rows_of(plain, context, left_out), context);
      break;
    case FieldKind::choice:
      reading.value = single(static_cast<double>(typed_choice(field, text)));
      return;
    case FieldKind::label:
      reading.value = single(static_cast<double>(typed_label(field, text)));
      return;
    case FieldKind::list:
      reading.value = row_of(typed_list(field, plain));
      return;
    case FieldKind::expression:
      read_expression(field, without_asked_unit(field, without_surroundings(plain, left_out)),
                      reading, left_out);
      break;
  }
  if (!left_out.empty()) reading.remarks.push_back(remark_of_left_out(left_out));
}

// The dots that may have been meant as decimal points.
void tell_product_signs(std::string_view plain, std::vector<std::string>& remarks) {
  for (const std::string_view dot : kMiddleDots)
    if (plain.find(dot) != plain.npos)
      remarks.push_back(message("'{}' was read as a multiplication sign.", dot));
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

Reading read_answer(const Field& field, const std::string& text, const AnswerContext& context) {
  Reading reading{.digits = text};
  std::string plain;
  try {
    require_readable(field, text);
    std::vector<std::string> remarks;
    plain = in_plain_characters(text, remarks);
    if (is_numeric(field.kind)) reading.remarks = std::move(remarks);
    read_as(field, text, plain, context, reading);
    if (is_numeric(field.kind)) tell_product_signs(plain, reading.remarks);
  } catch (const InputError& error) {
    reading.value.reset();
    reading.formula.reset();
    reading.problem = what_was_expected(field);
    add_sentence(reading.problem, with_typed_pieces(error.what(), text, plain));
  }
  return reading;
}

namespace {

bool has_word(const std::string& text, const std::string& word) {
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !goes_on_in_name(text[at - 1]);
    const auto end = at + word.size();
    if (begins && (end == text.size() || !goes_on_in_name(text[end]))) return true;
  }
  return false;
}

// Whether the page calls a number by that name: d_k. An English word is no such name, and of
// {{middle}} a page shows the number alone.
bool is_on_page(const Exercise& exercise, const std::string& name) {
  constexpr std::size_t kLongestSymbol = 2;
  if (name.size() > kLongestSymbol && name.find('_') == name.npos) return false;
  const auto has_it = [&name](const std::string& text) { return has_word(text, name); };
  if (exercise.pages.prompt.any_is(has_it)) return true;
  return std::any_of(exercise.fields.begin(), exercise.fields.end(),
                     [&](const Field& field) { return field.ask.any_is(has_it); });
}

std::map<std::string, double> known_numbers(Worksheet& worksheet) {
  const Exercise& exercise = worksheet.exercise();
  std::set<std::string> fields;
  for (const Field& field : exercise.fields) fields.insert(field.name);
  std::map<std::string, double> known;
  for (const auto& [name, definition] : exercise.definitions) {
    const bool is_given =
        std::find(exercise.given.begin(), exercise.given.end(), name) != exercise.given.end();
    if (!is_given && (!is_on_page(exercise, name) || worksheet.depends_on(name, fields))) continue;
    try {
      const auto* const numbers = std::get_if<arma::mat>(&worksheet.value(name));
      if (numbers != nullptr && numbers->n_elem == 1) known[name] = (*numbers)(0);
    } catch (const InputError&) {
      // what cannot be computed has no number
    }
  }
  return known;
}

}  // namespace

std::vector<std::string> AnswerContext::known_names() const {
  std::vector<std::string> known;
  for (const auto& [name, value] : names) known.push_back(name);
  return known;
}

AnswerContext answer_context(const Worksheet& worksheet, const Field& field,
                             const std::map<std::string, double>& answered) {
  if (!field.has_cells()) return {};
  Worksheet truths = worksheet;
  const arma::mat& truth = truths.numbers(field.name);
  AnswerContext context;
  for (const auto& [language, text] : field.ask.texts) context.question += lower_case(text) + "\n";
  context.n_rows = truth.n_rows;
  context.n_cols = truth.n_cols;
  context.is_mask = field.kind == FieldKind::mask;
  context.row_labels = field.row_labels;
  context.col_labels = field.col_labels;
  context.is_whole = asks_whole_numbers(field, truth);
  if (field.kind == FieldKind::number) {
    context.is_whole = context.is_whole || asked_decimals(field.tolerance).value_or(1) <= 0;
    context.takes_degrees = field.takes_degrees;
  }
  if (field.is_numeric()) {
    context.names = known_numbers(truths);
    for (const auto& [name, value] : answered) context.names[name] = value;
    context.names.erase(field.name);
  }
  return context;
}

namespace {

// The size of a text's first `n` lines that are not blank, with the blank ones among them.
std::size_t size_of_lines(std::string_view text, arma::uword n) {
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size() && n > 0;) {
    const std::size_t line_end = std::min(text.find('\n', at), text.size());
    if (!trimmed(text.substr(at, line_end - at)).empty()) end = line_end, --n;
    at = line_end + 1;
  }
  return end;
}

bool has_asked_size(const Field& field, const arma::mat& given, const AnswerContext& context) {
  return !field.has_cells() || (given.n_rows == context.n_rows && given.n_cols == context.n_cols);
}

// The answer in the first `n` lines, where it is whole and what follows it is none.
std::optional<EntryReading> answer_above(arma::uword n, const Field& field,
                                         const AnswerEntry& entry, const AnswerContext& context) {
  const std::size_t end = size_of_lines(entry.text, n);
  const auto from = entry.text.find_first_not_of(kSpaces, end);
  if (from == entry.text.npos) return std::nullopt;
  const std::string next = entry.text.substr(from, entry.text.find('\n', from) - from);
  if (read_answer(field, next, context).value) return std::nullopt;
  EntryReading above{.text = entry.text.substr(0, end), .reading = {}};
  above.reading = read_answer(field, above.text, context);
  if (!above.reading.value || !has_asked_size(field, *above.reading.value, context))
    return std::nullopt;
  const auto n_above =
      std::count(entry.text.begin(), entry.text.begin() + static_cast<std::ptrdiff_t>(from), '\n');
  above.has_unread_lines = true;
  above.reading.remarks.push_back(message(
      "Line {0}, '{1}', is no answer and was not read. Put # before a remark.",
      std::to_string(entry.line + static_cast<std::size_t>(n_above)), preview(trimmed(next))));
  return above;
}

// All of the text; where that cannot be read, and somebody wrote something else below an answer,
// the answer.
EntryReading answer_in_lines(const Field& field, const AnswerEntry& entry,
                             const AnswerContext& context) {
  EntryReading whole{.text = entry.text, .reading = read_answer(field, entry.text, context)};
  if (whole.reading.value || entry.named_at == 0) return whole;
  for (const arma::uword n : {field.has_cells() ? context.n_rows : 1, arma::uword{1}})
    if (auto above = answer_above(n, field, entry, context)) return *above;
  return whole;
}

std::string given_again(const AnswerEntry& entry) {
  constexpr std::size_t kMost = 5;
  if (entry.named_at == 0)
    return translated("This is answered more than once: the last answer counts.");
  std::vector<std::string> lines;
  for (const std::size_t line : entry.earlier) lines.push_back(std::to_string(line));
  return message("This is answered more than once: line {0} counts, and not line {1}.",
                 std::to_string(entry.named_at), listed_first(lines, kMost));
}

}  // namespace

EntryReading read_entry(const Field& field, const AnswerEntry& entry,
                        const AnswerContext& context) {
  EntryReading read{.text = entry.text};
  if (entry.problem.empty())
    read = answer_in_lines(field, entry, context);
  else
    read.reading.problem = entry.problem;
  if (!entry.earlier.empty()) read.reading.remarks.push_back(given_again(entry));
  return read;
}

}  // namespace attn

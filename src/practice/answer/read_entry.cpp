#include "practice/answer/read_entry.hpp"

#include <algorithm>
#include <optional>

#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {
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

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/number.hpp"
#include "base/text.hpp"
#include "grading/handout/handout.hpp"
#include "grading/handout/handout_parts.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/judge/check.hpp"
#include "render/html/html.hpp"
#include "render/text/text.hpp"

namespace attn {

namespace {

std::string answer_html(const RightAnswer& answer) {
  const std::string text = html_text(joined(answer.lines, "\n"));
  return answer.is_matrix ? fmt::format("<pre>{}</pre>", text) : text;
}

// All that is right at a question, with "or" between.
std::string answers_html(const std::vector<RightAnswer>& answers) {
  std::string html = answer_html(answers.front());
  for (std::size_t i = 1; i < answers.size(); ++i)
    html += fmt::format(" <div class=\"or\"><span class=\"quiet\">{}</span> {}</div>",
                        html_text(translated("or")), answer_html(answers[i]));
  return html;
}

std::string key_row(const Worksheet& worksheet, const Field& field, std::size_t number) {
  const std::string remark =
      field.is_graded ? allowed_on_paper(field) : std::string(translated("not graded"));
  return fmt::format(
      "<tr><th scope=\"row\"><span class=\"place\">{}</span> {}</th><td>{}</td><td>{}</td></tr>\n",
      number, html_text(field.name), answers_html(right_answers(worksheet, field)),
      html_text(remark));
}

// Which variant it is stands at each exercise: a page begins with any of them.
std::string key_title(const Exercise& exercise, std::uint64_t variant) {
  const std::string title = fmt::format("<span class=\"place\">{}</span> {}", exercise.number,
                                        local_html(exercise.title));
  if (exercise.variant.empty()) return title;
  return title + fmt::format(" <span class=\"variant\">{}</span>",
                             html_text(message("variant {}", variant)));
}

std::string key_of(const Exercise& exercise, std::uint64_t variant) {
  const std::string title = key_title(exercise, variant);
  if (exercise.program)
    return fmt::format("<section class=\"exercise\">\n<h3>{}</h3>\n<p>{}</p>\n</section>\n", title,
                       html_text(translated("A program: attn exercise grade marks it.")));
  const Worksheet worksheet(exercise, variant);
  std::string html = fmt::format(
      "<section class=\"exercise\">\n<h3>{}</h3>\n<div class=\"scroll\">\n<table class=\"key\">\n"
      "<caption class=\"hidden\">{}</caption>\n<thead><tr><th scope=\"col\">{}</th>"
      "<th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr></thead>\n<tbody>\n",
      title, html_text(exercise.title.here()), html_text(translated("Question")),
      html_text(translated("Answer")), html_text(translated("Allowed error")));
  for (std::size_t i = 0; i < exercise.fields.size(); ++i)
    html += key_row(worksheet, exercise.fields[i], i + 1);
  return html + "</tbody></table>\n</div>\n</section>\n";
}

// The exercises of a handout that have variants, or those that have none.
std::string keys_of(const Handout& handout, bool have_variants, std::uint64_t variant) {
  std::string html;
  for (const Exercise& exercise : handout.exercises)
    if (exercise.variant.empty() != have_variants) html += key_of(exercise, variant);
  return html;
}

std::string section(const std::string& heading, const std::string& keys) {
  if (keys.empty()) return "";
  return fmt::format("<section class=\"variant\">\n<h2>{}</h2>\n{}</section>\n", html_text(heading),
                     keys);
}

// Whoever has a variant, in the order of the copies.
std::map<std::uint64_t, std::vector<std::string>> students_by_variant(const Handout& handout) {
  std::map<std::uint64_t, std::vector<std::string>> students;
  for (const HandoutCopy& copy : handout.copies) {
    std::vector<std::string>& names = students[copy.variant];
    if (!copy.student.empty()) names.push_back(copy.student);
  }
  return students;
}

}  // namespace

std::string answer_key_html(const Handout& handout) {
  const std::string title = message("{} worksheet: answers", handout.course);
  HtmlPage page{.language = language_code(), .title = title, .style = sheet_style()};
  page.body = fmt::format("<main class=\"answers\">\n<h1>{}</h1>\n", html_text(title));
  page.body += section(translated("The same for everybody"), keys_of(handout, false, 0));
  for (const auto& [variant, names] : students_by_variant(handout))
    page.body += section(names.empty() ? message("Variant {}", variant)
                                       : message("Variant {0} ({1})", variant, listed(names)),
                         keys_of(handout, true, variant));
  page.body += "</main>\n";
  return html_document(page);
}

namespace {

// Digits that tell a right number from one that is off by more than a part of itself.
int digits_within(double relative) {
  return 1 + static_cast<int>(std::ceil(-std::log10(relative)));
}

std::string written_out(double value, const Tolerance& given) {
  const Tolerance tolerance = asked_tolerance(given);
  if (tolerance.decimals) return fixed_number(value, *tolerance.decimals);
  if (tolerance.significant) return significant_text(value, *tolerance.significant);
  if (const auto decimals = asked_decimals(given))
    return fixed_number(value, std::max(0, *decimals + 1));
  return tolerance.relative > 0 ? significant_text(value, digits_within(tolerance.relative))
                                : plain_number(value);
}

bool is_whole(const arma::mat& matrix) {
  return arma::all(arma::vectorise(matrix == arma::round(matrix)));
}

RightAnswer in_rows(const Field& field, const arma::mat& matrix) {
  const bool whole = is_whole(matrix);
  const auto text = [&](arma::uword row, arma::uword col) {
    const double value = matrix(row, col);
    return with_minus_sign(whole ? plain_number(value) : written_out(value, field.tolerance));
  };
  unsigned width = 0;
  for (arma::uword row = 0; row < matrix.n_rows; ++row)
    for (arma::uword col = 0; col < matrix.n_cols; ++col)
      width = std::max(width, display_width(text(row, col)));
  RightAnswer answer{.is_matrix = matrix.n_elem > 1};
  for (arma::uword row = 0; row < matrix.n_rows; ++row) {
    std::string& line = answer.lines.emplace_back();
    for (arma::uword col = 0; col < matrix.n_cols; ++col)
      line += (col == 0 ? "" : "  ") + pad_left(text(row, col), width);
  }
  return answer;
}

RightAnswer as_right(const Field& field, const arma::mat& truth) {
  const arma::mat answer = answer_of(field, truth);
  return field.has_cells() ? in_rows(field, answer) : RightAnswer{{answer_text(field, answer)}};
}

bool is_among(const std::vector<RightAnswer>& answers, const RightAnswer& one) {
  return std::any_of(answers.begin(), answers.end(),
                     [&](const RightAnswer& other) { return other.lines == one.lines; });
}

}  // namespace

std::vector<RightAnswer> right_answers(const Worksheet& worksheet, const Field& field) {
  std::vector<RightAnswer> answers{as_right(field, worksheet.numbers(field.name))};
  for (const Alternative& reading : worksheet.exercise().alternatives) {
    if (!reading.accepted || (reading.printed && worksheet.variant() != 0)) continue;
    const auto& truth = worksheet.under(reading, field);
    if (!truth || compare(field, answer_of(field, *truth), worksheet.numbers(field.name)).matches())
      continue;
    RightAnswer answer = as_right(field, *truth);
    if (const auto formula = reading.formulas.find(field.name);
        field.kind == FieldKind::expression && formula != reading.formulas.end())
      answer.lines = {formula->second};
    if (!is_among(answers, answer)) answers.push_back(std::move(answer));
  }
  return answers;
}

std::string allowed_on_paper(const Field& field) {
  return field.is_numeric() ? allowed_text(field.tolerance) : "";
}

}  // namespace attn

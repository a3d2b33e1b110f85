#include "grading/handout/handout.hpp"

#include <fmt/format.h>

#include "grading/handout/handout_parts.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/course/course.hpp"
#include "practice/program/program.hpp"
#include "render/html/html.hpp"

namespace attn {

namespace {

constexpr unsigned kBelowExercise = 3;  // the level of headings within an exercise
constexpr std::size_t kProgramLines = 12;

// What is said about the form of an answer; on paper, an option is ticked.
std::string form_on_paper(const Field& field, const arma::mat& truth) {
  const std::string form =
      field.kind == FieldKind::choice ? translated("tick one") : wanted_form(field, truth);
  return "(" + form + ")" +
         (field.is_graded ? "" : " " + std::string(translated("This one is not graded.")));
}

std::string question_html(const Field& field, std::size_t number, const arma::mat& truth) {
  return fmt::format(
             "<section class=\"question\">\n<h4><span class=\"place\">{}</span> {}</h4>\n"
             "<p class=\"ask\">{} <span class=\"form\">{}</span></p>\n",
             number, html_text(field.name), local_html(field.ask),
             html_text(form_on_paper(field, truth))) +
         room_to_write(field, arma::size(truth)) + "</section>\n";
}

std::string questions_html(const Exercise& exercise, const Worksheet& worksheet) {
  std::string html = fmt::format("<h3>{}</h3>\n", html_text(translated("What is asked")));
  for (std::size_t i = 0; i < exercise.fields.size(); ++i)
    html += question_html(exercise.fields[i], i + 1, worksheet.numbers(exercise.fields[i].name));
  return html;
}

std::string program_html(const Worksheet& worksheet) {
  return document_html(program_form(worksheet), kBelowExercise) +
         fmt::format("<section class=\"question\">\n<h3>{}</h3>\n",
                     html_text(translated("Your plan"))) +
         ruled_lines(kProgramLines) + "</section>\n";
}

std::string exercise_html(const Handout& handout, const Exercise& exercise,
                          const HandoutCopy& copy) {
  const std::uint64_t variant = variant_in(exercise, copy);
  Worksheet worksheet(exercise, variant);
  std::string html = "<section class=\"exercise\">\n";
  html += fmt::format("<h2><span class=\"place\">{}</span> {}</h2>\n", exercise.number,
                      local_html(exercise.title));
  if (!exercise.source.empty())
    html += fmt::format("<p class=\"quiet\">{}</p>\n",
                        html_text(message("see {}", exercise.source.here())));
  html += fmt::format("<div class=\"prompt\"{}>\n{}</div>\n", lang_attribute(exercise.pages.prompt),
                      document_html(own_prompt(exercise, worksheet), kBelowExercise));
  html += exercise.program ? program_html(worksheet) : questions_html(exercise, worksheet);
  return html + fmt::format("<p class=\"check\">{} <code>{}</code></p>\n</section>\n",
                            html_text(exercise.program
                                          ? translated("To write the program and have it checked:")
                                          : translated("To have your answers checked:")),
                            html_text(handout.command(exercise, variant)));
}

// Stands on top of each page of the copy.
std::string running_head(const Handout& handout, const HandoutCopy& copy) {
  std::string html =
      fmt::format("<header class=\"running\"><p><span>{}</span>", html_text(handout.course));
  if (!copy.student.empty()) html += fmt::format(" <span>{}</span>", html_text(copy.student));
  if (handout.has_variants())
    html += fmt::format(" <span class=\"variant\">{}</span>",
                        html_text(message("variant {}", copy.variant)));
  return html + "</p></header>\n";
}

std::string line_for(const std::string& what, const std::string& written, const char* length) {
  const std::string room = written.empty() ? fmt::format("<span class=\"line {}\"></span>", length)
                                           : fmt::format("<b>{}</b>", html_text(written));
  return fmt::format("<span class=\"fill\">{} {}</span>\n", html_text(what), room);
}

std::string copy_html(const Handout& handout, const HandoutCopy& copy) {
  std::string html = fmt::format("<article class=\"sheet\" lang=\"{}\">\n", language_code());
  html += running_head(handout, copy) + "<div class=\"content\">\n";
  html += fmt::format("<h1>{}</h1>\n<p class=\"student\">\n{}{}{}</p>\n",
                      html_text(message("{} worksheet", handout.course)),
                      line_for(translated("Student number"), "", "date"),
                      line_for(translated("Name"), copy.student, "name"),
                      line_for(translated("Date"), "", "date"));
  for (const Exercise& exercise : handout.exercises) html += exercise_html(handout, exercise, copy);
  return html + "</div>\n</article>\n";
}

// In the language of a student, and back, whatever happens.
std::string copy_in_its_language(const Handout& handout, const HandoutCopy& copy) {
  if (!handout.speak) return copy_html(handout, copy);
  handout.speak(copy.language);
  try {
    std::string html = copy_html(handout, copy);
    handout.speak("");
    return html;
  } catch (...) {
    handout.speak("");
    throw;
  }
}

}  // namespace

std::uint64_t variant_in(const Exercise& exercise, const HandoutCopy& copy) {
  return exercise.variant.empty() ? 0 : copy.variant;
}

std::string handout_html(const Handout& handout) {
  HtmlPage page{.language = language_code(),
                .title = message("{} worksheet", handout.course),
                .style = sheet_style()};
  page.body = "<main class=\"handout\">\n";
  for (const HandoutCopy& copy : handout.copies) page.body += copy_in_its_language(handout, copy);
  page.body += "</main>\n";
  return html_document(page);
}

std::string lang_attribute(const LocalText& text) {
  const std::string& code = text.language_here();
  if (code.empty() || code == language_code()) return "";
  return fmt::format(" lang=\"{}\"", html_text(code));
}

std::string local_html(const LocalText& text) {
  const std::string attribute = lang_attribute(text), html = lines_html(text.here());
  return attribute.empty() ? html : fmt::format("<span{}>{}</span>", attribute, html);
}

namespace {

// More columns than these need narrower cells to fit between the margins.
constexpr arma::uword kMostWide = 8, kMostNarrow = 14;

const char* width_of_cells(arma::uword n_cols) {
  if (n_cols <= kMostWide) return "grid";
  return n_cols <= kMostNarrow ? "grid narrow" : "grid tight";
}

std::string empty_grid(const Field& field, const arma::SizeMat& shape) {
  const HtmlGrid grid{.kind = width_of_cells(shape.n_cols),
                      .caption = message("{0}: a table to fill in, {1} × {2}", field.name,
                                         shape.n_rows, shape.n_cols),
                      .n_rows = shape.n_rows,
                      .n_cols = shape.n_cols,
                      .row_labels = field.row_labels,
                      .col_labels = field.col_labels,
                      .hides_caption = true};
  return "<div class=\"scroll\">\n" + grid_html(grid) + "</div>\n";
}

// Options that say no more than their letters stand in one row.
std::string boxes_to_tick(const Field& field) {
  const std::vector<std::string> letters = field.option_letters();
  bool are_letters = true;
  std::string items;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const LocalText& text = field.options[i].text;
    const bool is_letter = text.here().empty() || text.here() == letters[i];
    are_letters = are_letters && is_letter;
    items += fmt::format("<li><span class=\"box\">☐</span> <b>{}</b>{}</li>\n",
                         html_text(letters[i]), is_letter ? "" : " " + local_html(text));
  }
  return fmt::format("<ul class=\"boxes{}\">\n{}</ul>\n", are_letters ? " letters" : "", items);
}

std::string numbered_lines(std::size_t n) {
  std::string html = "<ol class=\"lines\">\n";
  for (std::size_t i = 0; i < n; ++i) html += "<li><span class=\"line short\"></span></li>\n";
  return html + "</ol>\n";
}

}  // namespace

std::string ruled_lines(std::size_t n) {
  std::string html = "<div class=\"ruled\">\n";
  for (std::size_t i = 0; i < n; ++i) html += "<span class=\"line\"></span>\n";
  return html + "</div>\n";
}

std::string room_to_write(const Field& field, const arma::SizeMat& shape) {
  switch (field.kind) {
    case FieldKind::matrix:
    case FieldKind::mask:
      return empty_grid(field, shape);
    case FieldKind::choice:
      return boxes_to_tick(field);
    case FieldKind::list:
      return field.count > 1 ? numbered_lines(field.count) : "<span class=\"line short\"></span>\n";
    case FieldKind::number:
    case FieldKind::label:
      return "<span class=\"line short\"></span>\n";
    case FieldKind::expression:
      return "<span class=\"line\"></span>\n";
  }
  return "";
}

}  // namespace attn

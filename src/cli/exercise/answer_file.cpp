#include "cli/exercise/answer_file.hpp"

#include "base/message.hpp"
#include "cli/exercise/session.hpp"
#include "practice/course/course.hpp"
#include "render/text/document.hpp"

namespace attn {
namespace {

// A page as remarks of an answer file.
std::string as_remarks(const Document& page) {
  constexpr unsigned kWidth = 79;  // and the mark of a remark
  std::string text = document_text(page, Layout{.width = kWidth}), remarks;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    remarks += line.empty() ? "#\n" : "#" + line + "\n";
    at = end + 1;
  }
  return remarks;
}

std::string asked_in_file(const Field& field, const arma::mat& truth, std::size_t place,
                          std::size_t n) {
  Document page{{Heading{message("{0} of {1}   {2}", place, n, field.name), 2},
                 Paragraph{question_text(field, truth)}}};
  append_options(page, field);
  return as_remarks(page) + field.name + " =\n";
}

}  // namespace

std::string answer_file_text(const Exercise& exercise, Worksheet& worksheet) {
  if (!exercise.pages.answer_template.empty()) return template_text(exercise, worksheet.variant());
  std::string text = template_text(exercise, worksheet.variant()) + "\n";
  Document head{{Heading{exercise_name(exercise)}}};
  append(head, given_values(exercise, worksheet));
  head.pieces.emplace_back(Paragraph{
      translated("Write the answers after the equals signs; a matrix row by row, below the sign. "
                 "What stands behind a # is not read.")});
  text += as_remarks(head);
  for (std::size_t i = 0; i < exercise.fields.size(); ++i) {
    const Field& field = exercise.fields[i];
    text +=
        "\n" + asked_in_file(field, worksheet.numbers(field.name), i + 1, exercise.fields.size());
  }
  return text;
}

}  // namespace attn

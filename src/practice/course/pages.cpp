#include "practice/course/pages.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/answer/wanted_form.hpp"
#include "practice/course/markdown.hpp"
#include "practice/course/page_values.hpp"
#include "practice/program/program_form.hpp"

namespace attn {
namespace {

// Where the exercise is from, and which numbers these are.
std::string origin_of(const Exercise& exercise, std::uint64_t variant) {
  std::string origin = exercise.source.empty() ? "" : message("see {}", exercise.source.here());
  if (variant == 0) return origin;
  if (!origin.empty()) origin += "   ";
  return origin + message("variant {}", variant);
}

// The names that a page shows, each once.
std::vector<std::string> names_shown(std::string_view markdown) {
  std::vector<std::string> names;
  for (auto found = find_placeholder(markdown, 0); found;
       found = find_placeholder(markdown, found->end))
    if (std::find(names.begin(), names.end(), found->name) == names.end())
      names.push_back(found->name);
  return names;
}

// The name of the entry that a line of a template begins; "" if it begins none.
std::string_view entry_name(std::string_view line) {
  const std::size_t equals = line.find('='), first = line.find_first_not_of(" \t");
  if (equals == std::string_view::npos || first >= equals) return "";
  const std::string_view name = line.substr(first, equals - first);
  return name.substr(0, name.find_last_not_of(" \t") + 1);
}

}  // namespace

std::string exercise_name(const Exercise& exercise) {
  const std::string number = exercise.number == 0 ? "" : std::to_string(exercise.number) + " ";
  return number + exercise.id + " — " + exercise.title.here();
}

std::string question_text(const Field& field, const arma::mat& truth) {
  std::string text = field.ask.here() + "\n" + wanted_form(field, truth);
  if (!field.is_graded) text += "\n" + std::string(translated("This one is not graded."));
  return text;
}

Document own_prompt(const Exercise& exercise, Worksheet& worksheet) {
  return read_markdown(exercise.pages.prompt.here(), page_values(worksheet, /*has_answers=*/false));
}

Document introduction_page(const Exercise& exercise, Worksheet& worksheet) {
  Document page;
  page.pieces.emplace_back(Heading{exercise_name(exercise)});
  if (const std::string origin = origin_of(exercise, worksheet.variant()); !origin.empty())
    page.pieces.emplace_back(LabelledLine{"", origin, LabelledLine::Mood::quiet});
  for (Piece& piece : own_prompt(exercise, worksheet).pieces)
    page.pieces.push_back(std::move(piece));
  return page;
}

Document prompt_page(const Exercise& exercise, Worksheet& worksheet) {
  Document page = introduction_page(exercise, worksheet);
  if (exercise.program) {
    for (Piece& piece : program_form(worksheet).pieces) page.pieces.push_back(std::move(piece));
    return page;
  }
  page.pieces.emplace_back(Heading{translated("What is asked"), 2});
  for (const Field& field : exercise.fields) {
    page.pieces.emplace_back(
        LabelledLine{field.name, question_text(field, worksheet.numbers(field.name))});
    append_options(page, field);
  }
  return page;
}

Document given_values(const Exercise& exercise, Worksheet& worksheet) {
  const Placeholders values = page_values(worksheet, /*has_answers=*/false);
  MatrixRow matrices;
  std::string others;
  for (const std::string& name : names_shown(exercise.pages.prompt.here())) {
    const Piece piece = values.piece(name);
    if (const auto* matrix = std::get_if<MatrixRow>(&piece))
      matrices.matrices.push_back(matrix->matrices.front());
    else
      others += (others.empty() ? "" : "   ") + kept_together(name + " = " + values.text(name));
  }
  Document page;
  if (!others.empty()) page.pieces.emplace_back(Paragraph{others});
  if (!matrices.matrices.empty()) page.pieces.emplace_back(std::move(matrices));
  return page;
}

void append_options(Document& page, const Field& field) {
  if (field.kind != FieldKind::choice) return;
  const std::vector<std::string> letters = field.option_letters();
  const auto is_letter_alone = [](const Option& option, const std::string& letter) {
    return option.text.here() == letter;
  };
  if (std::equal(field.options.begin(), field.options.end(), letters.begin(), is_letter_alone))
    return;
  for (std::size_t place = 0; place < letters.size(); ++place)
    page.pieces.emplace_back(ListItem{letters[place], field.options[place].text.here(), 1});
}

Document own_page(const LocalText& markdown, Worksheet& worksheet) {
  return read_markdown(markdown.here(), page_values(worksheet, /*has_answers=*/true));
}

Document solution_page(const Exercise& exercise, Worksheet& worksheet) {
  Document page = own_page(exercise.pages.solution, worksheet);
  for (const auto& [extension, text] : exercise.pages.program_solutions) {
    page.pieces.emplace_back(Heading{"solution." + extension, 2});
    page.pieces.emplace_back(CodeBlock{split(trimmed(text), '\n')});
  }
  return page;
}

std::string template_text(const Exercise& exercise, std::uint64_t variant) {
  std::array<std::pair<std::string_view, std::string>, 2> entries{
      {{"exercise", "exercise = " + exercise.id + "\n"},
       {"variant", "variant = " + std::to_string(variant) + "\n"}}};
  std::string rest = exercise.pages.answer_template, body, head;
  for (std::size_t at = 0; at < rest.size();) {
    const std::size_t end = std::min(rest.find('\n', at), rest.size() - 1) + 1;
    std::string line = rest.substr(at, end - at);
    at = end;
    for (auto& [name, text] : entries)
      if (entry_name(line) == name) line = std::exchange(text, "");
    body += line;
  }
  for (const auto& [name, text] : entries) head += text;
  return head.empty() || body.empty() ? head + body : head + "\n" + body;
}

}  // namespace attn

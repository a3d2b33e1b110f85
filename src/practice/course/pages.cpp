#include <algorithm>
#include <array>
#include <utility>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/course/course.hpp"
#include "practice/judge/check.hpp"
#include "practice/program/program.hpp"

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
  page.add(Heading{exercise_name(exercise)});
  if (const std::string origin = origin_of(exercise, worksheet.variant()); !origin.empty())
    page.add(LabelledLine{"", origin, LabelledLine::Mood::quiet});
  page.add(own_prompt(exercise, worksheet));
  return page;
}

Document prompt_page(const Exercise& exercise, Worksheet& worksheet) {
  Document page = introduction_page(exercise, worksheet);
  if (exercise.program) {
    page.add(program_form(worksheet));
    return page;
  }
  page.add(Heading{translated("What is asked"), 2});
  for (const Field& field : exercise.fields) {
    page.add(LabelledLine{field.name, question_text(field, worksheet.numbers(field.name))});
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
  if (!others.empty()) page.add(Paragraph{others});
  if (!matrices.matrices.empty()) page.add(std::move(matrices));
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
    page.add(ListItem{letters[place], field.options[place].text.here(), 1});
}

Document own_page(const LocalText& markdown, Worksheet& worksheet) {
  return read_markdown(markdown.here(), page_values(worksheet, /*has_answers=*/true));
}

Document solution_page(const Exercise& exercise, Worksheet& worksheet) {
  Document page = own_page(exercise.pages.solution, worksheet);
  for (const auto& [extension, text] : exercise.pages.program_solutions) {
    page.add(Heading{"solution." + extension, 2});
    page.add(CodeBlock{split(trimmed(text), '\n')});
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

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "data/matrix/json_text.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/program/program.hpp"

namespace attn {

namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;
using Words = std::vector<std::string>;

constexpr int kLongestQuoted = 60;

// --- requests
// --------------------------------------------------------------------------------------

OrderedJson rows_json(const arma::mat& matrix) {
  OrderedJson rows = OrderedJson::array();
  for (arma::uword i = 0; i < matrix.n_rows; ++i) {
    OrderedJson row = OrderedJson::array();
    for (const double number : arma::rowvec(matrix.row(i))) row.push_back(json_number(number));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string json_request(const Worksheet& numbers) {
  const Exercise& exercise = numbers.exercise();
  OrderedJson request = OrderedJson::object();
  for (const std::string& name : exercise.given) {
    const RecipeValue& value = numbers.value(name);
    if (const auto* words = std::get_if<Words>(&value))
      request[name] = *words;
    else if (exercise.program->single_numbers.contains(name))
      request[name] = json_number(numbers.numbers(name)(0));
    else
      request[name] = rows_json(numbers.numbers(name));
  }
  return request.dump() + "\n";
}

// A whole number has all its digits, "200000" and not "2e+05": a program reads it as one.
std::string token_of(double number) {
  constexpr double kLargestWhole = 1e15;
  const bool is_whole = number == std::floor(number) && std::abs(number) < kLargestWhole;
  return is_whole ? std::to_string(static_cast<long long>(number)) : exact(number);
}

std::string line_of_numbers(const arma::rowvec& row) {
  std::string line;
  for (const double number : row) line += (line.empty() ? "" : " ") + token_of(number);
  return line + "\n";
}

std::string token_request(const Worksheet& numbers) {
  const Exercise& exercise = numbers.exercise();
  std::string text;
  for (const std::string& name : exercise.given) {
    const RecipeValue& value = numbers.value(name);
    if (const auto* words = std::get_if<Words>(&value)) {
      text += std::to_string(words->size()) + "\n";
      for (const std::string& word : *words) text += word + "\n";
      continue;
    }
    const arma::mat& matrix = numbers.numbers(name);
    if (!exercise.program->single_numbers.contains(name))
      text += fmt::format("{} {}\n", matrix.n_rows, matrix.n_cols);
    for (arma::uword i = 0; i < matrix.n_rows; ++i) text += line_of_numbers(matrix.row(i));
  }
  return text;
}

arma::mat rounded_for_show(const arma::mat& matrix) {
  constexpr double kShown = 1e4;
  return arma::round(matrix * kShown) / kShown;
}

OrderedJson shown_json(const Field& field, const arma::mat& truth) {
  if (field.kind == FieldKind::number) return json_number(truth(0));
  if (field.kind != FieldKind::list) return rows_json(rounded_for_show(truth));
  OrderedJson words = OrderedJson::array();
  for (const double place : answer_of(field, truth))
    words.push_back(field.items[static_cast<std::size_t>(place)]);
  return words;
}

std::string shown_tokens(const Field& field, const arma::mat& truth) {
  std::string text;
  if (field.kind != FieldKind::list) {
    for (arma::uword i = 0; i < truth.n_rows; ++i)
      text += line_of_numbers(rounded_for_show(truth).row(i));
    return text;
  }
  for (const double place : answer_of(field, truth))
    text += (text.empty() ? "" : " ") + field.items[static_cast<std::size_t>(place)];
  return text + "\n";
}

// --- replies
// ---------------------------------------------------------------------------------------

/// A reply that cannot be read: what is wrong with it.
struct Unreadable {
  std::string why;
};

[[noreturn]] void refuse_reply(std::string why) { throw Unreadable{std::move(why)}; }

// Rows are named as programs count them.
[[noreturn]] void refuse_rows(const std::string& name, arma::uword row, std::size_t length,
                              arma::uword first_length) {
  refuse_reply(message("{0}[{1}] has length {2}, and {0}[0] has length {3}.", name, row, length,
                       first_length));
}

// Programs print what JSON does not know: "NaN" in Python, "-nan" and "-inf" in C++. Outside texts
// no number becomes null, and an infinite one the text of its name, as some libraries write it.
std::string with_words_for_no_numbers(const std::string& text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  std::string changed;
  bool in_text = false;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '"' && (at == 0 || text[at - 1] != '\\')) in_text = !in_text;
    const std::size_t sign = !in_text && (text[at] == '-' || text[at] == '+') ? 1 : 0;
    std::size_t end = at + sign;
    while (!in_text && end < text.size() && is_letter(text[end])) ++end;
    const std::string word = text.substr(at + sign, end - at - sign);
    const std::size_t taken = std::max<std::size_t>(end - at, 1);
    if (word == "NaN" || word == "nan")
      changed += "null";
    else if (word == "Infinity" || word == "inf")
      changed += text[at] == '-' ? "\"-Infinity\"" : "\"Infinity\"";
    else
      changed += text.substr(at, taken);
    at += taken;
  }
  return changed;
}

double number_of(const Json& value, const std::string& name) {
  if (value.is_null()) return arma::datum::nan;
  if (value == "Infinity") return arma::datum::inf;
  if (value == "-Infinity") return -arma::datum::inf;
  if (value.is_boolean()) return value.get<bool>() ? 1.0 : 0.0;
  if (!value.is_number())
    refuse_reply(message(
        "{0}: a number was expected, but found {1}.", name,
        preview(value.dump(-1, ' ', false, Json::error_handler_t::replace), kLongestQuoted)));
  return value.get<double>();
}

arma::mat matrix_of(const Json& value, const std::string& name) {
  const bool has_rows = value.is_array() && !value.empty() &&
                        std::all_of(value.begin(), value.end(),
                                    [](const Json& row) { return row.is_array() && !row.empty(); });
  if (!has_rows)
    refuse_reply(message("{}: a list of rows was expected, such as [[1, 2], [3, 4]].", name));
  // Their lengths before their numbers: the first could make room for far more than there are.
  for (std::size_t i = 0; i < value.size(); ++i)
    if (value[i].size() != value.front().size())
      refuse_rows(name, i, value[i].size(), value.front().size());
  arma::mat matrix(value.size(), value.front().size());
  for (arma::uword i = 0; i < matrix.n_rows; ++i)
    for (arma::uword j = 0; j < matrix.n_cols; ++j)
      matrix(i, j) = number_of(value[i][j], fmt::format("{}[{}][{}]", name, i, j));
  return matrix;
}

// The place of a word that is not used yet; two items may be spelled alike.
std::size_t place_of_item(const Field& field, const std::string& word, std::vector<bool>& used) {
  bool is_item = false;
  for (std::size_t place = 0; place < field.items.size(); ++place) {
    if (field.items[place] != word) continue;
    is_item = true;
    if (used[place]) continue;
    used[place] = true;
    return place;
  }
  if (is_item) refuse_reply(message("{0}: {1} is listed twice.", field.name, preview(word)));
  refuse_reply(message("{0}: {1} is none of {2}.", field.name, preview(word), listed(field.items)));
}

arma::mat items_of(const Field& field, const Words& words) {
  if (words.size() != field.count)
    refuse_reply(message("{0}: {1} words were expected, and there are {2}.", field.name,
                         field.count, words.size()));
  arma::mat places(1, words.size());
  std::vector<bool> used(field.items.size());
  for (arma::uword i = 0; i < places.n_cols; ++i)
    places(i) = static_cast<double>(place_of_item(field, words[i], used));
  return places;
}

Words words_of(const Json& value, const std::string& name) {
  const bool is_list =
      value.is_array() &&
      std::all_of(value.begin(), value.end(), [](const Json& one) { return one.is_string(); });
  if (!is_list) refuse_reply(message("{}: a list of words was expected.", name));
  return value.get<Words>();
}

arma::mat value_of(const Field& field, const Json& value) {
  switch (field.kind) {
    case FieldKind::number:
      return arma::mat{number_of(value, field.name)};
    case FieldKind::list:
      return items_of(field, words_of(value, field.name));
    default:
      return matrix_of(value, field.name);
  }
}

// The whole reply must be one document: what stands before or behind it is quoted.
Json document_of(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (text[first] != '{') {
    const std::string line = text.substr(first, text.find_first_of("\r\n", first) - first);
    refuse_reply(
        message("One JSON object was expected on standard output, and it begins with “{}”. "
                "What is for you goes to standard error.",
                preview(trimmed(line), kLongestQuoted)));
  }
  try {
    return parsed_json(with_words_for_no_numbers(text), translated("standard output"),
                       translated("One JSON object was expected, and nothing else."));
  } catch (const InputError& error) {
    refuse_reply(error.what());
  }
}

std::map<std::string, arma::mat> json_values(const std::string& text, const Exercise& exercise) {
  const Json document = document_of(text);
  if (!document.is_object())
    refuse_reply(translated("One JSON object was expected, and nothing else."));
  std::map<std::string, arma::mat> values;
  Words names;
  for (const Field& field : exercise.fields) {
    names.push_back(field.name);
    if (!document.contains(field.name))
      refuse_reply(message("The reply has no {}.", "\"" + field.name + "\""));
    values[field.name] = value_of(field, document[field.name]);
  }
  for (const auto& [name, value] : document.items())
    if (std::find(names.begin(), names.end(), name) == names.end())
      refuse_reply(message("The reply has {0}, which was not asked for. It should have: {1}.",
                           preview(name), listed(names)));
  return values;
}

/// The lines of a reply that have something on them, as words.
class TokenLines {
 public:
  // With `is_word_a_line`, words that stand side by side are as good as below one another.
  TokenLines(std::string text, bool is_word_a_line) {
    if (is_word_a_line) std::replace(text.begin(), text.end(), ' ', '\n');
    if (is_word_a_line) std::replace(text.begin(), text.end(), '\t', '\n');
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
      std::istringstream words(line);
      Words found;
      for (std::string word; words >> word;) found.push_back(word);
      if (!found.empty()) lines_.push_back(std::move(found));
    }
  }

  bool is_at_end() const { return at_ == lines_.size(); }
  std::size_t left() const { return lines_.size() - at_; }
  const Words& line() const { return lines_[at_]; }

  Words take(const std::string& name) {
    if (is_at_end()) refuse_reply(message("The reply ends before {}.", name));
    return lines_[at_++];
  }

 private:
  std::vector<Words> lines_;
  std::size_t at_ = 0;
};

double token_number(const std::string& token, const std::string& name) {
  if (const auto number = parse_number(token)) return *number;
  refuse_reply(
      message("{0}: a number was expected, but found {1}.", name, preview(token, kLongestQuoted)));
}

arma::mat token_value(const Field& field, TokenLines& lines, std::size_t n_rows) {
  if (field.kind == FieldKind::list) return items_of(field, lines.take(field.name));
  std::vector<Words> rows;
  for (std::size_t i = 0; i < n_rows; ++i) {
    rows.push_back(lines.take(field.name));
    if (rows[i].size() != rows[0].size())
      refuse_rows(field.name, i, rows[i].size(), rows[0].size());
  }
  arma::mat matrix(n_rows, rows[0].size());
  for (arma::uword i = 0; i < matrix.n_rows; ++i)
    for (arma::uword j = 0; j < matrix.n_cols; ++j)
      matrix(i, j) = token_number(rows[i][j], field.name);
  return matrix;
}

// The last matrix takes all lines that are left, so that a wrong number of rows is seen as such.
std::map<std::string, arma::mat> token_values(const std::string& text, const Worksheet& numbers) {
  const std::vector<Field>& fields = numbers.exercise().fields;
  // Rows need their lines, single numbers do not.
  TokenLines lines(text, std::all_of(fields.begin(), fields.end(), [](const Field& field) {
                     return field.kind == FieldKind::number;
                   }));
  std::map<std::string, arma::mat> values;
  for (const Field& field : fields) {
    const bool is_last = &field == &fields.back();
    const bool is_matrix = field.kind == FieldKind::matrix || field.kind == FieldKind::mask;
    const std::size_t expected = is_matrix ? numbers.numbers(field.name).n_rows : 1;
    const std::size_t n_rows = is_matrix && is_last && !lines.is_at_end() ? lines.left() : expected;
    values[field.name] = token_value(field, lines, n_rows);
  }
  if (!lines.is_at_end())
    refuse_reply(message("The reply goes on after its end: {}.",
                         preview(lines.line().front(), kLongestQuoted)));
  return values;
}

}  // namespace

std::string request_text(const Worksheet& numbers) {
  return numbers.exercise().program->contract == Contract::json ? json_request(numbers)
                                                                : token_request(numbers);
}

std::string example_reply(const Worksheet& numbers) {
  const Exercise& exercise = numbers.exercise();
  const bool is_json = exercise.program->contract == Contract::json;
  OrderedJson reply = OrderedJson::object();
  std::string text;
  for (const Field& field : exercise.fields) {
    const arma::mat& truth = numbers.numbers(field.name);
    if (is_json)
      reply[field.name] = shown_json(field, truth);
    else
      text += shown_tokens(field, truth);
  }
  return is_json ? reply.dump() + "\n" : text;
}

Reply read_reply(const std::string& printed, const Worksheet& numbers) {
  Reply reply;
  // Programs of some systems begin whatever they print with it.
  const std::string text(without_byte_order_mark(printed));
  try {
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
      refuse_reply(translated("The program printed nothing on standard output."));
    reply.values = numbers.exercise().program->contract == Contract::json
                       ? json_values(text, numbers.exercise())
                       : token_values(text, numbers);
  } catch (const Unreadable& refused) {
    reply.fault = refused.why;
  }
  return reply;
}

Worksheet numbers_of_case(const Exercise& exercise, const ProgramCheck& check, std::size_t number,
                          std::uint64_t variant) {
  return Worksheet::of_request(exercise, check.cases[number - 1],
                               fmt::format("{}.{}", check.name, number), variant);
}

const ProgramCheck& check_named(const Exercise& exercise, const std::string& name) {
  std::vector<std::string> names;
  for (const ProgramCheck& check : exercise.program->checks) {
    if (check.name == name) return check;
    names.push_back(check.name);
  }
  throw InputError(
      message("there is no check {0}. The checks are: {1}.", preview(name), listed(names)));
}

void require_case(const ProgramCheck& check, std::size_t number) {
  if (number < 1 || number > check.cases.size())
    throw InputError(
        message("{0} has the cases {0}.1 to {0}.{1}.", check.name, check.cases.size()));
}

std::string request_of(const Exercise& exercise, const std::string& check, std::size_t number,
                       std::uint64_t variant) {
  const ProgramCheck& named = check_named(exercise, check);
  require_case(named, number);
  return request_text(numbers_of_case(exercise, named, number, variant));
}

namespace {

// A matrix of JSON that is too wide for a page, a line for each of its rows.
void append_value(CodeBlock& block, std::string value) {
  constexpr std::size_t kWidest = 75;  // of 80 columns, where blocks are indented
  if (value.size() > kWidest) {
    const std::string indent(value.find("[[") + 1, ' ');
    for (std::size_t end = 0; (end = value.find("],[")) != std::string::npos;) {
      block.lines.push_back(value.substr(0, end + 2));
      value.replace(0, end + 2, indent);
    }
  }
  block.lines.push_back(value);
}

// The lines of a request or a reply; of one long line of JSON, a line for each of its values.
CodeBlock block_of(const std::string& text, Contract contract) {
  CodeBlock block;
  if (contract == Contract::tokens) {
    block.lines = split(trimmed(text), '\n');
    return block;
  }
  std::string line;
  int depth = 0;
  for (const char c : trimmed(text)) {
    depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
    line += c;
    if (c == ',' && depth == 1) {
      append_value(block, line);
      line = " ";
    }
  }
  append_value(block, line);
  return block;
}

std::string limits_text(const Program& program) {
  return message(
      "Each request is a run of its own, with at most {0} s of computing and {1} MiB of "
      "memory. Standard error is yours: it is shown when a check fails.",
      plain_number(program.limits.cpu_seconds), program.limits.memory_bytes >> 20);
}

}  // namespace

Document program_form(const Worksheet& numbers) {
  const Exercise& exercise = numbers.exercise();
  const Program& program = *exercise.program;
  Document page;
  page.add(Heading{translated("What your program reads"), 2});
  page.add(block_of(request_text(numbers), program.contract));
  page.add(Heading{translated("What it prints"), 2});
  page.add(block_of(example_reply(numbers), program.contract));
  for (const Field& field : exercise.fields) page.add(LabelledLine{field.name, field.ask.here()});
  page.add(Heading{translated("What is checked"), 2});
  for (const ProgramCheck& check : program.checks)
    page.add(LabelledLine{check.name, check.title.here()});
  page.add(Paragraph{limits_text(program)});
  return page;
}

}  // namespace attn

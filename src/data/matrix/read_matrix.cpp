#include "data/matrix/read_matrix.hpp"

#include <fmt/core.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "data/matrix/arrays.hpp"
#include "data/matrix/json_text.hpp"
#include "data/matrix/text_formats.hpp"

namespace attn {

namespace {

bool has_ending(const std::string& path, const char* ending) {
  return lower_case(path).ends_with(ending);
}

bool exists(const std::string& path) {
  struct stat facts {};
  return ::stat(path.c_str(), &facts) == 0;
}

const std::string kStandardInput = "/dev/stdin";

// The formats that hold several matrices.
enum class Several { npz, safetensors, json };
constexpr std::pair<const char*, Several> kSeveral[] = {
    {".npz", Several::npz}, {".safetensors", Several::safetensors}, {".json", Several::json}};

// A pipe has no ending to go by, so what it holds says what it is.
bool is_known_by_content(const std::string& path) { return is_descriptor(path) || is_pipe(path); }

// JSON with several rows has commas; what prints as [1 2] or [[1 2] in lines is a table.
bool looks_like_json(std::string_view text) {
  text = trimmed(without_byte_order_mark(text));
  if (!text.starts_with('[')) return text.starts_with('{');
  return trimmed(text.substr(1)).starts_with('[') && text.find(',') != text.npos;
}

// The ASCII in a text of which each character takes two bytes: enough to know JSON by.
std::string ascii_of_utf16(std::string_view text) {
  if (has_utf16_mark(text)) text.remove_prefix(2);
  std::string ascii(text);
  std::erase(ascii, '\0');
  return ascii;
}

// The format of some bytes that begin as a file of several matrices does. JSON in UTF-16 is JSON:
// whoever reads it converts it.
std::optional<Several> several_in(std::string_view bytes) {
  using namespace std::string_view_literals;
  constexpr std::size_t kHeaderAt =
      8;  // behind its length, of which no header fills the last bytes
  if (bytes.starts_with("PK\x03\x04")) return Several::npz;
  const std::string_view length = bytes.substr(0, kHeaderAt);
  if (length.ends_with("\0\0\0"sv) && bytes.substr(length.size()).starts_with('{'))
    return Several::safetensors;
  const bool is_wide = has_utf16_mark(bytes) || bytes.substr(0, 2).find('\0') != bytes.npos;
  if (is_wide ? looks_like_json(ascii_of_utf16(bytes)) : looks_like_json(bytes))
    return Several::json;
  return {};
}

std::optional<Several> several_by_ending(const std::string& path) {
  for (const auto& [ending, kind] : kSeveral)
    if (has_ending(path, ending)) return kind;
  return {};
}

std::optional<Several> several_at(const std::string& path) {
  if (is_known_by_content(path)) return several_in(read_file(path, kBinaryLimit));
  return several_by_ending(path);
}

}  // namespace

ArrayLocation location_of(const std::string& argument) {
  if (argument == "-") return {kStandardInput, std::nullopt};
  if (argument.starts_with("-:")) return {kStandardInput, argument.substr(2)};
  const std::string lower = lower_case(argument);
  std::size_t colon = argument.npos;
  for (const auto& [ending, kind] : kSeveral) {
    const auto at = lower.find(std::string(ending) + ":");
    if (at != lower.npos) colon = std::min(colon, at + std::strlen(ending));
  }
  const auto last = argument.rfind(':');
  if (colon == argument.npos && last != argument.npos && is_descriptor(argument.substr(0, last)))
    colon = last;
  if (colon == argument.npos || exists(argument)) return {argument, std::nullopt};
  return {argument.substr(0, colon), argument.substr(colon + 1)};
}

namespace {

using Reader = arma::mat (*)(std::string_view, const std::string&);

struct Format {
  const char* ending;
  std::uintmax_t size_limit;
  Reader read;
};

constexpr Format kFormats[] = {{".csv", kTextLimit, read_csv},
                               {".tsv", kTextLimit, read_tsv},
                               {".npy", kBinaryLimit, read_npy}};

// Whether an argument is the path of a file, be it there or not.
bool names_file(const std::string& argument) {
  const std::string path = location_of(argument).path;
  const auto ends_so = [&](const Format& format) { return has_ending(path, format.ending); };
  return exists(path) || is_descriptor(path) ||
         std::any_of(std::begin(kFormats), std::end(kFormats), ends_so) || several_by_ending(path);
}

arma::mat read_one_of_several(const ArrayLocation& location, const std::vector<std::string>& keys) {
  const MatrixFile file(location.path);
  return file.get(location.key ? *location.key : chosen_key(location.path, file.keys(), keys));
}

arma::mat read_by_content(const ArrayLocation& location, const std::vector<std::string>& keys) {
  const std::string& path = location.path;
  const std::string bytes = read_file(path, kBinaryLimit);
  if (several_in(bytes)) return read_one_of_several(location, keys);
  if (location.key)
    throw InputError(message("{}: there is one matrix, and it has no name. Leave out ':{}'.", path,
                             preview(*location.key)));
  if (bytes.starts_with("\x93NUMPY")) return read_npy(bytes, path);
  return read_csv(read_file(path, kTextLimit), path);
}

arma::mat read_located(const ArrayLocation& location, const std::vector<std::string>& keys) {
  if (is_known_by_content(location.path)) return read_by_content(location, keys);
  for (const Format& format : kFormats) {
    if (!has_ending(location.path, format.ending)) continue;
    return format.read(read_file(location.path, format.size_limit), location.path);
  }
  if (several_at(location.path)) return read_one_of_several(location, keys);
  throw InputError(
      message("{}: a file ending in .csv, .tsv, .npy, .npz, .safetensors or .json was expected, or "
              "a matrix written out, such as \"1 0; 0 1\".",
              preview(location.path, 200)));
}

[[noreturn]] void refuse_ending(const std::string& path) {
  if (is_known_by_content(path))
    throw InputError(message(
        "{}: several matrices were expected, as a .npz, .safetensors or .json has them.", path));
  constexpr const char* kPickles[] = {".pt", ".pth", ".bin", ".ckpt", ".pkl"};
  for (const char* const ending : kPickles) {
    if (!has_ending(path, ending)) continue;
    throw InputError(
        message("{}: a file ending in {} is a pickle, which is never opened because that can run "
                "code. Save the tensors with safetensors.torch.save_file(state_dict, "
                "'w.safetensors').",
                path, ending));
  }
  throw InputError(message(
      "{}: a file of several matrices, ending in .npz, .safetensors or .json, was expected.",
      path));
}

}  // namespace

MatrixFile::MatrixFile(const std::string& given) : path_(given == "-" ? kStandardInput : given) {
  if (has_ending(path_, ".safetensors.index.json")) {
    throw InputError(
        message("{}: this is the index of a model in several files, and has no numbers. Give the "
                "file that it names for the layer.",
                path_));
  }
  const std::optional<Several> kind = several_at(path_);
  if (!kind) refuse_ending(path_);
  switch (*kind) {
    case Several::npz:
      archive_ = read_file(path_, kBinaryLimit);
      keys_ = npz_names(archive_, path_);
      break;
    case Several::safetensors:
      read_safetensors();
      break;
    case Several::json:
      json_.emplace(read_file(path_, kJsonLimit), path_);
      keys_ = json_->keys();
  }
}

void MatrixFile::read_safetensors() {
  std::uintmax_t size = 0;
  ReadBytes read;
  if (is_known_by_content(path_)) {
    const auto bytes = std::make_shared<const std::string>(read_file(path_, kBinaryLimit));
    size = bytes->size();
    read = [bytes](std::uintmax_t offset, std::size_t count) {
      return bytes->substr(offset, count);
    };
  } else {
    const auto file = std::make_shared<const File>(path_);
    size = file->size();
    read = [file](std::uintmax_t offset, std::size_t count) { return file->bytes(offset, count); };
  }
  keys_ = safetensors_.emplace(size, read, path_).keys();
}

bool MatrixFile::has(const std::string& key) const {
  return std::find(keys_.begin(), keys_.end(), key) != keys_.end();
}

Tensor MatrixFile::tensor(const std::string& key) const {
  return safetensors_ ? safetensors_->tensor(key) : npz_tensor(archive_, path_, key);
}

arma::mat MatrixFile::get(const std::string& key) const {
  return json_ ? json_->get(key) : matrix_of(tensor(key));
}

arma::rowvec MatrixFile::get_row(const std::string& key) const {
  return json_ ? json_->get_row(key) : row_of(tensor(key));
}

arma::mat MatrixFile::get_joined(const std::string& key) const {
  return json_ ? json_->get(key) : joined_matrix_of(tensor(key));
}

arma::mat read_matrix(const std::string& argument, const std::string& flag,
                      const std::vector<std::string>& keys) {
  if (looks_inline(argument) || (!names_file(argument) && has_mostly_numbers(argument)))
    return read_inline(argument, flag);
  return with_flag(flag, [&] { return read_located(location_of(argument), keys); });
}

std::vector<arma::mat> read_matrices(const std::string& path, const std::string& flag,
                                     const std::vector<std::string>& names) {
  return with_flag(flag, [&] {
    const MatrixFile file(path);
    std::vector<arma::mat> matrices;
    matrices.reserve(names.size());
    for (const std::string& name : names) matrices.push_back(file.get(name));
    return matrices;
  });
}

namespace {

// The sign beyond ASCII that a text begins with, of those that stand in numbers: 分の is read,
// middle dots are a slip for a point and refused where they stand. "" for none.
std::string_view sign_in_number(std::string_view text) {
  for (const std::string_view dot : kMiddleDots)
    if (text.starts_with(dot)) return dot;
  return text.starts_with("分の") ? "分の" : "";
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// The word True or False that a text begins with; "" for any other.
std::string_view leading_truth_value(std::string_view text) {
  constexpr std::size_t kMoreThanFalse = 6;  // of a longer word, no more is looked at
  const std::string_view start = text.substr(0, kMoreThanFalse);
  const auto end = std::find_if_not(start.begin(), start.end(), is_letter);
  const std::string_view word = start.substr(0, static_cast<std::size_t>(end - start.begin()));
  return truth_value(word) ? word : "";
}

double cell_value(std::string_view text, const std::string& name, std::size_t row, std::size_t col,
                  const std::string& hint) {
  const std::optional<double> value = number_in_cell(text, name);
  if (value && std::isfinite(*value)) return *value;

  const std::string place = cell_place(row, col);
  if (text.empty()) refuse_empty_cell(name, place);
  if (value) refuse_not_finite(name, place, text);
  refuse_text(name, place, text, hint);
}

// Where numbers are parted by blanks, or by a comma and a blank, a comma between two digits is
// inside a number; and nobody writes 000 or 05 for a number of its own.
void refuse_commas_in_numbers(std::string_view row_text, const std::string& name, std::size_t row) {
  const std::string_view text = trimmed(row_text, kBlanks);
  const bool has_blanks = text.find_first_of(kBlanks) != text.npos;
  for (auto at = text.find(','); at != text.npos; at = text.find(',', at + 1)) {
    if (at == 0 || at + 1 == text.size()) continue;
    const std::string_view behind = text.substr(at + 1);
    if (!is_ascii_digit(text[at - 1]) || !is_ascii_digit(behind.front())) continue;
    const auto begin = text.find_last_of(", \t", at - 1);
    const std::size_t first = begin == text.npos ? 0 : begin + 1;
    const std::size_t end = std::min(behind.find_first_of(", \t"), behind.size());
    const std::string_view number = text.substr(first, at + 1 + end - first);
    const bool is_doubtful = has_doubtful_comma(number) && (has_blanks || are_decimals(behind));
    if (is_doubtful)
      throw InputError(message("{}: {}: {}", name, row_place(row), doubt_about_comma(number)));
    if (are_decimals(behind)) refuse_text(name, row_place(row), number, decimal_point_advice());
    if (has_blanks)
      throw InputError(
          message("{}: {}: '{}' has commas as well as spaces between its numbers. {} "
                  "Separate the numbers in one way.",
                  name, row_place(row), preview(text), decimal_point_advice()));
  }
}

std::vector<double> row_cells(std::string_view text, const std::string& name, std::size_t row,
                              bool has_padding) {
  refuse_commas_in_numbers(text, name, row);
  const std::string hint =
      translated("Cells are separated by spaces or commas, rows by semicolons.");
  std::vector<double> cells;
  std::string_view before;  // where only blanks are between it and the next cell
  for (std::string_view rest = trimmed(text, kBlanks); !rest.empty();) {
    const auto end = std::min(rest.find_first_of(" \t,"), rest.size());
    const std::string_view cell = rest.substr(0, end);
    if (!has_padding && are_parted_thousands(before, cell))
      throw InputError(
          message("{}: {}: {}", name, row_place(row), doubt_about_blank(before, cell)));
    cells.push_back(cell_value(cell, name, row, cells.size(), hint));
    rest = trimmed(rest.substr(end), kBlanks);
    before = rest.starts_with(',') ? std::string_view() : cell;
    if (!rest.starts_with(',')) continue;
    rest = trimmed(rest.substr(1), kBlanks);
    if (rest.empty()) refuse_empty_cell(name, cell_place(row, cells.size()));
  }
  return cells;
}

// The same where bars separate the cells, so that commas are decimal marks.
std::vector<double> barred_cells(std::string_view text, const std::string& name, std::size_t row) {
  const std::string hint = translated("Cells are separated by bars here, rows by semicolons.");
  std::vector<double> cells;
  for (const std::string& between : split(text, '|')) {
    const std::string_view cell = trimmed(between, kBlanks);
    if (has_doubtful_comma(cell))
      throw InputError(message("{}: {}: {}", name, row_place(row), doubt_about_comma(cell)));
    cells.push_back(cell_value(cell, name, row, cells.size(), hint));
  }
  return cells;
}

// Of a text, the first character, if it is a number by itself: ½, and no digit.
std::string_view leading_fraction(std::string_view text) {
  const std::string_view character = text.substr(0, first_code_point(text).n_bytes);
  return character.size() > 1 && written_number(character) ? character : "";
}

}  // namespace

bool looks_inline(const std::string& argument) {
  bool has_value = false, was_digit = false, was_letter = false;
  const std::string plain = in_plain_characters(argument);
  for (std::string_view rest = plain; !rest.empty();) {
    const std::string_view word = was_letter ? std::string_view() : leading_truth_value(rest);
    if (!word.empty()) {
      has_value = true;
      rest.remove_prefix(word.size());
      continue;
    }
    if (const std::string_view fraction = leading_fraction(rest); !fraction.empty()) {
      has_value = true;
      rest.remove_prefix(fraction.size());
      continue;
    }
    const std::string_view sign = sign_in_number(rest);
    const bool is_slash = rest.front() == '/' && was_digit;  // that of a fraction; a path has ./1
    const bool is_known = !sign.empty() || is_slash ||
                          std::string_view("+-.eE%,;| \t").find(rest.front()) != rest.npos;
    was_digit = is_ascii_digit(rest.front());
    was_letter = is_letter(rest.front());
    if (!is_known && !was_digit) return false;
    has_value = has_value || was_digit;
    rest.remove_prefix(std::max<std::size_t>(sign.size(), 1));
  }
  return has_value;
}

bool has_mostly_numbers(const std::string& argument) {
  const std::string plain = in_plain_characters(argument);
  std::size_t n_cells = 0, n_numbers = 0;
  for (std::string_view rest = plain; !rest.empty();) {
    const auto end = std::min(rest.find_first_of(" \t,;|"), rest.size());
    if (end > 0) ++n_cells;
    if (end > 0 && written_number(rest.substr(0, end))) ++n_numbers;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return n_cells > 1 && 2 * n_numbers >= n_cells;
}

arma::mat read_inline(const std::string& argument, const std::string& name) {
  const std::string plain = in_plain_characters(argument);
  std::string_view rest = trimmed(plain, kBlanks);
  if (rest.ends_with(';')) rest = trimmed(rest.substr(0, rest.size() - 1), kBlanks);
  if (rest.empty()) refuse_no_numbers(name);

  const std::vector<std::string> row_texts = split(rest, ';');
  const bool has_bars = plain.find('|') != plain.npos;
  const bool has_padding = std::any_of(row_texts.begin(), row_texts.end(), begins_padded);
  std::vector<double> cells;
  std::size_t rows = 0;
  std::size_t cols = 0;
  for (const std::string& text : row_texts) {
    const std::vector<double> row =
        has_bars ? barred_cells(text, name, rows) : row_cells(text, name, rows, has_padding);
    if (rows == 0) cols = row.size();
    if (row.size() != cols) refuse_ragged(name, row_place(0), cols, row_place(rows), row.size());
    cells.insert(cells.end(), row.begin(), row.end());
    ++rows;
  }
  if (cells.empty()) refuse_no_numbers(name);
  return arma::mat(cells.data(), cols, rows).t();
}

namespace {

using Json = nlohmann::json;

std::string shown(const Json& value) {
  if (value.is_array()) return value.empty() ? "[]" : "[...]";
  if (value.is_object()) return "{...}";
  if (value.is_string()) return '"' + preview(value.get_ref<const std::string&>()) + '"';
  return value.dump();
}

[[noreturn]] void refuse_rowless(const std::string& name, const Json& given) {
  throw InputError(
      message("{}: a list of rows was expected, such as [[1, 2], [3, 4]], but '{}' was given. Put "
              "every row in brackets, and brackets around all rows.",
              name, preview(shown(given))));
}

/// Checked before the matrix is made, so that no text can ask for more cells than it holds.
void require_rows(const Json& rows, const std::string& name) {
  if (!rows.is_array()) refuse_rowless(name, rows);
  if (rows.empty()) refuse_no_numbers(name);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].is_array()) refuse_rowless(name, rows[i]);
    if (rows[i].size() != rows[0].size()) {
      refuse_ragged(name, row_place(0), rows[0].size(), row_place(i), rows[i].size());
    }
  }
  if (rows[0].empty()) refuse_no_numbers(name);
}

double cell_value(const Json& cell, const std::string& name, std::size_t row, std::size_t col) {
  if (cell.is_number()) return cell.get<double>();
  if (cell.is_boolean()) {
    tell_truth_values(name);
    return cell.get<bool>() ? 1.0 : 0.0;
  }
  if (const auto number = python_number(cell))
    refuse_not_finite(name, cell_place(row, col), fmt::to_string(*number));
  refuse_text(name, cell_place(row, col), shown(cell),
              message("Cells are numbers, true or false, without quotation marks."));
}

arma::mat matrix_of(const Json& rows, const std::string& name) {
  require_rows(rows, name);
  arma::mat value(rows.size(), rows[0].size(), arma::fill::none);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t col = 0; col < rows[row].size(); ++col) {
      value(row, col) = cell_value(rows[row][col], name, row, col);
    }
  }
  return value;
}

using NamedJson = std::vector<std::pair<std::string, const Json*>>;

std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

bool is_trace(const Json& root) {
  return text_at(root, "schema").starts_with("attn.trace/") && root.contains("stages") &&
         root["stages"].is_array();
}

/// NamedJson as in an archive of the same trace.
NamedJson stages_of(const Json& trace) {
  NamedJson stages;
  for (const Json& stage : trace["stages"]) {
    const std::string id = stage.is_object() ? text_at(stage, "id") : "";
    if (id.empty() || !stage.contains("data")) continue;
    stages.emplace_back(stage_key(text_at(stage, "group"), id), &stage["data"]);
  }
  return stages;
}

NamedJson matrices_in(const Json& root, const std::string& name) {
  if (root.is_array()) return {{"", &root}};
  if (!root.is_object()) refuse_rowless(name, root);
  if (is_trace(root)) return stages_of(root);
  NamedJson members;
  for (const auto& [key, value] : root.items()) {
    if (value.is_array()) members.emplace_back(key, &value);
  }
  return members;
}

}  // namespace

struct JsonMatrices::Document {
  Document(std::string_view text, const std::string& given_name)
      : name(given_name),
        root(parsed_python_json(text, name,
                                message("A matrix is a list of rows, such as [[1, 2], [3, 4]]."))),
        matrices(matrices_in(root, name)) {
    for (const auto& [key, value] : matrices) keys.push_back(key);
  }
  Document(const Document&) = delete;  // `matrices` points into `root`
  Document& operator=(const Document&) = delete;

  const Json& at(const std::string& key) const {
    const Json* found = nullptr;
    for (const auto& [candidate, value] : matrices) {
      if (candidate != key) continue;
      if (found != nullptr) refuse_twice(name, key);
      found = value;
    }
    if (found == nullptr) refuse_missing_key(name, key, keys);
    return *found;
  }

  /// What the matrix is called where it is refused.
  std::string place(const std::string& key) const {
    return key.empty() ? name : key_place(name, key);
  }

  const std::string name;
  const Json root;
  const NamedJson matrices;
  std::vector<std::string> keys;
};

JsonMatrices::JsonMatrices(std::string_view text, const std::string& name)
    : document_(std::make_shared<const Document>(text, name)) {}

const std::vector<std::string>& JsonMatrices::keys() const { return document_->keys; }

arma::mat JsonMatrices::get(const std::string& key) const {
  return matrix_of(document_->at(key), document_->place(key));
}

arma::rowvec JsonMatrices::get_row(const std::string& key) const {
  const Json& given = document_->at(key);
  const bool is_flat = given.is_array() && !given.empty() && !given[0].is_array();
  const arma::mat rows = matrix_of(is_flat ? Json::array({given}) : given, document_->place(key));
  if (rows.n_rows == 1) return rows;
  throw InputError(
      message("{}: one row was expected, one number for each column, but there are {}. Keep one.",
              document_->place(key), rows.n_rows));
}

arma::mat read_json_matrix(std::string_view text, const std::string& name,
                           const std::vector<std::string>& preferred) {
  const JsonMatrices matrices(text, name);
  return matrices.get(chosen_key(name, matrices.keys(), preferred));
}

}  // namespace attn

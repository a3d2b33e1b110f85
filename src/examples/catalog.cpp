#include "examples/catalog.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "base/number.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "data/toml/toml.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytesOfChapters = std::size_t{1} << 16;

// What belongs to attn is missing: nothing that was typed can mend that.
void require_installed(const std::string& file) {
  std::error_code ignored;
  if (fs::is_regular_file(file, ignored)) return;
  throw SurroundingsError(
      message("the examples of attn are missing: there is no {}. Install attn again.", file));
}

std::vector<Chapter> read_chapters(const std::string& file) {
  require_installed(file);
  const TomlValue tree = read_toml(file_bytes(file, kMostBytesOfChapters), file);
  TomlTable table({&tree, file, ""});
  std::vector<Chapter> chapters;
  for (TomlTable& each : table.tables("chapter")) {
    chapters.push_back({each.need("id").text(), each.need("title").local_text()});
    each.finish();
  }
  table.finish();
  return chapters;
}

std::vector<std::string> toml_files_in(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (at->path().extension() == ".toml") files.push_back(at->path().string());
  std::sort(files.begin(), files.end());
  return files;
}

std::string name_of_file(const std::string& file) { return fs::path(file).stem().string(); }

}  // namespace

ExampleCatalog::ExampleCatalog(std::string folder)
    : folder_(std::move(folder)), chapters_(read_chapters(folder_ + "/chapters.toml")) {
  for (const Chapter& chapter : chapters_)
    for (std::string& file : toml_files_in(fs::path(folder_) / chapter.id))
      files_.push_back(std::move(file));
}

const Chapter& ExampleCatalog::chapter(const std::string& id) const {
  for (const Chapter& chapter : chapters_)
    if (chapter.id == id) return chapter;
  throw std::out_of_range("no chapter " + id);
}

std::vector<std::string> ExampleCatalog::names() const {
  std::vector<std::string> names;
  for (const std::string& file : files_) names.push_back(name_of_file(file));
  return names;
}

std::vector<NamedExample> ExampleCatalog::examples_of(const std::string& command) const {
  std::vector<NamedExample> examples;
  for (const std::string& file : files_) {
    NamedExample example = read_example(file);
    if (example.command == command) examples.push_back(std::move(example));
  }
  return examples;
}

NamedExample ExampleCatalog::example(const std::string& name) const {
  for (const std::string& file : files_)
    if (name_of_file(file) == name) return read_example(file);
  const std::string meant = nearest(name, names());
  if (meant.empty())
    throw InputError(
        message("There is no example named {}. --list-examples shows all of them.", preview(name)));
  throw InputError(
      message("There is no example named {}. Did you mean {}? --list-examples shows all of them.",
              preview(name), meant));
}

namespace {

constexpr std::size_t kMostColumns = 8;

// Rows as they are typed: "1 0; 0 1".
std::string typed_matrix(const arma::mat& matrix) {
  std::string text;
  for (arma::uword i = 0; i < matrix.n_rows; ++i) {
    if (i > 0) text += "; ";
    for (arma::uword j = 0; j < matrix.n_cols; ++j)
      text += (j > 0 ? " " : "") + exact(matrix(i, j));
  }
  return text;
}

LocalText same_everywhere(const std::string& text) { return {text, text}; }

LocalText local_or_same(const TomlItem& item) {
  return item.is_text() ? same_everywhere(item.text()) : item.local_text();
}

// { file = "numbers.json:X" }, or the text in two languages.
LocalText file_or_texts(const TomlItem& item, const std::string& folder) {
  TomlTable table(item);
  const std::optional<TomlItem> file = table.find("file");
  if (!file) return item.local_text();
  table.finish();
  return same_everywhere((fs::path(folder) / file->text()).lexically_normal().string());
}

// true for a flag without a value, else its value: text, a number, rows of numbers, or a file.
std::optional<LocalText> flag_value(const TomlItem& item, const std::string& folder) {
  if (item.value->truth()) {
    if (!item.truth()) item.refuse(translated("a flag is true or left out."));
    return {};
  }
  if (item.is_text()) return same_everywhere(item.text());
  if (item.value->number() || item.value->list())
    return same_everywhere(typed_matrix(item.numbers()));
  return file_or_texts(item, folder);
}

WordTable word_table(TomlTable table) {
  WordTable words;
  words.title = table.need("title").local_text();
  if (const auto note = table.find("note")) words.note = note->local_text();
  for (const TomlItem& column : table.need("columns").list())
    words.columns.push_back(column.local_text());
  if (words.columns.size() > kMostColumns)
    table.self().refuse(message("a table has at most {} columns, and this one has {}.",
                                kMostColumns, words.columns.size()));
  for (const TomlItem& row : table.need("rows").list()) {
    std::vector<LocalText> cells;
    for (const TomlItem& cell : row.list()) cells.push_back(local_or_same(cell));
    if (cells.size() != words.columns.size())
      row.refuse(message("a row needs a cell for each of the {} columns, and this one has {}.",
                         words.columns.size(), cells.size()));
    words.rows.push_back(std::move(cells));
  }
  table.finish();
  return words;
}

}  // namespace

NamedExample example_in(std::string_view toml, const std::string& source,
                        const std::string& folder) {
  const TomlValue tree = read_toml(toml, source);
  TomlTable table({&tree, source, ""});
  NamedExample example;
  example.command = table.need("command").text();
  example.title = table.need("title").local_text();
  if (const auto note = table.find("note")) example.note = note->local_text();
  if (const auto printed = table.find("printed")) example.printed = printed->local_text();
  if (const auto text = table.find("text")) example.text = local_or_same(*text);
  if (const auto flags = table.find("flags"))
    for (const auto& [name, item] : TomlTable(*flags).all())
      example.flags.emplace_back("--" + name, flag_value(item, folder));
  for (TomlTable& each : table.tables("table")) example.tables.push_back(word_table(each));
  table.finish();
  return example;
}

NamedExample read_example(const std::string& path) {
  const fs::path file(path);
  constexpr std::size_t kMostBytes = std::size_t{1} << 20;
  NamedExample example =
      example_in(file_bytes(path, kMostBytes), path, file.parent_path().string());
  example.name = file.stem().string();
  example.chapter = file.parent_path().filename().string();
  return example;
}

}  // namespace attn

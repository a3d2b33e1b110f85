#include "examples/catalog.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "base/message.hpp"
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

}  // namespace attn

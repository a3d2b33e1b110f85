#include "practice/progress/kept_answers.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.hpp"
#include "base/message.hpp"
#include "data/files/file.hpp"
#include "data/files/rename_to_new.hpp"
#include "data/files/write_file.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_';
}

// The name of a course as that of a folder: "Kurs 1" is Kurs%201.
std::string as_file_name(const std::string& text) {
  std::string name;
  for (const char c : text)
    name += is_plain(c) ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return name;
}

bool is_there(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

std::string bytes_of_answer(const std::string& path) {
  try {
    const File file(path);
    // One more than is read, which read_answer_sheet refuses.
    return file.size() == 0 ? "" : file.bytes(0, std::min(file.size(), kAnswerLimit + 1));
  } catch (const InputError& error) {
    throw SurroundingsError(error.what());
  }
}

// JSON keeps whatever was typed as it is; the plain form would cut it at a "#".
std::string text_of(const AnswerSheet& sheet) {
  nlohmann::ordered_json json{{"exercise", *sheet.exercise}, {"variant", *sheet.variant}};
  for (const AnswerEntry& entry : sheet.entries) json[entry.name] = entry.text;
  return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

// Nothing if the file is no answer, or one to something else: then it was not written here.
std::optional<std::vector<AnswerEntry>> entries_for(const std::string& id, std::uint64_t variant,
                                                    const std::string& file) {
  try {
    AnswerSheet sheet = read_answer_sheet(bytes_of_answer(file), file);
    if (sheet.exercise == id && sheet.variant == variant) return std::move(sheet.entries);
  } catch (const InputError&) {
  }
  return std::nullopt;
}

}  // namespace

KeptAnswers::KeptAnswers(const std::string& state_folder, const std::string& course,
                         WaitNotice on_wait)
    : folder_(state_folder + "/answers/" + as_file_name(course)), on_wait_(std::move(on_wait)) {}

std::string KeptAnswers::path(const std::string& id, std::uint64_t variant) const {
  return fmt::format("{}/{}{}.json", folder_, id,
                     variant == 0 ? "" : fmt::format("-variant-{}", variant));
}

AnswerSheet KeptAnswers::read(const std::string& id, std::uint64_t variant) {
  const std::string file = path(id, variant);
  AnswerSheet sheet{.source = file, .exercise = id, .variant = variant, .entries = {}};
  if (!is_there(file)) return sheet;
  if (auto entries = entries_for(id, variant, file))
    sheet.entries = std::move(*entries);
  else
    damage_ =
        message("{}: the answers were damaged. The file was moved to {}.", file, set_aside(file));
  return sheet;
}

AnswerSheet KeptAnswers::keep(const std::string& id, std::uint64_t variant,
                              const std::string& field, const std::string& text) {
  const std::string file = path(id, variant);
  const StateLock lock(file, on_wait_);
  AnswerSheet sheet = read(id, variant);
  replace_answer(sheet, field, text);
  const std::string bytes = text_of(sheet);
  if (bytes.size() > kAnswerLimit)
    throw InputError(message("the answers would be larger than {} bytes.", kAnswerLimit));
  try {
    write_files({{file, bytes}}, true);
  } catch (const InputError& error) {
    throw SurroundingsError(error.what());
  }
  return sheet;
}

std::string KeptAnswers::put_away(const std::string& id, std::uint64_t variant) {
  const std::string file = path(id, variant);
  if (!is_there(file)) return "";
  const StateLock lock(file, on_wait_);
  std::string kept = file + ".old";
  for (int n = 2; !rename_to_new(file, kept); ++n) {
    if (errno != EEXIST)
      throw SurroundingsError(message("{}: the file cannot be kept as {}.", file, kept));
    kept = fmt::format("{}.old.{}", file, n);
  }
  return kept;
}

}  // namespace attn

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "data/files/write_file.hpp"
#include "practice/progress/progress.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

bool is_plain(char c) { return goes_on_in_name(c) || c == '-'; }

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

// Which exercise and variant a file of that name is for.
std::pair<std::string, std::uint64_t> asked_in(const std::string& name) {
  constexpr std::string_view kVariant = "-variant-";
  const auto at = name.rfind(kVariant);
  if (at == name.npos) return {name, 0};
  std::uint64_t variant = 0;
  const char* const from = name.data() + at + kVariant.size();
  const auto [end, error] = std::from_chars(from, name.data() + name.size(), variant);
  const bool is_number = error == std::errc{} && end == name.data() + name.size();
  return is_number ? std::pair{name.substr(0, at), variant} : std::pair{name, std::uint64_t{0}};
}

std::string said_of_damage(const std::string& file) {
  return message("{}: the typed answers are damaged and count as none.", file);
}

// The advice while nothing else is typed.
std::string with_advice(std::string damage) {
  if (!damage.empty())
    add_sentence(
        damage,
        translated("Mend the file or remove it. The next answer to this exercise moves it aside."));
  return damage;
}

// A folder that is missing is none; "" if it can be read.
std::string trouble_of_folder(const std::string& folder, const std::error_code& error) {
  if (!error || error == std::errc::no_such_file_or_directory) return "";
  return message(
      "{}: the typed answers count as none, because this folder cannot be read: {}. Mend it, or "
      "move it away.",
      folder, system_reason(error.value()));
}

}  // namespace

KeptAnswers::KeptAnswers(const std::string& state_folder, const std::string& course,
                         WaitNotice on_wait)
    : folder_(state_folder + "/answers/" + as_file_name(course)), on_wait_(std::move(on_wait)) {}

std::string KeptAnswers::path(const std::string& id, std::uint64_t variant) const {
  return fmt::format("{}/{}{}.json", folder_, id,
                     variant == 0 ? "" : fmt::format("-variant-{}", variant));
}

// The answers in the file; none, and the damage, where it is no answer, or one to something else:
// then it was not written here.
AnswerSheet KeptAnswers::sound(const std::string& id, std::uint64_t variant) {
  const std::string file = path(id, variant);
  AnswerSheet none{.source = file, .exercise = id, .variant = variant, .entries = {}};
  damage_.clear();
  if (!is_there(file)) {
    std::error_code error;
    const fs::directory_iterator folder(folder_, error);
    if (const std::string trouble = trouble_of_folder(folder_, error); !trouble.empty())
      throw SurroundingsError(trouble);
    return none;
  }
  try {
    AnswerSheet sheet = read_answer_sheet(bytes_of_answer(file), file);
    if (sheet.exercise == id && sheet.variant == variant) return sheet;
    damage_ = sheet.exercise && sheet.variant
                  ? message(
                        "{}: these answers are for the exercise {} in variant {}, and count as "
                        "none here.",
                        file, preview(*sheet.exercise), *sheet.variant)
                  : said_of_damage(file);
  } catch (const InputError&) {
    damage_ = said_of_damage(file);
  }
  return none;
}

AnswerSheet KeptAnswers::read(const std::string& id, std::uint64_t variant) {
  AnswerSheet sheet = sound(id, variant);
  damage_ = with_advice(damage_);
  return sheet;
}

std::vector<std::string> KeptAnswers::all_damage() {
  std::vector<std::string> all;
  std::error_code error;
  for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
    const fs::path& entry = at->path();
    const std::string file = entry.string();
    if (entry.extension() != ".json") continue;
    const auto [id, variant] = asked_in(entry.stem().string());
    if (path(id, variant) != file) continue;
    try {
      if (read(id, variant); !damage_.empty()) all.push_back(damage_);
    } catch (const SurroundingsError& unreadable) {
      all.emplace_back(unreadable.what());
    }
  }
  if (std::string trouble = trouble_of_folder(folder_, error); !trouble.empty())
    all.push_back(std::move(trouble));
  std::sort(all.begin(), all.end());
  return all;
}

AnswerSheet KeptAnswers::keep(const std::string& id, std::uint64_t variant,
                              const std::string& field, const std::string& text) {
  const std::string file = path(id, variant);
  const StateLock lock(file, on_wait_);
  AnswerSheet sheet = sound(id, variant);
  if (!damage_.empty()) add_sentence(damage_, message("It was moved to {}.", set_aside(file)));
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

#include "practice/progress/progress.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/system.hpp"
#include "data/files/file.hpp"
#include "data/files/write_file.hpp"
#include "data/matrix/json_text.hpp"

namespace attn {

namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kFormat = 1;
constexpr std::size_t kProgressLimit = std::size_t{4} << 20;

/// The file is not as this program writes it.
struct Damage {};

void require(bool is_so) {
  if (!is_so) throw Damage{};
}

std::uint64_t count_in(const Json& record, const char* key) {
  if (!record.contains(key)) return 0;
  const auto count = whole_in(record[key]);
  require(count.has_value());
  return *count;
}

std::set<std::uint64_t> hints_in(const Json& record) {
  if (!record.contains("later_hints")) return {};
  const Json& list = record["later_hints"];
  require(list.is_array());
  for (const Json& hint : list) require(hint.is_number_unsigned());
  return list.get<std::set<std::uint64_t>>();
}

std::string text_in(const Json& record, const char* key) {
  if (!record.contains(key)) return "";
  require(record[key].is_string());
  return record[key].get<std::string>();
}

ExerciseProgress::State state_in(const Json& record) {
  const std::string name = text_in(record, "state");
  if (name.empty()) return ExerciseProgress::State::untouched;
  const auto state = value_in(kProgressStates, name);
  require(state.has_value());
  return *state;
}

ExerciseProgress progress_in(const Json& record) {
  require(record.is_object());
  ExerciseProgress progress;
  progress.state = state_in(record);
  progress.attempts = count_in(record, "attempts");
  progress.hints = count_in(record, "hints");
  progress.later_hints = hints_in(record);
  if (record.contains("gave_up")) {
    require(record["gave_up"].is_boolean());
    progress.gave_up = record["gave_up"].get<bool>();
  }
  progress.last = text_in(record, "last");
  return progress;
}

// Into the existing record, so that its other keys stay.
void put(const ExerciseProgress& progress, Json& record) {
  record["state"] = name_in(kProgressStates, progress.state);
  record["attempts"] = progress.attempts;
  record["hints"] = progress.hints;
  if (!progress.later_hints.empty() || record.contains("later_hints"))
    record["later_hints"] = progress.later_hints;
  record["gave_up"] = progress.gave_up;
  record["last"] = progress.last;
}

bool is_newer(const Json& file) {
  return file.contains("format_version") && file["format_version"].is_number_unsigned() &&
         file["format_version"].get<std::uint64_t>() > kFormat;
}

// The member of that name, which must be an object; an empty one if it is missing.
const Json& object_in(const Json& parent, const std::string& key) {
  static const Json nothing = Json::object();
  const auto found = parent.find(key);
  if (found == parent.end()) return nothing;
  require(found->is_object());
  return *found;
}

const Json& exercises_in(const Json& file, const std::string& course) {
  return object_in(object_in(object_in(file, "courses"), course), "exercises");
}

// Reads everything that will be needed, so that damage is noticed at once.
void require_sound(const Json& file, const std::string& course) {
  require(file.is_object() && count_in(file, "format_version") == kFormat);
  text_in(object_in(object_in(file, "courses"), course), "latest");
  for (const Json& record : exercises_in(file, course)) progress_in(record);
}

Json parsed(const std::string& path, const std::string& course) {
  struct stat facts {};
  const bool is_there = ::stat(path.c_str(), &facts) == 0 || (errno != ENOENT && errno != ENOTDIR);
  if (!is_there) return {{"format_version", kFormat}};
  require(!S_ISREG(facts.st_mode) || facts.st_size > 0);  // a full disk leaves such a file
  std::string text;
  try {
    const File file(path);
    require(file.size() <= kProgressLimit);
    text = file.bytes(0, file.size());
  } catch (const InputError& error) {
    throw SurroundingsError(error.what());
  }
  Json json;
  try {
    json = parsed_json(text, path, "");
  } catch (const InputError&) {
    throw Damage{};
  }
  require(json.is_object());
  if (!is_newer(json)) require_sound(json, course);
  return json;
}

// What `read` returns; nothing, where a newer format has something else there.
template <typename Read>
auto or_nothing(const Read& read) -> decltype(read()) {
  try {
    return read();
  } catch (const Damage&) {
    return {};
  }
}

Progress progress_of(const Json& file, const std::string& course) {
  Progress progress;
  progress.latest =
      or_nothing([&] { return text_in(object_in(object_in(file, "courses"), course), "latest"); });
  const Json* const exercises = or_nothing([&] { return &exercises_in(file, course); });
  if (exercises == nullptr) return progress;
  for (auto each = exercises->begin(); each != exercises->end(); ++each)
    progress.exercises[each.key()] = or_nothing([&each] { return progress_in(*each); });
  return progress;
}

std::string now() {
  const std::time_t seconds =
      std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(seconds));
}

void require_own_format(const Json& file, const std::string& path) {
  if (is_newer(file))
    throw SurroundingsError(
        message("{}: a newer attn wrote this file, in format {}; this one knows format {} and does "
                "not change it.",
                path, file["format_version"].get<std::uint64_t>(), kFormat));
}

}  // namespace

void ExerciseProgress::read_hint(std::uint64_t hint) {
  if (!has_read(hint)) later_hints.insert(hint);
  while (later_hints.erase(hints + 1) > 0) ++hints;
}

ExerciseProgress Progress::of(const std::string& id) const {
  const auto found = exercises.find(id);
  return found == exercises.end() ? ExerciseProgress{} : found->second;
}

ProgressFile::ProgressFile(std::string path, std::string course, WaitNotice on_wait)
    : path_(std::move(path)), course_(std::move(course)), on_wait_(std::move(on_wait)) {}

Json ProgressFile::read_or_none(const std::function<std::string()>& about_damage) {
  try {
    return parsed(path_, course_);
  } catch (const Damage&) {
    damage_ = about_damage();
    return {{"format_version", kFormat}};
  }
}

Json ProgressFile::read_or_leave() {
  return read_or_none([this] {
    return message(
        "{}: the progress is damaged and counts as none. Mend the file or remove it. "
        "The next change moves it aside.",
        path_);
  });
}

Json ProgressFile::read_or_set_aside() {
  return read_or_none([this] {
    return message("{}: the progress was damaged. It was moved to {}, and a new one begins.", path_,
                   set_aside(path_));
  });
}

Progress ProgressFile::read() { return progress_of(read_or_leave(), course_); }

Progress ProgressFile::change_file(const std::function<void(Json& course)>& edit) {
  const StateLock lock(path_, on_wait_);
  Json file = read_or_set_aside();
  require_own_format(file, path_);
  Json& course = file["courses"][course_];
  if (course.is_null()) course = Json::object();  // reading it again expects an object
  edit(course);
  try {
    write_files({{path_, file.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"}}, true);
  } catch (const InputError& error) {
    throw SurroundingsError(error.what());
  }
  return progress_of(file, course_);
}

Progress ProgressFile::change(const std::string& id,
                              const std::function<void(ExerciseProgress&)>& edit) {
  return change_file([&](Json& course) {
    Json& record = course["exercises"][id];
    ExerciseProgress progress = record.is_null() ? ExerciseProgress{} : progress_in(record);
    edit(progress);
    progress.last = now();
    put(progress, record);
    course["latest"] = id;
  });
}

Progress ProgressFile::forget(const std::string& id) {
  return change_file([&](Json& course) {
    if (course.contains("exercises")) course["exercises"].erase(id);
    if (course.contains("latest") && course["latest"] == id) course.erase("latest");
  });
}

void ProgressFile::require_writable() {
  const StateLock lock(path_, on_wait_);
  require_own_format(read_or_leave(), path_);
  try {
    require_writable_targets({path_}, true);
  } catch (const InputError& error) {
    throw SurroundingsError(error.what());
  }
}

std::string progress_path() { return state_folder() + "/progress.json"; }

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kBetweenTries{10};
constexpr std::chrono::milliseconds kSilentWait{300};
constexpr std::chrono::seconds kLongestWait{3};

[[noreturn]] void refuse(const std::string& path, int error) {
  throw SurroundingsError(
      message("{}: progress cannot be kept there: {}.", path, system_reason(error)));
}

// With the permissions that the XDG specification asks for.
void make_folder(const fs::path& folder) {
  if (folder.empty() || ::access(folder.c_str(), F_OK) == 0) return;
  make_folder(folder.parent_path());
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) refuse(folder.string(), errno);
}

// Some network file systems have no locks; there the last writer wins.
bool has_no_locks(int error) {
  return error == ENOLCK || error == ENOSYS || error == EOPNOTSUPP || error == EINVAL;
}

}  // namespace

std::string state_folder() {
  // The XDG specification: a relative path is to be ignored.
  if (const std::string state(environment("XDG_STATE_HOME")); state.starts_with('/'))
    return state + "/attn";
  if (const std::string home(environment("HOME")); home.starts_with('/'))
    return home + "/.local/state/attn";
  throw SurroundingsError(
      translated("progress is not kept: neither XDG_STATE_HOME nor HOME names a folder."));
}

std::string set_aside(const std::string& path) {
  constexpr int kMostDamaged = 1000;
  for (int n = 1; n <= kMostDamaged; ++n) {
    const std::string aside = path + (n == 1 ? ".damaged" : fmt::format(".damaged-{}", n));
    if (rename_to_new(path, aside)) return aside;
    if (errno != EEXIST)
      throw SurroundingsError(message("{}: the file is damaged and cannot be moved aside: {}.",
                                      path, system_reason(errno)));
  }
  throw SurroundingsError(
      message("{}: the file is damaged, and too many damaged ones lie beside it.", path));
}

StateLock::StateLock(const std::string& file, const WaitNotice& on_wait) {
  make_folder(fs::path(file).parent_path());
  const std::string path = file + ".lock";
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0600);
  if (descriptor_ < 0) refuse(path, errno);
  try {
    wait_for_the_other(path, on_wait);
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

void StateLock::wait_for_the_other(const std::string& path, const WaitNotice& on_wait) {
  const auto start = std::chrono::steady_clock::now();
  bool is_told = !on_wait;
  while (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && !has_no_locks(errno)) {
    if (errno != EWOULDBLOCK && errno != EINTR) refuse(path, errno);
    const auto waited = std::chrono::steady_clock::now() - start;
    if (waited >= kLongestWait)
      throw SurroundingsError(
          message("progress could not be saved: another attn has held {} for {} seconds. It may be "
                  "stopped in the background; end it, then do this again.",
                  path, kLongestWait.count()));
    if (!is_told && waited >= kSilentWait) {
      is_told = true;
      on_wait(
          message("another attn is changing the progress and holds {}; waiting for it, {} "
                  "seconds at most.",
                  path, kLongestWait.count()));
    }
    std::this_thread::sleep_for(kBetweenTries);
  }
}

StateLock::~StateLock() { ::close(descriptor_); }  // which lets go of the lock

}  // namespace attn

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>

#include "base/message.hpp"
#include "base/system.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "grading/classroom/classroom.hpp"

namespace attn {

namespace {

std::string last_name(const std::string& file) { return file.substr(file.rfind('/') + 1); }

bool is_nested(const std::string& file) { return file.find('/') != std::string::npos; }

// "answers-1.txt", which is what Canvas makes of a second hand-in, as "answers.txt".
std::string without_count(const std::string& name) {
  const std::size_t dot = std::min(name.rfind('.'), name.size());
  const std::size_t dash = name.substr(0, dot).rfind('-');
  if (dash == name.npos ||
      !are_ascii_digits(std::string_view(name).substr(dash + 1, dot - dash - 1)))
    return name;
  return name.substr(0, dash) + name.substr(dot);
}

// What systems and people add to a name: for a copy, and for one that was sent twice.
constexpr std::string_view kCopyEndings[] = {" - copy",         "-copy",     " copy",   " (copy)",
                                             " (another copy)", " - コピー", "のコピー"};
constexpr std::string_view kCopyBeginnings[] = {"copy of ", "コピー ~ ", "コピー 〜 "};

std::string without_digits_at_end(std::string_view text) {
  while (!text.empty() && is_ascii_digit(text.back())) text.remove_suffix(1);
  return std::string(trimmed(text));
}

// "x (2)" and "x _2_", which is what some platforms make of it, as "x".
std::string without_number(const std::string& stem) {
  for (const std::string_view around : {"()", "__"}) {
    if (!stem.ends_with(around[1])) continue;
    const std::size_t open = stem.rfind(around[0], stem.size() - 2);
    if (open != stem.npos && open > 0 && (around[0] == '(' || stem[open - 1] == ' ') &&
        are_ascii_digits(std::string_view(stem).substr(open + 1, stem.size() - open - 2)))
      return std::string(trimmed(std::string_view(stem).substr(0, open)));
  }
  return stem;
}

// "x - copy (2)", "x copy 2" and "copy of x" as "x".
std::string without_copy_mark(const std::string& name) {
  std::string stem = without_number(std::string(trimmed(name)));
  const std::string without_digits = without_digits_at_end(stem);
  for (const std::string_view ending : kCopyEndings)
    if (without_digits.ends_with(ending)) {
      stem = trimmed(
          std::string_view(without_digits).substr(0, without_digits.size() - ending.size()));
      break;
    }
  for (const std::string_view beginning : kCopyBeginnings)
    if (stem.starts_with(beginning)) stem.erase(0, beginning.size());
  return stem;
}

std::string without_unseen(std::string_view text) {
  std::string seen;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    if (point.value < 0 || is_visible(point.value)) seen += text.substr(0, point.n_bytes);
    text.remove_prefix(point.n_bytes);
  }
  return seen;
}

// "My_answers (1).TXT" as "my-answers.txt", and "answers.txt.txt" as "answers.txt".
std::string plain_name(const std::string& typed) {
  const std::string name =
      without_copy_mark(lower_case(in_plain_characters(without_unseen(typed))));
  const std::size_t dot = std::min(name.rfind('.'), name.size());
  const std::string ending = name.substr(dot);
  std::string stem = name.substr(0, dot);
  while (!ending.empty() && stem.ends_with(ending)) stem.resize(stem.size() - ending.size());
  stem = without_copy_mark(stem);
  std::replace_if(
      stem.begin(), stem.end(), [](char c) { return c == '_' || c == ' '; }, '-');
  return stem + ending;
}

// The name as that of a text, where its ending says no more than that it is one.
std::string as_text(const std::string& name) {
  const std::size_t dot = std::min(name.rfind('.'), name.size());
  const std::string ending = name.substr(dot), stem = name.substr(0, dot);
  const bool is_text =
      ending.empty() || ending == ".md" || ending == ".markdown" || ending == ".text";
  return !is_text ? name : stem.ends_with(".txt") ? stem : stem + ".txt";
}

/// How surely a file is meant; the first that any file reaches decides.
enum class Likeness { exact, similar, deeper, says_so, none };

Likeness likeness(const std::string& wanted, const StudentFile& file) {
  if (file.file == wanted) return Likeness::exact;
  std::string plain = plain_name(last_name(file.file));
  if (wanted.ends_with(".txt")) plain = as_text(plain);
  if (plain != wanted && without_count(plain) != wanted) return Likeness::none;
  return is_nested(file.file) ? Likeness::deeper : Likeness::similar;
}

bool is_folder_name(const std::string& wanted) { return wanted.find('.') == std::string::npos; }

}  // namespace

std::vector<std::string> usual_files(const Exercise& exercise) {
  if (!exercise.program) return {exercise.id + ".txt", exercise.id + ".json"};
  std::vector<std::string> names;
  for (const ProgramLanguage& language : exercise.program->languages)
    names.push_back(exercise.id + "." + language.extension);
  names.push_back(exercise.id);
  return names;
}

ChosenFile chosen_file(const Exercise& exercise, const std::vector<StudentFile>& files,
                       const std::vector<std::string>& answers_to) {
  const std::vector<std::string> wanted = usual_files(exercise);
  constexpr std::array kOrder{Likeness::exact, Likeness::similar, Likeness::deeper,
                              Likeness::says_so};
  // The likeness, and the file.
  std::vector<std::pair<Likeness, const StudentFile*>> found;
  for (const Likeness sought : kOrder)
    for (const std::string& name : wanted)
      for (std::size_t i = 0; i < files.size(); ++i) {
        const bool is_folder = files[i].kind == FoundKind::folder;
        const bool says_so =
            sought == Likeness::says_so && name == wanted.front() && answers_to[i] == exercise.id;
        if (says_so || (likeness(name, files[i]) == sought && is_folder == is_folder_name(name)))
          found.emplace_back(sought, &files[i]);
      }
  if (found.empty()) return {};
  const auto& [best, first] = found.front();
  ChosenFile chosen{.path = first->path,
                    .file = first->file,
                    .is_folder = first->kind == FoundKind::folder,
                    .has_usual_name = best == Likeness::exact};
  // What lies in the folder that is graded is a part of it.
  const std::string within = first->file + "/";
  for (std::size_t i = 1; i < found.size(); ++i)
    if (!(chosen.is_folder && found[i].second->file.starts_with(within)))
      chosen.also.push_back(found[i].second->file);
  return chosen;
}

std::string exercise_of_file(const std::string& file, const std::vector<std::string>& ids) {
  const std::string plain = plain_name(last_name(file));
  const std::string top = file.substr(0, file.find('/'));
  const auto is_called = [](const std::string& name, const std::string& id) {
    return name.substr(0, name.rfind('.')) == id;
  };
  // An exercise may itself be called "answers-1".
  for (const std::string& id : ids)
    if (top == id || is_called(plain, id)) return id;
  for (const std::string& id : ids)
    if (is_called(without_count(plain), id)) return id;
  return "";
}

namespace {

[[noreturn]] void refuse_entry(const std::string& path, const std::string& why) {
  throw InputError(message("{0}: {1}.", preview(path, 200), why));
}

// What lies there is the doing of whoever filled the folder; what else keeps us from reading it is
// ours, or the machine's.
[[noreturn]] void refuse_by_system(const std::string& path) {
  if (errno == ELOOP || errno == ENOTDIR)
    refuse_entry(path,
                 translated("it is a link, or is reached through one, and links are not followed"));
  if (errno == ENXIO || errno == ENODEV)
    refuse_entry(path, translated("it is not an ordinary file"));
  throw SurroundingsError(message("{0}: {1}.", preview(path, 200), system_reason(errno)));
}

FoundKind kind_of(mode_t mode) {
  return S_ISREG(mode)   ? FoundKind::file
         : S_ISDIR(mode) ? FoundKind::folder
         : S_ISLNK(mode) ? FoundKind::link
                         : FoundKind::other;
}

/// A walk down a folder.
class Walk {
 public:
  Walk(std::size_t most, bool& is_cut) : most_(most), is_cut_(is_cut) {}

  std::vector<FoundEntry> found{};

  void look(int folder, const std::string& above, unsigned depth) {
    std::vector<std::string> names = names_within(folder);
    std::sort(names.begin(), names.end());
    is_cut_ = is_cut_ || names.size() > most_;
    names.resize(std::min(names.size(), most_));
    for (const std::string& name : names) {
      struct stat facts {};
      if (::fstatat(folder, name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) continue;
      const FoundKind kind = kind_of(facts.st_mode);
      found.push_back({above + name, kind});
      if (kind != FoundKind::folder || depth <= 1) continue;
      const Descriptor below = folder_within(folder, name);
      found.back().is_closed = !below.is_open();
      if (below.is_open()) look(below.get(), above + name + "/", depth - 1);
    }
  }

 private:
  std::size_t most_;
  bool& is_cut_;
};

// What lies at a path, opened with these flags; the folder itself where the path is "".
Descriptor opened_beneath(const std::string& folder, const std::string& path, int last_flags) {
  Descriptor at(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!at.is_open()) {
    const int reason = errno;
    refuse_dangling_link(folder);
    if (reason == ENOTDIR && is_named(folder))
      refuse_entry(folder,
                   translated("it is a file, and a folder was expected; what is packed must "
                              "be unpacked first"));
    refuse_entry(folder, system_reason(reason));
  }
  if (path.empty()) return at;
  const std::vector<std::string> names = split(path, '/');
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty() || names[i] == "." || names[i] == "..")
      refuse_entry(path, translated("it leads out of the folder"));
    at = i + 1 < names.size() ? folder_within(at.get(), names[i])
                              : Descriptor(::openat(at.get(), names[i].c_str(), last_flags));
    if (!at.is_open()) refuse_by_system(path);
  }
  return at;
}

// Whether the folder in which something lies is that person's, and nobody else may put files there.
bool is_folder_of(uid_t owner, const std::string& folder, const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const Descriptor at = opened_beneath(folder, slash == path.npos ? "" : path.substr(0, slash),
                                       O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat facts {};
  if (::fstat(at.get(), &facts) != 0) refuse_by_system(path);
  return facts.st_uid == owner && (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace

std::vector<FoundEntry> entries_below(const std::string& folder, const std::string& path,
                                      unsigned depth, std::size_t most_in_folder, bool& is_cut) {
  const Descriptor top =
      opened_beneath(folder, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  is_cut = false;
  Walk walk(most_in_folder, is_cut);
  walk.look(top.get(), "", depth);
  return std::move(walk.found);
}

std::string bytes_beneath(const std::string& folder, const std::string& path,
                          std::uint64_t most_bytes) {
  // Without O_NONBLOCK, opening a pipe would wait for its writer.
  constexpr int kFileFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  const Descriptor file = opened_beneath(folder, path, kFileFlags);
  struct stat facts {};
  if (::fstat(file.get(), &facts) != 0) refuse_by_system(path);
  if (!S_ISREG(facts.st_mode)) refuse_entry(path, translated("it is not an ordinary file"));
  // Who may put a link to somebody else's file into a folder of his own must not have it read; a
  // class that was copied by links belongs to one person.
  if (facts.st_nlink > 1 && !is_folder_of(facts.st_uid, folder, path))
    refuse_entry(path, translated("it is a second name (a hard link) of a file of somebody else; "
                                  "hand in a copy"));
  const auto refuse_size = [&] {
    refuse_entry(path, message("it has more than {} bytes", most_bytes));
  };
  if (static_cast<std::uint64_t>(facts.st_size) > most_bytes) refuse_size();
  std::string bytes;
  std::array<char, 65536> part;
  while (true) {
    const ssize_t n = ::read(file.get(), part.data(), part.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) refuse_by_system(path);
    if (n == 0) return bytes;
    bytes.append(part.data(), static_cast<std::size_t>(n));
    if (bytes.size() > most_bytes) refuse_size();
  }
}

std::uint64_t fingerprint_of(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : bytes) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3;
  }
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
  return hash ^ (hash >> 31);
}

std::string fingerprint_text(std::string_view bytes) {
  return fmt::format("{:016x}", fingerprint_of(bytes));
}

namespace {

constexpr std::size_t kLongestFolder = 100;  // in bytes; a file system has room for 255

// Names that a system keeps for devices, with any extension.
bool is_of_device(const std::string& name) {
  static const std::set<std::string> devices{
      "con",  "prn",  "aux",  "nul",  "com1", "com2", "com3", "com4", "com5", "com6", "com7",
      "com8", "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9"};
  return devices.contains(lower_case(name.substr(0, name.find('.'))));
}

bool is_letter_or_digit(std::int32_t character) {
  const utf8proc_category_t category = utf8proc_category(character);
  return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_ME) ||
         (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO);
}

std::string safe_folder(const std::string& id) {
  std::string name;
  for (std::size_t at = 0; at < id.size();) {
    const std::string_view rest = std::string_view(id).substr(at);
    const CodePoint point = first_code_point(rest);
    const bool is_safe = point.value >= 0 && (is_letter_or_digit(point.value) ||
                                              std::string_view("-_.").find(id[at]) != rest.npos);
    const std::string_view character = is_safe ? rest.substr(0, point.n_bytes) : "_";
    if (name.size() + character.size() > kLongestFolder) break;
    name += character;
    at += point.n_bytes;
  }
  if (name.empty() || name.front() == '.' || name.front() == '-') name.insert(0, "_");
  while (name.back() == '.') name.back() = '_';
  return is_of_device(name) ? "_" + name : name;
}

// A space of any width, or the Braille pattern without dots.
bool is_blank(std::int32_t character) {
  return character == 0x2800 ||
         (character >= 0 && utf8proc_category(character) == UTF8PROC_CATEGORY_ZS);
}

// They choose between forms of the character before, and are not seen themselves.
bool is_variation_selector(std::int32_t character) {
  return (character >= 0xFE00 && character <= 0xFE0F) ||
         (character >= 0xE0100 && character <= 0xE01EF) ||
         (character >= 0x180B && character <= 0x180D);
}

}  // namespace

std::string readable_bytes(const std::string& bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size();) {
    const CodePoint point = first_code_point(std::string_view(bytes).substr(at));
    if (point.value < 0)
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes[at]));
    else
      text += bytes.substr(at, point.n_bytes);
    at += point.n_bytes;
  }
  return text;
}

std::string looks_of_id(const std::string& id) {
  const std::string whole = composed_form(id);
  std::string looks;
  for (std::string_view rest = whole; !rest.empty();) {
    const CodePoint point = first_code_point(rest);
    if (is_blank(point.value))
      looks += looks.empty() || looks.ends_with(' ') ? "" : " ";
    else if (!is_variation_selector(point.value))
      looks += rest.substr(0, point.n_bytes);
    rest.remove_prefix(point.n_bytes);
  }
  return std::string(trimmed(looks));
}

std::vector<std::string> report_folders(const std::vector<std::string>& ids) {
  std::vector<std::string> folders;
  std::map<std::string, std::size_t> n_like;
  for (const std::string& id : ids) {
    folders.push_back(safe_folder(id));
    ++n_like[folded_form(folders.back())];
  }
  // A number of the id itself tells those apart that look alike, whoever else is in the class.
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (folders[i] != ids[i] || n_like[folded_form(folders[i])] > 1)
      folders[i] += fmt::format("-{:08x}", static_cast<std::uint32_t>(fingerprint_of(ids[i])));
  // Whoever is called as somebody else's folder, number and all, does not get it.
  std::set<std::string> taken;
  for (std::string& folder : folders) {
    const std::string first = folder;
    for (unsigned n = 2; !taken.insert(folded_form(folder)).second; ++n)
      folder = fmt::format("{}-{}", first, n);
  }
  return folders;
}

}  // namespace attn

#include "grading/classroom/chosen_file.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

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

}  // namespace attn

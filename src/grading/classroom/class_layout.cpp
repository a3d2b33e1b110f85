#include "grading/classroom/class_layout.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "base/message.hpp"
#include "base/named.hpp"
#include "base/text.hpp"

namespace attn {
namespace {

constexpr std::string_view kStudent = "{student}", kName = "{name}", kNumber = "{number}",
                           kExercise = "{exercise}";
constexpr std::string_view kPlaceholders[] = {kStudent, kName, kNumber, kExercise};

// Each with its patterns, of which the first that fits counts. Moodle has a folder for each way to
// hand in (file, onlinetext), or no folders at all, as it is asked for. Canvas writes LATE into the
// names of files that came late, joins the words of a name, so that a number tells people apart,
// and has no second number for a text that was typed into its own page.
const std::pair<const char*, std::vector<std::string>> kKnownLayouts[] = {
    {"folders", {"{student}/{exercise}"}},
    {"moodle",
     {"{name}_{student}_assignsubmission_*/{exercise}",
      "{name}_{student}_assignsubmission_file_{exercise}",
      "{name}_{student}_assignsubmission_onlinetext_{exercise}"}},
    {"canvas",
     {"{student}_LATE_{number}_#_{exercise}", "{student}_{number}_#_{exercise}",
      "{student}_LATE_{number}_{exercise}", "{student}_{number}_{exercise}"}}};

using Captures = std::map<std::string_view, std::string>;

// The placeholder that a pattern begins with, "*" and "#" included; "" where it begins with
// anything else.
std::string_view leading_placeholder(std::string_view pattern) {
  if (pattern.starts_with("*") || pattern.starts_with("#")) return pattern.substr(0, 1);
  for (const std::string_view placeholder : kPlaceholders)
    if (pattern.starts_with(placeholder)) return placeholder;
  return "";
}

/// One name held against one step of a layout. A placeholder takes as much as it can, so that of
/// "Ana_Li_12_x" the first gets "Ana_Li"; only a student before {number} ends where the first
/// number begins, whatever numbers the name of the file has. Only * may be nothing.
class StepMatch {
 public:
  StepMatch(std::string_view pattern, std::string_view text, Captures& captures)
      : captures_(captures),
        n_rests_(text.size() + 1),
        has_failed_((pattern.size() + 1) * n_rests_) {
    is_whole_ = matches(pattern, text);
  }

  bool is_whole() const { return is_whole_; }

 private:
  // What has failed once is not tried again: a name may have as many ways to be cut as it likes.
  bool matches(std::string_view pattern, std::string_view text) {
    if (pattern.empty()) return text.empty();
    const std::size_t place = pattern.size() * n_rests_ + text.size();
    if (has_failed_[place]) return false;
    const bool does_match = tried(pattern, text);
    has_failed_[place] = !does_match;
    return does_match;
  }

  bool tried(std::string_view pattern, std::string_view text) {
    const std::string_view placeholder = leading_placeholder(pattern);
    if (placeholder.empty())
      return !text.empty() && pattern.front() == text.front() &&
             matches(pattern.substr(1), text.substr(1));
    const std::size_t least = placeholder == "*" ? 0 : 1;
    const bool takes_least =
        placeholder == kStudent && pattern.find(kNumber) != std::string_view::npos;
    for (std::size_t i = least; i <= text.size(); ++i) {
      const std::size_t n = takes_least ? i : text.size() + least - i;
      if ((placeholder == "#" || placeholder == kNumber) && !are_ascii_digits(text.substr(0, n)))
        continue;
      if (!matches(pattern.substr(placeholder.size()), text.substr(n))) continue;
      if (placeholder.size() > 1) captures_[placeholder] = std::string(text.substr(0, n));
      return true;
    }
    return false;
  }

  Captures& captures_;
  std::size_t n_rests_;
  std::vector<bool> has_failed_;
  bool is_whole_ = false;
};

bool matches(std::string_view pattern, std::string_view text, Captures& captures) {
  return StepMatch(pattern, text, captures).is_whole();
}

std::size_t times(std::string_view pattern, std::string_view placeholder) {
  std::size_t n = 0;
  for (std::size_t at = pattern.find(placeholder); at != pattern.npos;
       at = pattern.find(placeholder, at + 1))
    ++n;
  return n;
}

[[noreturn]] void refuse_layout(const std::string& text, const std::string& why) {
  throw InputError(message("{0} is not a layout: {1}.", preview(text, 80), why),
                   {message("Layouts: {}", "folders, moodle, canvas, \"{student}/{exercise}\"")});
}

void require_sound(const std::string& text) {
  if (text.find_first_of("{}*#/") == std::string::npos) {
    std::vector<std::string> known;
    for (const auto& [name, patterns] : kKnownLayouts) known.emplace_back(name);
    const std::string meant = nearest(lower_case(text), known);
    if (!meant.empty())
      throw InputError(message("there is no layout {}.", preview(text, 80)),
                       {message("Did you mean {}?", meant)});
  }
  if (times(text, kExercise) == 0) refuse_layout(text, message("it needs {}", kExercise));
  for (const std::string_view placeholder : kPlaceholders)
    if (times(text, placeholder) > 1) refuse_layout(text, message("it has {} twice", placeholder));
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = std::string_view(text).substr(at);
    const std::string_view first = leading_placeholder(rest);
    if (rest.front() == '{' && first.empty())
      refuse_layout(text, message("its placeholders can only be {}",
                                  "{student}, {name}, {number}, {exercise}"));
    if (!first.empty() && !leading_placeholder(rest.substr(first.size())).empty())
      refuse_layout(text, translated("two of its placeholders need something between them"));
  }
}

// "ana.py" as "ana" and ".py".
std::pair<std::string, std::string> without_extension(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot == 0) return {name, ""};
  return {name.substr(0, dot), name.substr(dot)};
}

std::string capture(const Captures& captures, std::string_view placeholder) {
  const auto found = captures.find(placeholder);
  return found == captures.end() ? "" : found->second;
}

std::optional<PlacedFile> placed_by_pattern(const LayoutPattern& steps, const std::string& path,
                                            bool is_folder) {
  const std::vector<std::string> names = split(path, '/');
  const std::size_t n = steps.size();
  if (names.size() < n) return std::nullopt;
  Captures captures;
  for (std::size_t i = 0; i + 1 < n; ++i)
    if (!matches(steps[i], names[i], captures)) return std::nullopt;
  const bool is_file = names.size() == n && !is_folder;
  const auto [stem, extension] =
      is_file ? without_extension(names[n - 1]) : std::pair{names[n - 1], std::string()};
  if (!matches(steps[n - 1], stem, captures)) return std::nullopt;
  PlacedFile placed{capture(captures, kStudent), capture(captures, kName),
                    capture(captures, kExercise) + extension, capture(captures, kNumber)};
  for (std::size_t i = n; i < names.size(); ++i) placed.file += "/" + names[i];
  return placed;
}

}  // namespace

std::size_t ClassLayout::depth() const {
  std::size_t most = 0;
  for (const LayoutPattern& pattern : patterns) most = std::max(most, pattern.size());
  return most;
}

std::string ClassLayout::text() const {
  std::vector<std::string> texts;
  for (const LayoutPattern& pattern : patterns) texts.push_back(joined(pattern, "/"));
  return listed(texts);
}

ClassLayout ClassLayout::above() const {
  ClassLayout folders;
  for (const LayoutPattern& pattern : patterns)
    if (pattern.size() > 1) folders.patterns.push_back({pattern.begin(), pattern.end() - 1});
  return folders;
}

ClassLayout read_class_layout(const std::string& text) {
  std::vector<std::string> patterns{text};
  for (const auto& [name, known] : kKnownLayouts)
    if (text == name) patterns = known;
  ClassLayout layout;
  for (const std::string& pattern : patterns) {
    require_sound(pattern);
    layout.patterns.push_back(split(pattern, '/'));
    const LayoutPattern& steps = layout.patterns.back();
    if (std::find(steps.begin(), steps.end(), "") != steps.end())
      refuse_layout(text, translated("a name between two slashes is missing"));
  }
  return layout;
}

std::optional<PlacedFile> placed_file(const ClassLayout& layout, const std::string& path,
                                      bool is_folder) {
  for (const LayoutPattern& pattern : layout.patterns)
    if (auto placed = placed_by_pattern(pattern, path, is_folder)) return placed;
  return std::nullopt;
}

}  // namespace attn

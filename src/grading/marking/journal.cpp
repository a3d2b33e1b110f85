#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "grading/marking/marking.hpp"
#include "render/text/document.hpp"

namespace attn {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "attn.journal/1";

std::string head_line(const Shard& shard, const GradingPlan& plan) {
  return compact_json(
      {{"schema", kSchema}, {"shard", {shard.number, shard.of}}, {"plan", plan_json(plan)}});
}

std::string mark_line(const Mark& mark) { return compact_json({{"mark", mark_json(mark)}}); }

std::string event_line(const char* event, const SubmissionName& name) {
  return compact_json({{event, {name.first, name.second}}});
}

[[noreturn]] void refuse_journal(const std::string& path) {
  throw SurroundingsError(message("{0} cannot be written: {1}.", path, system_reason(errno)));
}

// Cuts the file behind its last line end, and goes there.
void drop_broken_line(const std::string& path, int file) {
  off_t end = ::lseek(file, 0, SEEK_END);
  for (char c = 0; end > 0; --end)
    if (::pread(file, &c, 1, end - 1) == 1 && c == '\n') break;
  if (end < 0 || ::ftruncate(file, end) != 0 || ::lseek(file, end, SEEK_SET) != end)
    refuse_journal(path);
}

std::string journal_bytes(const std::string& path) {
  constexpr std::uintmax_t kMost = std::uintmax_t{4} << 30;
  return file_bytes(path, kMost);
}

SubmissionName name_at(const Json& json) { return {json.at(0), json.at(1)}; }

void read_head(const Json& json, JournalContent& content) {
  if (json.at("schema") != kSchema) throw InputError(translated("another schema"));
  const auto number = whole_in(json.at("shard").at(0)), of = whole_in(json.at("shard").at(1));
  if (!number || !of || *number < 1 || *number > *of)
    throw InputError(translated("there is no such part"));
  content.shard = {*number, *of};
  content.plan = read_plan(json.at("plan"));
}

void read_event(const Json& json, JournalContent& content) {
  if (json.contains("mark")) {
    Mark mark = read_mark(json.at("mark"));
    const SubmissionName name{mark.student, mark.exercise};
    content.n_broken_off.erase(name);
    content.marks.insert_or_assign(name, std::move(mark));
  } else if (json.contains("begun")) {
    ++content.n_broken_off[name_at(json.at("begun"))];
  } else if (json.contains("left")) {
    const auto found = content.n_broken_off.find(name_at(json.at("left")));
    if (found != content.n_broken_off.end() && --found->second == 0)
      content.n_broken_off.erase(found);
  }
}

// In our own words: those of a library say nothing to who grades.
void read_line(std::string_view line, bool is_head, JournalContent& content) {
  try {
    const Json json = Json::parse(line.begin(), line.end());
    is_head ? read_head(json, content) : read_event(json, content);
  } catch (const Json::exception&) {
    throw InputError(translated("it is damaged. Grade again into another folder."));
  }
}

}  // namespace

Journal::Journal(const std::string& path, const Shard& shard, const GradingPlan& plan, bool goes_on)
    : path_(path), file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666)) {
  if (!file_.is_open()) refuse_journal(path_);
  if (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw SurroundingsError(message("{} is in use: another grading is running there.", path_));
  if (!goes_on && ::ftruncate(file_.get(), 0) != 0) refuse_journal(path_);
  if (goes_on) drop_broken_line(path_, file_.get());
  write_line(head_line(shard, plan), true);
}

void Journal::begin(const SubmissionName& name, bool sync) {
  write_line(event_line("begun", name), sync);
}

void Journal::add(const Mark& mark) { write_line(mark_line(mark), false); }

void Journal::leave(const SubmissionName& name) { write_line(event_line("left", name), false); }

void Journal::write_line(const std::string& line, bool sync) {
  if (!write_all(file_.get(), line + "\n")) refuse_journal(path_);
  if (sync) ::fdatasync(file_.get());
}

JournalContent read_journal(const std::string& path) {
  return parse_journal(journal_bytes(path), path);
}

std::optional<JournalContent> read_begun_journal(const std::string& path) {
  const std::string bytes = journal_bytes(path);
  if (bytes.find('\n') == bytes.npos) return std::nullopt;
  return parse_journal(bytes, path);
}

JournalContent parse_journal(const std::string& bytes, const std::string& source) {
  JournalContent content;
  std::size_t line = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = bytes.find('\n', at);
    if (end == bytes.npos) break;  // the grader ended while it wrote this
    ++line;
    try {
      read_line(std::string_view(bytes).substr(at, end - at), line == 1, content);
    } catch (const InputError& error) {
      throw InputError(message("{0}: line {1}: this is not a journal of marks: {2}",
                               preview(source, 200), line, preview(error.what(), 200)));
    }
    at = end + 1;
  }
  if (line == 0)
    throw InputError(
        message("{}: this is not a journal of marks: it is empty.", preview(source, 200)));
  return content;
}

std::string journal_text(const Shard& shard, const GradingPlan& plan,
                         const std::vector<const Mark*>& marks) {
  std::string text = head_line(shard, plan) + "\n";
  for (const Mark* mark : marks) text += mark_line(*mark) + "\n";
  return text;
}

namespace {

constexpr int kLongestPath = 200;

void require_same_class(const std::pair<std::string, JournalContent>& first,
                        const std::pair<std::string, JournalContent>& other) {
  const std::string names = message("{0} and {1}", preview(first.first, kLongestPath),
                                    preview(other.first, kLongestPath));
  const GradingPlan &plan = first.second.plan, &another = other.second.plan;
  if (plan.rules != another.rules)
    throw InputError(message("{0} were graded under different rules: {1}; {2}.", names,
                             preview(plan.rules, kLongestPath),
                             preview(another.rules, kLongestPath)));
  if (first.second.shard.of != other.second.shard.of || plan_json(plan) != plan_json(another))
    throw InputError(message("{} are not parts of the same class.", names));
}

}  // namespace

Gradebook merged_parts(const std::vector<std::pair<std::string, JournalContent>>& parts) {
  const auto& [first_path, first] = parts.front();
  for (const auto& part : parts) require_same_class(parts.front(), part);
  Gradebook book{first.plan, {}};
  for (std::size_t i = 0; i < book.plan.students.size(); ++i)
    for (const AskedExercise& exercise : book.plan.exercises) {
      const Mark* found = nullptr;
      for (const auto& [path, part] : parts)
        if (const auto mark = part.marks.find({book.plan.students[i].id, exercise.id});
            mark != part.marks.end()) {
          if (found && mark_json(*found) != mark_json(mark->second))
            throw InputError(message(
                "{0} has a different mark for {1} in {2} than in an earlier part.",
                preview(book.plan.students[i].id, 80), exercise.id, preview(path, kLongestPath)));
          found = &mark->second;
        }
      if (!found)
        throw InputError(message("the mark of {0} for {1} is missing. It belongs to part {2}/{3}.",
                                 preview(book.plan.students[i].id, 80), exercise.id,
                                 i % first.shard.of + 1, first.shard.of),
                         {message("Grade that part, or go on with it: {}", "--resume")});
      book.marks.push_back(*found);
    }
  return book;
}

}  // namespace attn

#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/terminal/keys.hpp"
#include "cli/terminal/terminal.hpp"
#include "practice/report/report.hpp"
#include "sandbox/run_program.hpp"

namespace attn {
namespace {

// The course, and after it each exercise that cannot be used.
std::vector<Finding> course_findings(const std::string& folder) {
  try {
    const Course course = read_course(folder);
    std::vector<Finding> findings{
        {"course", translated("course"), course.name},
        {"folder", translated("folder"), folder},
        {"exercises", translated("exercises"), std::to_string(course.exercises.size())}};
    for (const auto& [broken, reason] : course.broken)
      findings.push_back({"broken", translated("broken"), broken + ": " + reason, false});
    return findings;
  } catch (const InputError& error) {
    return {{"course", translated("course"), error.what(), false}};
  }
}

// Any course will do here: the question is whether progress can be kept at all.
std::vector<Finding> progress_findings() {
  try {
    ProgressFile file(progress_path(), "attn", print_note);
    std::vector<Finding> findings{{"progress", translated("progress"), file.path()}};
    file.require_writable();
    if (!file.damage().empty())
      findings.push_back({"damage", translated("damage"), file.damage(), false});
    return findings;
  } catch (const SurroundingsError& error) {
    return {{"progress", translated("progress"), error.what(), false}};
  }
}

// Of the answers that were typed at the prompts of this course.
std::vector<Finding> typed_findings(ExerciseSession& session) {
  std::vector<Finding> findings;
  try {
    for (const std::string& damage : session.kept_answers().all_damage())
      findings.push_back({"typed_answers", translated("typed answers"), damage, false});
  } catch (const SurroundingsError& error) {
    findings.push_back({"typed_answers", translated("typed answers"), error.what(), false});
  } catch (const InputError&) {
    return {};  // the course cannot be read, which is among the findings
  }
  return findings;
}

std::vector<Finding> screen_findings(const Layout& layout) {
  return {{"language", translated("language"), language_code()},
          {"width", translated("width"), message("{} columns", layout.width)},
          {"color", translated("colour"), layout.color ? translated("on") : translated("off")},
          {"terminal", translated("terminal"),
           output_is_terminal() && input_is_terminal()
               ? translated("yes: attn exercise asks question by question")
               : translated("no: check needs a file or --set")},
          {"line_editing", translated("editing of lines"),
           edit_library() != nullptr ? translated("yes") : translated("no: libedit is not there")}};
}

// What programs are run in, and who sees to it that their memory is limited.
std::string isolation_text() {
  if (strongest_isolation() != Isolation::bubblewrap)
    return message("limits alone: {}", bubblewrap_trouble());
  return ControlGroup(control_groups(), Limits{}).limits_memory()
             ? translated("bubblewrap; a control group counts their memory")
             : translated("bubblewrap; attn counts their memory");
}

// What programs are run in and with.
std::vector<Finding> program_findings() {
  std::vector<Finding> findings{{"isolation", translated("programs run in"), isolation_text()}};
  for (const auto& [key, label] : {std::pair{"python3", "Python"}, std::pair{"c++", "C++"}}) {
    const std::string path = found_program(key).path;
    findings.push_back({key, label, path.empty() ? translated("not installed") : path});
  }
  return findings;
}

std::vector<Finding> findings_of(ExerciseSession& session) {
  std::vector<Finding> findings{{"version", translated("version"), "attn " ATTN_VERSION}};
  for (const auto& more :
       {course_findings(session.folder()), progress_findings(), typed_findings(session),
        screen_findings(session.layout()), program_findings()})
    findings.insert(findings.end(), more.begin(), more.end());
  return findings;
}

}  // namespace

int examine_surroundings(ExerciseSession& session) {
  const std::vector<Finding> findings = findings_of(session);
  session.answer([&] { return surroundings_json(findings); },
                 [&] {
                   VerbScreen screen(surroundings_page(findings));
                   screen.names_course = false;  // it is among the findings
                   return screen;
                 });
  return are_good(findings) ? kDone : kWrongSurroundings;
}

}  // namespace attn

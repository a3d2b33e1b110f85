#include <filesystem>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/kept_file.hpp"
#include "cli/programs/program_verbs.hpp"
#include "data/files/write_file.hpp"

namespace attn {

namespace fs = std::filesystem;

std::string usual_program_file(const Exercise& exercise) {
  return exercise.id + "." + exercise.program->languages.front().extension;
}

std::string program_here(const ExerciseSession& session, const Exercise& exercise) {
  std::vector<std::string> found;
  std::error_code ignored;
  for (const ProgramLanguage& language : exercise.program->languages)
    if (const std::string file = exercise.id + "." + language.extension;
        fs::is_regular_file(file, ignored))
      found.push_back(file);
  if (fs::is_directory(exercise.id, ignored)) found.push_back(exercise.id);
  if (found.size() > 1)
    throw InputError(message("several programs lie here: {}. Say which is meant.", listed(found)),
                     {session.command("check", exercise, found.front())});
  return found.empty() ? "" : found.front();
}

std::string write_program_template(const Exercise& exercise, const std::string& path,
                                   bool replace) {
  const auto& templates = exercise.pages.program_templates;
  const ProgramLanguage* const language = exercise.program->language_of(path);
  const auto text = language ? templates.find(language->extension) : templates.end();
  if (text == templates.end()) {
    std::vector<std::string> known;
    for (const auto& [extension, one] : templates) known.push_back("." + extension);
    throw InputError(
        message("{0}: there is no template for it. There is one for: {1}.", path, listed(known)));
  }
  const std::string kept = replace ? keep_old(path) : "";
  write_files({{path, text->second}}, replace);
  return kept;
}

}  // namespace attn

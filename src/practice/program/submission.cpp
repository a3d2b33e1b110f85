#include "practice/program/submission.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr const char* kBuilt = ".attn-built";

bool is_ordinary(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(fs::symlink_status(path, ignored));
}

// Every ordinary file below a folder, by its path within it.
Words files_below(const fs::path& folder) {
  Words files;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
    if (!is_ordinary(entry->path())) continue;
    files.push_back(entry->path().lexically_relative(folder).string());
    require_program_size(folder.string(), files.size(), 0);
  }
  std::sort(files.begin(), files.end());
  return files;
}

void copy_files(const fs::path& from, const Words& names, const fs::path& to) {
  std::uint64_t n_bytes = 0;
  for (const std::string& name : names) {
    const std::string bytes = file_bytes((from / name).string(), kProgramLimit);
    n_bytes += bytes.size();
    require_program_size(from.string(), names.size(), n_bytes);
    std::error_code unmade;  // then the file in it cannot be written
    fs::create_directories((to / name).parent_path(), unmade);
    std::ofstream copy(to / name, std::ios::binary);
    if (!(copy << bytes).flush())
      throw SurroundingsError(message("{} cannot be written.", preview((to / name).string(), 200)));
  }
}

Words extensions_of(const Program& program) {
  Words extensions;
  for (const ProgramLanguage& language : program.languages)
    extensions.push_back("." + language.extension);
  return extensions;
}

}  // namespace

void require_program_size(const std::string& path, std::size_t n_files, std::uint64_t n_bytes) {
  if (n_files > kMostProgramFiles)
    throw InputError(message("{}: a program has at most {} files, and there are more.",
                             preview(path, 200), kMostProgramFiles));
  if (n_bytes > kProgramLimit)
    throw InputError(message("{}: a program has at most {} MiB, and there is more.",
                             preview(path, 200), kProgramLimit >> 20));
}

std::string program_in_folder(const Program& program, const std::string& folder) {
  Words found;
  for (const std::string& file : files_below(folder))
    if (program.language_of(file) && file.find('/') == file.npos) found.push_back(file);
  if (found.size() <= 1) return found.empty() ? "" : found.front();
  Words main;
  for (const std::string& file : found)
    if (file.starts_with("main.")) main.push_back(file);
  if (main.size() == 1) return main.front();
  if (main.size() > 1)
    throw InputError(message("{0}: there are several main programs: {1}. Keep one of them.", folder,
                             listed(main)));
  throw InputError(message("{0}: several files may be the program: {1}. Call it {2}.", folder,
                           listed(found), "main" + extensions_of(program).front()));
}

PreparedProgram::PreparedProgram(const Program& program, const Submission& submission)
    : program_(program), submission_(submission) {
  const fs::path path = submission.path;
  std::error_code ignored;
  const bool is_folder = fs::is_directory(path, ignored);
  if (is_folder) {
    file_ = program_in_folder(program, path.string());
    if (file_.empty())
      throw InputError(message("{0}: there is no program here. It ends in {1}.", path.string(),
                               listed(extensions_of(program))));
    copy_files(path, files_below(path), folder_.path());
  } else {
    file_ = path.filename().string();
    copy_files(path.parent_path(), {file_}, folder_.path());
  }
  const ProgramLanguage* const language = program.language_of(file_);
  if (!language && submission.run.empty())
    throw InputError(
        message("{0}: programs here end in {1}.", path.string(), listed(extensions_of(program))),
        {message("Say how another one is run: {}", "--run \"CMD {file}\"")});
  run_words_ = submission.run.empty() ? language->run : submission.run;
  if (!submission.run.empty() || language->build.empty()) return;
  RunRequest compile = request(language->build);
  compile.may_write_program = true;
  compile.limits = kCompileLimits;
  build_ = run_program(compile);
  if (build_.ending == Ending::not_started) throw SurroundingsError(build_.reason);
  is_built_ = build_.ending == Ending::exited && build_.exit_code == 0;
}

RunRequest PreparedProgram::request(const Words& words) const {
  RunRequest request;
  request.command = words;
  request.files = {{"{file}", file_}, {"{exe}", kBuilt}};
  request.limits = program_.limits;
  request.isolation = submission_.isolation;
  request.program_folder = folder_.path();
  request.hidden = submission_.hidden;
  return request;
}

RunResult PreparedProgram::run(const std::string& input) const {
  RunRequest once = request(run_words_);
  once.input = input;
  return run_program(once);
}

}  // namespace attn

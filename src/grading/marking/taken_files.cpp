#include "grading/marking/taken_files.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/message.hpp"
#include "base/text.hpp"
#include "grading/classroom/folder_beneath.hpp"
#include "grading/classroom/report_folders.hpp"
#include "grading/marking/fingerprint.hpp"
#include "practice/answer/answer.hpp"
#include "practice/program/program.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

// A part that is left out would be a fault of the program to whoever reads its mark.
void require_looked_into(const FoundEntry& folder, const std::string& path, unsigned deepest) {
  if (folder.is_closed)
    throw SurroundingsError(message("{}: this folder cannot be opened.", preview(path, 200)));
  if (1 + std::count(folder.path.begin(), folder.path.end(), '/') == deepest)
    throw InputError(
        message("{}: folders of a program are at most {} deep.", preview(path, 200), deepest - 1));
}

void take_folder(const HandedInFile& handed_in, TakenFiles& taken) {
  constexpr unsigned kDeepest = 9;
  const std::string& path = handed_in.chosen.path;
  bool is_cut = false;
  const auto entries =
      entries_below(handed_in.class_folder, path, kDeepest, kMostProgramFiles, is_cut);
  if (is_cut) require_program_size(path, kMostProgramFiles + 1, 0);
  std::uint64_t n_bytes = 0;
  for (const FoundEntry& entry : entries) {
    const std::string whole_path = path + "/" + entry.path;
    if (entry.kind == FoundKind::folder) {
      require_looked_into(entry, whole_path, kDeepest);
    } else if (entry.kind != FoundKind::file) {
      taken.left_out.push_back(entry.path);
    } else {
      taken.files.emplace_back(entry.path,
                               bytes_beneath(handed_in.class_folder, whole_path, kProgramLimit));
      n_bytes += taken.files.back().second.size();
      require_program_size(path, taken.files.size(), n_bytes);
    }
  }
}

}  // namespace

std::string TakenFiles::fingerprint() const {
  std::string all = name + '\0';
  for (const auto& [path, bytes] : files)
    all += path + '\0' + std::to_string(bytes.size()) + '\0' + bytes;
  return fingerprint_text(all);
}

TakenFiles take_files(const HandedInFile& handed_in, bool is_program) {
  const std::string& path = handed_in.chosen.path;
  TakenFiles taken{.name = path.substr(path.rfind('/') + 1)};
  taken.is_folder = handed_in.chosen.is_folder;
  if (taken.is_folder)
    take_folder(handed_in, taken);
  else
    taken.files.emplace_back(taken.name, bytes_beneath(handed_in.class_folder, path,
                                                       is_program ? kProgramLimit : kAnswerLimit));
  return taken;
}

std::string put_files(const TakenFiles& taken, const std::string& folder) {
  const fs::path top = taken.is_folder ? fs::path(folder) / taken.name : fs::path(folder);
  std::error_code unmade;  // then the files in it cannot be written
  fs::create_directories(top, unmade);
  for (const auto& [path, bytes] : taken.files) {
    fs::create_directories((top / path).parent_path(), unmade);
    std::ofstream file(top / path, std::ios::binary);
    file << bytes;
    if (!file.flush())
      throw SurroundingsError(message("{} cannot be written.", preview(path, 200)));
  }
  return taken.is_folder ? top.string() : (top / taken.name).string();
}

}  // namespace attn

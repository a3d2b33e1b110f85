#include "grading/marking/taken_files.hpp"

#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
#include "grading/classroom/folder_beneath.hpp"
#include "grading/classroom/report_folders.hpp"
#include "grading/marking/fingerprint.hpp"
#include "practice/answer/answer_sheet.hpp"
#include "practice/program/submission.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

void take_folder(const HandedInFile& handed_in, TakenFiles& taken) {
  constexpr unsigned kDeepest = 8;
  const std::string& path = handed_in.chosen.path;
  bool is_cut = false;
  std::uint64_t left = kProgramLimit;
  const auto entries =
      entries_below(handed_in.class_folder, path, kDeepest, kMostProgramFiles, is_cut);
  for (const FoundEntry& entry : entries) {
    if (entry.kind == FoundKind::folder) continue;
    if (entry.kind != FoundKind::file) {
      taken.left_out.push_back(entry.path);
      continue;
    }
    is_cut = is_cut || taken.files.size() == kMostProgramFiles;
    if (is_cut) break;
    taken.files.emplace_back(entry.path,
                             bytes_beneath(handed_in.class_folder, path + "/" + entry.path, left));
    left -= taken.files.back().second.size();
  }
  if (is_cut)
    throw InputError(message("{0}: a program has at most {1} files, and there are more.",
                             preview(path, 200), kMostProgramFiles));
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
  for (const auto& [path, bytes] : taken.files) {
    fs::create_directories((top / path).parent_path());
    std::ofstream file(top / path, std::ios::binary);
    file << bytes;
    if (!file.flush())
      throw SurroundingsError(message("{} cannot be written.", preview(path, 200)));
  }
  return taken.is_folder ? top.string() : (top / taken.name).string();
}

}  // namespace attn

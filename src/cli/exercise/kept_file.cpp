#include "cli/exercise/kept_file.hpp"

#include <sys/stat.h>

#include <filesystem>

#include "base/message.hpp"

namespace attn {

namespace fs = std::filesystem;

std::string keep_old(const std::string& file) {
  struct stat facts {};
  if (::lstat(file.c_str(), &facts) != 0) return "";
  if (!S_ISREG(facts.st_mode))
    throw InputError(message("{}: an ordinary file was expected.", file));
  std::string kept = file + ".old";
  std::error_code error;
  for (int n = 2; fs::create_hard_link(file, kept, error), error == std::errc::file_exists; ++n)
    kept = fmt::format("{}.old.{}", file, n);
  if (error) fs::copy_file(file, kept, error);  // where there are no hard links
  if (error) throw SurroundingsError(message("{}: the file cannot be kept as {}.", file, kept));
  return kept;
}

void append_kept(Document& page, const std::string& file, const std::string& kept) {
  if (!kept.empty())
    page.pieces.emplace_back(
        Paragraph{message("The old contents of {} are kept in {}.", file, kept)});
}

}  // namespace attn

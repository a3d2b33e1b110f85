#include "cli/complexity/cost_file_flags.hpp"

#include <filesystem>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
#include "base/text.hpp"
#include "cli/terminal/output.hpp"
#include "data/files/write_file.hpp"

namespace attn {
namespace {

constexpr int kLongestCostPath = 200;  // in a message

void require_known_kinds(const std::vector<std::string>& paths) {
  for (const std::string& path : paths)
    if (lower_case(std::filesystem::path(path).extension().string()) != ".html")
      throw InputError(message("cannot tell what to write to {}: its name must end in one of {}.",
                               preview(path, kLongestCostPath), ".html"));
}

}  // namespace

void CostFileFlags::add_to(const FlagGroup& group) {
  group.values(files, "FILE",
               translated("Also write FILE.html, a page to open in a browser: sliders, exact "
                          "numbers, curves; may be repeated"));
  group.flag(force, translated("Overwrite files that exist"));
}

CostFiles CostFileFlags::read() const {
  if (!files) require_used_with({force}, files.name());
  require_known_kinds(files.texts());
  require_writable_targets(files.texts(), bool(force));
  return {files.texts(), bool(force)};
}

void write_cost_files(const CostFiles& files, const MakeCostPage& make,
                      const TellExample& example) {
  if (files.paths.empty()) return;
  const std::string page = cost_page_file(make, example);
  std::vector<std::pair<std::string, std::string>> written;
  for (const std::string& path : files.paths) written.emplace_back(path, page);
  write_files(written, files.overwrite);
  for (const std::string& path : files.paths)
    print_remark(message("wrote {}", preview(path, kLongestCostPath)));
}

}  // namespace attn

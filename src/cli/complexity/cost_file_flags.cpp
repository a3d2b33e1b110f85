#include "cli/complexity/cost_file_flags.hpp"

#include <filesystem>
#include <optional>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
#include "base/text.hpp"
#include "cli/figure/figure_file.hpp"
#include "cli/figure/figure_width.hpp"
#include "cli/terminal/output.hpp"
#include "data/files/write_file.hpp"

namespace attn {
namespace {

constexpr int kLongestCostPath = 200;  // in a message
constexpr const char* kPageExtension = ".html";

bool is_cost_page(const std::string& path) {
  return lower_case(std::filesystem::path(path).extension().string()) == kPageExtension;
}

void require_known_kinds(const std::vector<std::string>& paths) {
  std::vector<std::string> known{kPageExtension};
  for (const auto& [format, extension] : kFigureFormats) known.emplace_back(extension);
  for (const std::string& path : paths)
    if (!is_cost_page(path) && !figure_format_of(path))
      throw InputError(message("cannot tell what to write to {}: its name must end in one of {}.",
                               preview(path, kLongestCostPath), listed(known)));
}

}  // namespace

void CostFileFlags::add_to(const FlagGroup& group) {
  group.values(files, "FILE",
               translated("Also write FILE.html, a page with sliders, exact numbers and curves; or "
                          "the curves of --sweep as a figure (.svg .pdf .png); may be repeated"));
  add_figure_width(group, figure_width);
  group.flag(force, translated("Overwrite files that exist"));
}

CostFiles CostFileFlags::read() const {
  if (!files) require_used_with({force}, files.name());
  require_known_kinds(files.texts());
  require_writable_targets(files.texts(), bool(force));
  require_drawable_figures(files.texts());
  return {files.texts(), bool(force), read_figure_width(figure_width, files.texts())};
}

void write_cost_files(const CostFiles& files, const CostFileContents& contents,
                      const TellExample& example) {
  if (files.paths.empty()) return;
  std::optional<std::string> page;
  std::vector<std::pair<std::string, std::string>> written;
  for (const std::string& path : files.paths) {
    if (const auto format = figure_format_of(path)) {
      written.emplace_back(path, figure_bytes(contents.figure(files.figure_width), *format));
      continue;
    }
    if (!page) page = cost_page_file(contents.page, example);
    written.emplace_back(path, *page);
  }
  write_files(written, files.overwrite);
  for (const std::string& path : files.paths)
    print_remark(message("wrote {}", preview(path, kLongestCostPath)));
}

}  // namespace attn

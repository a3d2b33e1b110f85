#include "cli/complexity/cost_file_flags.hpp"

#include <optional>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/figure/figure_file.hpp"
#include "cli/figure/figure_width.hpp"
#include "cli/present/open_page.hpp"
#include "cli/terminal/output.hpp"
#include "data/files/write_file.hpp"

namespace attn {
namespace {

constexpr int kLongestCostPath = 200;  // in a message

void require_known_kinds(const std::vector<std::string>& paths) {
  std::vector<std::string> known{kPageExtension};
  for (const auto& [format, extension] : kFigureFormats) known.emplace_back(extension);
  for (const std::string& path : paths)
    if (!is_page_file(path) && !figure_format_of(path))
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
  group.flag(open, translated("Open the page in a browser; without -o FILE.html, one for now"));
}

CostFiles CostFileFlags::read() const {
  if (!files) require_used_with({force}, files.name());
  require_known_kinds(files.texts());
  require_writable_targets(files.texts(), bool(force));
  require_drawable_figures(files.texts());
  return {files.texts(), bool(force), bool(open), read_figure_width(figure_width, files.texts())};
}

std::string write_cost_files(const CostFiles& files, const CostFileContents& contents,
                             const TellExample& example) {
  std::vector<std::string> paths = files.paths;
  const std::string opened = files.opens ? page_to_open(paths, "complexity") : "";
  if (paths.empty()) return "";
  std::optional<std::string> page;
  std::vector<std::pair<std::string, std::string>> written;
  for (const std::string& path : paths) {
    if (const auto format = figure_format_of(path)) {
      written.emplace_back(path, figure_bytes(contents.figure(files.figure_width), *format));
      continue;
    }
    if (!page) page = cost_page_file(contents.page, example);
    written.emplace_back(path, *page);
  }
  write_files(written, files.overwrite);
  print_written(paths);
  return opened;
}

}  // namespace attn

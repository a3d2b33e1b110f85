#include <algorithm>
#include <filesystem>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "cli/figure/figure.hpp"
#include "cli/present/pages.hpp"
#include "cli/present/present.hpp"
#include "cli/present/shown.hpp"
#include "cli/terminal/terminal.hpp"
#include "data/files/write_file.hpp"
#include "data/matrix/arrays.hpp"
#include "render/drawing/figures.hpp"
#include "render/trace/trace.hpp"

namespace attn {
namespace {

constexpr int kLongestPath = 200;  // in a message

std::string json_file(const Exported& exported) {
  return trace_json(exported.trace, exported.selection.stages, exported.selection.tables);
}

std::string npz_file(const Exported& exported) {
  std::vector<std::pair<std::string, std::string>> entries;
  for (const Stage* stage : exported.selection.stages)
    entries.emplace_back(stage_key(stage->group, stage->id), npy_bytes(stage->value));
  entries.emplace_back("query_tokens", npy_bytes(exported.trace.query_tokens));
  entries.emplace_back("key_tokens", npy_bytes(exported.trace.key_tokens));
  return npz_bytes(entries);
}

std::string safetensors_file(const Exported& exported) {
  std::vector<TensorHead> heads;
  for (const Stage* stage : exported.selection.stages)
    heads.push_back(
        {stage_key(stage->group, stage->id), "F64", {stage->value.n_rows, stage->value.n_cols}});
  std::string bytes =
      safetensors_header(heads, {{"query_tokens", json_list(exported.trace.query_tokens)},
                                 {"key_tokens", json_list(exported.trace.key_tokens)}});
  for (const Stage* stage : exported.selection.stages) bytes += row_major_bytes(stage->value);
  return bytes;
}

std::string npy_file(const Exported& exported) {
  return npy_bytes(exported.selection.result->value);
}

std::string csv_file(const Exported& exported) {
  const arma::mat& value = exported.selection.result->value;
  std::string text;
  for (arma::uword i = 0; i < value.n_rows; ++i) {
    for (arma::uword j = 0; j < value.n_cols; ++j) text += (j == 0 ? "" : ",") + exact(value(i, j));
    text += '\n';
  }
  return text;
}

std::string html_file(const Exported& exported) {
  if (!exported.add_for_page) return page_file(exported.trace, exported.choice, exported.again);
  const auto with_more = [&exported](Trace trace) {
    exported.add_for_page(trace);
    return trace;
  };
  return page_file(with_more(exported.trace), exported.choice,
                   [&] { return with_more(exported.again()); });
}

// Where a sheet of heads stands on the screen, it is that.
Figure figure_of(const Exported& exported) {
  const ViewChoice& choice = exported.choice;
  if (!exported.trace.sketches || !exported.add_for_page || choice.names_stages())
    return selection_figure(exported.trace, exported.selection, choice);
  Trace whole = exported.trace;
  exported.add_for_page(whole);
  return sheet_figure(whole, choice.layout, choice.figure_width);
}

template <FigureFormat format>
std::string figure_file(const Exported& exported) {
  return figure_bytes(figure_of(exported), format);
}

struct FileKind {
  const char* extension;
  std::string (*bytes)(const Exported& exported);
  bool holds_one;
};
constexpr FileKind kFileKinds[] = {{".json", json_file, false},
                                   {".npz", npz_file, false},
                                   {".npy", npy_file, true},
                                   {".safetensors", safetensors_file, false},
                                   {".csv", csv_file, true},
                                   {kPageExtension, html_file, false},
                                   {".svg", figure_file<FigureFormat::svg>, false},
                                   {".pdf", figure_file<FigureFormat::pdf>, false},
                                   {".png", figure_file<FigureFormat::png>, false}};

const FileKind& kind_of(const std::string& path) {
  const std::string extension = lower_case(std::filesystem::path(path).extension().string());
  std::vector<std::string> known;
  for (const FileKind& kind : kFileKinds) {
    if (extension == kind.extension) return kind;
    known.emplace_back(kind.extension);
  }
  throw InputError(message("cannot tell what to write to {}: its name must end in one of {}.",
                           preview(path, kLongestPath), listed(known)));
}

}  // namespace

void require_writable(const ViewChoice& choice) {
  for (const std::string& path : choice.files)
    if (kind_of(path).holds_one && choice.stages.size() > 1)
      throw InputError(
          message("{} holds one matrix, but the number of stages named is {}. Name one "
                  "stage, or write a .npz.",
                  preview(path, kLongestPath), choice.stages.size()));
  require_writable_targets(choice.files, choice.overwrite);
  require_drawable_figures(choice.files);
}

bool hold_one_matrix_each(const std::vector<std::string>& files) {
  return std::all_of(files.begin(), files.end(),
                     [](const std::string& path) { return kind_of(path).holds_one; });
}

void say_written(const std::vector<std::string>& files, const ViewChoice& choice) {
  if (choice.screen == Screen::quiet || choice.result_alone) return;
  print_written(files);
}

void export_selection(const Exported& exported) {
  const ViewChoice& choice = exported.choice;
  if (choice.files.empty()) return;
  std::vector<std::pair<std::string, std::string>> files;
  for (const std::string& path : choice.files)
    files.emplace_back(path, kind_of(path).bytes(exported));
  write_files(files, choice.overwrite);
  say_written(choice.files, choice);
}

}  // namespace attn

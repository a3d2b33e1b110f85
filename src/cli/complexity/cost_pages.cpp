#include <algorithm>
#include <optional>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/complexity/complexity.hpp"
#include "cli/figure/figure.hpp"
#include "cli/flags/flag.hpp"
#include "cli/present/pages.hpp"
#include "cli/program/program.hpp"
#include "cli/terminal/terminal.hpp"
#include "costs/costs.hpp"
#include "costs/model/model.hpp"
#include "data/files/write_file.hpp"
#include "render/costs/costs.hpp"
#include "render/page/costs_page.hpp"

namespace attn {

namespace {

using Json = nlohmann::ordered_json;

std::string mode_words(const Costs& costs) {
  if (costs.pass.mode == Mode::prefill) return types_text(costs);
  return std::string(mode_text(costs.pass.mode)) + ", " + types_text(costs);
}

}  // namespace

CostPageParts page_of_costs(const CostsPage& page) {
  const Costs& costs = page.costs;
  Report report = cost_report(costs, page.view.cost), stored;
  if (page.stored) {
    add_stored(report, *page.stored);
    add_stored(stored, *page.stored);
  }
  Json data = costs_data(costs, page_settings(page.model_flags, page.pass_flags, costs), page.view);
  data["source"] = mode_words(costs);
  data["tables"] = tables_data(page_tables(stored), Layout{});
  data["notes"] = costs.model.notes;
  return {std::move(data), page_tables(report)};
}

CostPageParts page_of_layers(const LayerReport& report, OperationUnit unit,
                             const std::optional<SweepRange>& range, const std::string& more) {
  Json data = layers_data(report, unit, range);
  data["source"] = report.layers.front().sizes.dtype.name;
  data["largest_setting"] = std::to_string(kLargestSetting);
  if (!more.empty()) data["notes"].push_back(more);
  return {std::move(data), page_tables(layers_report(report, unit))};
}

namespace {

using namespace symbol;

constexpr std::uint64_t kMlpFactor = 4;

// The model as it is without any change to it; of one by hand, nothing.
Model unchanged(const ModelFlags& flags) {
  if (!flags.model && !flags.config) return {};
  ModelFlags known;
  known.model = flags.model;
  known.config = flags.config;
  return read_model(known);
}

void add_model(const ModelFlags& flags, PageSettings& page) {
  const Model base = unchanged(flags);
  const bool shares = base.n_kv_heads != base.n_heads;
  const bool has_own_width = base.d_head != 0 && !heads_fill_model(base);
  page.settings.push_back({"d", flags.d_model.name(), "d_model", {}, bool(flags.d_model)});
  page.settings.push_back({"h", flags.heads.name(), "heads", {}, bool(flags.heads)});
  page.settings.push_back({"h_kv", flags.kv_heads.name(), "kv_heads",
                           shares ? std::nullopt : std::optional(h), bool(flags.kv_heads)});
  if (!flags.d_head && !has_own_width) page.following.push_back({"d_h", d / h});
  if (!flags.d_ff && base.d_ff == kMlpFactor * base.d_model)
    page.following.push_back({"f", kMlpFactor * d});
}

// While one token is decoded, what it sees is what counts.
void add_decoding(const PassFlags& flags, bool is_across, PageSettings& page) {
  page.tokens = "S";
  page.settings.insert(
      page.settings.begin(),
      {"S", flags.tokens.name(), "context", {}, flags.tokens || (flags.keys && !is_across)});
  if (is_across)
    page.settings.insert(page.settings.begin() + 1,
                         {"M", flags.keys.name(), "source", S, bool(flags.keys)});
}

void add_all_at_once(const PassFlags& flags, bool is_across, bool trains, PageSettings& page) {
  page.tokens = "T";
  page.settings.insert(page.settings.begin(),
                       {"T", flags.tokens.name(), "tokens", {}, bool(flags.tokens)});
  const auto second = page.settings.begin() + 1;
  if (is_across || trains) page.following.push_back({"S", T});
  if (is_across)
    page.settings.insert(second, {"M", flags.keys.name(), "source", T, bool(flags.keys)});
  else if (!trains)
    page.settings.insert(second, {"S", flags.keys.name(), "keys", T, bool(flags.keys)});
}

}  // namespace

PageSettings page_settings(const ModelFlags& model_flags, const PassFlags& pass_flags,
                           const Costs& costs) {
  PageSettings page{.largest = kLargestSetting};
  add_model(model_flags, page);
  const bool is_across = has_cross_attention(costs.model);
  if (costs.pass.mode == Mode::decode)
    add_decoding(pass_flags, is_across, page);
  else if (!pass_flags.mask)  // which is of one size
    add_all_at_once(pass_flags, is_across, costs.pass.mode == Mode::train, page);
  page.settings.push_back({"B", pass_flags.batch.name(), "batch", {}, bool(pass_flags.batch)});
  return page;
}

std::vector<std::string> words_beside(const std::vector<std::string>& words,
                                      const std::vector<std::string>& flags) {
  std::vector<std::string> others;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string name = words[i].substr(0, words[i].find('='));
    if (std::find(flags.begin(), flags.end(), name) == flags.end())
      others.push_back(words[i]);
    else if (name == words[i])
      ++i;  // its value
  }
  return others;
}

namespace {

// What is the same for every kind of page.
CostPageParts whole(const MakeCostPage& make, const TellExample& example) {
  CostPageParts parts = make();
  const ExampleWords words = example();
  Json& data = parts.data;
  for (const char* list : {"tables", "notes"})
    if (!data.contains(list)) data[list] = Json::array();
  const bool is_list = data.contains("about") && data["about"].is_array();
  if (!words.about.empty())
    data["about"] = is_list ? Json::array({words.about}) : Json(words.about);
  if (!data.contains("about")) data["about"] = "";
  for (const Table& table : words.tables) data["tables"].push_back(table_data(table, Layout{}));
  for (const std::string& note : words.notes) data["notes"].push_back(note);
  if (!data.contains("source")) data["source"] = "";
  data["texts"] = cost_texts();
  return parts;
}

// The flags that a page writes itself. Keys that were typed give way to those that it has.
std::vector<std::string> flags_of_page(const Json& data) {
  if (data["kind"] == "tables") return {};
  std::vector<std::string> flags{"--sweep", "--unit"};
  if (data["kind"] == "layers") flags.emplace_back("--tokens");
  if (!data.contains("settings")) return flags;
  for (const Json& setting : data["settings"]) flags.push_back(setting["flag"]);
  if (data["tokens"] != "") flags.emplace_back("--keys");
  return flags;
}

std::vector<std::string> page_words() { return page_command("complexity", typed_words()).all(); }

}  // namespace

std::string cost_page_file(const MakeCostPage& make, const TellExample& example) {
  CostPageParts here = whole(make, example);
  here.data = data_in_both_languages(here.data, [&] { return whole(make, example).data; });
  const std::vector<std::string> words = words_beside(page_words(), flags_of_page(here.data));
  return report_page("complexity", std::move(here.data), words, here.tables, language_code());
}

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

std::string write_cost_files(const CostFiles& files, const MakeCostPage& page, const Report& report,
                             const Layout& layout, const TellExample& example) {
  std::vector<std::string> paths = files.paths;
  const std::string opened = files.opens ? page_to_open(paths, "complexity") : "";
  if (paths.empty()) return "";
  std::optional<std::string> made_page;
  std::vector<std::pair<std::string, std::string>> written;
  for (const std::string& path : paths) {
    if (const auto format = figure_format_of(path)) {
      const Figure figure = report_figure(report, layout, files.figure_width);
      written.emplace_back(path, figure_bytes(figure, *format));
      continue;
    }
    if (!made_page) made_page = cost_page_file(page, example);
    written.emplace_back(path, *made_page);
  }
  write_files(written, files.overwrite);
  print_written(paths);
  return opened;
}

}  // namespace attn

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "costs/costs.hpp"
#include "costs/model/families.hpp"
#include "render/costs/costs.hpp"
#include "render/costs/parts.hpp"

namespace attn {

namespace {

using Json = nlohmann::ordered_json;

std::string families_text() {
  return message("--config reads a config.json of these families: {}.", listed(families()));
}

}  // namespace

Report models_report(const std::vector<Preset>& presets) {
  Report report{.name = "--list", .records = record_text({"name", "parameters", "description"})};
  Table table{.id = "models",
              .title = translated("Models that --model knows by name."),
              .columns = {{"name", translated("name")},
                          {"description", translated("what it is")},
                          {"parameters", translated("parameters")}},
              .n_text_columns = 2,
              .note = families_text(),
              .dispensable = {1}};
  Json models = Json::array();
  for (const Preset& preset : presets) {
    const Model model = *preset_named(preset.name);
    const Count parameters = total_of(parameters_of(model, arguments_of(model)));
    table.rows.push_back(
        {cell::name(preset.name), cell::name(preset.description), cell::Whole{parameters}});
    models.push_back({{"name", preset.name},
                      {"parameters", count_json(parameters)},
                      {"counted_as", model.counted_as},
                      {"description", preset.description}});
    report.records += record_text({preset.name, parameters.get_str(), preset.description});
  }
  report.add(std::move(table));
  report.json = {{"schema", "attn.cost/1"}, {"models", models}, {"families", families()}};
  return report;
}

namespace {

using Kind = TensorDifference::Kind;

Count surplus_of(const TensorDifference& difference) {
  return numbers_in(difference.stored) - numbers_in(difference.counted);
}

bool is_stored_only(const TensorDifference& difference) { return !difference.counted.has_value(); }

// Why a tensor makes a difference, in a few words.
std::string reason_text(const StoredTensors& stored, const TensorDifference& difference) {
  switch (difference.kind) {
    case Kind::missing:
      return translated("missing");
    case Kind::other_shape:
      return translated("another shape");
    case Kind::buffer:
      return translated("no parameter");
    case Kind::tied:
      return translated("tied, stored as well");
    case Kind::unknown:
      return translated("not known");
    case Kind::other_class:
      break;
  }
  const std::string& owner = is_stored_only(difference) ? stored.saved_as : stored.counted_as;
  if (owner.empty() || stored.saved_as == stored.counted_as) return translated("of another class");
  return message("only {}", owner);
}

// What follows from a kind of difference, in a sentence.
std::string consequence_of(Kind kind, const StoredTensors& stored) {
  switch (kind) {
    case Kind::missing:
      return translated(
          "What is missing the framework fills with random numbers. Use a config.json and weights "
          "that were saved together, with all of their files.");
    case Kind::other_shape:
      return translated(
          "What has another shape was not saved with this config.json, or was changed since.");
    case Kind::other_class:
      if (stored.saved_as == stored.counted_as) return "";
      return stored.saved_as.empty()
                 ? message(
                       "Heads and poolers differ between the classes of the framework; what is "
                       "counted is {}.",
                       stored.counted_as)
                 : message(
                       "Heads and poolers differ between the classes of the framework: the "
                       "files are those of {}, and what is counted is {}.",
                       stored.saved_as, stored.counted_as);
    case Kind::buffer:
      return translated(
          "Masks, positions and frequencies are computed, not learned, so they are no parameters.");
    case Kind::tied:
      return translated(
          "A head that is tied has no numbers of its own; these are those of the token embedding "
          "once more, or are used in their place.");
    case Kind::unknown:
      return translated("Tensors whose names this family does not have are not counted.");
  }
  return "";
}

// Kinds of difference that quantized weights explain.
bool is_of_codes(Kind kind) {
  return kind == Kind::missing || kind == Kind::other_shape || kind == Kind::unknown;
}

std::string verdict_of(const StoredTensors& stored) {
  if (!stored.quantized_by.empty())
    return message(
        "The weights are quantized (see {}): codes and scales take the place of numbers, in other "
        "shapes and under other names than those that are counted.",
        listed(stored.quantized_by));
  if (stored.differences.empty())
    return translated("The files hold what is counted, number for number.");
  const bool is_harmless = std::all_of(
      stored.differences.begin(), stored.differences.end(), [](const TensorDifference& one) {
        return one.kind == Kind::other_class || one.kind == Kind::buffer || one.kind == Kind::tied;
      });
  return is_harmless ? translated("But for that the files hold what is counted, number for number.")
                     : translated("The files do not hold what is counted.");
}

TableRow sum_row(const cell::Text& label, const TensorSum& sum) {
  return {label, cell::Whole{count_of(sum.n_tensors)}, cell::Whole{sum.n_numbers}};
}

std::string shape_cell(const std::optional<TensorDifference::Shape>& shape) {
  if (!shape) return "-";
  return fmt::format("({}{})", fmt::join(*shape, ", "), shape->size() == 1 ? "," : "");
}

// A name around its first number, which is that of its layer: "h.", 3, ".attn.bias".
struct LayerName {
  std::string before, after;
  std::optional<std::uint64_t> layer{};

  explicit LayerName(const std::string& name) : before(name) {
    for (std::size_t at = name.find('.'); at != std::string::npos; at = name.find('.', at + 1)) {
      const std::size_t end = name.find('.', at + 1);
      if (end == std::string::npos) return;
      const std::string part = name.substr(at + 1, end - at - 1);
      const bool is_number =
          !part.empty() && part.size() < 10 &&
          std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
      if (!is_number) continue;
      before = name.substr(0, at + 1);
      after = name.substr(end);
      layer = std::stoull(part);
      return;
    }
  }
};

// "0-11", or "0-2,5" where some are left out.
std::string runs_text(const std::set<std::uint64_t>& numbers) {
  std::string text;
  for (auto at = numbers.begin(); at != numbers.end();) {
    const std::uint64_t first = *at;
    std::uint64_t last = first;
    while (++at != numbers.end() && *at == last + 1) last = *at;
    text += fmt::format("{}{}", text.empty() ? "" : ",", first);
    if (last != first) text += fmt::format("-{}", last);
  }
  return text;
}

// Tensors that differ in nothing but their layer.
struct AlikeTensors {
  const TensorDifference* first;
  LayerName name;
  std::set<std::uint64_t> layers;

  std::string shown() const {
    if (layers.size() < 2) return first->name;
    return name.before + runs_text(layers) + name.after;
  }
};

std::vector<AlikeTensors> alike_in(const std::vector<TensorDifference>& differences) {
  std::vector<AlikeTensors> groups;
  std::map<std::string, std::size_t> places;
  for (const TensorDifference& one : differences) {
    const LayerName name(one.name);
    const std::string key =
        fmt::format("{} {} {} {}\n{}", static_cast<int>(one.kind), shape_cell(one.stored),
                    shape_cell(one.counted), name.before, name.after);
    const auto [at, is_new] = places.emplace(key, groups.size());
    if (is_new) groups.push_back({&one, name, {}});
    if (name.layer) groups[at->second].layers.insert(*name.layer);
  }
  return groups;
}

Json shape_json(const std::optional<TensorDifference::Shape>& shape) {
  return shape ? Json(*shape) : Json(nullptr);
}

Json tensor_sum_json(const TensorSum& sum) {
  return {{"tensors", sum.n_tensors}, {"numbers", count_json(sum.n_numbers)}};
}

Table stored_table(const StoredTensors& stored) {
  Table table{.id = "stored",
              .title = translated("The tensors of the files beside those that are counted."),
              .columns = {{"what", translated("what")},
                          {"tensors", translated("tensors")},
                          {"numbers", translated("numbers")}}};
  table.rows.push_back(sum_row({"counted", translated("counted parameters")}, stored.counted));
  std::map<std::pair<Kind, bool>, TableRow> rows;
  add_sentence(table.note, verdict_of(stored));
  std::optional<Kind> last;
  for (const TensorDifference& one : stored.differences) {
    TableRow& row = rows[{one.kind, is_stored_only(one)}];
    if (row.empty())
      row = sum_row({name_in(kTensorDifferences, one.kind), reason_text(stored, one)}, {});
    const int sign = one.kind == Kind::other_shape ? 0 : is_stored_only(one) ? 1 : -1;
    std::get<cell::Whole>(row[1]).number += sign;
    std::get<cell::Whole>(row[2]).number += surplus_of(one);
    const bool is_explained = !stored.quantized_by.empty() && is_of_codes(one.kind);
    if (last != one.kind && !is_explained)
      add_sentence(table.note, consequence_of(one.kind, stored));
    last = one.kind;
  }
  if (!stored.adapter.empty())
    add_sentence(table.note,
                 message("{} belongs to an adapter, which was not added to the weights beside it.",
                         preview(stored.adapter, 80)));
  for (auto& [kind, row] : rows) table.rows.push_back(std::move(row));
  table.rows.push_back(sum_row({"stored", translated("in the files")}, stored.stored));
  return table;
}

Table stored_tensor_table(const StoredTensors& stored) {
  constexpr std::size_t kMostRows = 24;
  Table table{.id = "stored_tensors",
              .title = translated("The tensors that make the difference."),
              .columns = {{"tensor", translated("tensor")},
                          {"stored", translated("in the files")},
                          {"counted", translated("as counted")},
                          {"reason", translated("why")}},
              .n_text_columns = 4};
  const auto add = [&](const std::string& name, const TensorDifference& one) {
    table.rows.push_back(
        {cell::name(preview(name, 80)), cell::name(shape_cell(one.stored)),
         cell::name(shape_cell(one.counted)),
         cell::Text{name_in(kTensorDifferences, one.kind), reason_text(stored, one)}});
  };
  for (const AlikeTensors& group : alike_in(stored.differences)) add(group.shown(), *group.first);
  elide_rows(table, kMostRows);
  return table;
}

Json stored_json(const StoredTensors& stored) {
  Json differences = Json::array();
  for (const TensorDifference& one : stored.differences)
    differences.push_back({{"tensor", one.name},
                           {"kind", name_in(kTensorDifferences, one.kind)},
                           {"stored", shape_json(one.stored)},
                           {"counted", shape_json(one.counted)}});
  return {{"counted", tensor_sum_json(stored.counted)},
          {"stored", tensor_sum_json(stored.stored)},
          {"saved_as", stored.saved_as},
          {"differences", differences},
          {"quantized_by", stored.quantized_by},
          {"notes", stored.notes}};
}

}  // namespace

void add_stored(Report& report, const StoredTensors& stored) {
  report.add(stored_table(stored));
  report.add(stored_tensor_table(stored),
             stored.differences.empty() ? Report::Place::page : Report::Place::everywhere);
  report.say_all(ReportWords::Kind::note, stored.notes, false);
  report.json["stored"] = stored_json(stored);
  const auto add = [&report](const std::string& name, const Count& count, const char* unit) {
    report.records += record_text({"stored", name, "", "", count.get_str(), unit});
  };
  add("counted", stored.counted.n_numbers, "number");
  add("stored", stored.stored.n_numbers, "number");
  for (const TensorDifference& one : stored.differences)
    add(preview(one.name, 200), surplus_of(one), name_in(kTensorDifferences, one.kind));
}

}  // namespace attn

#include "cli/complexity/cost_page_file.hpp"

#include "base/message.hpp"
#include "cli/complexity/page_settings.hpp"
#include "cli/present/page_command.hpp"
#include "cli/present/page_file.hpp"
#include "cli/program/command_line.hpp"
#include "render/page/costs_page.hpp"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

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
  return costs_page(std::move(here.data), words, here.tables, language_code());
}

}  // namespace attn

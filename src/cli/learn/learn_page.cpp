#include "cli/learn/learn_page.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/learn/learn_file.hpp"
#include "cli/present/page_command.hpp"
#include "cli/program/command_line.hpp"
#include "cli/program/language.hpp"
#include "cli/terminal/output.hpp"
#include "data/files/write_file.hpp"
#include "render/page/learning_data.hpp"
#include "render/page/learning_page.hpp"
#include "render/page/learning_texts.hpp"
#include "render/page/stages_data.hpp"
#include "render/page/title_line.hpp"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

Json in_language(const ToldRun& told) {
  Json data = learning_data(told.report);
  data["source"] = title_line(told.title);
  data["texts"] = learning_texts();
  return data;
}

std::string page_of(const ToldRun& told, const std::function<ToldRun()>& again) {
  Json data = in_language(told);
  const std::vector<Table> tables = learning_tables(told.report);
  const std::string language = language_code();
  const bool is_english = language == "en";
  const LanguageMeanwhile other(is_english ? "ja" : "en");
  const Json there = in_language(again());
  data = is_english ? in_both_languages(data, there) : in_both_languages(there, data);
  return learning_page(std::move(data), page_command("learn", typed_words()).all(), tables,
                       language);
}

}  // namespace

bool is_page_file(const std::string& path) {
  return lower_case(std::filesystem::path(path).extension().string()) == ".html";
}

void write_learning_pages(const std::vector<std::string>& paths, bool overwrite,
                          const ToldRun& told, const std::function<ToldRun()>& again) {
  if (paths.empty()) return;
  const std::string page = page_of(told, again);
  std::vector<std::pair<std::string, std::string>> files;
  for (const std::string& path : paths) files.emplace_back(path, page);
  write_files(files, overwrite);
  for (const std::string& path : paths) print_remark(message("wrote {}", shortened_path(path)));
}

}  // namespace attn

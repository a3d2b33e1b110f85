#include "cli/learn/learn_page.hpp"

#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "cli/present/page_command.hpp"
#include "cli/present/page_file.hpp"
#include "cli/program/command_line.hpp"
#include "cli/terminal/output.hpp"
#include "data/files/write_file.hpp"
#include "render/page/costs_page.hpp"
#include "render/page/learning_page.hpp"

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
  Json data = data_in_both_languages(in_language(told), [&] { return in_language(again()); });
  return learning_page(std::move(data), page_command("learn", typed_words()).all(),
                       learning_tables(told.report), language_code());
}

}  // namespace

void write_learning_pages(const std::vector<std::string>& paths, bool overwrite,
                          const ToldRun& told, const std::function<ToldRun()>& again) {
  if (paths.empty()) return;
  const std::string page = page_of(told, again);
  std::vector<std::pair<std::string, std::string>> files;
  for (const std::string& path : paths) files.emplace_back(path, page);
  write_files(files, overwrite);
  print_written(paths);
}

}  // namespace attn

#include "cli/flags/example_list.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exit_code.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/pager.hpp"
#include "render/text/document.hpp"

namespace attn {
namespace {

using Entry = FlagTable::Entry;

Document examples_page(const std::string& command, const ExampleCatalog& catalog,
                       const std::vector<NamedExample>& examples) {
  Document page;
  page.pieces.emplace_back(
      Heading{message("Examples of attn {0}: attn {0} --example NAME", command)});
  for (const Chapter& chapter : catalog.chapters()) {
    bool has_any = false;
    for (const NamedExample& example : examples) {
      if (example.chapter != chapter.id) continue;
      if (!has_any)
        page.pieces.emplace_back(
            Heading{fmt::format("{}   {}", chapter.id, chapter.title.here()), 2});
      has_any = true;
      page.pieces.emplace_back(LabelledLine{example.name, example.title.here()});
    }
  }
  return page;
}

std::string examples_records(const std::vector<NamedExample>& examples) {
  std::string text = "example\tchapter\ttitle\n";
  for (const NamedExample& example : examples)
    text +=
        fmt::format("{}\t{}\t{}\n", example.name, example.chapter, tab_field(example.title.here()));
  return text;
}

nlohmann::ordered_json examples_json(const std::string& command, const ExampleCatalog& catalog,
                                     const std::vector<NamedExample>& examples) {
  nlohmann::ordered_json json{{"schema", "attn.examples/1"}, {"command", command}};
  json["examples"] = nlohmann::ordered_json::array();
  for (const NamedExample& example : examples)
    json["examples"].push_back({{"id", example.name},
                                {"chapter", example.chapter},
                                {"chapter_title", catalog.chapter(example.chapter).title.first()},
                                {"title", example.title.here()}});
  return json;
}

// What has a meaning beside the list: how it looks, and in which form.
void refuse_unread_beside_list(const std::vector<Entry>& entries, const ScreenFlags& screen) {
  const std::string list = "--list-examples";
  FlagTable looks;
  ScreenFlags copy = screen;
  copy.add_screen_flags(FlagGroup(looks, ""));
  Flags read = looks.flags();
  for (const char* form : {"--json", "--plain", "--explain"}) read.emplace_back(form);
  for (const Entry& entry : entries) {
    if (!entry.is_typed() || entry.flag_name() == list) continue;
    if (!entry.flag) refuse_together(list, translated("a sentence"));
    if (!contains(read, *entry.flag)) refuse_together(list, entry.flag_name());
  }
}

}  // namespace

int list_examples(const std::string& command, const ExampleCatalog& catalog,
                  const std::vector<FlagTable::Entry>& entries, const ScreenFlags& screen) {
  refuse_unread_beside_list(entries, screen);
  const std::vector<NamedExample> examples = catalog.examples_of(command);
  if (is_typed(entries, "--json"))
    print_result(json_document(examples_json(command, catalog, examples)));
  else if (is_typed(entries, "--plain"))
    print_result(examples_records(examples));
  else
    print_screen(document_text(examples_page(command, catalog, examples), screen.read_layout()));
  return kDone;
}

}  // namespace attn

#include "cli/examples/examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/figure/figure.hpp"
#include "cli/program/program.hpp"
#include "cli/terminal/terminal.hpp"
#include "render/text/document.hpp"

namespace attn {

void ExampleFlags::add_to(FlagTable& table) {
  const FlagGroup group(table, translated("Examples"));
  group.in_page(PageRole::written_out)
      .value(example, "NAME", translated("A demonstration by name; any flag still changes it"));
  group.flag(list, translated("The examples of this command, by chapter"));
}

void ExampleWords::add_to(Trace& trace) const {
  if (name.empty()) return;
  trace.about = about;
  trace.config.emplace_back("example", name);
  trace.notes.insert(trace.notes.end(), notes.begin(), notes.end());
  trace.tables.insert(trace.tables.begin(), tables.begin(), tables.end());
}

namespace {

using Entry = FlagTable::Entry;

bool is_among(const std::string& name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class ExampleGiver {
 public:
  ExampleGiver(const FlagTable& table, bool for_programs)
      : table_(table), for_programs_(for_programs) {
    for (const Entry& entry : table.entries())
      if (entry.is_typed()) typed_.push_back(&entry);
  }

  // What was typed stays; the rest is as the example says.
  void give(const NamedExample& example) {
    if (example.text && !is_replaced("")) *entry_named("", example).words = {in(*example.text)};
    for (const auto& [name, value] : example.flags) {
      const std::string given = value ? in(*value) : "";
      const bool is_of_several_stages = name == "--view" && (given == "flow" || given == "panels");
      if (is_replaced(name) || (is_of_several_stages && is_replaced("--stage"))) continue;
      entry_named(name, example).flag->give(given);
      given_.push_back(name);
    }
  }

  /// The names of the flags that the example gave.
  const std::vector<std::string>& given() const { return given_; }

 private:
  const std::string& in(const LocalText& text) const {
    return for_programs_ ? text.first() : text.here();
  }

  // By itself, or by one that it gives way to or cannot stand beside.
  bool is_replaced(const std::string& name) const {
    const Entry* const row = table_.row_of(name);
    return row && std::any_of(typed_.begin(), typed_.end(), [&](const Entry* typed) {
             const std::string other = typed->flag_name();
             return other == name || is_among(other, row->rules.yields_to) ||
                    is_among(other, row->rules.excludes) || is_among(name, typed->rules.excludes);
           });
  }

  const Entry& entry_named(const std::string& name, const NamedExample& example) const {
    if (const Entry* const row = table_.row_of(name)) return *row;
    throw InputError(message("the example {} gives {}, which attn {} does not know.", example.name,
                             name.empty() ? "TEXT" : name, example.command));
  }

  const FlagTable& table_;
  bool for_programs_;
  std::vector<const Entry*> typed_;  // before the example gave any
  std::vector<std::string> given_;
};

std::string examples_folder() { return data_folder() + "/examples"; }

Table table_of(const WordTable& words, std::size_t place) {
  Table table{.id = place == 0 ? "words" : "words" + std::to_string(place + 1),
              .title = words.title.here(),
              .n_text_columns = words.columns.size(),
              .note = words.note.here(),
              .is_asked_for = true,
              .is_prose = true};
  for (const LocalText& column : words.columns)
    table.columns.push_back({column.first(), column.here()});
  for (const std::vector<LocalText>& row : words.rows) {
    table.rows.emplace_back();
    for (const LocalText& cell : row)
      table.rows.back().push_back(cell::Text{cell.first(), cell.here()});
  }
  return table;
}

ExampleWords words_of_example(const NamedExample& example, const ExampleCatalog& catalog) {
  ExampleWords words{
      .name = example.name, .about = example.title.here(), .notes = {}, .tables = {}};
  if (!example.note.empty()) words.notes.push_back(example.note.here());
  if (!example.printed.empty())
    words.notes.push_back(message("in the chapter “{}”: {}",
                                  catalog.chapter(example.chapter).title.here(),
                                  example.printed.here()));
  for (const WordTable& table : example.tables)
    words.tables.push_back(table_of(table, words.tables.size()));
  return words;
}

NamedExample chosen_example(const ExampleCatalog& catalog, const std::string& command,
                            const std::string& name) {
  NamedExample example = catalog.example(name);
  if (example.command == command) return example;
  throw InputError(
      message("The example {0} is one of attn {1}: attn {1} --example {0}", name, example.command));
}

// A refusal of a flag that nobody typed says where that came from.
InputError with_flags_told(InputError error, const NamedExample& example,
                           const std::vector<std::string>& given) {
  const std::string text = error.what();
  const bool speaks_of_one = std::any_of(
      given.begin(), given.end(),
      [&text](const std::string& flag) { return text.find(flag) != std::string::npos; });
  if (speaks_of_one)
    error.hints.push_back(
        message("The example {} gives {}. A value of your own takes the place of "
                "the example's.",
                example.name, listed(given)));
  return error;
}

// Whether a file is asked for that is no figure: those speak the language of the screen.
bool writes_for_programs(const FlagTable& table) {
  const Entry* const output = table.row_of("--output");
  return output &&
         !std::all_of(output->flag->texts().begin(), output->flag->texts().end(), figure_format_of);
}

}  // namespace

std::function<int()> with_examples(const std::string& command, const FlagTable& table,
                                   const ExampleFlags& flags, const ScreenFlags& screen,
                                   std::function<int(const TellExample& example)> run) {
  return [command, table, &flags, &screen, run = std::move(run)] {
    if (flags.list) return list_examples(command, ExampleCatalog(examples_folder()), table, screen);
    if (!flags.example) return run([] { return ExampleWords{}; });
    const ExampleCatalog catalog(examples_folder());
    const NamedExample example = chosen_example(catalog, command, flags.example.text());
    const bool for_programs =
        table.is_typed("--json") || table.is_typed("--plain") || writes_for_programs(table);
    ExampleGiver giver(table, for_programs);
    giver.give(example);
    try {
      return run([&] { return words_of_example(example, catalog); });
    } catch (const InputError& error) {
      throw with_flags_told(error, example, giver.given());
    }
  };
}

namespace {

Document examples_page(const std::string& command, const ExampleCatalog& catalog,
                       const std::vector<NamedExample>& examples) {
  Document page;
  page.add(Heading{message("Examples of attn {0}: attn {0} --example NAME", command)});
  for (const Chapter& chapter : catalog.chapters()) {
    bool has_any = false;
    for (const NamedExample& example : examples) {
      if (example.chapter != chapter.id) continue;
      if (!has_any) page.add(Heading{fmt::format("{}   {}", chapter.id, chapter.title.here()), 2});
      has_any = true;
      page.add(LabelledLine{example.name, example.title.here()});
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
void refuse_unread_beside_list(const FlagTable& table, const ScreenFlags& screen) {
  const Flag list("--list-examples");
  const Flags looks = flags_of<ScreenFlags>(screen, &ScreenFlags::add_screen_flags);
  if (table.is_typed("")) refuse_together(list.name(), translated("a sentence"));
  Form{list, joined({looks, {Flag("--json"), Flag("--plain"), Flag("--explain")}})}.refuse_others(
      table.flags());
}

}  // namespace

int list_examples(const std::string& command, const ExampleCatalog& catalog, const FlagTable& table,
                  const ScreenFlags& screen) {
  refuse_unread_beside_list(table, screen);
  const std::vector<NamedExample> examples = catalog.examples_of(command);
  if (table.is_typed("--json"))
    print_result(json_document(examples_json(command, catalog, examples)));
  else if (table.is_typed("--plain"))
    print_result(examples_records(examples));
  else
    print_screen(document_text(examples_page(command, catalog, examples), screen.read_layout()));
  return kDone;
}

}  // namespace attn

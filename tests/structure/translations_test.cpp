#include <gettext-po.h>

#include <cstdio>

#include "support/catch.hpp"
#include "support/content.hpp"

// Every message of the sources has a Japanese translation that can be filled in like the original.
// tests/structure/update_translations.sh adds what is missing, for a person to translate.
namespace {

namespace fs = std::filesystem;

struct Entry {
  std::string english, translation;
  bool fuzzy = false, obsolete = false;
};

void stop_on_error(const std::string& text) {
  std::fputs((text + "\n").c_str(), stderr);
  std::abort();  // libgettextpo allows no return from here, and no exception
}

const po_xerror_handler kHandler{
    .xerror =
        [](int severity, po_message_t, const char* file, std::size_t line, std::size_t, int,
           const char* text) {
          if (severity == PO_SEVERITY_WARNING) return;
          stop_on_error((file ? file : "") + (":" + std::to_string(line)) + ": " + text);
        },
    .xerror2 =
        [](int severity, po_message_t, const char* file, std::size_t line, std::size_t, int,
           const char* text, po_message_t, const char*, std::size_t, std::size_t, int,
           const char*) {
          if (severity == PO_SEVERITY_WARNING) return;
          stop_on_error((file ? file : "") + (":" + std::to_string(line)) + ": " + text);
        }};

// The entries of a catalogue without its header.
std::vector<Entry> read_catalogue(const std::string& path) {
  const std::unique_ptr<struct po_file, void (*)(po_file_t)> file(
      po_file_read(path.c_str(), &kHandler), po_file_free);
  INFO(path);
  REQUIRE(file);
  const std::unique_ptr<struct po_message_iterator, void (*)(po_message_iterator_t)> iterator(
      po_message_iterator(file.get(), nullptr), po_message_iterator_free);
  std::vector<Entry> entries;
  while (po_message_t message = po_next_message(iterator.get())) {
    Entry entry{.english = po_message_msgid(message),
                .translation = po_message_msgstr(message),
                .fuzzy = po_message_is_fuzzy(message) != 0,
                .obsolete = po_message_is_obsolete(message) != 0};
    if (!entry.english.empty()) entries.push_back(std::move(entry));
  }
  return entries;
}

// What fmt fills in, in the order of the arguments: "{} of {:.2f}" and "{1:.2f}/{0}" both give
// "0 1:.2f ". Texts that fmt would refuse give the reason.
std::string fields_of(const std::string& text) {
  std::set<std::string> fields;
  int next = 0;
  bool numbered = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{' && text[i] != '}') continue;
    if (i + 1 < text.size() && text[i + 1] == text[i]) {  // {{ or }}
      ++i;
      continue;
    }
    const std::size_t end = text.find('}', i);
    if (text[i] == '}' || end == std::string::npos) return "a lone brace";
    const std::string field = text.substr(i + 1, end - i - 1);
    if (field.find('{') != std::string::npos) return "a field inside a field";
    if (field.empty() || field[0] == ':')
      fields.insert(std::to_string(next++) + field);
    else {
      fields.insert(field);
      numbered = true;
    }
    if (numbered && next > 0) return "{} and {0} in one text";
    i = end;
  }
  std::string joined;
  for (const std::string& field : fields) joined += field + " ";
  return joined;
}

const Entry* find(const std::vector<Entry>& entries, const std::string& english) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
    return entry.english == english && !entry.obsolete;
  });
  return found == entries.end() ? nullptr : &*found;
}

std::string in_quotes(const std::string& text) { return "\"" + text + "\""; }

// What is wrong with a translation of the messages, one line for each entry.
std::string faults_of(const std::vector<Entry>& messages, const std::vector<Entry>& translations) {
  std::string faults;
  const auto add = [&faults](const std::string& what, const Entry& entry) {
    faults += "\n  " + what + ": " + in_quotes(entry.english);
  };
  for (const Entry& message : messages) {
    const Entry* entry = find(translations, message.english);
    if (!entry)
      add("missing", message);
    else if (entry->translation.empty())
      add("untranslated", message);
    else if (fields_of(entry->translation) != fields_of(message.english))
      faults += "\n  placeholders differ: " + in_quotes(message.english) + " has " +
                fields_of(message.english) + "but " + in_quotes(entry->translation) + " has " +
                fields_of(entry->translation);
  }
  for (const Entry& entry : translations) {
    if (entry.fuzzy) add("fuzzy", entry);
    if (entry.obsolete)
      add("obsolete", entry);
    else if (!find(messages, entry.english))
      add("no longer in the sources", entry);
  }
  return faults;
}

}  // namespace

TEST_CASE("translations: every message has its Japanese", "[structure]") {
  const std::vector<Entry> messages = read_catalogue(ATTN_MESSAGES);
  REQUIRE_FALSE(messages.empty());
  const std::vector<Entry> japanese = read_catalogue(ATTN_SOURCE_DIR "/src/locale/ja.po");
  CHECK(faults_of(messages, japanese) == "");
}

TEST_CASE("translations: each kind of fault is noticed", "[structure]") {
  const std::vector<Entry> messages{{"a {} of {:.2f}", ""}, {"b", ""}};
  CHECK(faults_of(messages, {{"a {} of {:.2f}", "{1:.2f} no {0}"}, {"b", "B"}}) == "");
  CHECK(faults_of(messages, {{"a {} of {:.2f}", "{} no {:.2f}"}}) == "\n  missing: \"b\"");
  CHECK(faults_of({{"b", ""}}, {{"b", ""}}) == "\n  untranslated: \"b\"");
  CHECK(faults_of({{"b", ""}}, {{"b", "B", true}}) == "\n  fuzzy: \"b\"");
  CHECK(faults_of({{"b", ""}}, {{"b", "B"}, {"c", "C"}}) == "\n  no longer in the sources: \"c\"");
  CHECK(faults_of({{"b", ""}}, {{"b", "B"}, {"c", "C", false, true}}) == "\n  obsolete: \"c\"");
  CHECK(faults_of({{"b {}", ""}}, {{"b {}", "B"}}) ==
        "\n  placeholders differ: \"b {}\" has 0 but \"B\" has ");
}

TEST_CASE("translations: placeholders are compared by argument", "[structure]") {
  CHECK(fields_of("no field, {{not}} one either") == "");
  CHECK(fields_of("{} {:>3} {}") == "0 1:>3 2 ");
  CHECK(fields_of("{2} {0} {1:>3} {0}") == "0 1:>3 2 ");
  CHECK(fields_of("{0} and {}") == "{} and {0} in one text");
  CHECK(fields_of("half a {field") == "a lone brace");
  CHECK(fields_of("half a field}") == "a lone brace");
  CHECK(fields_of("{:{}}") == "a field inside a field");
}

TEST_CASE("translations: only texts that stand in the code are looked up", "[structure]") {
  // xgettext finds a text only where it is written into the call.
  static const std::regex call(R"((^|[^\w.>])(translated|message)\(\s*[^\s")])");
  std::string faults;
  for (const auto& file : fs::recursive_directory_iterator(ATTN_SOURCE_DIR "/src")) {
    const std::string extension = file.path().extension(), stem = file.path().stem();
    if ((extension != ".cpp" && extension != ".hpp") || stem == "message") continue;
    const std::string code = content(file.path());
    std::smatch match;
    if (std::regex_search(code, match, call))
      faults += "\n  " + file.path().string() + ": " + match.str();
  }
  CHECK(faults == "");
}

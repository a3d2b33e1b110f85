// Whoever asks the file system something without std::error_code gets an exception where a folder
// is closed, a link loops or a path is too long, and a person reads "internal error".

#include "support/catch.hpp"
#include "support/content.hpp"

namespace {

namespace fs = std::filesystem;

const char* const kQuestions =
    R"re(\b(?:fs|filesystem)::(absolute|canonical|weakly_canonical|relative|proximate|copy|copy_file|)re"
    R"re(copy_symlink|create_directory|create_directories|create_hard_link|create_symlink|)re"
    R"re(create_directory_symlink|current_path|equivalent|exists|file_size|hard_link_count|)re"
    R"re(is_block_file|is_character_file|is_directory|is_empty|is_fifo|is_other|is_regular_file|)re"
    R"re(is_socket|is_symlink|last_write_time|permissions|read_symlink|remove|remove_all|rename|)re"
    R"re(resize_file|space|status|symlink_status|temp_directory_path|)re"
    R"re((?:recursive_)?directory_iterator(?:\s+\w+)?)\s*\()re";

// Of an entry of a folder, and steps of its iterator.
const char* const kMembers =
    R"re((?:->|\.)(?:is_block_file|is_character_file|is_directory|is_fifo|is_other|is_regular_file|)re"
    R"re(is_socket|is_symlink|file_size|hard_link_count|last_write_time|symlink_status|refresh)\(\))re";
const char* const kSteps =
    R"re(:\s*(?:std::)?(?:fs|filesystem)::(?:recursive_)?directory_iterator)re";

std::set<std::string> names_after(const std::string& text, const char* type) {
  std::set<std::string> names;
  const std::regex declaration(std::string(type) + R"((?:\s|&)+(\w+)((?:\s*,\s*\w+)*))"),
      word(R"(\w+)");
  for (std::sregex_iterator at(text.begin(), text.end(), declaration), end; at != end; ++at) {
    names.insert((*at)[1]);
    const std::string more = (*at)[2];
    for (std::sregex_iterator name(more.begin(), more.end(), word); name != end; ++name)
      names.insert(name->str());
  }
  return names;
}

// What stands between the bracket before `at` and the one that closes it.
std::string in_brackets(const std::string& text, std::size_t at) {
  const std::size_t begin = at;
  for (int depth = 1; at < text.size(); ++at) {
    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    if (depth == 0) break;
  }
  return text.substr(begin, at - begin);
}

std::string place_in(const std::string& text, std::ptrdiff_t at) {
  return ":" + std::to_string(std::count(text.begin(), text.begin() + at, '\n') + 1) + " ";
}

// Most files have nothing that any of the expressions finds, which take far longer to say so.
bool may_ask(const std::string& text) {
  return contains_any(
      text, {"fs::", "filesystem::", "_file()", "directory()", "fifo()", "other()", "socket()",
             "symlink()", "file_size()", "link_count()", "write_time()", "status()", "refresh()"});
}

std::string questions_without_code(const std::string& text) {
  if (!may_ask(text)) return "";
  static const std::regex questions(kQuestions), members(kMembers), steps(kSteps);
  std::set<std::string> harmless = names_after(text, "error_code");
  harmless.merge(names_after(text, "file_status"));
  std::string faults;
  const std::sregex_iterator end;
  for (std::sregex_iterator at(text.begin(), text.end(), questions); at != end; ++at) {
    const std::string asked =
        in_brackets(text, static_cast<std::size_t>(at->position() + at->length()));
    static const std::regex word(R"(\w+)");
    bool has_code = false;
    for (std::sregex_iterator name(asked.begin(), asked.end(), word); name != end; ++name)
      has_code = has_code || harmless.contains(name->str());
    if (!has_code) faults += place_in(text, at->position()) + at->str() + asked + ")\n";
  }
  for (const std::regex* const kind : {&members, &steps})
    for (std::sregex_iterator at(text.begin(), text.end(), *kind); at != end; ++at)
      faults += place_in(text, at->position()) + at->str() + "\n";
  return faults;
}

}  // namespace

TEST_CASE("questions_without_code: finds what can throw", "[structure]") {
  CHECK(questions_without_code("if (std::filesystem::is_regular_file(path)) return;") ==
        ":1 filesystem::is_regular_file(path)\n");
  CHECK(questions_without_code("std::error_code no;\nif (fs::exists(a)) fs::exists(a, no);") ==
        ":2 fs::exists(a)\n");
  CHECK(questions_without_code("std::error_code a, b; fs::is_empty(fs::canonical(f(x), b), a);") ==
        "");
  CHECK(questions_without_code("if (entry->is_directory()) return;") == ":1 ->is_directory()\n");
  CHECK(!questions_without_code("std::error_code no; for (auto e : fs::directory_iterator(x, no))")
             .empty());
}

TEST_CASE("files: no question to the file system can throw", "[structure]") {
  std::string faults;
  for (const auto& entry : fs::recursive_directory_iterator(ATTN_SOURCE_DIR "/src")) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".cpp" && extension != ".hpp" && extension != ".cu") continue;
    if (const std::string found = questions_without_code(content(entry.path())); !found.empty())
      faults += "\n" + fs::relative(entry.path(), ATTN_SOURCE_DIR).string() + found;
  }
  INFO(faults);
  CHECK(faults.empty());
}

// The files of a layer, and the tests of a folder, are compiled as one (CMAKE_UNITY_BUILD): what is
// private to two of them may not have one name, and a build for daily work does not see that it
// has.

#include "support/catch.hpp"
#include "support/content.hpp"

namespace {

namespace fs = std::filesystem;

// The parameters of a function without their names and defaults: overloads may share a name.
std::string parameter_types(const std::string& parameters) {
  static const std::regex name_and_default(R"(\s*\b\w+(\s*=[^,]*)?(?=,|$))");
  return std::regex_replace(parameters, name_and_default, "");
}

// What a line without indentation inside an anonymous namespace gives a name to. An alias, which
// may stand twice if it says the same, comes with what it stands for.
std::optional<std::string> name_of(const std::string& declaration) {
  static const std::regex alias(R"(^(?:using|namespace) (\w+ = .*);)"),
      type(R"(^(?:class|struct|enum class|enum|union) (\w+) *(?:final *)?[:{])"),
      with_value(R"(^(?!using)[^=({]*?[ &*>](\w+)(?:\[\w*\])? *=)"),
      variable(R"(^(?!using)[^=(]*?[ &*>](\w+)(?:\[\w*\])? *(?:[({].*)?;$)"),
      function(R"(^[^=(]*?\b([A-Za-z_]\w*)\((.*)\)[^()]*\{)");
  std::smatch found;
  for (const std::regex* const kind : {&alias, &type, &with_value, &variable})
    if (std::regex_search(declaration, found, *kind)) return found.str(1);
  if (!std::regex_search(declaration, found, function)) return std::nullopt;
  return found.str(1) + "(" + parameter_types(found.str(2)) + ")";
}

std::vector<std::string> private_names(const std::string& text) {
  std::vector<std::string> names;
  std::istringstream lines(text);
  bool is_private = false;
  std::string declaration;
  for (std::string line; std::getline(lines, line);) {
    if (line == "namespace {" || line == "}  // namespace") is_private = line.ends_with('{');
    if (line.empty() || line.starts_with("//") || line.starts_with("#") ||
        line.starts_with("template") || line.starts_with("TEST_CASE") ||
        line.starts_with("TEMPLATE_TEST_CASE"))
      continue;
    if (line.front() != ' ')
      declaration = line;
    else if (!declaration.empty())
      declaration += line.substr(line.find_first_not_of(' ') - 1);
    if (declaration.empty() || std::string("{};").find(declaration.back()) == std::string::npos)
      continue;
    if (const auto name = name_of(declaration); is_private && name) names.push_back(*name);
    declaration.clear();
  }
  return names;
}

class Rooms {
 public:
  void read(const fs::path& file, const std::string& room) {
    for (const std::string& name : private_names(content(file))) {
      const std::string word = name.substr(0, name.find(" = "));
      const auto [other, is_new] = names_[room].emplace(word, Place{name, file.string()});
      const bool is_same_alias = word != name && other->second.declared == name;
      if (!is_new && other->second.file != file && !is_same_alias)
        faults_ += "\n" + name + ": " + other->second.file + ", " + file.string();
    }
  }
  const std::string& faults() const { return faults_; }

 private:
  struct Place {
    std::string declared, file;
  };
  std::map<std::string, std::map<std::string, Place>> names_;
  std::string faults_;
};

}  // namespace

TEST_CASE("private_names: types, constants and functions with what they take", "[structure]") {
  CHECK(private_names("int open(int a) { return a; }\n"
                      "namespace {\n"
                      "constexpr int kSize = 3;\n"
                      "const std::regex kWord(\"a\");\n"
                      "std::atomic<std::size_t> n_times{0};\n"
                      "union Bits {\n  int whole;\n};\n"
                      "using Json = nlohmann::json;\n"
                      "struct Place : Thing {\n  int row = 0;\n};\n"
                      "// A remark (with brackets) {\n"
                      "template <typename T>\n"
                      "std::vector<T> read(const std::string& text,\n"
                      "                    const T& value = {}) {\n  if (x) {\n  }\n}\n"
                      "}  // namespace\n"
                      "int close(int a) { return a; }\n") ==
        std::vector<std::string>{"kSize", "kWord", "n_times", "Bits", "Json = nlohmann::json",
                                 "Place", "read(const std::string&, const T&)"});
}

TEST_CASE("private names: none stands twice in the sources of a layer", "[structure]") {
  const fs::path top = fs::path(ATTN_SOURCE_DIR) / "src";
  Rooms rooms;
  for (const auto& entry : fs::recursive_directory_iterator(top))
    if (entry.path().extension() == ".cpp")
      rooms.read(entry, fs::relative(entry, top).begin()->string());
  CHECK(rooms.faults() == "");
}

// What tests/CMakeLists.txt compiles as one: a layer, or in these a room.
TEST_CASE("private names: none stands twice in the tests of a layer or room", "[structure]") {
  const fs::path top = fs::path(ATTN_SOURCE_DIR) / "tests";
  const std::set<std::string> by_room{"cli", "costs", "mechanisms", "practice", "render"},
      with_helpers{"browser", "network", "support"};
  Rooms rooms;
  for (const auto& entry : fs::recursive_directory_iterator(top)) {
    const fs::path file = fs::relative(entry, top);
    const std::string layer = file.begin()->string();
    if (!file.string().ends_with("_test.cpp") &&
        !(with_helpers.contains(layer) && file.extension() == ".cpp"))
      continue;
    if (file.filename() != "multi_head_flags_test.cpp")  // by itself, too
      rooms.read(entry, by_room.contains(layer) ? file.parent_path().string() : layer);
  }
  CHECK(rooms.faults() == "");
}

#include "grading/classroom/chosen_file.hpp"

#include "support/catch.hpp"
#include "support/practice_exercise.hpp"
#include "support/program_exercise.hpp"

namespace attn {
namespace {

using Words = std::vector<std::string>;

// Files by name; one that ends in a slash is a folder, and of a link the kind is said.
std::vector<StudentFile> files_called(const Words& names) {
  std::vector<StudentFile> files;
  for (const std::string& name : names) {
    const bool is_folder = name.ends_with('/'), is_link = name.ends_with('@');
    const std::string file = name.substr(0, name.size() - (is_folder || is_link ? 1 : 0));
    files.push_back({file, "ana/" + file,
                     is_folder ? FoundKind::folder
                     : is_link ? FoundKind::link
                               : FoundKind::file});
  }
  return files;
}

// "ana/x, also ana/y", with "?" before a name that is not the usual one.
std::string chosen_of(const Exercise& exercise, const Words& names, Words answers_to = {}) {
  answers_to.resize(names.size());
  const ChosenFile chosen = chosen_file(exercise, files_called(names), answers_to);
  std::string text = (chosen.has_usual_name || chosen.path.empty() ? "" : "? ") + chosen.path;
  for (const std::string& other : chosen.also) text += ", also " + other;
  return text;
}

std::string program_of(const Words& names) { return chosen_of(doubling_exercise(), names); }

std::string answers_of(const Words& names, Words answers_to = {}) {
  return chosen_of(practice_exercise(), names, std::move(answers_to));
}

TEST_CASE("usual_files: of answers and of programs") {
  CHECK(usual_files(practice_exercise()) == Words{"two-words.txt", "two-words.json"});
  CHECK(usual_files(doubling_exercise()) == Words{"doubling.sh", "doubling.py", "doubling"});
}

TEST_CASE("chosen_file: the usual names, the first of them first") {
  CHECK(answers_of({"two-words.txt"}) == "ana/two-words.txt");
  CHECK(answers_of({"two-words.json", "two-words.txt"}) ==
        "ana/two-words.txt, also two-words.json");
  CHECK(program_of({"doubling/", "doubling/main.py", "doubling.sh"}) ==
        "ana/doubling.sh, also doubling");
  CHECK(program_of({"doubling/", "doubling/main.py"}) == "ana/doubling");
  CHECK(program_of({}) == "");
}

TEST_CASE("chosen_file: a usual name goes before one that only looks like it") {
  CHECK(program_of({"Doubling.py", "doubling (1).py", "doubling.sh"}) ==
        "ana/doubling.sh, also Doubling.py, also doubling (1).py");
}

TEST_CASE("chosen_file: capitals, the number of a browser, a folder too deep") {
  CHECK(program_of({"DOUBLING.PY"}) == "? ana/DOUBLING.PY");
  CHECK(program_of({"doubling (1).py"}) == "? ana/doubling (1).py");
  CHECK(program_of({"doubling(12).py"}) == "? ana/doubling(12).py");
  CHECK(program_of({"doubling-1.py"}) == "? ana/doubling-1.py");
  CHECK(answers_of({"two_words.txt"}) == "? ana/two_words.txt");
  CHECK(answers_of({"Two words (1).txt"}) == "? ana/Two words (1).txt");
  CHECK(program_of({"doubling (2).py", "doubling (1).py"}) ==
        "? ana/doubling (2).py, also doubling (1).py");
  CHECK(program_of({"homework/", "homework/doubling.py"}) == "? ana/homework/doubling.py");
  CHECK(program_of({"homework/", "homework/doubling/", "homework/doubling/main.py"}) ==
        "? ana/homework/doubling");
}

TEST_CASE("chosen_file: copies, endings typed twice, and texts by other endings") {
  for (const std::string name : {"two-words.txt.txt",
                                 "two-words - Copy.txt",
                                 "two-words - Copy (2).txt",
                                 "two-words copy.txt",
                                 "two-words - コピー.txt",
                                 "two-wordsのコピー.txt",
                                 "コピー ～ two-words.txt",
                                 "Copy of two-words.txt",
                                 "two-words.md",
                                 "two-words",
                                 "two-words (1)",
                                 "two-words.text",
                                 "ｔｗｏ－ｗｏｒｄｓ．ｔｘｔ",
                                 "two-words copy 2.txt",
                                 "two-words のコピー 2.txt",
                                 "two-words (copy).txt",
                                 "two-words-Copy1.txt",
                                 "two-words.txt (1)",
                                 "two-words.txt.txt.txt",
                                 "two-words _1_.txt",
                                 " two-words.txt",
                                 "two-words\u200B.txt",
                                 "two-words.txt.md"})
    CHECK(answers_of({name}) == "? ana/" + name);
  CHECK(program_of({"doubling - Copy.py"}) == "? ana/doubling - Copy.py");
  CHECK(program_of({"doubling.py.py"}) == "? ana/doubling.py.py");
  CHECK(answers_of({"two-words.md", "two-words.txt"}) == "ana/two-words.txt, also two-words.md");
}

TEST_CASE("chosen_file: what is only something like it is not taken") {
  for (const std::string name : {"doubling (x).py", "doubling ().py", "(1).py", "doubling-final.py",
                                 "doubling-.py", "-1.py", "doubling.py.txt", "my doubling.py",
                                 "doubling.rb", "doubling.py/", "doubling", "().py", ")(.py"})
    CHECK(program_of({name}) == "");
}

TEST_CASE(
    "chosen_file: a link by the usual name is chosen, so that it is refused with the reason") {
  CHECK(program_of({"doubling.py@"}) == "ana/doubling.py");
}

TEST_CASE("chosen_file: answers that say which exercise they are for") {
  CHECK(answers_of({"mine.txt"}) == "");
  CHECK(answers_of({"mine.txt"}, {"two-words"}) == "? ana/mine.txt");
  CHECK(answers_of({"mine.txt"}, {"another"}) == "");
  CHECK(answers_of({"mine.txt", "Two-Words.txt"}, {"two-words", ""}) ==
        "? ana/Two-Words.txt, also mine.txt");
}

TEST_CASE("exercise_of_file: by its name, or by the folder that it lies in") {
  const Words ids{"doubling", "two-words"};
  CHECK(exercise_of_file("doubling.py", ids) == "doubling");
  CHECK(exercise_of_file("Doubling (1).PY", ids) == "doubling");
  CHECK(exercise_of_file("doubling/lib/x.py", ids) == "doubling");
  CHECK(exercise_of_file("homework/two-words.txt", ids) == "two-words");
  CHECK(exercise_of_file("notes.md", ids) == "");
  CHECK(exercise_of_file("", ids) == "");
}

}  // namespace
}  // namespace attn

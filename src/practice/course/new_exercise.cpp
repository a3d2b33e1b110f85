#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/write_file.hpp"
#include "practice/course/course.hpp"
#include "practice/course/manifest_fields.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;
using Files = std::vector<std::pair<std::string, std::string>>;

void make_course_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw SurroundingsError(message("{}: the folder cannot be made.", folder.string()));
}

// What a course.toml can be called: a folder's name may have characters that it may not.
CourseSettings settings_for(const std::string& folder) {
  std::error_code unknown;
  if (fs::exists(folder, unknown) && !fs::is_directory(folder, unknown))
    throw InputError(message("{}: this is no folder.", folder));
  CourseSettings settings = read_course_settings(folder);
  std::error_code ignored;
  if (fs::exists(course_file(folder), ignored)) return settings;
  if (!fs::exists(fs::path(folder) / "exercises", ignored)) settings.languages = {language_code()};
  if (settings.name.empty() || hidden_character(settings.name)) settings.name = "course";
  return settings;
}

unsigned free_number(const std::string& folder, const std::string& id) {
  std::error_code ignored;
  if (!fs::exists(fs::path(folder) / "exercises", ignored)) return 1;
  unsigned last = 0;
  for (const ExerciseName& name : numbered_exercises(folder)) {
    if (name.id == id)
      throw InputError(
          message("{}: there is an exercise {} already: {}.", folder, id, name.folder));
    last = std::max(last, name.number);
  }
  return last + 1;
}

Files files_of(const fs::path& exercise, const fs::path& solution, const std::string& id,
               const std::vector<std::string>& languages) {
  const ExampleFiles example(id, languages);
  Files files{{(exercise / "exercise.toml").string(), example.manifest()}};
  const auto add = [&files](const fs::path& path, const std::string& text) {
    files.emplace_back(path.string(), text);
  };
  for (const std::string& code : languages)
    add(exercise / ("prompt." + code + ".md"), example.prompt(code));
  for (const std::string& code : languages)
    add(exercise / ("hints." + code + ".md"), example.hints(code));
  for (const std::string& code : languages)
    add(solution / ("solution." + code + ".md"), example.solution(code));
  add(solution / "answer.txt", example.answer());
  return files;
}

}  // namespace

NewExercise write_new_exercise(const std::string& course_folder, const std::string& id) {
  if (!is_exercise_id(id)) throw InputError(not_an_id(id));
  if (std::all_of(id.begin(), id.end(), is_ascii_digit))
    throw InputError(
        message("{} cannot be the id: exercises are found by their numbers too, and a new one gets "
                "the next free number by itself. Choose a word.",
                id),
        {message("For instance: {}", "attn exercise new " + course_folder + " two-words")});
  const CourseSettings settings = settings_for(course_folder);
  NewExercise made{.number = free_number(course_folder, id),
                   .id = id,
                   .languages = settings.languages,
                   .files = {}};
  const std::string name = fmt::format("{:02}-{}", made.number, id);
  const fs::path folder(course_folder);
  const fs::path exercise = folder / "exercises" / name, solution = folder / "solutions" / name;
  Files files = files_of(exercise, solution, id, settings.languages);
  std::error_code ignored;
  made.made_course = !fs::exists(course_file(course_folder), ignored);
  if (made.made_course) files.emplace_back(course_file(course_folder), course_toml(settings));
  make_course_folder(exercise);
  make_course_folder(solution);
  write_files(files, /*overwrite=*/false);
  for (const auto& [path, text] : files) made.files.push_back(path);
  return made;
}

namespace {

// Text in quotes, as TOML and JSON write it alike.
std::string quoted(const std::string& text) { return nlohmann::json(text).dump(); }

std::string remark(const char* sentence) { return std::string("# ") + sentence + "\n"; }

}  // namespace

std::string course_toml(const CourseSettings& settings) {
  std::vector<std::string> codes;
  for (const std::string& code : settings.languages) codes.push_back(quoted(code));
  return remark(translated("What learners have done is kept under this name: leave it as it is.")) +
         "name = " + quoted(settings.name) + "\n\n" +
         remark(translated("Every text and page is in each of these: prompt.en.md for \"en\".")) +
         "languages = [" + fmt::to_string(fmt::join(codes, ", ")) + "]\n";
}

std::string ExampleFiles::text(const std::string& en, const std::string& ja) const {
  std::vector<std::string> entries;
  for (const std::string& code : languages_) {
    const std::string& own = code == "ja" ? ja : en;
    if (languages_.size() == 1) return quoted(own);
    entries.push_back(code + " = " + quoted(own));
  }
  return "{ " + fmt::to_string(fmt::join(entries, ", ")) + " }";
}

std::string ExampleFiles::manifest() const {
  const std::string words =
      is_japanese() ? R"(["犬", "ボール", "公園"])" : R"(["dog", "ball", "park"])";
  std::string toml = "format_version = 1\n";
  toml += "id     = " + quoted(id_) + "\n";
  toml += "title  = " + text("Which word does it look at?", "「それ」はどの単語を見るか") + "\n";
  toml +=
      remark(translated("What a wrong answer is shown: none, location (where it is wrong), or "
                        "values (what is right)."));
  toml += "reveal = \"location\"\n\n";

  toml += remark(translated("The numbers and words that the learner is given."));
  toml += "[given]\nwords = " + words + "\n";
  toml += "q = [1, 0, 2, 1]\nK = [[2, 1, 0, 0], [0, 1, 2, 1], [1, 0, 0, 2]]\n\n";
  toml += remark(translated("What follows from them and is not asked for."));
  toml += "[define]\nd_k = \"width(K)\"\n\n";
  toml += remark(translated("How --variant 1, 2, ... draws other numbers."));
  toml += "[variant]\nq = \"whole_numbers(1, 4, 0, 3)\"\nK = \"whole_numbers(3, 4, 0, 3)\"\n\n";

  toml +=
      remark(translated("The questions, in the order in which they are asked. A value may use "
                        "the answers before it."));
  toml += "[[field]]\nname  = \"scores\"\nkind  = \"matrix\"\n";
  toml += "ask   = " + text("The scores of the three words.", "3 つの単語のスコア。") + "\n";
  toml += "value = \"attention_scores(q, K)\"\ncols  = \"words\"\ndecimals = 0\n\n";
  toml += "[[field]]\nname  = \"weights\"\nkind  = \"matrix\"\n";
  toml += "ask   = " + text("The attention weights.", "注意の重み。") + "\n";
  toml +=
      "value = \"softmax_rows(divide(scores, sqrt(d_k)))\"\ncols  = \"words\"\ndecimals = 3\n\n";
  toml += "[[field]]\nname  = \"looks_at\"\nkind  = \"list\"\n";
  toml +=
      "ask   = " + text("The word that gets the largest weight.", "重みが最大になる単語。") + "\n";
  toml += "items = \"words\"\nby    = \"weights\"\ncount = 1\n\n";

  toml +=
      remark(translated("The mistakes that learners make: what is computed in another way. These "
                        "names need no text."));
  for (const auto& [name, recipe] : std::vector<std::pair<std::string, std::string>>{
           {"no_scale", "softmax_rows(scores)"},
           {"divided_by_d_k", "softmax_rows(divide(scores, d_k))"},
           {"softmax_skipped", "share_rows(divide(scores, sqrt(d_k)))"},
           {"hard_maximum", "hard_rows(scores)"}})
    toml += "[[misconception]]\nname   = \"" + name + "\"\nchange = { weights = \"" + recipe +
            "\" }\n\n";
  toml += remark(translated("A mistake of your own, with the sentence that the learner reads."));
  toml += "[[misconception]]\nname   = \"query_left_out\"\n";
  toml += "change = { scores = \"transpose(row_sums(K))\" }\n";
  toml += "say    = " +
          text("You added up each key. Multiply it with the query first, place by place.",
               "キーの成分を足しただけです。先にクエリと成分ごとに掛けてください。") +
          "\n\n";
  toml += "[[misconception]]\nname   = \"smallest_weight\"\n";
  toml += "change = { looks_at = \"multiply(weights, -1)\" }\n";
  toml += "say    = " +
          text("This word gets the smallest weight. The largest is asked for.",
               "これは重みが最小の単語です。問われているのは最大の単語です。") +
          "\n";
  return toml;
}

std::string ExampleFiles::prompt(const std::string& language) const {
  return language == "ja"
             ? R"(モデルが文を読み、「それ」という単語まで来ました。「それ」は、前にある {{words}} という
単語を見ることができます。「それ」のクエリと、これらの単語のキーは次のとおりです。

{{q}} {{K}}

1. 各単語のスコアを求めてください。
2. 重みを求めてください。スコアを √d_k で割り (ここでは d_k = {{d_k}})、ソフトマックスを適用します。
3. 「それ」が最もよく見る単語はどれですか。
)"
             : R"(A model reads a sentence and comes to the word *it*. It can look at these words before it:
{{words}}. Here is the query of *it*, and the key of each of these words:

{{q}} {{K}}

1. Work out the score of each word.
2. Work out the weights: divide the scores by √d_k, where d_k = {{d_k}}, and take softmax.
3. Which word does *it* look at most?
)";
}

std::string ExampleFiles::hints(const std::string& language) const {
  return language == "ja" ? R"(## スコア

クエリとキーを成分ごとに掛け、その積を足します。キー 1 つにスコアが 1 つ対応します。

## 重み

各スコアを √{{d_k}} で割り、それぞれの値 x について e^x を求め、3 つの和で割ります。
)"
                          : R"(## The scores

Multiply the query with a key, place by place, and add up the products: one score for each key.

## The weights

Divide each score by √{{d_k}}, take e to the power of it, and divide by the sum of all three.
)";
}

std::string ExampleFiles::solution(const std::string& language) const {
  return language == "ja" ? R"(スコアは、クエリと各キーの内積です。

{{scores}}

√{{d_k}} で割ってソフトマックスを適用すると、和が 1 の重みになります。

{{weights}}

最大の重みは次の単語のものです: {{looks_at}}。
)"
                          : R"(The scores are the products of the query with each key:

{{scores}}

Divided by √{{d_k}}, softmax turns them into weights that sum to 1:

{{weights}}

The largest of them belongs to this word: {{looks_at}}.
)";
}

std::string ExampleFiles::answer() const {
  return "exercise = " + id_ +
         "\nvariant = 0\n\nscores = 2 5 3\nweights = 0.140 0.629 0.231\nlooks_at = " +
         (is_japanese() ? "ボール" : "ball") + "\n";
}

}  // namespace attn

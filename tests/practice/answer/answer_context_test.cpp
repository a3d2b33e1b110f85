#include "practice/answer/answer_context.hpp"

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/course/manifest.hpp"
#include "practice/formula/arithmetic.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

namespace {

constexpr const char* kManifest = R"toml(
format_version = 1
id     = "numbers"
title  = { en = "Numbers", ja = "数" }

[given]
d_model = 512
n_heads = 8
X = [[1, 2]]

[define]
d_k      = "d_model / n_heads"
secret_k = "d_model * 3"
half     = "d_model / 2"

[[field]]
name  = "first"
kind  = "number"
ask   = { en = "What is d_k?", ja = "d_k は?" }
value = "d_k"

[[field]]
name  = "shape"
kind  = "matrix"
ask   = { en = "The shape.", ja = "形状。" }
value = "row_vector(d_model, n_heads)"

[[field]]
name  = "rough"
kind  = "matrix"
ask   = { en = "Roughly half of it.", ja = "およそ。" }
value = "row_vector(d_model, n_heads)"
absolute = 1

[[field]]
name  = "tens"
kind  = "number"
ask   = { en = "The angle, within 5.", ja = "角度。" }
value = "1000 / 3"
absolute = 5

[[field]]
name  = "tenths"
kind  = "number"
degrees = false
ask   = { en = "How far?", ja = "どれだけ?" }
value = "1000 / 3"
absolute = 0.05
)toml";

AnswerContext context_of(const std::string& field, const std::map<std::string, double>& answered) {
  static const Exercise exercise = read_manifest(kManifest, "exercise.toml");
  return answer_context(Worksheet(exercise), exercise.field(field), answered);
}

// The pages of an exercise as they are written, with {{names}} in them.
std::vector<std::string> pages_of(const Exercise& exercise) {
  std::vector<std::string> pages;
  const auto add = [&pages](const LocalText& page) {
    for (const auto& [language, text] : page.texts) pages.push_back(text);
  };
  add(exercise.pages.prompt);
  for (const LocalText& hint : exercise.pages.hints) add(hint);
  add(exercise.pages.solution);
  for (std::string& page : pages) {
    replace_all(page, "\n- ", ". ");
    replace_all(page, "\n", " ");
  }
  return pages;
}

// What a page says that {{name}} is, as "1 - 1/n" in "that is 1 - 1/n, here {{error}}"; "" where it
// says nothing of the kind.
std::string formula_before(std::string_view text) {
  for (const std::string_view link : {" = ", ", here ", " で、ここでは "}) {
    if (!text.ends_with(link)) continue;
    text.remove_suffix(link.size());
    std::size_t begin = 0;
    for (const std::string_view end :
         {"= ", ". ", ": ", ", ", "。", "、", "は ", "が ", "* ", "と "})
      if (const auto at = text.rfind(end); at != text.npos)
        begin = std::max(begin, at + end.size());
    return std::string(text.substr(begin));
  }
  return "";
}

std::map<std::string, double> accepted_names(const Worksheet& worksheet) {
  std::map<std::string, double> names;
  for (const Field& field : worksheet.exercise().fields)
    if (field.is_numeric()) names.merge(answer_context(worksheet, field, {}).names);
  return names;
}

// The formulas on its pages that have another value with the names as answers may use them.
std::string other_values(Worksheet worksheet, std::size_t& n_read) {
  std::string faults;
  const std::map<std::string, double> names = accepted_names(worksheet);
  for (const std::string& page : pages_of(worksheet.exercise()))
    for (auto at = page.find("{{"); at != page.npos; at = page.find("{{", at + 2)) {
      const std::string name = page.substr(at + 2, page.find_first_of("}:", at) - at - 2);
      const std::string formula = formula_before(std::string_view(page).substr(0, at));
      if (formula.find("{{") != formula.npos) continue;  // of a longer sum
      try {
        const double said = arithmetic_value(formula, names);
        const double value = worksheet.numbers(name)(0);
        ++n_read;
        if (std::abs(said - value) > 0.005 * std::max(1.0, std::abs(value)))
          faults += named(worksheet) + formula + " is not " + name + "\n";
      } catch (const InputError&) {
        // words, or a symbol that no answer may use
      }
    }
  return faults;
}

}  // namespace

TEST_CASE("answer_context: a symbol has the value that the pages give it",
          "[practice][context][property]") {
  std::string faults;
  std::size_t n_read = 0;
  for (const Worksheet& worksheet : course_worksheets()) faults += other_values(worksheet, n_read);
  CHECK(faults == "");
  CHECK(n_read > 50);
}

TEST_CASE("answer_context: names that the page gives, and no others", "[practice][context]") {
  const AnswerContext context = context_of("shape", {});
  CHECK(context.names ==
        std::map<std::string, double>{{"d_k", 64}, {"d_model", 512}, {"n_heads", 8}});
}

TEST_CASE("answer_context: earlier answers by name, never its own", "[practice][context]") {
  CHECK(context_of("shape", {{"first", 63}}).names.at("first") == 63);
  CHECK_FALSE(context_of("first", {{"first", 63}}).names.contains("first"));
}

TEST_CASE("answer_context: where no decimals are asked for, a comma parts thousands",
          "[practice][context]") {
  CHECK(context_of("tens", {}).is_whole);
  CHECK_FALSE(context_of("tenths", {}).is_whole);
  CHECK(context_of("first", {}).is_whole);
}

TEST_CASE("answer_context: degrees are taken unless the field says that they are not",
          "[practice][context]") {
  CHECK(context_of("tens", {}).takes_degrees);
  CHECK_FALSE(context_of("tenths", {}).takes_degrees);
}

TEST_CASE("answer_context: an exact row of whole numbers is a shape", "[practice][context]") {
  CHECK(context_of("shape", {}).is_shape());
  CHECK_FALSE(context_of("rough", {}).is_shape());
  CHECK_FALSE(context_of("first", {}).is_shape());
  const Exercise& exercise = practice_exercise();
  const AnswerContext mask = answer_context(Worksheet(exercise), exercise.field("mask"), {});
  CHECK((mask.n_rows == 2 && mask.n_cols == 2));
  CHECK(answer_context(Worksheet(exercise), exercise.field("why"), {}).n_rows == 0);
}

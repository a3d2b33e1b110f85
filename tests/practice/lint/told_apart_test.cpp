#include "practice/lint/told_apart.hpp"

#include "practice/course/manifest.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

// a · b, with variants in which a is 2 or 3 and b is 5.
Exercise product(const std::string& more, const std::string& fields = "") {
  return read_manifest(
      "format_version = 1\nid = \"a\"\ntitle = \"A\"\n[given]\na = 2\nb = 5\n"
      "[variant]\na = \"pick(2, 3)\"\n"
      "[[field]]\nname = \"product\"\nkind = \"number\"\nask = \"a b\"\nvalue = \"a * b\"\n" +
          fields + more,
      "x.toml", {"en"});
}

std::string coinciding(const std::string& name, const std::string& recipe,
                       const std::string& field = "product") {
  return "[[misconception]]\nname = \"" + name + "\"\nmay_coincide = true\nsay = \"" + name +
         ".\"\nchange = { " + field + " = \"" + recipe + "\" }\n";
}

// What cannot be proven with the exercise's own numbers and those of some variants.
std::string unproven(const Exercise& exercise, std::uint64_t n_variants = 8) {
  ToldApart told_apart(exercise);
  for (std::uint64_t variant = 0; variant <= n_variants; ++variant)
    told_apart.try_with(Worksheet(exercise, variant));
  std::string text;
  for (const AlternativeFault& fault : told_apart.faults())
    text += std::to_string(fault.alternative->place.line) + ": " + fault.text + "\n";
  CHECK(told_apart.is_complete() == text.empty());
  return text;
}

}  // namespace

TEST_CASE("ToldApart: each has an answer of its own", "[practice][lint]") {
  CHECK(unproven(product(coinciding("sum", "a + b") + coinciding("less", "a - b")), 0) == "");
}

TEST_CASE("ToldApart: one that never differs from the truth", "[practice][lint]") {
  CHECK(unproven(product(coinciding("swapped", "b * a"))) ==
        "14: swapped gives the right answer everywhere, whatever the numbers. Leave it out; one of "
        "a [[stage]] is named under except.\n");
}

TEST_CASE("ToldApart: one that shows with some numbers only", "[practice][lint]") {
  const Exercise exercise = product(coinciding("doubled", "2 * b"));  // right where a is 2
  CHECK_THAT(unproven(exercise, 0), ContainsSubstring("doubled gives the right answer everywhere"));
  CHECK(unproven(exercise) == "");
}

TEST_CASE("ToldApart: two that give the same each time are named once", "[practice][lint]") {
  CHECK(unproven(product(coinciding("sum", "a + b") + coinciding("added", "b + a"))) ==
        "14: sum and added give the same answer to product in all variants: make them one, whose "
        "sentence names both.\n");
}

TEST_CASE("ToldApart: two that coincide now and then", "[practice][lint]") {
  const Exercise exercise = product(coinciding("sum", "a + b") + coinciding("two_more", "b + 2"));
  CHECK_THAT(unproven(exercise, 0), ContainsSubstring("sum and two_more give the same"));
  CHECK(unproven(exercise) == "");
}

TEST_CASE("ToldApart: those of one sentence count as one", "[practice][lint]") {
  std::string again = coinciding("added", "b + a");
  again.replace(again.find("added."), 6, "sum.");
  CHECK(unproven(product(coinciding("sum", "a + b") + again)) == "");
}

TEST_CASE("ToldApart: one that is taken for something else", "[practice][lint]") {
  // Whatever is the truth with too few digits is told so.
  const std::string third =
      "[[field]]\nname = \"third\"\nkind = \"number\"\nask = \"a / 3\"\nvalue = \"a / 3\"\n"
      "decimals = 3\n";
  CHECK_THAT(unproven(product(coinciding("rounded", "0.67", "third"), third), 0),
             ContainsSubstring("the answer of rounded to third is never recognised"));
}

TEST_CASE("ToldApart: one of those who answered in another reading before", "[practice][lint]") {
  const std::string doubled =
      "[[field]]\nname = \"twice\"\nkind = \"number\"\nask = \"2 a b\"\nvalue = \"2 * product\"\n";
  const std::string reading =
      "[[accept]]\nname = \"one_more\"\nsay = \"One more.\"\nchange = { product = \"a * b + 1\" "
      "}\n";
  const std::string kept = coinciding("kept", "2 * a * b", "twice");
  CHECK_THAT(unproven(product(kept, doubled)), ContainsSubstring("kept gives the right answer"));
  CHECK(unproven(product(reading + kept, doubled)) == "");
}

TEST_CASE("ToldApart: of a stage's recipes for one mistake, one is enough", "[practice][lint]") {
  const auto scaled = [](const std::string& scores, const std::string& more) {
    return read_manifest("format_version = 1\nid = \"a\"\ntitle = \"A\"\n[given]\nS = " + scores +
                             "\n[[field]]\nname = \"scaled\"\nkind = \"matrix\"\nask = \"S / 2\"\n"
                             "value = \"divide(S, 2)\"\ndecimals = 3\n"
                             "[[stage]]\nname = \"scaled\"\ngives = \"scaled\"\nof = { scores = "
                             "\"S\", d_k = \"4\" }\n" +
                             more,
                         "x.toml", {"en"});
  };
  // The root of 4 has no decimals to round, and 2 S is not told from what is multiplied by it.
  const std::string faults = unproven(scaled("[[1, 2], [3, 5]]", ""), 0);
  CHECK_THAT(faults, ContainsSubstring("12: rounded_too_early gives the right answer everywhere"));
  CHECK_THAT(faults, !ContainsSubstring("root_of_scores"));
  CHECK(unproven(scaled("[[1, 2], [3, 5]]", "except = [\"rounded_too_early\"]\n"), 0) == "");
}

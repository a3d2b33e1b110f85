#include "practice/course/manifest_fields.hpp"

#include "practice/course/course.hpp"
#include "practice/exercise/worksheet.hpp"
#include "practice/formula/formula.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using Strings = std::vector<std::string>;

namespace {

const std::string kHead = R"(name = "x"
ask = { en = "X?", ja = "X は？" }
)";

Definitions given() {
  return {{"words", Strings{"The", "cat"}},
          {"twice", Strings{"a", "a"}},
          {"cities", Strings{"Rome", "New York"}},
          {"one", Strings{"The"}},
          {"n", arma::mat{2.0}}};
}

struct ReadField {
  Field field;
  Definition definition;
  Follows following;
};

ReadField read_fields(const std::string& rest) {
  const TomlValue tree = read_toml(kHead + rest, "x.toml");
  TomlTable table({&tree, "x.toml", ""});
  Definitions definitions = given();
  Follows following;
  const Field field = read_field(table, definitions, following);
  return {field, definitions.at("x"), following};
}

std::string field_refusal(const std::string& rest) {
  return attn::refusal([&] { read_fields(rest); });
}

arma::mat numbers_of_field(const std::string& rest) {
  return std::get<arma::mat>(read_fields(rest).definition);
}

Tolerance tolerance(const std::string& lines) {
  return read_fields("kind = \"number\"\nvalue = \"n\"\n" + lines).field.tolerance;
}

const std::string kOptions =
    "options = [{ id = \"a\", en = \"A\", ja = \"ア\" }, { id = \"b\", en = \"B\", ja = \"イ\" "
    "}]\n";

TEST_CASE("read_recipe: a recipe's own errors gain its place") {
  const TomlValue tree = read_toml("key = \"f(\"", "x.toml");
  CHECK_THROWS_WITH(read_recipe(TomlTable({&tree, "x.toml", ""}).need("key")),
                    "x.toml: line 1, column 7: key: In the recipe “f(”, character 2: this "
                    "parenthesis is never closed.");
}

TEST_CASE("read_field: a number or matrix by a recipe or as it is") {
  const ReadField by_recipe = read_fields("kind = \"number\"\nvalue = \"2 * n\"");
  CHECK(by_recipe.field.value_text == "2 * n");
  CHECK(std::get<Recipe>(by_recipe.definition).text() == "2 * n");
  CHECK(difference(numbers_of_field("kind = \"number\"\nvalue = 3"), arma::mat{3}) == "");
  CHECK(difference(numbers_of_field("kind = \"matrix\"\nvalue = [[1, 2]]\ncols = \"words\""),
                   {{1, 2}}) == "");
  CHECK(field_refusal("kind = \"number\"\nvalue = [1, 2]") ==
        "x.toml: line 4, column 9: value: x must be a single number, and is 1 x 2.");
  CHECK(field_refusal("kind = \"matrix\"\nvalue = [[1, 2]]\nrows = \"words\"") ==
        "x.toml: line 4, column 9: value: x must be 2 x 2, but it is 1 x 2.");
  CHECK(field_refusal("kind = \"mask\"\nvalue = [[1, 2]]") != "accepted");
}

TEST_CASE("read_field: half a unit of the digits asked for passes") {
  const Tolerance decimals = tolerance("decimals = 3");
  CHECK(decimals.absolute == Approx(0.0005));
  CHECK(std::abs(0.063 - 0.0625) <= decimals.absolute);
  CHECK(decimals.decimals == 3);
  CHECK_FALSE(decimals.is_exact());
  const Tolerance significant = tolerance("significant = 4");
  CHECK(significant.relative == Approx(0.0005));
  CHECK(significant.absolute == 0);
  CHECK(tolerance("").is_exact());
  CHECK(tolerance("absolute = 0.1\nrelative = 0.01").relative == 0.01);
  CHECK(tolerance("relative = 0.01").absolute == 0);
}

TEST_CASE("read_field: one tolerance, and a sensible one") {
  const std::string number = "kind = \"number\"\nvalue = \"n\"\n";
  CHECK(field_refusal(number + "decimals = 3\nabsolute = 0.1") ==
        "x.toml: line 5, column 12: decimals: one tolerance is enough: decimals, significant, or "
        "absolute and relative.");
  CHECK(field_refusal(number + "absolute = 0") ==
        "x.toml: line 5, column 12: absolute: a tolerance is a number above 0.");
  CHECK(field_refusal(number + "decimals = 20") ==
        "x.toml: line 5, column 12: decimals: a whole number from 0 to 12 was expected, but there "
        "is 20.");
  CHECK(field_refusal("kind = \"mask\"\nvalue = \"n\"\ndecimals = 2") ==
        "x.toml: line 5, column 1: there is no key decimals here.");
}

TEST_CASE("read_field: of a choice or label, the id stands for its place") {
  CHECK(difference(numbers_of_field("kind = \"choice\"\nvalue = \"b\"\n" + kOptions),
                   arma::mat{1}) == "");
  const ReadField computed = read_fields("kind = \"choice\"\nvalue = \"n - 1\"\n" + kOptions);
  CHECK(std::get<Recipe>(computed.definition).text() == "n - 1");
  CHECK(field_refusal("kind = \"choice\"\nvalue = \"c\"\n" + kOptions) ==
        "x.toml: line 4, column 9: value: c is neither one of the ids a, b nor a recipe for the "
        "place of one.");
  CHECK(field_refusal("kind = \"choice\"\nvalue = \"a\"\noptions = [{ id = \"a\", en = \"A\", ja = "
                      "\"ア\" }]") ==
        "x.toml: line 5, column 11: options: a choice needs two options or more.");
  const ReadField label = read_fields(
      "kind = \"label\"\nvalue = \"gqa\"\noptions = [{ id = \"gqa\", en = \"grouped\", ja = "
      "\"グループ\", also = [\"GQA\"] }]");
  CHECK(label.field.options.at(0).spellings == Strings{"GQA"});
  const ReadField choice = read_fields(
      "kind = \"choice\"\nvalue = \"a\"\noptions = [{ id = \"a\", en = \"A\", ja = \"ア\", "
      "also = [\"as it read before\"] }, { id = \"b\", en = \"B\", ja = \"ビ\" }]");
  CHECK(choice.field.options.at(0).spellings == Strings{"as it read before"});
}

TEST_CASE("read_field: no word can be typed for two options") {
  CHECK(field_refusal(
            "kind = \"label\"\nvalue = \"sq\"\noptions = [{ id = \"sq\", en = \"square\", ja = "
            "\"正方形\", also = [\"a Circle\"] }, { id = \"ci\", en = \"a-circle\", ja = "
            "\"円\" }]") ==
        "x.toml: line 5, column 75: options: acircle could be typed for sq as well as for ci.");
}

TEST_CASE("read_field: a list of items, and of pairs") {
  const Field items =
      read_fields("kind = \"list\"\nby = \"n\"\nitems = \"words\"\ncount = 2").field;
  CHECK(items.items == Strings{"The", "cat"});
  CHECK(items.is_ordered);
  const Field pairs =
      read_fields("kind = \"list\"\nby = \"n\"\npairs = \"words\"\ncount = 2\nordered = false")
          .field;
  CHECK(pairs.items == Strings{"The->The", "The->cat", "cat->The", "cat->cat"});
  CHECK(pairs.are_pairs);
  CHECK_FALSE(pairs.is_ordered);
  CHECK(field_refusal("kind = \"list\"\nby = \"n\"\npairs = \"words\"\ncount = 3") ==
        "x.toml: line 6, column 9: count: a whole number from 1 to 2 was expected, but there is "
        "3.");
  CHECK(field_refusal("kind = \"list\"\nby = \"n\"\npairs = \"one\"\ncount = 1") ==
        "x.toml: line 5, column 9: pairs: a pair needs two different words, and there is one.");
  CHECK(field_refusal("kind = \"list\"\nby = \"n\"\ncount = 1") ==
        "x.toml: line 1, column 1: a list needs either items or pairs.");
  CHECK(field_refusal("kind = \"list\"\nby = \"n\"\npairs = \"twice\"\ncount = 1") ==
        "x.toml: line 5, column 9: pairs: a is there twice, so that an answer could mean either.");
  CHECK(field_refusal("kind = \"list\"\nby = \"n\"\nitems = \"cities\"\ncount = 1") ==
        "x.toml: line 5, column 9: items: 'New York' cannot be listed in an answer, whose items "
        "are separated by spaces and commas: use one word.");
  CHECK(field_refusal("kind = \"list\"\nby = \"n\"\nitems = \"n\"\ncount = 1") ==
        "x.toml: line 5, column 9: items: a list of words under [given] was expected, but n is "
        "not one.");
}

TEST_CASE("read_field: an expression is its values, or how it grows") {
  const ReadField cost =
      read_fields("kind = \"expression\"\nvalue = \"4 n d^2\"\nvariables = [\"n\", \"d\"]");
  const arma::mat values = samples_of(std::get<Expression>(cost.definition));
  CHECK(difference(values, arma::vec(sampled("4*d*d*n", {"n", "d"})), 1e-9) == "");
  CHECK(values.n_rows == kSamplePoints);
  const arma::mat order = numbers_of_field(
      "kind = \"expression\"\nvalue = \"n^2 + n\"\nvariables = [\"n\"]\norder = true");
  CHECK(difference(order, arma::vec(growth("O(n^2)", {"n"}))) == "");
  const ReadField named =
      read_fields("kind = \"expression\"\nvalue = \"n*m\"\nvariables = [\"n\"]");
  CHECK(std::get<Recipe>(named.definition).names() == Strings{"m"});
  CHECK(field_refusal("kind = \"expression\"\nvalue = \"n*\"\nvariables = [\"n\"]") != "accepted");
  CHECK(field_refusal("kind = \"expression\"\nvalue = \"a\"\nvariables = [\"a\", \"b\", \"c\", "
                      "\"d\", \"f\", \"g\", \"h\", \"i\", \"j\"]") ==
        "x.toml: line 5, column 13: variables: a formula has at most 8 variables, and this one has "
        "9.");
}

TEST_CASE("read_field: its name is free, and its kind is known") {
  CHECK(field_refusal("kind = \"numbr\"\nvalue = 1") ==
        "x.toml: line 3, column 8: kind: expected one of number, matrix, mask, choice, label, "
        "list, expression, but found 'numbr'.");
  const auto named = [](const std::string& name) {
    const TomlValue tree = read_toml("name = \"" + name + "\"", "x.toml");
    const TomlTable table({&tree, "x.toml", ""});
    require_new_name(table.self(), name, given());
  };
  CHECK_NOTHROW(named("weights"));
  CHECK_REFUSED(named("n"), "x.toml: line 1, column 1: the name n is there twice.");
  CHECK_REFUSED(
      named("variant"),
      "x.toml: line 1, column 1: an answer file says variant for itself; choose another name.");
  CHECK_THROWS_AS(named("pi"), InputError);
  CHECK_THROWS_AS(named("a b"), InputError);
}

TEST_CASE("read_field: how an answer follows from those before it") {
  const ReadField total = read_fields(
      "kind = \"expression\"\nvalue = \"4*n\"\nfollows = \"4*part\"\nvariables = [\"n\"]");
  REQUIRE(total.following.contains("x"));
  REQUIRE(total.following.at("x").size() == 1);
  CHECK(std::get<Recipe>(total.following.at("x").front()).names() == Strings{"part"});
  CHECK(read_fields("kind = \"number\"\nvalue = \"n\"").following.empty());
}

TEST_CASE("read_field: an answer may follow in several ways, the usual one first") {
  const ReadField either =
      read_fields("kind = \"number\"\nvalue = \"n\"\nfollows = [\"2 * n\", \"3 * n\"]");
  REQUIRE(either.following.at("x").size() == 2);
  CHECK(std::get<Recipe>(either.following.at("x").back()).text() == "3 * n");
  CHECK(std::holds_alternative<arma::mat>(
      read_fields("kind = \"matrix\"\nvalue = \"n\"\nfollows = [[1, 2]]")
          .following.at("x")
          .front()));
}

constexpr const char* kWithoutStage = R"toml(format_version = 1
id = "weights"
title = { en = "Weights", ja = "重み" }
[given]
S = [[4, 8], [2, 6]]
d_k = 4
[[field]]
name = "weights"
kind = "matrix"
ask = { en = "?", ja = "？" }
value = "softmax_rows(divide(S, sqrt(d_k)))"
decimals = 3
[[field]]
name = "why"
kind = "choice"
ask = { en = "?", ja = "？" }
value = "a"
options = [{ id = "a", en = "A", ja = "ア" }, { id = "b", en = "B", ja = "イ" }]
)toml";

Exercise staged(const std::string& rest) { return read_manifest(kWithoutStage + rest, "x.toml"); }

std::string stage_refusal(const std::string& rest) {
  return attn::refusal([&] { staged(rest); });
}

const std::string kStage =
    "[[stage]]\nname = \"weights\"\ngives = \"weights\"\n"
    "of = { scores = \"divide(S, sqrt(d_k))\", unscaled = \"S\" }\n";

// How many of its alternatives have this name.
long n_named(const Exercise& exercise, const std::string& name) {
  return std::count_if(exercise.alternatives.begin(), exercise.alternatives.end(),
                       [&](const Alternative& one) { return one.name == name; });
}

TEST_CASE("read_stage: the mistakes of a stage, in its field") {
  const Exercise exercise = staged(kStage);
  CHECK(n_named(exercise, "no_scale") == 1);
  CHECK(n_named(exercise, "divided_by_d_k") == 0);  // it needs d_k
  CHECK(n_named(exercise, "mask_forgotten") == 0);  // there is no mask
  for (const Alternative& one : exercise.alternatives) {
    CHECK(one.may_coincide);
    CHECK(one.change.size() == 1);
    CHECK(one.change.contains("weights"));
  }
}

TEST_CASE("read_stage: its recipes are of the exercise's own numbers") {
  const Exercise exercise = staged(kStage);
  const Worksheet worksheet(exercise);
  for (const Alternative& one : exercise.alternatives)
    if (one.name == "no_scale") {
      const auto value = worksheet.under(one, exercise.field("weights"));
      REQUIRE(value);
      CHECK(difference(*value, {{0.018, 0.982}, {0.018, 0.982}}, 5e-4) == "");
    }
}

TEST_CASE("read_stage: what the exercise has itself, or does not want, is left out") {
  const Exercise exercise = staged(
      "[[misconception]]\nname = \"no_scale\"\nchange = { weights = \"softmax_rows(S)\" }\n" +
      kStage + "except = [\"softmax_over_columns\"]\n");
  CHECK(n_named(exercise, "no_scale") == 1);
  CHECK_FALSE(exercise.alternatives.front().may_coincide);
  CHECK(n_named(exercise, "softmax_over_columns") == 0);
  CHECK(n_named(exercise, "softmax_over_everything") == 1);
}

TEST_CASE("read_stage: faults are told with their place") {
  CHECK_THAT(stage_refusal("[[stage]]\nname = \"wieghts\"\ngives = \"weights\"\nof = {}\n"),
             ContainsSubstring("there is no stage wieghts. The stages are: scores, scaled, mask, "
                               "weights, output."));
  CHECK_THAT(stage_refusal("[[stage]]\nname = \"weights\"\ngives = \"why\"\nof = {}\n"),
             ContainsSubstring("but why is none."));
  CHECK_THAT(stage_refusal("[[stage]]\nname = \"weights\"\ngives = \"weights\"\nof = {}\n"),
             ContainsSubstring("the stage weights needs scores."));
  CHECK_THAT(stage_refusal("[[stage]]\nname = \"weights\"\ngives = \"weights\"\n"
                           "of = { scores = \"S\", score = \"S\" }\n"),
             ContainsSubstring("the stage weights has no operand score."));
  CHECK_THAT(stage_refusal(kStage + "expect = [\"no_scale\"]\n"), ContainsSubstring("except"));
}

TEST_CASE("read_stage: an operand is refused where it stands") {
  const auto with_scores = [](const std::string& recipe) {
    return stage_refusal("[[stage]]\nname = \"weights\"\ngives = \"weights\"\nof = { scores = \"" +
                         recipe + "\" }\n");
  };
  CHECK(with_scores("divide(T, 2)") ==
        "x.toml: line 22, column 17: stage.of.scores: There is no T in the exercise.");
  CHECK(with_scores("weights") ==
        "x.toml: line 22, column 17: stage.of.scores: weights depends on itself: weights -> "
        "weights.");
  CHECK_THAT(with_scores("normals(2, 2)"),
             Catch::Matchers::StartsWith("x.toml: line 22, column 17: stage.of.scores: random"));
}

TEST_CASE("read_stage: an exception that the stage does not have") {
  CHECK(stage_refusal(kStage + "except = [\"no_scale\", \"equal_weight\"]\n") ==
        "x.toml: line 23, column 23: stage.except: the stage weights has no mistake equal_weight. "
        "Did you mean equal_weights?");
  CHECK(stage_refusal(kStage + "except = [\"no_scale\", \"no_scale\"]\n") ==
        "x.toml: line 23, column 23: stage.except: the name no_scale is there twice.");
}

TEST_CASE("example_file: texts alone for one language, tables for several") {
  CHECK_THAT(example_file("exercise.toml", "x", {"en"}),
             ContainsSubstring("title  = \"Which word") && ContainsSubstring("id     = \"x\"\n"));
  CHECK_THAT(
      example_file("exercise.toml", "x", {"fr", "ja"}),
      ContainsSubstring("title  = { fr = \"Which word") && ContainsSubstring(", ja = \"「それ」"));
}

TEST_CASE("example_file: remarks are sentences in one language") {
  CHECK_THAT(example_file("exercise.toml", "x", {"ja"}),
             ContainsSubstring("\n# The numbers and words that the learner is given.\n"));
}

TEST_CASE("example_file: the words are those of the first language") {
  CHECK_THAT(example_file("answer.txt", "x", {"ja", "en"}), ContainsSubstring("looks_at = ボール"));
  CHECK_THAT(example_file("answer.txt", "x", {"en", "ja"}), ContainsSubstring("looks_at = ball"));
  CHECK(example_file("prompt.pt-BR.md", "x", {"en"}) == example_file("prompt.en.md", "x", {"en"}));
}

TEST_CASE("course_toml: a name in quotes, whatever it has in it") {
  CHECK_THAT(course_toml({.name = "a \"b\"", .languages = {"en", "fr"}}),
             ContainsSubstring("name = \"a \\\"b\\\"\"\n") &&
                 ContainsSubstring("languages = [\"en\", \"fr\"]\n"));
}

}  // namespace

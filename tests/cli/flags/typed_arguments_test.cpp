#include "cli/flags/typed_arguments.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

using TypedWords = std::vector<std::string>;

// A command with --quiet, and with --output and --seed, which take a value.
std::vector<TypedArgument> taken_apart(const TypedWords& arguments) {
  return typed_arguments(arguments, [](const std::string& flag) -> std::optional<bool> {
    if (flag == "--quiet") return false;
    if (flag == "--output" || flag == "--seed") return true;
    return std::nullopt;
  });
}

}  // namespace

TEST_CASE("typed_arguments: flags, their values and words", "[cli][typed_arguments]") {
  const auto arguments = taken_apart({"[a, b]", "--seed", "-1", "--seed=2", "--quiet", "{}"});
  REQUIRE(arguments.size() == 5);
  CHECK(arguments[0].is_word());
  CHECK(arguments[0].typed == TypedWords{"[a, b]"});
  CHECK(arguments[1].flag == "--seed");
  CHECK(arguments[1].value == "-1");
  CHECK(arguments[1].typed == TypedWords{"--seed", "-1"});
  CHECK(arguments[2].value == "2");
  CHECK(arguments[2].typed == TypedWords{"--seed=2"});
  CHECK(arguments[3].flag == "--quiet");
  CHECK_FALSE(arguments[3].value.has_value());
  CHECK(arguments[4].typed == TypedWords{"{}"});
}

TEST_CASE("typed_arguments: letters stand together, before a value too", "[cli][typed_arguments]") {
  for (const TypedWords& typed :
       {TypedWords{"-qo", "FILE"}, TypedWords{"-qoFILE"}, TypedWords{"-q", "-o", "FILE"}}) {
    const auto arguments = taken_apart(typed);
    REQUIRE(arguments.size() == 2);
    CHECK(arguments[0].flag == "--quiet");
    CHECK(arguments[1].flag == "--output");
    CHECK(arguments[1].value == "FILE");
  }
  const auto unknown = taken_apart({"-qzo", "FILE"});
  REQUIRE(unknown.size() == 3);
  CHECK_FALSE(unknown[1].is_known);
  CHECK(unknown[1].flag == "-zo");
  CHECK(unknown[2].is_word());
}

TEST_CASE("typed_arguments: a value that is missing is none", "[cli][typed_arguments]") {
  const auto arguments = taken_apart({"--seed"});
  REQUIRE(arguments.size() == 1);
  CHECK(arguments[0].is_known);
  CHECK_FALSE(arguments[0].value.has_value());
}

TEST_CASE("begins_as_flag: with a dash of any kind", "[cli][typed_arguments]") {
  for (const std::string argument :
       {"--causal",         "-q",       "－－causal", "ーーcausal", "ｰｰcausal", "—causal",
        "–causal",          "−−causal", "―causal",    "─causal",    "‐‐causal", "-—causal",
        "— Hello",          "---",      "˗˗causal",   "〜〜causal", "〰causal", "᠆᠆causal",
        "～～ｃａｕｓａｌ", "֊causal",  "⸺causal",    "︱causal"})
    CHECK(begins_as_flag(argument));
  for (const std::string argument : {"", "a-b", "-", "—", "ー", "――", "-1", "−0.5", "－1", "猫ー",
                                     "〜から", "〜", "〜1", "～ です"})
    CHECK_FALSE(begins_as_flag(argument));
}

#include "cli/flags/flag.hpp"

#include "support/catch.hpp"
#include "support/flags.hpp"

namespace {

enum class Fruit { apple, pear };
constexpr Named<Fruit> kFruits[] = {{Fruit::pear, "pear"}, {Fruit::apple, "apple"}};

TEST_CASE("Flag: nothing is read of one that was not typed") {
  const Flag flag("--n");
  CHECK_FALSE(flag);
  CHECK(flag.name() == "--n");
  CHECK(flag.text().empty());
  CHECK(flag.texts().empty());
  CHECK_FALSE(flag.count(1, 2));
  CHECK_FALSE(flag.setting());
  CHECK_FALSE(flag.threads());
  CHECK_FALSE(flag.number());
  CHECK_FALSE(flag.choice(kFruits));
  CHECK(flag.counts(9).empty());
  CHECK(flag.places(9).empty());
}

TEST_CASE("Flag: what was typed, as what it is read for") {
  CHECK(typed("--n", "7").count(0, 9) == 7U);
  CHECK(typed("--n", "7").setting() == 7U);
  CHECK(typed("--threads", "1024").threads() == 1024U);
  CHECK(typed("--x", "0.25").number() == 0.25);
  CHECK(typed("--fruit", "apple").choice(kFruits) == Fruit::apple);
  CHECK(typed("--n", "3 4").counts(9) == std::vector<std::uint64_t>{3, 4});
  CHECK(typed("--n", "2-3").places(9) == std::vector<std::uint64_t>{2, 3});
}

TEST_CASE("Flag: the last text counts, and each is kept") {
  Flag flag("--set");
  flag.give("a");
  flag.give("b");
  CHECK(flag.text() == "b");
  CHECK(flag.texts() == std::vector<std::string>{"a", "b"});
  flag.take_back();
  CHECK_FALSE(flag);
  CHECK(flag.texts().empty());
}

TEST_CASE("Flag: a refusal names it") {
  CHECK_REFUSED(typed("--n", "0").count(1, 4),
                "--n must be a whole number from 1 to 4, but it is 0.");
  CHECK_REFUSED(typed("--n", "0").setting(),
                "--n must be a whole number from 1 to 1000000000000, but it is 0.");
  CHECK_REFUSED(typed("--threads", "1025").threads(),
                "--threads must be a whole number from 1 to 1024, but it is 1025.");
  CHECK_REFUSED(typed("--x", "half").number(), "--x must be a number, but it is half.");
  CHECK_REFUSED(typed("--fruit", "aple").choice(kFruits),
                "--fruit must be one of pear, apple, but it is aple. Did you mean apple?");
}

TEST_CASE("first_given: the first of some flags that was typed") {
  CHECK(first_given({Flag("--a"), typed("--b"), typed("--c")}) == "--b");
  CHECK(first_given({Flag("--a")}).empty());
  CHECK(first_given({}).empty());
}

TEST_CASE("unread: what was typed and is not among what is read") {
  const Flags all{Flag("--a"), typed("--b"), typed("--c")};
  const Flags flags = unread(all, {Flag("--a"), Flag("--b")});
  REQUIRE(flags.size() == 1);
  CHECK(flags.front().name() == "--c");
}

TEST_CASE("refuse_beside: names the first other flag that was typed") {
  const Flag mask = typed("--mask", "1");
  CHECK_NOTHROW(refuse_beside(mask, {Flag("--full")}));
  CHECK_REFUSED(refuse_beside(mask, {Flag("--full"), typed("--window", "2")}),
                "--mask and --window cannot be used together.");
}

TEST_CASE("refuse_two_of: names the first two that were typed") {
  CHECK_NOTHROW(refuse_two_of({Flag("--a"), typed("--b")}));
  CHECK_REFUSED(refuse_two_of({Flag("--a"), typed("--b"), typed("--c"), typed("--d")}),
                "--b and --c cannot be used together.");
}

TEST_CASE("require_used_with: refuses a flag without the one it belongs to") {
  CHECK_NOTHROW(require_used_with({Flag("--base")}, "--rope"));
  CHECK_REFUSED(require_used_with({Flag("--layout"), typed("--base", "100")}, "--rope"),
                "--base only works with --rope.");
}

TEST_CASE("Form: refuses what it does not read") {
  const Form form{typed("--model", "x"), {Flag("--pair"), Flag("--top")}};
  const Flags all{typed("--model", "x"), typed("--top", "3"), Flag("--seed")};
  CHECK_NOTHROW(form.refuse_others(all));
  CHECK_REFUSED(form.refuse_others({typed("--top", "3"), typed("--seed", "1")}),
                "--model and --seed cannot be used together.");
}

// A command that turns by positions: what its flags need and exclude.
struct RopeFlags {
  Flag kind{"--kind"}, base{"--base"}, turn{"--turn"}, add{"--add"}, again{"--again"},
      other{"--other"};

  void add_to(FlagTable& table) {
    const FlagGroup group(table, "Positions");
    group.value(kind, "KIND", "", {.usual = "rope"});
    group.value(base, "X", "", {.needs = {"--kind rope, sine"}, .excludes = {"--add", "--none"}});
    group.flag(turn, "", {.needs = {"--kind alibi|rope"}});
    group.flag(add, "");
    group.with("--add, --base").flag(again, "", {.needs = {"--turn"}});
    group.in_page(PageRole::kept).flag(other, "");
  }
};

// What a flag and others are refused with; "accepted" where they are not.
std::string conflict(const std::vector<std::pair<Flag RopeFlags::*, std::string>>& given) {
  RopeFlags flags;
  for (const auto& [flag, value] : given) (flags.*flag).give(value);
  return attn::refusal([&] { refuse_conflicts_of(flags); });
}

TEST_CASE("refuse_conflicts: a flag without what it needs") {
  constexpr auto kKind = &RopeFlags::kind, kBase = &RopeFlags::base, kTurn = &RopeFlags::turn,
                 kAdd = &RopeFlags::add, kAgain = &RopeFlags::again;
  CHECK(conflict({}) == "accepted");
  CHECK(conflict({{kBase, "3"}}) == "accepted");
  CHECK(conflict({{kKind, "sine"}, {kBase, "3"}}) == "accepted");
  CHECK(conflict({{kKind, "ｓｉｎｅ"}, {kBase, "3"}}) == "accepted");
  CHECK(conflict({{kKind, "alibi"}, {kBase, "3"}}) == "--base only works with --kind rope, sine.");
  CHECK(conflict({{kTurn, ""}}) == "accepted");
  CHECK(conflict({{kKind, "sine"}, {kTurn, ""}}) == "--turn only works with --kind alibi.");
  CHECK(conflict({{kAgain, ""}}) == "--again only works with --add, --base.");
  CHECK(conflict({{kAgain, ""}, {kAdd, ""}}) == "--again only works with --turn.");
  CHECK(conflict({{kAgain, ""}, {kAdd, ""}, {kTurn, ""}}) == "accepted");
}

TEST_CASE("refuse_conflicts: a flag beside one that it excludes") {
  CHECK(conflict({{&RopeFlags::add, ""}, {&RopeFlags::base, "3"}}) ==
        "--base and --add cannot be used together.");
}

TEST_CASE("FlagTable: the row of a flag, and its role in a page") {
  RopeFlags flags;
  FlagTable table;
  flags.add_to(table);
  CHECK(table.row_of("--none") == nullptr);
  CHECK(table.row_of("--other")->page_role == PageRole::kept);
  CHECK(table.row_of("--add")->page_role == PageRole::word);
  CHECK_FALSE(table.is_typed("--add"));
  type(flags.add);
  CHECK(table.is_typed("--add"));
  CHECK_FALSE(table.is_typed("--none"));
}

using TypedWords = std::vector<std::string>;

// A command with --quiet, and with --output and --seed, which take a value.
std::vector<TypedArgument> taken_apart(const TypedWords& arguments) {
  return typed_arguments(arguments, [](const std::string& flag) -> std::optional<bool> {
    if (flag == "--quiet") return false;
    if (flag == "--output" || flag == "--seed") return true;
    return std::nullopt;
  });
}

TEST_CASE("typed_arguments: flags, their values and words") {
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

TEST_CASE("typed_arguments: letters stand together, before a value too") {
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

TEST_CASE("typed_arguments: a value that is missing is none") {
  const auto arguments = taken_apart({"--seed"});
  REQUIRE(arguments.size() == 1);
  CHECK(arguments[0].is_known);
  CHECK_FALSE(arguments[0].value.has_value());
}

TEST_CASE("begins_as_flag: with a dash of any kind") {
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

TEST_CASE("count_value: a whole number within its limits") {
  CHECK(count_value("--n", "0", 0, 9) == 0);
  CHECK(count_value("--n", "9", 0, 9) == 9);
  CHECK(count_value("--n", "007", 0, 9) == 7);
  CHECK(count_value("--n", "18446744073709551615", 0, UINT64_MAX) == UINT64_MAX);
}

TEST_CASE("count_value: refuses everything else in one sentence") {
  for (const std::string text : {"0", "10", "-1", "+5", "5.0", "5x", " 5", "5 ", "0x5", "1e1", "5",
                                 "99999999999999999999999"}) {
    CAPTURE(text);
    CHECK_REFUSED(count_value("--n", text, 1, 4),
                  "--n must be a whole number from 1 to 4, but it is " + text + ".");
  }
  CHECK_REFUSED(count_value("--n", "", 1, 4),
                "--n must be a whole number from 1 to 4, but it is ''.");
}

TEST_CASE("count_value: what was given is shortened and made safe to show") {
  CHECK_REFUSED(
      count_value("--n", std::string(1'000'000, '7'), 1, 4),
      "--n must be a whole number from 1 to 4, but it is " + std::string(24, '7') + "....");
  CHECK_REFUSED(count_value("--n", "\033[2J", 1, 4),
                "--n must be a whole number from 1 to 4, but it is ?[2J (U+001B).");
}

TEST_CASE("setting_value: a million millions are the limit") {
  CHECK(setting_value("--layers", "1") == 1);
  CHECK(setting_value("--layers", "1000000000000") == kLargestSetting);
  CHECK(setting_value("--d-ff", "0", 0) == 0);
  CHECK_THROWS_AS(setting_value("--layers", "0"), InputError);
  CHECK_THROWS_AS(setting_value("--layers", "1000000000001"), InputError);
}

TEST_CASE("count_values: whole numbers between commas and spaces") {
  using Values = std::vector<std::uint64_t>;
  CHECK(count_values("--n", "0,0,1,12", 12) == Values{0, 0, 1, 12});
  CHECK(count_values("--n", " 3 , 4 5,", 9) == Values{3, 4, 5});
  CHECK_REFUSED(count_values("--n", "1,13", 12),
                "--n must be a whole number from 0 to 12, but it is 13.");
  CHECK_REFUSED(count_values("--n", "1,-2", 12),
                "--n must be a whole number from 0 to 12, but it is -2.");
  CHECK_THROWS_AS(count_values("--n", " , ", 12), InputError);
}

TEST_CASE("number_value: a finite number in full") {
  CHECK(number_value("--x", "0.25") == 0.25);
  CHECK(number_value("--x", "-3") == -3.0);
  CHECK(number_value("--x", "1e-3") == 1e-3);
  CHECK(number_value("--x", ".5") == 0.5);
  for (const std::string half : {"1/2", "２分の１", "１／２", "2/4"})
    CHECK(number_value("--x", half) == 0.5);
}

TEST_CASE("number_value: refuses what is no finite number") {
  CHECK_REFUSED(number_value("--x", "1,5"),
                "--x must be a number, but it is 1,5. Write decimals with a point, as in 1.5.");
  for (const std::string text : {"half", "1.5x", "nan", "inf", "-inf", "1e999", "1/0", "1/2/3"}) {
    CAPTURE(text);
    CHECK_REFUSED(number_value("--x", text), "--x must be a number, but it is " + text + ".");
  }
}

TEST_CASE("choice_value: the place of a word in its list") {
  CHECK(choice_value("--rng", "whole", {"whole", "numpy"}) == 0);
  CHECK(choice_value("--rng", "numpy", {"whole", "numpy"}) == 1);
}

TEST_CASE("choice_value: refuses another word, and says which was meant") {
  CHECK_REFUSED(choice_value("--rng", "torch", {"whole", "numpy"}),
                "--rng must be one of whole, numpy, but it is torch.");
  CHECK_REFUSED(choice_value("--rng", "nunpy", {"whole", "numpy"}),
                "--rng must be one of whole, numpy, but it is nunpy. Did you mean numpy?");
  CHECK_THROWS_AS(choice_value("--rng", "Whole", {"whole", "numpy"}), InputError);
  CHECK_REFUSED(choice_value("--rng", "", {"whole", "numpy"}),
                "--rng must be one of whole, numpy, but it is ''.");
}

TEST_CASE("index_list: places by number and range, each once and in order") {
  using Places = std::vector<std::uint64_t>;
  CHECK(index_list("--head", "0", 4) == Places{0});
  CHECK(index_list("--head", "3,1", 4) == Places{1, 3});
  CHECK(index_list("--head", "0-2", 4) == Places{0, 1, 2});
  CHECK(index_list("--head", "2-3,0,3,1-2", 4) == Places{0, 1, 2, 3});
  CHECK(index_list("--head", "1-1", 4) == Places{1});
}

TEST_CASE("index_list: refuses places that are not there and lists that are none") {
  for (const std::string text : {"4", "0-4", "2-1", "-1", "1-", "0,", ",0", "0,,1", "a", "0 1",
                                 "1.5", "0-1-2", "99999999999999999999"}) {
    CAPTURE(text);
    CHECK_REFUSED(
        index_list("--head", text, 4),
        "--head must list numbers from 0 to 3, such as 0,2 or 0-3, but it is " + text + ".");
  }
}

TEST_CASE("range_values: numbers and ranges in the order typed, each once") {
  using Values = std::vector<std::uint64_t>;
  CHECK(range_values("--n", "7", 9, 5) == Values{7});
  CHECK(range_values("--n", "2:4", 9, 5) == Values{2, 3, 4});
  CHECK(range_values("--n", "9,0:2,1", 9, 5) == Values{9, 0, 1, 2});
}

TEST_CASE("range_values: refuses everything else, and too many") {
  for (const std::string text : {"", "4:2", "1:", ":2", "1-3", "1,,2", "10", "1:10", "a", "1:2:3",
                                 "99999999999999999999999"}) {
    CAPTURE(text);
    CHECK_REFUSED(range_values("--n", text, 9, 50),
                  "--n must list whole numbers from 0 to 9, such as 1:30 or 1,4,7, but it is " +
                      (text.empty() ? "''" : text) + ".");
  }
  CHECK(range_values("--n", "1:5", 9, 5).size() == 5);
  CHECK_REFUSED(range_values("--n", "1:6", 9, 5), "--n may list at most 5 numbers.");
  CHECK_THROWS_AS(range_values("--n", "0:3,4,5", 9, 5), InputError);
  CHECK_THROWS_AS(range_values("--n", "0:1000000000000", 1'000'000'000'000, 1000), InputError);
}

TEST_CASE("flag_values: full-width digits and signs, dashes of any kind") {
  using Values = std::vector<std::uint64_t>;
  CHECK(count_value("--n", "８０", 0, 99) == 80);
  CHECK(setting_value("--n", "１２") == 12);
  for (const std::string minus : {"ー", "ｰ", "―", "－", "−", "—", "–", "─"})
    CHECK(number_value("--x", minus + "０．５") == -0.5);
  CHECK(count_values("--n", "０、1，２　3", 9) == Values{0, 1, 2, 3});
  CHECK(range_values("--n", "１：３，5", 9, 9) == Values{1, 2, 3, 5});
  CHECK(index_list("--n", "０，２－３", 9) == Values{0, 2, 3});
  CHECK(index_list("--n", "2ー3", 9) == Values{2, 3});
  CHECK(choice_value("--c", "ａｌｌ", {"none", "all"}) == 1);
}

TEST_CASE("flag_values: a refusal shows what was typed") {
  CHECK_REFUSED(count_value("--n", "ー１", 0, 4),
                "--n must be a whole number from 0 to 4, but it is ー１.");
  CHECK_REFUSED(count_values("--n", "１、９", 4),
                "--n must be a whole number from 0 to 4, but it is ９.");
  for (const std::string typed : {"０・５", "0･5", "0·5", "0、5", "0,5"})
    CHECK_REFUSED(number_value("--x", typed), "--x must be a number, but it is " + typed +
                                                  ". Write decimals with a point, as in 1.5.");
}

}  // namespace

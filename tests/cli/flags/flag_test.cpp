#include "cli/flags/flag.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"

using namespace attn;

namespace {

enum class Fruit { apple, pear };
constexpr Named<Fruit> kFruits[] = {{Fruit::pear, "pear"}, {Fruit::apple, "apple"}};

}  // namespace

TEST_CASE("Flag: nothing is read of one that was not typed", "[cli][flag]") {
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

TEST_CASE("Flag: what was typed, as what it is read for", "[cli][flag]") {
  CHECK(typed("--n", "7").count(0, 9) == 7U);
  CHECK(typed("--n", "7").setting() == 7U);
  CHECK(typed("--threads", "1024").threads() == 1024U);
  CHECK(typed("--x", "0.25").number() == 0.25);
  CHECK(typed("--fruit", "apple").choice(kFruits) == Fruit::apple);
  CHECK(typed("--n", "3 4").counts(9) == std::vector<std::uint64_t>{3, 4});
  CHECK(typed("--n", "2-3").places(9) == std::vector<std::uint64_t>{2, 3});
}

TEST_CASE("Flag: the last text counts, and each is kept", "[cli][flag]") {
  Flag flag("--set");
  flag.give("a");
  flag.give("b");
  CHECK(flag.text() == "b");
  CHECK(flag.texts() == std::vector<std::string>{"a", "b"});
  flag.take_back();
  CHECK_FALSE(flag);
  CHECK(flag.texts().empty());
}

TEST_CASE("Flag: a refusal names it", "[cli][flag][error]") {
  CHECK_THROWS_MATCHES(typed("--n", "0").count(1, 4), InputError,
                       Message("--n must be a whole number from 1 to 4, but it is 0."));
  CHECK_THROWS_MATCHES(typed("--n", "0").setting(), InputError,
                       Message("--n must be a whole number from 1 to 1000000000000, but it is 0."));
  CHECK_THROWS_MATCHES(typed("--threads", "1025").threads(), InputError,
                       Message("--threads must be a whole number from 1 to 1024, but it is 1025."));
  CHECK_THROWS_MATCHES(typed("--x", "half").number(), InputError,
                       Message("--x must be a number, but it is half."));
  CHECK_THROWS_MATCHES(
      typed("--fruit", "aple").choice(kFruits), InputError,
      Message("--fruit must be one of pear, apple, but it is aple. Did you mean apple?"));
}

TEST_CASE("first_given: the first of some flags that was typed", "[cli][flag]") {
  CHECK(first_given({Flag("--a"), typed("--b"), typed("--c")}) == "--b");
  CHECK(first_given({Flag("--a")}).empty());
  CHECK(first_given({}).empty());
}

TEST_CASE("unread: what was typed and is not among what is read", "[cli][flag]") {
  const Flags all{Flag("--a"), typed("--b"), typed("--c")};
  const Flags flags = unread(all, {Flag("--a"), Flag("--b")});
  REQUIRE(flags.size() == 1);
  CHECK(flags.front().name() == "--c");
}

TEST_CASE("refuse_beside: names the first other flag that was typed", "[cli][flag][error]") {
  const Flag mask = typed("--mask", "1");
  CHECK_NOTHROW(refuse_beside(mask, {Flag("--full")}));
  CHECK_THROWS_MATCHES(refuse_beside(mask, {Flag("--full"), typed("--window", "2")}), InputError,
                       Message("--mask and --window cannot be used together."));
}

TEST_CASE("refuse_two_of: names the first two that were typed", "[cli][flag][error]") {
  CHECK_NOTHROW(refuse_two_of({Flag("--a"), typed("--b")}));
  CHECK_THROWS_MATCHES(refuse_two_of({Flag("--a"), typed("--b"), typed("--c"), typed("--d")}),
                       InputError, Message("--b and --c cannot be used together."));
}

TEST_CASE("require_used_with: refuses a flag without the one it belongs to", "[cli][flag][error]") {
  CHECK_NOTHROW(require_used_with({Flag("--base")}, "--rope"));
  CHECK_THROWS_MATCHES(require_used_with({Flag("--layout"), typed("--base", "100")}, "--rope"),
                       InputError, Message("--base only works with --rope."));
}

#include "base/message.hpp"
#include "cli/mask/mask.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/flags.hpp"
#include "support/matrix.hpp"
#include "support/rounds.hpp"

namespace {

MaskFlags words(const std::string& tokens) {
  MaskFlags flags;
  type(flags.tokens, tokens);
  return flags;
}

MaskFlags sizes(const std::string& queries, const std::string& keys) {
  MaskFlags flags;
  type(flags.queries, queries);
  type(flags.keys, keys);
  return flags;
}

MaskPattern pattern_of(const MaskFlags& flags) { return read_mask_input(flags).problem.pattern; }

std::string listed(const arma::uvec& places) {
  std::string text;
  for (const arma::uword place : places) text += std::to_string(place) + " ";
  return text;
}

std::string refusal(const MaskFlags& flags) {
  return attn::refusal([&] {
    refuse_conflicts_of(flags);
    read_mask_input(flags);
  });
}

}  // namespace

TEST_CASE("read_mask_input: tokens, other keys, or only so many") {
  using Tokens = std::vector<std::string>;
  MaskFlags crossed = words("a|b");
  type(crossed.cross, "c d e");
  const MaskInput input = read_mask_input(crossed);
  CHECK(input.problem.query_tokens == Tokens{"a", "b"});
  CHECK(input.problem.key_tokens == Tokens{"c", "d", "e"});
  CHECK(input.title == "\"a b\" with \"c d e\"");

  const MaskProblem counted = read_mask_input(sizes("1", "2")).problem;
  CHECK(counted.query_tokens == Tokens{"q0"});
  CHECK(counted.key_tokens == Tokens{"k0", "k1"});
  CHECK(read_mask_input(sizes("", "2")).problem.query_tokens == Tokens{"t0", "t1"});
}

TEST_CASE("read_mask_input: without a restriction it is causal, and says so") {
  const MaskInput input = read_mask_input(words("a|b"));
  CHECK(input.problem.pattern.causal);
  REQUIRE(input.notes.size() == 1);
  CHECK(input.notes.front().starts_with("no restriction was named"));
  MaskFlags open = words("a|b");
  type(open.pad, "0");
  CHECK_FALSE(pattern_of(open).causal);
  CHECK(read_mask_input(open).notes.empty());
}

TEST_CASE("read_mask_input: padding by number, by place, by spelling") {
  MaskFlags flags = words("a|<pad>|b|c");
  CHECK(listed(pattern_of(flags).padded_keys) == "1 ");
  CHECK(read_mask_input(flags).notes.front().starts_with("tokens spelled \"<pad>\" are taken"));
  type(flags.pad, "2");
  CHECK(listed(pattern_of(flags).padded_keys) == "2 3 ");
  type(flags.pad_at, "0, 3");
  CHECK(listed(pattern_of(flags).padded_keys) == "0 2 3 ");
  CHECK(read_mask_input(flags).notes.empty());
  for (const char* padding : {"[PAD]", "[pad]", "<PAD>", "＜pad＞", "<ｐａｄ>", "［ＰＡＤ］"}) {
    CAPTURE(padding);
    const MaskFlags spelled = words(padding + std::string("|a"));
    CHECK(listed(pattern_of(spelled).padded_keys) == "0 ");
    CHECK(read_mask_input(spelled).notes.front().starts_with(
        "tokens spelled \"" + std::string(padding) + "\" are taken"));
  }
  CHECK(pattern_of(words("pad|(pad)|<pads>")).padded_keys.empty());
}

TEST_CASE("read_mask_input: queries that are padding") {
  MaskFlags flags = words("a|b|<pad>");
  type(flags.pad_queries);
  CHECK(listed(pattern_of(flags).padded_queries) == "2 ");

  // The queries are the last keys: places 3 and 4 of five.
  MaskFlags decoding = sizes("2", "5");
  type(decoding.pad_at, "0,4");
  type(decoding.pad_queries);
  CHECK(listed(pattern_of(decoding).padded_queries) == "1 ");
  type(decoding.align, "start");
  CHECK(listed(pattern_of(decoding).padded_queries) == "0 ");

  MaskFlags crossed = words("<pad>|b");
  type(crossed.key_tokens, "c|<pad>");
  type(crossed.pad_queries);
  CHECK(listed(pattern_of(crossed).padded_queries) == "0 ");
}

TEST_CASE("read_mask_input: documents by number or by what ends them") {
  MaskFlags flags = words("a|b|c");
  type(flags.segments, "0 0 1");
  CHECK(listed(pattern_of(flags).documents->of_keys) == "0 0 1 ");
  CHECK(listed(pattern_of(flags).documents->of_queries) == "0 0 1 ");

  MaskFlags separated = words("a|;|b|;|c");
  type(separated.separator, ";");
  CHECK(listed(pattern_of(separated).documents->of_keys) == "0 0 1 1 2 ");

  MaskFlags decoding = sizes("2", "4");
  type(decoding.segments, "0,0,0,1");
  CHECK(listed(pattern_of(decoding).documents->of_queries) == "0 1 ");
  type(decoding.align, "start");
  CHECK(listed(pattern_of(decoding).documents->of_queries) == "0 0 ");
  type(decoding.segments, "3,4");
  type(decoding.key_segments, "3,3,4,4");
  CHECK(listed(pattern_of(decoding).documents->of_queries) == "3 4 ");
}

TEST_CASE("read_mask_input: a cell by its tokens or places") {
  MaskFlags flags = words("a,b|c|1");
  const auto cell = [&flags](const std::string& text) {
    type(flags.cell, text);
    return *read_mask_input(flags).problem.cell;
  };
  CHECK(cell("2,1") == std::pair<arma::uword, arma::uword>{2, 2});  // a token called 1
  CHECK(cell("c,a,b") == std::pair<arma::uword, arma::uword>{1, 0});
  CHECK(cell("a,b,c") == std::pair<arma::uword, arma::uword>{0, 1});
  CHECK(cell("0,0") == std::pair<arma::uword, arma::uword>{0, 0});
}

TEST_CASE("read_mask_input: a leak test changes what it is told, or the last word") {
  MaskFlags flags = words("The|cat|sat|<pad>");
  type(flags.leak);
  const LeakTest usual = *read_mask_input(flags).problem.leak;
  CHECK(usual.place == 2);
  CHECK(usual.word == "sat");
  CHECK(usual.other == "other");
  CHECK(difference(usual.before.X.row(0), usual.changed_X.row(0)) == "");
  CHECK(difference(usual.before.X.row(2), usual.changed_X.row(2)) != "");
  CHECK(read_mask_input(flags).source == "by-hand");

  flags.leak.take_back();
  type(flags.change, "1=dog");
  CHECK(read_mask_input(flags).problem.leak->word == "cat");
  type(flags.change, "The=a=b");
  CHECK(read_mask_input(flags).problem.leak->other == "a=b");
}

TEST_CASE("read_mask_input: refuses what makes no mask") {
  const auto with = [](MaskFlags flags, Flag MaskFlags::*flag, const char* value) {
    type(flags.*flag, value);
    return refusal(flags);
  };
  const MaskFlags three = words("a|b|c");
  MaskFlags seeded = three;
  type(seeded.numbers.seed, "3");
  CHECK(with(three, &MaskFlags::pad, "4") ==
        "--pad 4 marks more keys as padding than there are: 3.");
  CHECK(with(three, &MaskFlags::segments, "0,1") ==
        "--segments needs the number of a document for each token: tokens 3, numbers given 2.");
  CHECK(with(three, &MaskFlags::segments, "0,a,1") ==
        "--segments must be a whole number from 0 to 100000, but it is a.");
  CHECK(with(three, &MaskFlags::key_segments, "0,1,1") ==
        "--key-segments only works with --segments.");
  CHECK(refusal(seeded) == "--seed only works with --leak.");
  CHECK(with(three, &MaskFlags::cell, "a,d") ==
        "--cell names a query and a key, tokens or places from 0, as in c,a; there is no a,d.");
  CHECK(with(three, &MaskFlags::change, "d=e") ==
        "--change names a token, or its place from 0, and what it becomes, as in c=other; it is "
        "d=e.");
  CHECK(with(three, &MaskFlags::change, "b=b") ==
        "\"b\" and \"b\" have the same numbers, so nothing would change. Choose another word, or "
        "another --seed.");
  CHECK(with(three, &MaskFlags::queries, "3") == "--queries and --tokens cannot be used together.");
  MaskFlags pad_queries = three;
  type(pad_queries.pad_queries);
  CHECK(refusal(pad_queries).starts_with("--pad-queries finds no query that is padding."));
  MaskFlags leak = sizes("2", "3");
  type(leak.leak);
  CHECK(refusal(leak).starts_with("--leak changes one sequence and compares it with itself"));
  MaskFlags both = three;
  type(both.join_and);
  type(both.join_or);
  CHECK(refusal(both) == "--and and --or cannot be used together.");
  CHECK(refusal(sizes("0", "")) ==
        "--queries must be a whole number from 1 to 100000, but it is 0.");
}

TEST_CASE("leak_test: one row changes, and all weights stay") {
  const LeakTest test = leak_test({"a", "b", "c"}, {}, "1=d", {});
  CHECK(test.place == 1);
  CHECK(test.other == "d");
  CHECK_FALSE(test.is_any_other);
  const arma::mat moved = test.changed_X - test.before.X;
  CHECK(arma::any(moved.row(1) != 0.0));
  CHECK(moved.row(0).is_zero());
  CHECK(moved.row(2).is_zero());
  CHECK(difference(test.changed_X.row(1), word_numbers({}, {"d"}, {}).X) == "");
}

TEST_CASE("leak_test: a word that is called other becomes another") {
  CHECK(leak_test({"a", "other"}, {}, "", {}).other == "another");
  CHECK(leak_test({"a", "other"}, {}, "", {}).is_any_other);
  CHECK(leak_test({"a", "b", "c"}, {1, 2}, "", {}).place == 0);  // what is padding stays
  CHECK(leak_test({"a", "b"}, {0, 1}, "", {}).place == 0);
}

TEST_CASE("leak_test: refuses changes that it cannot make") {
  for (const char* change : {"z=b", "a", "a=", "=", "7=b"})
    CHECK_THROWS_AS(leak_test({"a", "b"}, {}, change, {}), InputError);
  CHECK(leak_test({"=", "b"}, {}, "==c", {}).word == "=");
}

TEST_CASE("leak_test: a token that is there twice is named by its number") {
  CHECK_THROWS_WITH(leak_test({"a", "b", "a"}, {}, "a=c", {}),
                    "--change a: that is both token 0 and token 2, counted from 0. Give the "
                    "number.");
  CHECK(leak_test({"a", "b", "a"}, {}, "2=c", {}).place == 2);
  CHECK(leak_test({"a", "b", "a"}, {}, "b=c", {}).place == 1);
  CHECK(leak_test({"1", "+", "1"}, {}, "1=c", {}).place == 1);
  CHECK(leak_test({"１", "１", "b"}, {}, "１=c", {}).place == 1);
  CHECK_THROWS_AS(leak_test({"7", "+", "7"}, {}, "7=c", {}), InputError);
}

// The flags of a mask beside what else is asked of attention: each changes what is shown, or is
// refused with a sentence. None is ignored.

TEST_CASE("commands: no flag of a mask is ignored beside another question") {
  const TemporaryFolder folder;
  const auto run = [&folder](const std::string& line) {
    return run_command("attn " + line, folder.path(), 60);
  };
  Sample sample(12);
  // Four tokens each: a learned sentence begins with one of its own.
  for (const std::string question :
       {"attend 'a b c d'", "attend 'a b c d' --study scaling", "attend 'a b c d' --study dropout",
        "attend 'a b c d' --study temperature", "attend 'a b c d' --study filter",
        "attend 'a b c d' --backward --stage d_scores", "attend 'a b c d' --batch 2",
        "attend 'a b c d' --step", "attend 'a b c d' --alignment 'a=b'",
        "attend --scores '1 2 3 4; 4 3 2 1; 1 3 2 4; 2 2 1 1'",
        "attend --attention '1 0 0 0; 0 1 0 0; 0 0 1 0; 0 0 0 1'", "attend 'the cat sat' --learned",
        "mha 'the cat sat' --learned", "mha 'a b c d'",
        "mha 'a b c d' --backward --stage gradients", "mha 'a b c d' --batch 2"}) {
    const CommandResult plain = run(question);
    for (const std::string flags :
         {"--causal", "--prefix 1", "--window 1", "--pad 1", "--pad-at 0", "--pad 1 --pad-queries",
          "--segments 0,0,1,1", "--separator cat", "--separator b", "--half literal",
          "--half causal", "--mask '1 0 1 1; 1 1 0 0; 0 1 1 1; 1 1 1 1'", "--or",
          "--causal --window 2 --or", "--causal --align start --prefix 2", "--key-segments 0,0,1,1",
          "--mask '0 0 0 0; 1 1 0 0; 0 1 1 1; 0 1 0 0' --empty-row uniform"}) {
      if (!sample.takes_next()) continue;
      const CommandResult masked = run(question + " " + flags);
      CAPTURE(question, flags, masked.err);
      if (masked.exit_code == 2)
        CHECK(contains(masked.err, "error: "));
      else
        CHECK((masked.exit_code == 0 && masked.out != plain.out));
    }
  }
}

#include "practice/answer/typed_words.hpp"

#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Field list_field(std::vector<std::string> items) {
  Field field{.name = "words", .kind = FieldKind::list};
  field.items = std::move(items);
  return field;
}

const std::vector<std::string> kPairs = {"cat->cat", "cat->sat", "sat->cat", "sat->sat"};

std::string refused(const Field& field, const std::string& text) {
  return refusal([&] { typed_list(field, text); });
}

}  // namespace

TEST_CASE("compared_form: case, width, spaces and hyphens do not matter",
          "[practice][typed_words]") {
  CHECK(compared_form("Look-Ahead  mask.") == "lookaheadmask");
  CHECK(compared_form("ＣＡＵＳＡＬ＿ｍａｓｋ") == "causalmask");
  CHECK(compared_form("因果 ﾏｽｸ。") == "因果マスク");
}

TEST_CASE("without_quotes: of any kind, once", "[practice][typed_words]") {
  for (const char* text : {"\"cat\"", "'cat'", "“cat”", "「cat」", "cat"})
    CHECK(without_quotes(text) == "cat");
  CHECK(without_quotes("'") == "'");
}

TEST_CASE("typed_list: items in the order in which they are written", "[practice][typed_words]") {
  const Field field = list_field({"The", "the", "cat", "sat"});
  using Places = std::vector<std::size_t>;
  for (const char* text : {"cat, sat", "cat sat", "cat,\nsat", "['cat', 'sat']", "\"cat\";\"sat\""})
    CHECK(typed_list(field, text) == Places{2, 3});
  CHECK(typed_list(field, "the The CAT") == Places{1, 0, 2});
}

TEST_CASE("typed_list: equal items are taken one after the other", "[practice][typed_words]") {
  CHECK(typed_list(list_field({"the", "cat", "the"}), "the the") == std::vector<std::size_t>{0, 2});
}

TEST_CASE("typed_list: pairs have either arrow, with or without spaces",
          "[practice][typed_words]") {
  const Field field = list_field(kPairs);
  for (const char* text : {"cat->sat, sat->cat", "cat→sat sat → cat", "cat -> sat; Sat->Cat"})
    CHECK(typed_list(field, text) == std::vector<std::size_t>{1, 2});
}

TEST_CASE("typed_list: numbers and little words between items are left out",
          "[practice][typed_words]") {
  using Places = std::vector<std::size_t>;
  const Field words = list_field({"The", "cat", "sat"});
  for (const char* text : {"1. cat 2. sat", "1) cat\n2) sat", "1.cat 2.sat", "- cat\n- sat",
                           "cat and sat", "cat > sat", "(1) cat (2) sat"})
    CHECK(typed_list(words, text) == Places{1, 2});
  const Field numbers = list_field({"1.", "and", "2."});
  CHECK(typed_list(numbers, "2. and 1.") == Places{2, 1, 0});
}

TEST_CASE("typed_list: arrows and strokes between words", "[practice][typed_words]") {
  const Field words = list_field({"The", "cat", "sat"});
  for (const char* text : {"cat → The → sat", "cat->The->sat", "cat/The/sat", "cat > The > sat",
                           "cat>The>sat", "cat ⇒ The ⇒ sat", "cat ≥ The ≥ sat", "cat|The|sat"})
    CHECK(typed_list(words, text) == std::vector<std::size_t>{1, 0, 2});
  CHECK(typed_list(list_field({"a/b", "c"}), "c a/b") == std::vector<std::size_t>{1, 0});
  CHECK(refused(words, "The = cat > sat") ==
        "A list cannot say that two items are equal ('='). Write one behind the other; where two "
        "really are equal, either may come first.");
}

TEST_CASE("typed_list: pairs in parentheses and with to", "[practice][typed_words]") {
  Field field = list_field(kPairs);
  field.are_pairs = true;
  for (const char* text :
       {"(cat, sat), (sat, cat)", "('cat', 'sat') ('sat', 'cat')", "[(cat,sat),(sat,cat)]",
        "cat to sat and sat to cat", "cat ⇒ sat, sat=>cat", "1. cat->sat 2. sat->cat"})
    CHECK(typed_list(field, text) == std::vector<std::size_t>{1, 2});
}

TEST_CASE("typed_list: unknown items, repeated ones and a word with itself are refused",
          "[practice][typed_words][error]") {
  const Field words = list_field({"The", "cat", "sat"});
  CHECK(refused(words, "caat") == "'caat' cannot be listed. Did you mean cat?");
  CHECK(refused(words, "xylophone") == "'xylophone' cannot be listed. Choose from: The, cat, sat.");
  CHECK(refused(words, "cat cat") == "'cat' is listed twice.");
  CHECK(refused(words, "2 1") == "'2' gives numbers. Write the words themselves, such as The.");
  CHECK_THAT(refused(words, "0.9 cat"), ContainsSubstring("'0.9'"));  // and not the 9 of item 0
  CHECK(refused(words, ", ;") == "Nothing is listed.");
  const Field pairs = list_field(kPairs);
  Field guess = pairs;
  guess.is_graded = false;
  CHECK(refused(guess, "cat->cat") == "'cat->cat': a pair needs two different words.");
  CHECK(refused(pairs, "catsat") ==
        "'catsat' cannot be listed. Did you mean one of these: cat->sat, sat->cat?");
}

TEST_CASE("typed_list: a weight in parentheses behind an item is left out",
          "[practice][typed_words]") {
  Field pairs = list_field(kPairs);
  pairs.are_pairs = true;
  using Places = std::vector<std::size_t>;
  for (const char* text : {"cat->sat (0.538), sat->cat (0.2)", "cat->sat(53.8%) sat->cat(20%)",
                           "1. cat → sat (.538)\n2. sat → cat (0.20)"}) {
    INFO(text);
    CHECK(typed_list(pairs, text) == Places{1, 2});
  }
  CHECK(typed_list(pairs, "(1) cat->sat (2) sat->cat") == Places{1, 2});
  CHECK(refused(pairs, "(0.538)") != "accepted");
  CHECK(refused(pairs, "cat->sat (most)") != "accepted");
  CHECK(typed_list(list_field({"cat", "f(0.5)"}), "f(0.5)") == Places{1});
}

TEST_CASE("typed_list: all items in parentheses", "[practice][typed_words]") {
  Field field{.name = "ranking", .kind = FieldKind::list};
  field.items = {"The", "cat", "mat"};
  CHECK(typed_list(field, "(mat, The, cat)") == std::vector<std::size_t>{2, 0, 1});
  CHECK(typed_list(field, "The (1.2), mat (1.2)") == std::vector<std::size_t>{0, 2});
}

#include "practice/answer/typed_words.hpp"

#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Field choice_field() {
  Field field{.name = "why", .kind = FieldKind::choice};
  field.options = {{"a", {"It falls.", "下がる。"}, {}}, {"b", {"It grows", "上がる"}, {}}};
  return field;
}

Field label_field() {
  Field field{.name = "term", .kind = FieldKind::label};
  field.options = {{"full", {"no mask", ""}, {}},
                   {"causal", {"causal mask", "因果マスク"}, {"look-ahead mask"}}};
  return field;
}

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

TEST_CASE("typed_choice: an id, its parentheses or the whole text", "[practice][typed_words]") {
  const Field field = choice_field();
  for (const char* text : {"b", "B", "(b)", "b)", "（ｂ）", " b.", "\"b\"", "it grows", "上がる。"})
    CHECK(typed_choice(field, text) == 1);
  CHECK(typed_choice(field, "下がる") == 0);
}

TEST_CASE("typed_choice: a letter stands for a place where ids are words",
          "[practice][typed_words]") {
  Field field = choice_field();
  field.options[0].id = "falls";
  field.options[1].id = "grows";
  for (const char* text : {"b", "B)", "grows", "It grows"}) CHECK(typed_choice(field, text) == 1);
  CHECK_THROWS_WITH(typed_choice(field, "c"), "'c' is not one of the choices. Choose from: a, b.");
}

TEST_CASE("typed_choice: what is no option is refused with the ids",
          "[practice][typed_words][error]") {
  const Field field = choice_field();
  CHECK(refusal([&] { typed_choice(field, "c"); }) ==
        "'c' is not one of the choices. Choose from: a, b.");
  for (const char* text : {"ab", "a b", "()", "."})
    CHECK(refusal([&] { typed_choice(field, text); }) != "accepted");
}

TEST_CASE("typed_label: ids, texts and spellings in either language", "[practice][typed_words]") {
  const Field field = label_field();
  for (const char* text : {"causal", "Causal Mask", "因果ﾏｽｸ", "lookahead mask"})
    CHECK(typed_label(field, text) == 1);
  for (const char* text : {"window", "", "-", "caus"}) CHECK(typed_label(field, text) == -1);
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

TEST_CASE("typed_list: unknown items, repeated ones and a word with itself are refused",
          "[practice][typed_words][error]") {
  const Field words = list_field({"The", "cat", "sat"});
  CHECK(refused(words, "caat") == "'caat' cannot be listed. Did you mean cat?");
  CHECK(refused(words, "xylophone") == "'xylophone' cannot be listed. Choose from: The, cat, sat.");
  CHECK(refused(words, "cat cat") == "'cat' is listed twice.");
  CHECK(refused(words, ", ;") == "Nothing is listed.");
  const Field pairs = list_field(kPairs);
  CHECK(refused(pairs, "cat->cat") == "'cat->cat': a pair needs two different words.");
  CHECK(refused(pairs, "catsat") == "'catsat' cannot be listed. Did you mean cat->sat?");
}

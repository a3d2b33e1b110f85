#include "practice/answer/reading.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Field choice_field() {
  Field field{.name = "why", .kind = FieldKind::choice};
  field.options = {{"a", {"It falls.", "下がる。"}, {}},
                   {"b", {"No: it grows with the length", "上がる"}, {}}};
  return field;
}

Field label_field() {
  Field field{.name = "term", .kind = FieldKind::label};
  field.options = {{"equivariant",
                    {"equivariant", "同変"},
                    {"permutation equivariant", "equivariant to permutations", "等変"}},
                   {"invariant", {"invariant", "不変"}, {"invariance"}}};
  return field;
}

std::string refused_label(const std::string& text) {
  return refusal([&] { typed_label(label_field(), text); });
}

std::string refused_choice(const std::string& text) {
  return refusal([&] { typed_choice(choice_field(), text); });
}

}  // namespace

TEST_CASE("typed_choice: a letter stands for a place where ids are words",
          "[practice][typed_terms]") {
  Field field = choice_field();
  field.options[0].id = "first_word";
  field.options[1].id = "second_word";
  for (const char* text : {"b", "B)", "second_word"}) CHECK(typed_choice(field, text) == 1);
}

TEST_CASE("typed_choice: the larger part of what one option says, from its beginning",
          "[practice][typed_terms]") {
  Field field{.name = "changed", .kind = FieldKind::choice};
  field.options = {{"last", {"The last row only.", "最後の行だけ。"}, {}},
                   {"every", {"Every row.", "すべての行。"}, {}},
                   {"first", {"The first row only.", "最初の行だけ。"}, {}}};
  for (const char* text : {"last row", "the last row", "最後の行", "Last row."})
    CHECK(typed_choice(field, text) == 0);
  for (const char* text : {"the", "not the last row", "row", "最", "last row and first row"})
    CHECK_THAT(refusal([&] { typed_choice(field, text); }),
               ContainsSubstring("is not one of the choices"));
}

TEST_CASE("typed_choice: how several options begin names none of them, be one of them short",
          "[practice][typed_terms]") {
  Field field{.name = "difference", .kind = FieldKind::choice};
  field.options = {
      {"sum", {"Its weights sum to 1.", "重みの和が1になる。"}, {}},
      {"data", {"Its weights depend on the data that it sees.", "重みが変わる。"}, {}}};
  for (const char* text : {"Its weights", "its weights.", "重み", "重みの"}) {
    INFO(text);
    CHECK_THAT(refusal([&] { typed_choice(field, text); }),
               ContainsSubstring("is not one of the choices."));
  }
  CHECK_REFUSED(typed_choice(field, "Its weights"),
                "'Its weights' is not one of the choices. Did you mean one of these: a, b?");
  CHECK(typed_choice(field, "Its weights sum") == 0);
  CHECK(typed_choice(field, "Its weights depend on the data") == 1);
}

TEST_CASE("typed_choice: an id, its parentheses or the whole text", "[practice][typed_terms]") {
  const Field field = choice_field();
  for (const char* text : {"b",
                           "B",
                           "(b)",
                           "b)",
                           "（ｂ）",
                           " b.",
                           "\"b\"",
                           "上がる。",
                           "option b",
                           "Answer: b",
                           "答え b",
                           "(b) No",
                           "b) no",
                           "b. 上がる",
                           "**b**",
                           "bです",
                           "b。",
                           "b: No: it grows with the length",
                           "b) No: it grows",
                           "(b) 上がる",
                           "it is b"})
    CHECK(typed_choice(field, text) == 1);
  CHECK(typed_choice(field, "下がる") == 0);
  CHECK(typed_choice(field, "a") == 0);
}

TEST_CASE("typed_choice: what is no option is refused with the ids, or the one that was meant",
          "[practice][typed_terms][error]") {
  CHECK(refused_choice("xyz") == "'xyz' is not one of the choices. Choose from: a, b.");
  CHECK(refused_choice("It fals") == "'It fals' is not one of the choices. Did you mean a?");
  CHECK(refused_choice("No, it grows with length") ==
        "'No, it grows with length' is not one of the choices. Did you mean b?");
  for (const char* text :
       {"(b) it falls", "b) yes", "not b", "ab", "a b", "()", ".", "b: It falls.", "a, b"})
    CHECK(refused_choice(text) != "accepted");
}

TEST_CASE("typed_label: ids, texts and spellings in either language", "[practice][typed_terms]") {
  const Field field = label_field();
  for (const char* text : {"equivariant", "Permutation-Equivariant", "同変", "等変性", "同変である",
                           "これは同変です。", "It is equivariant.", "an equivariant property",
                           "equivariant (同変)", "「同変」", "the answer is: equivariant"})
    CHECK(typed_label(field, text) == 0);
  CHECK(typed_label(field, "invariance") == 1);
}

TEST_CASE("typed_label: a term that is not known is refused, with the one that was meant",
          "[practice][typed_terms][error]") {
  CHECK(refused_label("equivarient") ==
        "The term 'equivarient' is not known here. Did you mean equivariant?");
  CHECK(refused_label("It is equivarant") ==
        "The term 'It is equivarant' is not known here. Did you mean equivariant?");
  CHECK(refused_label("commutative") ==
        "The term 'commutative' is not known here. Write the technical term alone, in English or "
        "Japanese.");
  for (const char* text : {"", "-", "the", "it is"}) CHECK(refused_label(text) != "accepted");
}

TEST_CASE("typed_label: neither a negation nor two terms are read as one",
          "[practice][typed_terms][error]") {
  for (const char* text :
       {"not equivariant", "It is not invariant.", "non-equivariant", "同変ではない"})
    CHECK(refused_label(text) != "accepted");
  for (const char* text :
       {"equivariant or invariant", "equivariant, invariant", "equivariant (不変)"})
    CHECK(refused_label(text) == "There is more than one term. Write one.");
  for (const char* text : {"not invariant", "equivariant, not equivariant"})
    CHECK_THAT(refused_label(text), ContainsSubstring("says what it is not."));
}

TEST_CASE("typed_label: a term may be told from another one", "[practice][typed_terms]") {
  for (const char* text :
       {"equivariant, not invariant", "equivariant (not invariant)", "not invariant, equivariant",
        "equivariant; it is not invariant", "同変、不変ではない", "同変 (不変でない)"}) {
    INFO(text);
    CHECK(typed_label(label_field(), text) == 0);
  }
  CHECK(typed_label(label_field(), "invariant, not equivariant") == 1);
  for (const char* text : {"not invariant but equivariant",
                           "It is not invariant, but equivariant.",
                           "equivariant but not invariant",
                           "equivariant and not invariant",
                           "equivariant rather than invariant",
                           "equivariant (rather than invariant)",
                           "equivariant instead of invariant",
                           "equivariant, as opposed to invariant",
                           "不変ではなく同変",
                           "invariantではなく equivariant",
                           "不変でなく、同変",
                           "不変じゃなく同変",
                           "Equivariant Rather Than Invariant",
                           "equivariant. Not invariant",
                           "equivariant — not invariant",
                           "equivariant - not invariant",
                           "同変であり不変ではない",
                           "同変であって不変ではない",
                           "同変であります。",
                           "不変ではなくて、同変です。",
                           "不変ではありません。同変です。",
                           "不変ではない。同変である。"}) {
    INFO(text);
    CHECK(typed_label(label_field(), text) == 0);
  }
  CHECK(typed_label(label_field(), "同変ではなく不変") == 1);
  CHECK(typed_label(label_field(), "invariant instead of equivariant") == 1);
}

TEST_CASE("typed_label: what is not only one thing is two", "[practice][typed_terms][error]") {
  for (const char* text :
       {"equivariant, not just invariant", "equivariant, not only invariant",
        "not merely invariant but equivariant", "not only invariant but also equivariant",
        "equivariant (not invariant alone)", "不変だけでなく同変", "同変、不変だけではない",
        "同変 (不変のみではない)", "equivariant but invariant"}) {
    INFO(text);
    CHECK(refused_label(text) == "There is more than one term. Write one.");
  }
}

TEST_CASE("typed_label: where two terms are about as near, both are named",
          "[practice][typed_terms][error]") {
  CHECK(refused_label("covariant") ==
        "The term 'covariant' is not known here. Did you mean one of these: invariant, "
        "equivariant?");
  CHECK_THAT(refused_label("共変"), ContainsSubstring("不変") && ContainsSubstring("同変"));
}

TEST_CASE("typed_label: a term with the rest of it in parentheses", "[practice][typed_terms]") {
  for (const char* text : {"equivariant (to permutations)", "(permutation) equivariant"})
    CHECK(typed_label(label_field(), text) == 0);
}

TEST_CASE("typed_choice: another wording that the course knows", "[practice][typed_terms]") {
  Field field = choice_field();
  field.options.front().spellings = {"It sinks."};
  CHECK(typed_choice(field, "it sinks") == 0);
}

TEST_CASE("typed_choice: what the option says, before its id or behind it",
          "[practice][typed_terms]") {
  Field field = choice_field();
  field.options.push_back({"c", {"No: it stays", "変わらない"}, {}});
  for (const char* text : {"b: No", "no, b", "No (b)", "statement b", "no; b."})
    CHECK(typed_choice(field, text) == 1);
  for (const char* text : {"a, b", "b: a", "no", "it falls, b", "no b"})
    CHECK(refusal([&] { typed_choice(field, text); }) != "");
}

TEST_CASE("typed_label: a remark in parentheses that names no term is left out",
          "[practice][typed_terms]") {
  CHECK(typed_label(label_field(), "invariant (as a whole)") == 1);
  CHECK(typed_label(label_field(), "同変（行が動く）") == 0);
  for (const char* text :
       {"equivariant (not equivariant)", "equivariant (invariant)", "(as a whole)"})
    CHECK(refused_label(text) != "accepted");
}

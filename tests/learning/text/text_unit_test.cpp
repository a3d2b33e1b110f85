#include "learning/text/text_unit.hpp"

#include "base/text.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

TextUnit unit_for(const std::string& text) {
  std::vector<LineShape> lines;
  for (const std::string& line : split(text, '\n')) lines.push_back(shape_of_line(line));
  return suiting_unit(lines);
}

}  // namespace

TEST_CASE("suiting_unit: what is written with spaces is read by words", "[learning]") {
  CHECK(unit_for("It was the best of times, it was the worst of times.\nYes.") == TextUnit::words);
  CHECK(unit_for("Donaudampfschifffahrtsgesellschaft\nDer Hund schläft auf dem Sofa, und wir "
                 "lassen ihn dort liegen.") == TextUnit::words);
  CHECK(unit_for("나는 어제 학교에 갔다.\n친구를 만났다.") == TextUnit::words);
}

TEST_CASE("suiting_unit: Japanese, Chinese and Thai without spaces are read by characters",
          "[learning]") {
  CHECK(unit_for("吾輩は猫である。\n名前はまだ無い。") == TextUnit::characters);
  CHECK(unit_for("はい。\n猫。") == TextUnit::characters);  // short lines are no words either
  CHECK(unit_for("他是我的朋友。") == TextUnit::characters);
  CHECK(unit_for("ฉันชอบกินข้าวผัดกับเพื่อนทุกวัน") == TextUnit::characters);
}

TEST_CASE("suiting_unit: a few spaces in Japanese make no words", "[learning]") {
  CHECK(unit_for("吾輩は猫である。 名前はまだ無い。\n"
                 "　どこで生れたか とんと見当がつかぬ。\n"
                 "何でも薄暗い　じめじめした所で泣いていた事だけは記憶している。") ==
        TextUnit::characters);
  CHECK(unit_for("attn で注意機構を学ぶと、重みの意味がよくわかるようになります。") ==
        TextUnit::characters);
}

TEST_CASE("suiting_unit: Japanese divided into words stays in words", "[learning]") {
  CHECK(unit_for("吾輩 は 猫 で ある 。\n名前 は まだ 無い 。") == TextUnit::words);
  CHECK(unit_for("きのう　わたしは　ともだちと　こうえんへ　いきました。") == TextUnit::words);
  // A line of one word among them changes nothing.
  CHECK(unit_for("吾輩 は 猫 で ある 。\nはい\n名前 は まだ 無い 。") == TextUnit::words);
}

TEST_CASE("suiting_unit: code is read by words where it has spaces", "[learning]") {
  CHECK(unit_for("for (int i = 0; i < n; ++i) {\n  total += values[i] * scale;\n}") ==
        TextUnit::words);
  CHECK(unit_for("function(a,b){return(a+b)*this.scale[0]};var_x=compute(1,2,3)") ==
        TextUnit::characters);
}

TEST_CASE("shape_of_line: pieces between any white space, and characters in them", "[learning]") {
  const LineShape shape = shape_of_line("　わたしは　attn\t を ");
  CHECK(shape.n_pieces == 3);
  CHECK(shape.n_characters == 9);
  CHECK(shape.n_unspaced == 5);
}

TEST_CASE("is_in_words: by the mean length of pieces", "[learning]") {
  CHECK(is_in_words({.n_pieces = 2, .n_characters = 12, .n_unspaced = 12}));
  CHECK_FALSE(is_in_words({.n_pieces = 2, .n_characters = 13, .n_unspaced = 12}));
  CHECK_FALSE(is_in_words({.n_pieces = 1, .n_characters = 3, .n_unspaced = 3}));
  CHECK(is_in_words({.n_pieces = 1, .n_characters = 12}));
  CHECK_FALSE(is_in_words({.n_pieces = 2, .n_characters = 25}));
}

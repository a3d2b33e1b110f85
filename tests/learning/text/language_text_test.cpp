#include "base/text.hpp"
#include "learning/tasks/quick_training.hpp"
#include "learning/text/text.hpp"
#include "network/layers/layers.hpp"
#include "support/catch.hpp"

namespace {

TextUnit unit_for(const std::string& text) {
  std::vector<LineShape> lines;
  for (const std::string& line : split(text, '\n')) lines.push_back(shape_of_line(line));
  return suiting_unit(lines);
}

TEST_CASE("suiting_unit: what is written with spaces is read by words") {
  CHECK(unit_for("It was the best of times, it was the worst of times.\nYes.") == TextUnit::words);
  CHECK(unit_for("Donaudampfschifffahrtsgesellschaft\nDer Hund schläft auf dem Sofa, und wir "
                 "lassen ihn dort liegen.") == TextUnit::words);
  CHECK(unit_for("나는 어제 학교에 갔다.\n친구를 만났다.") == TextUnit::words);
}

TEST_CASE("suiting_unit: Japanese, Chinese and Thai without spaces are read by characters") {
  CHECK(unit_for("吾輩は猫である。\n名前はまだ無い。") == TextUnit::characters);
  CHECK(unit_for("はい。\n猫。") == TextUnit::characters);  // short lines are no words either
  CHECK(unit_for("他是我的朋友。") == TextUnit::characters);
  CHECK(unit_for("ฉันชอบกินข้าวผัดกับเพื่อนทุกวัน") == TextUnit::characters);
}

TEST_CASE("suiting_unit: a few spaces in Japanese make no words") {
  CHECK(unit_for("吾輩は猫である。 名前はまだ無い。\n"
                 "　どこで生れたか とんと見当がつかぬ。\n"
                 "何でも薄暗い　じめじめした所で泣いていた事だけは記憶している。") ==
        TextUnit::characters);
  CHECK(unit_for("attn で注意機構を学ぶと、重みの意味がよくわかるようになります。") ==
        TextUnit::characters);
}

TEST_CASE("suiting_unit: Japanese divided into words stays in words") {
  CHECK(unit_for("吾輩 は 猫 で ある 。\n名前 は まだ 無い 。") == TextUnit::words);
  CHECK(unit_for("きのう　わたしは　ともだちと　こうえんへ　いきました。") == TextUnit::words);
  // A line of one word among them changes nothing.
  CHECK(unit_for("吾輩 は 猫 で ある 。\nはい\n名前 は まだ 無い 。") == TextUnit::words);
}

TEST_CASE("suiting_unit: code is read by words where it has spaces") {
  CHECK(unit_for("for (int i = 0; i < n; ++i) {\n  total += values[i] * scale;\n}") ==
        TextUnit::words);
  CHECK(unit_for("function(a,b){return(a+b)*this.scale[0]};var_x=compute(1,2,3)") ==
        TextUnit::characters);
}

TEST_CASE("shape_of_line: pieces between any white space, and characters in them") {
  const LineShape shape = shape_of_line("　わたしは　attn\t を ");
  CHECK(shape.n_pieces == 3);
  CHECK(shape.n_characters == 9);
  CHECK(shape.n_unspaced == 5);
}

TEST_CASE("is_in_words: by the mean length of pieces") {
  CHECK(is_in_words({.n_pieces = 2, .n_characters = 12, .n_unspaced = 12}));
  CHECK_FALSE(is_in_words({.n_pieces = 2, .n_characters = 13, .n_unspaced = 12}));
  CHECK_FALSE(is_in_words({.n_pieces = 1, .n_characters = 3, .n_unspaced = 3}));
  CHECK(is_in_words({.n_pieces = 1, .n_characters = 12}));
  CHECK_FALSE(is_in_words({.n_pieces = 2, .n_characters = 25}));
}

// n lines, each with its number in the place of #.
std::string lines(std::size_t n, const std::string& line) {
  std::string text;
  for (std::size_t i = 0; i < n; ++i) {
    std::string numbered = line + "\n";
    replace_all(numbered, "#", std::to_string(i));
    text += numbered;
  }
  return text;
}

Corpus words_of(const std::string& text, std::size_t n_longest = 32) {
  return corpus_of_text(text, "t.txt", TextUnit::words, n_longest);
}

std::string refused(const std::string& text) {
  return refusal([&] { words_of(text); });
}

TEST_CASE("corpus_of_text: a line is a piece, and every tenth is held out") {
  const Corpus corpus = words_of(lines(40, "The cat, the dog (and I) sat down there, # times."));
  CHECK(corpus.training.size() == 36);
  CHECK(corpus.held_out.size() == 4);
  const TextPiece& piece = corpus.training.front();
  CHECK(piece.front() == Vocabulary::kStart);
  CHECK(piece.back() == Vocabulary::kStart);
  CHECK(corpus.vocabulary.knows(","));
  CHECK(corpus.vocabulary.knows("("));
  CHECK(corpus.vocabulary.knows("there"));
  CHECK(corpus.vocabulary.knows("The"));
  CHECK(corpus.vocabulary.knows("the"));
}

TEST_CASE("corpus_of_text: a long line goes on in the next piece, and ends once") {
  const Corpus corpus = words_of(lines(30, "a# b# c# d# e# f# g# h# i# j#"), 4);
  CHECK(corpus.training.size() + corpus.held_out.size() == 90);
  CHECK(corpus.training[0].size() == 5);  // <s> a b c d
  CHECK(corpus.training[2].size() == 4);  // <s> i j <s>
}

TEST_CASE("corpus_of_text: Japanese without spaces is read by characters") {
  const Corpus corpus = words_of(lines(30, "#猫が座った。犬も座った。"));
  CHECK(corpus.vocabulary.knows("猫"));
  CHECK_FALSE(corpus.has_spaces);
  CHECK(text_of(corpus, corpus.training.front()) == "0猫が座った。犬も座った。");
}

TEST_CASE("corpus_of_text: characters keep their spaces") {
  const Corpus corpus =
      corpus_of_text(lines(30, "to be or not #"), "t.txt", TextUnit::characters, 32);
  CHECK(corpus.vocabulary.knows(" "));
  CHECK(text_of(corpus, corpus.training.front()) == "to be or not 0");
}

TEST_CASE("text_of: marks stand at the word before them") {
  const Corpus corpus = words_of(lines(30, "the cat sat, and slept there #."));
  CHECK(text_of(corpus, corpus.training.front()) == "the cat sat, and slept there 0.");
}

TEST_CASE("corpus_of_text: what cannot be learned from is refused with what is needed") {
  CHECK(contains(refused(""), "the file is empty"));
  CHECK(contains(refused("\n \r\n"), "the file is empty"));
  CHECK(contains(refused(lines(100, "a a a")), "one symbol"));
  CHECK(contains(refused("the cat sat\n"), "at least 20 and 200 are needed"));
  CHECK(refused(lines(30, "caf\xe9 x y z")).find("t.txt: ") == 0);
  for (const TextUnit unit : {TextUnit::words, TextUnit::characters})
    CHECK_THROWS_WITH(corpus_of_text("a b c\n\nd \033[31m\n", "t.txt", unit, 32),
                      Catch::Matchers::StartsWith(
                          "t.txt: line 3: the text contains the control character U+001B"));
  std::string many;
  for (int i = 0; i < 20'001; ++i) many += "w" + std::to_string(i) + (i % 10 == 9 ? "\n" : " ");
  CHECK(contains(refused(many), "--unit characters"));
}

TEST_CASE("corpus_of_text: without a unit the text decides, as a whole") {
  const auto read = [](const std::string& text) {
    return corpus_of_text(text, "t.txt", std::nullopt, 32);
  };
  CHECK(read(lines(30, "the cat sat, and slept there #.")).unit == TextUnit::words);
  // A few spaces are read as characters, in the lines that have them and in those that have none.
  const Corpus prose = read(lines(30, "#猫が座った。 犬も座った。それを見ていた。\n犬が鳴いた#。"));
  CHECK(prose.unit == TextUnit::characters);
  CHECK(prose.is_unit_found);
  CHECK(prose.vocabulary.knows(" "));
  CHECK_FALSE(prose.vocabulary.knows("犬も座った。それを見ていた。"));
  CHECK(text_of(prose, prose.training.front()) == "0猫が座った。 犬も座った。それを見ていた。");
  const Corpus divided = read(lines(30, "# 匹 の 猫 が 座った 。\nはい"));
  CHECK(divided.unit == TextUnit::words);
  CHECK(divided.vocabulary.knows("座った"));
  CHECK(divided.has_spaces);
  CHECK_FALSE(words_of(lines(30, "to be or not # or or")).is_unit_found);
}

TEST_CASE("corpus_of_text: a line of more characters than words may be is read by characters") {
  std::string line;
  while (line.size() < 400'000) line += "猫" + std::to_string(line.size());
  const Corpus corpus = corpus_of_text(line, "t.txt", std::nullopt, 32);
  CHECK(corpus.unit == TextUnit::characters);
  CHECK(corpus.is_unit_found);
}

TEST_CASE("corpus_of_text: what is held out stands nowhere else") {
  const std::string all = lines(40, "it was the time number #");
  const Corpus once = words_of(all), twice = words_of(all + all);
  CHECK(once.n_copies_left_out == 0);
  CHECK(twice.held_out == once.held_out);
  CHECK(twice.n_copies_left_out == 4);
  CHECK(twice.training.size() == 2 * once.training.size());  // what is learned may come again
  for (const TextPiece& piece : twice.held_out)
    CHECK(std::find(twice.training.begin(), twice.training.end(), piece) == twice.training.end());
  CHECK(contains(refused(lines(200, "always the same line")), "1 different lines"));
}

TEST_CASE("has_mostly_rare_words: of the words that are learned from") {
  const std::string once = lines(40, "it was the time number #");
  CHECK(has_mostly_rare_words(words_of(once)));
  CHECK(has_mostly_rare_words(words_of(once + once)));
  CHECK_FALSE(has_mostly_rare_words(words_of(once + once + once)));
}

TEST_CASE("corpus_of_grammar: sentences begin and end, and their words are known") {
  const Corpus corpus = corpus_of_grammar(grammar_of("en"), 100, 30, 1);
  CHECK(corpus.training.size() == 100);
  CHECK(corpus.held_out.size() == 30);
  for (const TextPiece& piece : corpus.training) {
    CHECK(piece.front() == Vocabulary::kStart);
    CHECK(piece.back() == Vocabulary::kStart);
  }
}

// The same three songs to learn from and to be judged by.
Corpus songs() {
  const std::vector<std::vector<std::string>> songs{
      {"one", "two", "three", "four"}, {"a", "b", "c", "d"}, {"w", "x", "y", "z"}};
  std::vector<std::string> words;
  for (const auto& song : songs) words.insert(words.end(), song.begin(), song.end());
  Corpus corpus{.title = "songs", .grammar = {}, .vocabulary = Vocabulary(words)};
  for (const auto& song : songs) {
    TextPiece piece{Vocabulary::kStart};
    for (const std::uint32_t id : corpus.vocabulary.ids(song)) piece.push_back(id);
    piece.push_back(Vocabulary::kStart);
    corpus.training.insert(corpus.training.end(), 18, piece);
    corpus.held_out.insert(corpus.held_out.end(), 2, piece);
  }
  return corpus;
}

LearnSettings small_settings(std::uint64_t n_steps) {
  LearnSettings settings = usual_settings(TaskKind::text);
  settings.n_steps = n_steps;
  settings.d_model = 16;
  settings.n_heads = 2;
  settings.n_layers = 1;
  return settings;
}

TEST_CASE("text_task: each token is asked for the next, padding for nothing") {
  std::string all;
  for (int i = 0; i < 40; ++i)
    all +=
        i % 2 == 0 ? "a b c d e f g" + std::to_string(i) + "\n" : "a b " + std::to_string(i) + "\n";
  const Corpus corpus = corpus_of_text(all, "t", TextUnit::words, 16);
  const auto task = text_task(small_settings(1), corpus);
  Batch<float> batch;
  task->fill_batch(0, batch);
  REQUIRE(batch.length == 8);  // <s> a b c d e f g, and the last asks for the end
  for (std::size_t i = 0; i < batch.tokens.size(); ++i) {
    if (batch.tokens[i] == Vocabulary::kPadding)
      CHECK(batch.targets[i] == kNoTarget);
    else if (i % batch.length + 1 < batch.length && batch.targets[i] != kNoTarget &&
             batch.targets[i] != static_cast<std::int32_t>(Vocabulary::kStart))
      CHECK(batch.targets[i] == static_cast<std::int32_t>(batch.tokens[i + 1]));
  }
}

TEST_CASE("text_task: songs are learned, and sung") {
  const Corpus corpus = songs();
  QuickTraining learned(text_task(small_settings(250), corpus));
  learned.run();
  // Which song it will be costs ln 3 for one of five tokens; the rest is certain.
  CHECK(learned.training.curve().back().held_out_loss == Approx(std::log(3.0) / 5.0).margin(0.05));
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const std::string song =
        text_of(corpus, sampled_text(learned.training.model(), learned.workers, {}, 16, 0.7, seed));
    CHECK((song == "one two three four" || song == "a b c d" || song == "w x y z"));
  }
}

TEST_CASE("text_task: guessing by frequency is what the levels say") {
  const Corpus corpus = songs();
  const auto task = text_task(small_settings(1), corpus);
  REQUIRE(task->levels().size() == 1);
  // Of 54 songs 18 of a kind are learned from: 18 of 270 tokens are each of twelve words, 54 are
  // the end, and each of 14 tokens counts once more.
  CHECK(task->levels().front().loss ==
        Approx(0.8 * std::log(284.0 / 19.0) + 0.2 * std::log(284.0 / 55.0)));
}

TEST_CASE("sampled_text: the same seed sings the same, near temperature 0 every seed does") {
  const Corpus corpus = songs();
  QuickTraining learned(text_task(small_settings(10), corpus));
  learned.run();
  const auto sung = [&](double temperature, std::uint64_t seed) {
    return sampled_text(learned.training.model(), learned.workers, {}, 16, temperature, seed);
  };
  CHECK(sung(1.0, 3) == sung(1.0, 3));
  CHECK(sung(1e-3, 1) == sung(1e-3, 2));
  CHECK(sung(1.0, 1).front() == Vocabulary::kStart);
}

TEST_CASE("text_task: nothing is measured where there is nothing to measure") {
  // No word comes twice in a line, so nothing can be found that followed last time.
  const Corpus corpus = songs();
  QuickTraining learned(text_task(small_settings(1), corpus));
  learned.run();
  CHECK_NOTHROW(learned.measure("previous", 2));
  CHECK_THROWS_AS(learned.measure("induction", 2), std::out_of_range);
}

TEST_CASE("text_task: it is judged by no more pieces than there are") {
  const Corpus corpus = songs();
  const auto task = text_task(small_settings(1), corpus);
  CHECK(task->n_looked_at(Look::quick) == 6);
  CHECK(task->n_looked_at(Look::thorough) == 6);
}

}  // namespace

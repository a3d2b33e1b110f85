#include "learning/text/corpus.hpp"

#include "base/text.hpp"
#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

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

}  // namespace

TEST_CASE("corpus_of_text: a line is a piece, and every tenth is held out", "[learning]") {
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

TEST_CASE("corpus_of_text: a long line goes on in the next piece, and ends once", "[learning]") {
  const Corpus corpus = words_of(lines(30, "a# b# c# d# e# f# g# h# i# j#"), 4);
  CHECK(corpus.training.size() + corpus.held_out.size() == 90);
  CHECK(corpus.training[0].size() == 5);  // <s> a b c d
  CHECK(corpus.training[2].size() == 4);  // <s> i j <s>
}

TEST_CASE("corpus_of_text: Japanese without spaces is read by characters", "[learning]") {
  const Corpus corpus = words_of(lines(30, "#猫が座った。犬も座った。"));
  CHECK(corpus.vocabulary.knows("猫"));
  CHECK_FALSE(corpus.has_spaces);
  CHECK(text_of(corpus, corpus.training.front()) == "0猫が座った。犬も座った。");
}

TEST_CASE("corpus_of_text: characters keep their spaces", "[learning]") {
  const Corpus corpus =
      corpus_of_text(lines(30, "to be or not #"), "t.txt", TextUnit::characters, 32);
  CHECK(corpus.vocabulary.knows(" "));
  CHECK(text_of(corpus, corpus.training.front()) == "to be or not 0");
}

TEST_CASE("text_of: marks stand at the word before them", "[learning]") {
  const Corpus corpus = words_of(lines(30, "the cat sat, and slept there #."));
  CHECK(text_of(corpus, corpus.training.front()) == "the cat sat, and slept there 0.");
}

TEST_CASE("corpus_of_text: what cannot be learned from is refused with what is needed",
          "[learning]") {
  CHECK(refused("").find("the file is empty") != std::string::npos);
  CHECK(refused("\n \r\n").find("the file is empty") != std::string::npos);
  CHECK(refused(lines(100, "a a a")).find("one symbol") != std::string::npos);
  CHECK(refused("the cat sat\n").find("at least 20 and 200 are needed") != std::string::npos);
  CHECK(refused(lines(30, "caf\xe9 x y z")).find("t.txt: ") == 0);
  for (const TextUnit unit : {TextUnit::words, TextUnit::characters})
    CHECK_THROWS_WITH(corpus_of_text("a b c\n\nd \033[31m\n", "t.txt", unit, 32),
                      Catch::Matchers::StartsWith(
                          "t.txt: line 3: the text contains the control character U+001B"));
  std::string many;
  for (int i = 0; i < 20'001; ++i) many += "w" + std::to_string(i) + (i % 10 == 9 ? "\n" : " ");
  CHECK(refused(many).find("--unit characters") != std::string::npos);
}

TEST_CASE("corpus_of_text: without a unit the text decides, as a whole", "[learning]") {
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

TEST_CASE("corpus_of_text: a line of more characters than words may be is read by characters",
          "[learning]") {
  std::string line;
  while (line.size() < 400'000) line += "猫" + std::to_string(line.size());
  const Corpus corpus = corpus_of_text(line, "t.txt", std::nullopt, 32);
  CHECK(corpus.unit == TextUnit::characters);
  CHECK(corpus.is_unit_found);
}

TEST_CASE("corpus_of_text: what is held out stands nowhere else", "[learning]") {
  const std::string all = lines(40, "it was the time number #");
  const Corpus once = words_of(all), twice = words_of(all + all);
  CHECK(once.n_copies_left_out == 0);
  CHECK(twice.held_out == once.held_out);
  CHECK(twice.n_copies_left_out == 4);
  CHECK(twice.training.size() == 2 * once.training.size());  // what is learned may come again
  for (const TextPiece& piece : twice.held_out)
    CHECK(std::find(twice.training.begin(), twice.training.end(), piece) == twice.training.end());
  CHECK(refused(lines(200, "always the same line")).find("1 different lines") != std::string::npos);
}

TEST_CASE("has_mostly_rare_words: of the words that are learned from", "[learning]") {
  const std::string once = lines(40, "it was the time number #");
  CHECK(has_mostly_rare_words(words_of(once)));
  CHECK(has_mostly_rare_words(words_of(once + once)));
  CHECK_FALSE(has_mostly_rare_words(words_of(once + once + once)));
}

TEST_CASE("corpus_of_grammar: sentences begin and end, and their words are known", "[learning]") {
  const Corpus corpus = corpus_of_grammar(grammar_of("en"), 100, 30, 1);
  CHECK(corpus.training.size() == 100);
  CHECK(corpus.held_out.size() == 30);
  for (const TextPiece& piece : corpus.training) {
    CHECK(piece.front() == Vocabulary::kStart);
    CHECK(piece.back() == Vocabulary::kStart);
  }
}

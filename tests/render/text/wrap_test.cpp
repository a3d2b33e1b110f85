#include "render/text/wrap.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "render/rendered.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

namespace fs = std::filesystem;

const std::string kJapanese =
    "「食べた」は「魚」に 0.60、「猫」に 0.27 の重みを置いています。"
    "スコアを√d_kで割ると、ソフトマックスが飽和しません（d_k = 4）。";

// The text without the white space at which a line may break.
std::string without_spaces(const std::string& text) {
  return std::regex_replace(text, std::regex("[ \n]"), "");
}

std::size_t n_of(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// What a program's author wrote between quotation marks: comments do not count.
std::vector<std::string> string_literals(const std::string& source) {
  std::vector<std::string> literals;
  const std::regex pattern(R"re(//[^\n]*|'(?:[^'\\\n]|\\.)'|"((?:[^"\\\n]|\\.)*)")re");
  for (std::sregex_iterator found(source.begin(), source.end(), pattern), end; found != end;
       ++found)
    if ((*found)[1].matched) literals.push_back((*found)[1]);
  return literals;
}

// Braille and the pieces of matrix brackets have an ASCII form of their own; wide characters are
// the marks of Japanese that wrap knows.
bool may_stay(const std::string& grapheme) {
  return is_ascii(grapheme) || display_width(grapheme) > 1 ||
         (grapheme >= "\u2800" && grapheme <= "\u28ff") ||
         (grapheme >= "\u23a1" && grapheme <= "\u23a6");
}

}  // namespace

TEST_CASE("wrap: breaks between words and indents", "[render][wrap]") {
  CHECK(wrap("How well does each query match each key?", 20, 3) ==
        "   How well does\n   each query match\n   each key?\n");
  CHECK(wrap("short", 20, 3) == "   short\n");
}

TEST_CASE("wrap: later lines hang", "[render][wrap]") {
  CHECK(wrap("cell   S = 1 + 2 + 3 = 6", 16, 3, 7) ==
        "   cell   S = 1\n          + 2 +\n          3 = 6\n");
}

TEST_CASE("wrap: fills a line to its last column", "[render][wrap]") {
  CHECK(wrap("aaa bbb", 7, 0) == "aaa bbb\n");
  CHECK(wrap("aaa bbb", 6, 0) == "aaa\nbbb\n");
  CHECK(wrap("猫が魚", 6, 0) == "猫が魚\n");
  CHECK(wrap("猫が魚", 5, 0) == "猫が\n魚\n");
}

TEST_CASE("wrap: keeps the spaces inside a line and none at its end", "[render][wrap]") {
  CHECK(wrap("a   b   c  ", 5, 0) == "a   b\nc\n");
  CHECK(wrap("a\nb", 10, 0) == "a b\n");
}

TEST_CASE("wrap: a word longer than the line is left whole", "[render][wrap]") {
  CHECK(wrap("see https://arxiv.org/abs/1706.03762 there", 12, 2) ==
        "  see\n  https://arxiv.org/abs/1706.03762\n  there\n");
  CHECK(wrap("incomprehensibilities", 8, 0) == "incomprehensibilities\n");
}

TEST_CASE("wrap: no line begins with a small kana, which belongs to the one before it",
          "[render][wrap]") {
  CHECK(wrap("キーとちょっと", 10, 0) == "キーと\nちょっと\n");
  CHECK(wrap("ちょっと", 2, 0) == "ちょっ\nと\n");
}

TEST_CASE("wrap: no line begins with a closing mark or ends with an opening one",
          "[render][wrap]") {
  CHECK(wrap("猫が、魚", 4, 0) == "猫\nが、\n魚\n");
  CHECK(wrap("魚「猫」", 4, 0) == "魚\n「猫」\n");
  CHECK(wrap("キー", 2, 0) == "キー\n");
}

TEST_CASE("wrap: kinsoku holds at every width", "[render][wrap][property]") {
  const std::string never_first = "、。」）ー", never_last = "「（";
  for (unsigned width = 12; width <= 90; ++width) {
    const std::string text = wrap(kJapanese, width, 2, 1);
    CAPTURE(width, text);
    CHECK(without_spaces(text) == without_spaces(kJapanese));
    CHECK(misfit(text, width) == "");
    for (const std::string& line : lines_of(text)) {
      const std::size_t first = line.find_first_not_of(' ');
      REQUIRE(first != std::string::npos);
      CHECK_FALSE(contains(never_first, line.substr(first, 3)));
      CHECK_FALSE(contains(never_last, line.substr(line.size() - 3)));
    }
  }
}

TEST_CASE("wrap: a quotation mark stays with what it quotes", "[render][wrap][property]") {
  for (const std::string quoted :
       {"\"猫\"", "“猫”", "‘猫’", "「猫」", "『猫』", "（猫）", "〔猫〕"})
    for (const std::string& text :
         {"Here \"が\" gives 1.00 of its attention to " + quoted + ". --layer N shows another.",
          "語彙の中に" + quoted + "はありません。「犬」" + quoted + "を書いてください。"})
      for (unsigned width = 12; width <= 60; ++width) {
        const std::string wrapped = wrap(text, width, 0);
        CAPTURE(width, wrapped);
        CHECK(without_spaces(wrapped) == without_spaces(text));
        CHECK(n_of(wrapped, quoted) == n_of(text, quoted));
      }
  CHECK(wrap("の\"猫\"が\"魚\"を", 4, 0) == "の\n\"猫\"\nが\n\"魚\"\nを\n");
  CHECK(wrap("a space \" \" between", 9, 0) == "a space \"\n\" between\n");
}

TEST_CASE("wrap: a wide mark stays with its neighbour across spaces, too", "[render][wrap]") {
  CHECK(wrap("猫  が  。  それ", 8, 0) == "猫\nが  。\nそれ\n");
  CHECK(wrap("猫 「 魚 」", 8, 0) == "猫\n「 魚 」\n");
  CHECK(wrap("one .npy .csv", 8, 0) == "one .npy\n.csv\n");  // a narrow one may begin a word
}

TEST_CASE("wrap: a path that breaks keeps the marks behind it", "[render][wrap]") {
  CHECK(wrap("(see examples/002/)", 12, 0) == "(see\nexamples/\n002/)\n");
  CHECK(wrap("「examples/002/」", 12, 0) == "「examples/\n002/」\n");
}

TEST_CASE("wrap: kinsoku holds for every text of ours", "[render][wrap][property]") {
  const std::string never_first =
      "、。，」』）】〉》？！ー々・：；ぁぃぅぇぉっゃゅょァィゥェォッャュョ";
  const std::string never_last = "「『（【〈《“^√";
  const std::regex text("msgstr ((?:\"(?:[^\"\\\\\n]|\\\\.)*\"\\n)+)"), joint("\"\n\"");
  const std::string catalogue = contents(fs::path(ATTN_SOURCE_DIR) / "src/locale/ja.po");
  std::size_t n_breaks = 0;
  for (std::sregex_iterator found(catalogue.begin(), catalogue.end(), text), end; found != end;
       ++found)
    for (const unsigned width : {36u, 40u, 60u, 80u}) {
      const auto lines = lines_of(wrap(std::regex_replace((*found)[1].str(), joint, ""), width, 0));
      for (std::size_t i = 0; i + 1 < lines.size(); ++i, ++n_breaks) {
        if (lines[i].empty() || lines[i + 1].empty()) continue;
        CAPTURE(lines[i], lines[i + 1]);
        CHECK_FALSE(contains(never_first, std::string(graphemes_of(lines[i + 1]).front())));
        CHECK_FALSE(contains(never_last, std::string(graphemes_of(lines[i]).back())));
      }
    }
  CHECK(n_breaks > 1000);
}

TEST_CASE("wrap: Japanese breaks between words", "[render][wrap]") {
  CHECK(wrap("すべての段階を表示する", 20, 0) == "すべての段階を\n表示する\n");
  CHECK(wrap("マスクを作るコード", 16, 0) == "マスクを作る\nコード\n");
  CHECK(wrap("キーとバリューを", 12, 0) == "キーと\nバリューを\n");
  CHECK(wrap("小数第 2 位まで求める", 8, 0) == "小数\n第 2 位\nまで\n求める\n");
  CHECK(wrap("後半は前半のトークンだけを見ます。前半のトークンは 2 つです。", 54, 0) ==
        "後半は前半のトークンだけを見ます。前半のトークンは\n2 つです。\n");
}

TEST_CASE("wrap: Japanese breaks where a phrase begins", "[render][wrap]") {
  for (const auto& [text, width, ends] :
       {std::tuple("理由とともに、1 つの文で答えてください。", 38u, "理由とともに、1 つの文で"),
        {"各クエリの出力は、それぞれどれだけ変化するでしょうか。", 38u,
         "各クエリの出力は、それぞれどれだけ"},
        {"何も見てはいけないクエリの重みは、すべて 0 になってしまいます。", 60u,
         "何も見てはいけないクエリの重みは、すべて"},
        {"まずは表の一部だけを計算して確かめてもかまいません。", 50u,
         "まずは表の一部だけを計算して"},
        {"重みの形状は p × q 行列", 18u, "重みの形状は"}})
    CHECK(lines_of(wrap(text, width, 0)).front() == ends);
}

TEST_CASE("wrap: formulas stay together, in every language", "[render][wrap]") {
  CHECK(wrap("The rule of orders says n < d at d = 512 here", 36, 0) ==
        "The rule of orders says n < d at\nd = 512 here\n");
  CHECK(wrap("A product takes exactly 2 FLOP for each", 25, 0) ==
        "A product takes exactly\n2 FLOP for each\n");
  CHECK(wrap("ここではトークンが n 個あります", 20, 0) == "ここではトークンが\nn 個あります\n");
  CHECK(wrap("並べるのは e^スコア", 15, 0) == "並べるのは\ne^スコア\n");
  CHECK(wrap("ここではスケールの √d_k = √2 です", 24, 0) == "ここではスケールの\n√d_k = √2 です\n");
  // What is longer than a third of the line may break.
  CHECK(wrap("a + b + c + d + e", 9, 0) == "a + b + c\n+ d + e\n");
}

TEST_CASE("wrap: an argument in quotation marks stays on one line", "[render][wrap]") {
  const std::string note = "区切り方を変えるには --tokens \"猫|が|好き\" とします";
  for (const std::string& text :
       {note, std::string("Try attn attend \"The cat sat\" once more, it is"),
        std::string("the flag --q \"1 0; 0 1\" is a matrix")}) {
    const std::string argument = text.substr(text.find('"'), text.rfind('"') + 1 - text.find('"'));
    for (unsigned width = 14; width <= 60; ++width) {
      CAPTURE(text, width);
      CHECK(contains(wrap(text, width, 0), argument));
    }
  }
  // Nothing is lost where it is wider than a line, or has no end.
  CHECK(wrap("--tokens \"猫|が|好き|です\"", 10, 0) == "--tokens\n\"猫|が|\n好き|です\"\n");
  CHECK(wrap("--tokens \"a b", 10, 0) == "--tokens\n\"a b\n");
  CHECK(wrap("it says \"a b c\"", 10, 0) == "it says \"a\nb c\"\n");
}

TEST_CASE("wrap: no text of ours breaks inside hiragana near the beginning of a phrase",
          "[render][wrap][property]") {
  const std::regex text("msgstr ((?:\"(?:[^\"\\\\\n]|\\\\.)*\"\\n)+)"), joint("\"\n\"");
  const std::string catalogue = contents(fs::path(ATTN_SOURCE_DIR) / "src/locale/ja.po");
  const auto is_hiragana = [](std::string_view g) { return g >= "ぁ" && g <= "ゟ"; };
  std::size_t n_lines = 0;
  for (std::sregex_iterator found(catalogue.begin(), catalogue.end(), text), end; found != end;
       ++found)
    for (const unsigned width : {80u, 100u}) {
      const auto lines = lines_of(wrap(std::regex_replace((*found)[1].str(), joint, ""), width, 0));
      for (std::size_t i = 0; i + 1 < lines.size(); ++i, ++n_lines) {
        const auto line = graphemes_of(lines[i]);
        if (lines[i].empty() || lines[i + 1].empty() || line.back() == "を") continue;
        if (!is_hiragana(line.back()) || !is_hiragana(graphemes_of(lines[i + 1]).front())) continue;
        std::size_t start = line.size() - 1;  // of the phrase that is broken
        while (start > 0 && is_hiragana(line[start])) --start;
        while (start > 0 && !is_hiragana(line[start - 1]) && line[start - 1] != "、") --start;
        std::string before;
        for (std::size_t k = 0; k < start; ++k) before += line[k];
        CAPTURE(lines[i], lines[i + 1]);
        CHECK(3 * display_width(before) <= 2 * width);
      }
    }
  CHECK(n_lines > 100);
}

TEST_CASE("wrap: no line of Japanese is a single character where it can be avoided",
          "[render][wrap]") {
  CHECK(wrap("その後の段階の判定には影響しません。", 34, 0) ==
        "その後の段階の判定には\n影響しません。\n");
  const std::string sentence =
      "どのトークンがどのトークンを参照できるか: マスク、各成分がマスクされる理由、マスクを作る"
      "コード。ある段階を間違えても、その後の段階の判定には影響しません。";
  for (unsigned width = 20; width <= 100; ++width) {
    const std::string text = wrap(sentence, width, 0);
    CAPTURE(width, text);
    CHECK(misfit(text, width) == "");
    for (const std::string& line : lines_of(text)) CHECK(display_width(line) > 4);
  }
}

TEST_CASE("wrap: loses no word at any width", "[render][wrap][property]") {
  const std::string english =
      "If the entries of a query and a key are independent with mean 0 and variance 1, their dot "
      "product has variance d_k.";
  for (unsigned width = 20; width <= 130; ++width) {
    const std::string text = wrap(english, width, 3, 4);
    CAPTURE(width, text);
    CHECK(without_spaces(text) == without_spaces(english));
    CHECK(misfit(text, width) == "");
  }
}

TEST_CASE("in_ascii: writes our symbols with plain letters", "[render][wrap]") {
  CHECK(in_ascii("S = Q Kᵀ / √d_k, √4 = 2") == "S = Q K^T / sqrt(d_k), sqrt(4) = 2");
  CHECK(in_ascii("√2.5.") == "sqrt(2.5).");
  CHECK(in_ascii("0.866 = √(6/(4 + 4))") == "0.866 = sqrt(6/(4 + 4))");
  CHECK(in_ascii("√") == "sqrt");
  CHECK(in_ascii("0 ± 1") == "0 +- 1");
  CHECK(in_ascii("1⋅(−2) + (−∞)") == "1*(-2) + (-inf)");
  CHECK(in_ascii("3 × 4 → Σ ≤ ≠") == "3 x 4 -> sum <= !=");
  CHECK(in_ascii("“cat” ‘cat’") == "\"cat\" 'cat'");
  CHECK(in_ascii("5 µs") == "5 us");
  CHECK(in_ascii("S / (τ √d_k)") == "S / (tau sqrt(d_k))");
  CHECK(in_ascii("✓ n² — 2·n ≈ …") == "+ n^2 - 2*n ~= ...");
}

TEST_CASE("in_ascii: leaves the letters of every language alone", "[render][wrap]") {
  for (const std::string text : {"", "plain", "猫が魚を食べた", "naïve", "ｶﾞ", "\xff\xe2\x88"})
    CHECK(in_ascii(text) == text);
}

TEST_CASE("in_ascii: knows every symbol the sources print", "[render][wrap]") {
  std::size_t n_symbols = 0;
  for (const char* folder : {"src/render", "src/mechanisms", "src/trace"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(ATTN_SOURCE_DIR) / folder)) {
      if (!entry.is_regular_file() || entry.path().extension() == ".js" ||
          entry.path().extension() == ".css")  // of pages, which no terminal shows
        continue;
      for (const std::string& literal : string_literals(contents(entry.path()))) {
        if (!is_ascii(literal)) ++n_symbols;
        const std::string replaced = in_ascii(literal);
        for (const std::string_view grapheme : graphemes_of(replaced)) {
          CAPTURE(entry.path().filename(), literal, std::string(grapheme));
          CHECK(may_stay(std::string(grapheme)));
        }
      }
    }
  CHECK(n_symbols > 20);  // the scan finds the strings at all
}

TEST_CASE("unbroken: stays on one line, and shows plain spaces", "[render][wrap]") {
  CHECK(wrap("a lot of " + unbroken("12.551 GiB"), 12, 0) == "a lot of\n12.551 GiB\n");
  CHECK(wrap(unbroken("much wider than a line"), 12, 0) == "much wider\nthan a line\n");
  CHECK(wrap(unbroken(""), 12, 0) == "\n");
  CHECK(wrap("合計は" + unbroken("個数 12"), 12, 0) == "合計は\n個数 12\n");
  CHECK(wrap("abc " + unbroken("d の倍数 2 d"), 14, 0) == "abc\nd の倍数 2 d\n");
}

TEST_CASE("wrap: what is too long to stay together starts on a line of its own", "[render][wrap]") {
  const std::string text = "b = 2,  " + unbroken("N = n_parameters = 8,030,261,248");
  CHECK(wrap(text, 24, 0) == "b = 2,\nN = n_parameters =\n8,030,261,248\n");
  CHECK(wrap(text, 80, 0) == "b = 2,  N = n_parameters = 8,030,261,248\n");
}

TEST_CASE("wrap: a path or a product wider than a line breaks behind its signs", "[render][wrap]") {
  CHECK(wrap("see examples/002/layer.json:x.", 16, 0) == "see\nexamples/002/\nlayer.json:x.\n");
  CHECK(wrap("see examples/002/layer.json:x.", 30, 0) == "see examples/002/layer.json:x.\n");
  CHECK(wrap("= (−2292.95)⋅(−6630.13)", 14, 0, 2) == "=\n  (−2292.95)⋅\n  (−6630.13)\n");
  CHECK(wrap("= (-2292.95)*(-6630.13)", 14, 0, 2) == "=\n  (-2292.95)*\n  (-6630.13)\n");
  CHECK(wrap("at https://example.org/a/b", 12, 0) == "at\nhttps://example.org/a/b\n");
}

TEST_CASE("wrap: a very long path is wrapped in time that grows with its length",
          "[render][wrap]") {
  constexpr std::size_t kParts = 100'000;
  std::string path;
  for (std::size_t i = 0; i < kParts; ++i) path += "a/";
  const std::string wrapped = wrap("x " + path + " y", 40, 0);
  CHECK(n_of(wrapped, "a/") == kParts);
  CHECK(wrapped.find('\n', 2) <= 42);
  CHECK(wrapped.ends_with("\ny\n"));
}

#include "render/rendered.hpp"
#include "render/text/text.hpp"
#include "support/catch.hpp"
#include "support/content.hpp"
#include "support/table_texts.hpp"

namespace {

const std::string kFamily = "👨‍👩‍👧";  // three people joined by U+200D
const std::string kHeart = "❤️";               // U+2764 with the emoji selector U+FE0F
const std::string kHeartAsText = "❤";
const std::string kGaHalfWidth = "ｶﾞ";       // U+FF76 and U+FF9E, each a column of its own
const std::string kGaCombined = "か\u3099";  // U+3099 takes no column
const std::string kEAcute = "e\u0301";
const std::string kHangulParts = "\u1112\u1161\u11ab";  // three letters that stand in one square
const std::string kThaiAm = "กำ";

// Everything awkward in one text.
const std::vector<std::string> kMixed{"a",    "猫",        kFamily,      kGaHalfWidth, "\xff",
                                      "🇯🇵",   kGaCombined, kHangulParts, kEAcute,      "⣿",
                                      kHeart, "　",        "!"};

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

TEST_CASE("display_width: counts terminal columns") {
  const std::pair<std::string, unsigned> cases[] = {
      {"", 0},      {"The cat", 7},   {"猫が魚", 6},           {"「、。」", 8},
      {"ｶﾀｶﾅ", 4},  {kGaCombined, 2}, {kGaHalfWidth, 2},       {"ﾊﾟﾝ", 3},
      {kEAcute, 1}, {"naïve", 5},     {kHeartAsText, 1},       {kHeart, 2},
      {kFamily, 2}, {"👍🏽", 2},  {"1️⃣", 2},          {"🇯🇵", 2},
      {"🇯🇵🇫🇷", 4},  {"　", 2},        {kHangulParts, 2},       {kThaiAm, 2},
      {"⡀⣿", 2},    {"⎡⎤⎢⎥⎣⎦", 6},    {"S = Q Kᵀ / √d_k", 15}, {"−∞⋅×→Σ≤≠“”", 10},
  };
  for (const auto& [text, width] : cases) {
    CAPTURE(text);
    CHECK(display_width(text) == width);
  }
}

TEST_CASE("display_width: a byte that is not UTF-8 takes the column of its replacement") {
  CHECK(display_width("\xff") == 1);
  CHECK(display_width("a\x80z") == 3);
  CHECK(display_width("猫\xe7\x8c") == 4);  // a character that was cut off after two bytes
}

TEST_CASE("graphemes_of: a text falls into what a reader calls characters") {
  const std::string text = joined(kMixed);  // the graphemes are views of it
  const std::vector<std::string_view> graphemes = graphemes_of(text);
  REQUIRE(graphemes.size() == kMixed.size());
  for (std::size_t i = 0; i < kMixed.size(); ++i) CHECK(graphemes[i] == kMixed[i]);
  CHECK(graphemes_of("").empty());
}

TEST_CASE("cut_to_width: never splits a wide character") {
  CHECK(cut_to_width("猫が魚", 6) == "猫が魚");
  CHECK(cut_to_width("猫が魚", 5) == "猫が");
  CHECK(cut_to_width("猫が魚", 1) == "");
  CHECK(cut_to_width("a猫", 2) == "a");
  CHECK(cut_to_width(kFamily + "x", 1) == "");
  CHECK(cut_to_width(kFamily + "x", 2) == kFamily);
  CHECK(cut_to_width("🇯🇵🇫🇷", 3) == "🇯🇵");
  CHECK(cut_to_width(kGaHalfWidth, 1) == "");
  CHECK(cut_to_width(kEAcute + "t", 1) == kEAcute);
  CHECK(cut_to_width("down", 0) == "");
}

TEST_CASE("cut_to_width: keeps as many whole characters as fit") {
  const std::string text = joined(kMixed);
  for (unsigned width = 0; width <= display_width(text); ++width) {
    std::string expected;
    for (const std::string& part : kMixed) {
      if (display_width(expected + part) > width) break;
      expected += part;
    }
    CAPTURE(width);
    CHECK(cut_to_width(text, width) == expected);
  }
}

TEST_CASE("display_width: of a text is the sum over its characters") {
  unsigned sum = 0;
  for (const std::string& part : kMixed) sum += display_width(part);
  CHECK(display_width(joined(kMixed)) == sum);
}

TEST_CASE("pad: fills up with spaces and never cuts") {
  CHECK(pad_left("猫", 5) == "   猫");
  CHECK(pad_right("猫", 5) == "猫   ");
  for (const auto& pad : {pad_left, pad_right}) {
    CHECK(pad("down", 4) == "down");
    CHECK(pad("down", 2) == "down");
    CHECK(pad("", 2) == "  ");
    CHECK(display_width(pad(kGaHalfWidth, 7)) == 7);
  }
}

TEST_CASE("visible_width: colours take no columns") {
  CHECK(visible_width("\033[1;36m食べた\033[0m x") == 8);
  CHECK(visible_width("plain") == 5);
  CHECK(visible_width("\033[") == 0);  // cut off
}

using Labels = std::vector<std::string>;

TEST_CASE("cut_label: what is cut ends with a mark") {
  CHECK(cut_label("jumps", 5, "…") == "jumps");
  CHECK(cut_label("jumps", 4, "…") == "jum…");
  CHECK(cut_label("jumps", 4, ".") == "jum.");
  CHECK(cut_label("jumps", 1, "…") == "j");  // no room for a mark
  CHECK(cut_label("", 0, "…").empty());
}

TEST_CASE("cut_label: a wide character stays where nothing else would") {
  CHECK(cut_label("猫が好き", 5, "…") == "猫が…");
  CHECK(cut_label("猫が好き", 4, "…") == "猫…");
  CHECK(cut_label("猫が", 1, "…") == "猫");
}

TEST_CASE("cut_labels: labels that would become equal keep both ends") {
  CHECK(cut_labels({"comfortable", "cat", "comforting"}, 7, "…") ==
        Labels{"com…ble", "cat", "com…ing"});
  CHECK(cut_labels({"token_0001", "token_0002"}, 4, ".") == Labels{"to.1", "to.2"});
  CHECK(cut_labels({"comfortable", "cat", "quickly"}, 6, "…") == Labels{"comfo…", "cat", "quick…"});
}

TEST_CASE("cut_labels: of equal beginnings and ends, what differs is kept") {
  CHECK(cut_labels({"layer1in", "layer2in"}, 3, "…") == Labels{"…1i", "…2i"});
  CHECK(cut_labels({"layer1in", "layer2in", "layer3up"}, 3, "…") == Labels{"…1i", "…2i", "l…p"});
  CHECK(cut_labels({"大きい猫が", "大きい犬が"}, 5, "…") == Labels{"…猫が", "…犬が"});
  CHECK(cut_labels({"layer1in", "layer1in", "layer2in"}, 3, "…") == Labels{"…1i", "…1i", "…2i"});
}

TEST_CASE("cut_labels: the same word twice is no clash") {
  CHECK(cut_labels({"comfortable", "comfortable"}, 7, "…") == Labels{"comfor…", "comfor…"});
}

TEST_CASE("cut_labels: a wide beginning is given up for an end that tells them apart") {
  CHECK(cut_labels({"猫:E7", "猫:8C"}, 4, "…") == Labels{"猫…7", "猫…C"});
  CHECK(cut_labels({"猫:E7", "猫:8C"}, 3, "…") == Labels{"…E7", "…8C"});
  CHECK(cut_labels({"単語0", "単語7", "単語59"}, 3, "…") == Labels{"…0", "…7", "…59"});
}

TEST_CASE("cut_labels: no label becomes wider than its column") {
  // Cut from the front, four columns are taken: "猫が" or "猫…" and a space.
  for (const unsigned width : {1u, 2u, 3u, 4u, 5u, 6u})
    for (const std::string& label : cut_labels({"猫が好きです", "猫が好きだ"}, width, "…"))
      CHECK(display_width(label) <= std::max(width, 2u));
}

using Kind = Style::Kind;

Painter painter(bool color) {
  Layout layout;
  layout.color = color;
  return Painter(layout);
}

// The background and the text colour of a painted cell, as xterm's numbers.
std::pair<int, int> colors_of(Style style) {
  const std::string painted = painter(true)(style, "x");
  std::smatch found;
  if (!std::regex_match(painted, found, std::regex("\033\\[48;5;(\\d+);38;5;(\\d+)mx\033\\[0m")))
    return {-1, -1};
  return {std::stoi(found[1]), std::stoi(found[2])};
}

// Relative luminance as WCAG 2 defines it, of one of xterm's colours from 16 on.
double luminance(int color) {
  const auto channel = [](int level) {
    const double c = level / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  if (color >= 232) return channel(8 + 10 * (color - 232));
  const auto cube = [](int step) { return step == 0 ? 0 : 55 + 40 * step; };
  const int place = color - 16;
  return 0.2126 * channel(cube(place / 36)) + 0.7152 * channel(cube(place / 6 % 6)) +
         0.0722 * channel(cube(place % 6));
}

double contrast(std::pair<int, int> colors) {
  const double a = luminance(colors.first), b = luminance(colors.second);
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

TEST_CASE("Painter: leaves text alone where colour is off") {
  for (const Kind kind : {Kind::plain, Kind::heading, Kind::strong, Kind::quiet, Kind::selected,
                          Kind::good, Kind::bad, Kind::share, Kind::signed_value})
    CHECK(painter(false)(Style{kind, 0.5}, "text") == "text");
}

TEST_CASE("Painter: every colour ends where its text ends") {
  std::set<std::string> seen;
  for (const Kind kind : {Kind::heading, Kind::strong, Kind::quiet, Kind::selected, Kind::good,
                          Kind::bad, Kind::share, Kind::signed_value}) {
    const std::string painted = painter(true)(Style{kind, 0.5}, "text");
    CHECK(painted.starts_with("\033["));
    CHECK(painted.ends_with("text\033[0m"));
    CHECK(without_escapes(painted) == "text");
    seen.insert(painted);
  }
  CHECK(seen.size() == 8);  // each looks different
  CHECK(painter(true)(Kind::plain, "text") == "text");
  CHECK(painter(true)(Kind::strong, "") == "");
}

TEST_CASE("Painter: a larger share is brighter") {
  double before = -1.0;
  for (int step = 0; step < 10; ++step) {
    const double now = luminance(colors_of({Kind::share, step / 10.0 + 0.05}).first);
    CAPTURE(step);
    CHECK(now > before);
    before = now;
  }
  CHECK(colors_of({Kind::share, 1.0}) == colors_of({Kind::share, 0.95}));
  CHECK(colors_of({Kind::share, 1.0 + 1e-15}) == colors_of({Kind::share, 1.0}));
}

TEST_CASE("Painter: text can be read on every heat colour") {
  for (double level = -1.0; level <= 1.0; level += 0.01) {
    CAPTURE(level);
    CHECK(contrast(colors_of({Kind::signed_value, level})) >= 4.5);
    if (level >= 0) CHECK(contrast(colors_of({Kind::share, level})) >= 4.5);
  }
}

TEST_CASE("Painter: the sign of a value shows and zero is white") {
  CHECK(colors_of({Kind::signed_value, 0.0}).first == 231);
  for (const double level : {0.3, 0.6, 1.0})
    CHECK(colors_of({Kind::signed_value, level}).first !=
          colors_of({Kind::signed_value, -level}).first);
}

TEST_CASE("Painter: what is not a number has no heat") {
  CHECK(painter(true)(Style{Kind::share, kNaN}, "nan") == "nan");
  CHECK(painter(true)(Style{Kind::signed_value, -kInfinity}, "-inf") == "-inf");
}

TEST_CASE("swatch: is two columns that darken in steps") {
  const std::vector<std::pair<double, std::string>> shades{
      {0.0, "  "}, {0.049, "  "}, {0.05, "::"}, {0.2, "=="}, {0.4, "**"}, {0.6, "##"}, {1.0, "@@"}};
  for (const auto& [share, shade] : shades)
    CHECK(swatch({Kind::share, share}, Glyphs::ascii) == shade);
  CHECK(swatch({Kind::share, 0.5}, Glyphs::unicode) == "⡇⡇");
  for (double level = -1.0; level <= 1.0; level += 0.05)
    for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii})
      CHECK(display_width(swatch({Kind::signed_value, level}, glyphs)) == 2);
}

TEST_CASE("swatch: a negative value keeps its sign") {
  CHECK(swatch({Kind::signed_value, -0.9}, Glyphs::ascii) == "-@");
  CHECK(swatch({Kind::signed_value, -0.01}, Glyphs::ascii) == "  ");
  CHECK(swatch({Kind::share, kNaN}, Glyphs::ascii) == "  ");
}

TEST_CASE("swatch_legend: names the least value of every shade") {
  CHECK(swatch_legend(Glyphs::ascii) == ":: .05-  == .20-  ** .40-  ## .60-  @@ .80-");
  CHECK(swatch_legend(Glyphs::unicode) == "⡀⡀ .05-  ⡄⡄ .20-  ⡇⡇ .40-  ⣷⣷ .60-  ⣿⣿ .80-");
}

TEST_CASE("Painter: with few colours no value is a colour") {
  Layout layout;
  layout.color = true;
  layout.true_color = true;
  layout.heat_colors = false;
  const Painter paint(layout);
  CHECK(paint({Kind::share, 0.5}, "x") == "x");
  CHECK(paint({Kind::signed_value, -0.5}, "x") == "x");
  CHECK(paint(Kind::bad, "x") == "\033[31mx\033[0m");
}

TEST_CASE("tone: one column that darkens in steps") {
  const std::vector<std::pair<double, std::string>> steps{
      {0.0, " "}, {.049, " "}, {.05, ":"}, {.2, "="}, {.4, "*"}, {.6, "#"}, {.8, "@"}, {1.0, "@"}};
  for (const auto& [share, shade] : steps) CHECK(tone(share, Glyphs::ascii) == shade);
  CHECK(tone(.5, Glyphs::unicode) == "⡇");
  CHECK(tone(kNaN, Glyphs::unicode) == " ");
}

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

TEST_CASE("wrap: breaks between words and indents") {
  CHECK(wrap("How well does each query match each key?", 20, 3) ==
        "   How well does\n   each query match\n   each key?\n");
  CHECK(wrap("short", 20, 3) == "   short\n");
}

TEST_CASE("wrap: later lines hang") {
  CHECK(wrap("cell   S = 1 + 2 + 3 = 6", 16, 3, 7) ==
        "   cell   S = 1\n          + 2 +\n          3 = 6\n");
}

TEST_CASE("wrap: fills a line to its last column") {
  CHECK(wrap("aaa bbb", 7, 0) == "aaa bbb\n");
  CHECK(wrap("aaa bbb", 6, 0) == "aaa\nbbb\n");
  CHECK(wrap("猫が魚", 6, 0) == "猫が魚\n");
  CHECK(wrap("猫が魚", 5, 0) == "猫が\n魚\n");
}

TEST_CASE("wrap: keeps the spaces inside a line and none at its end") {
  CHECK(wrap("a   b   c  ", 5, 0) == "a   b\nc\n");
  CHECK(wrap("a\nb", 10, 0) == "a b\n");
}

TEST_CASE("wrap: a word longer than the line is left whole") {
  CHECK(wrap("see https://arxiv.org/abs/1706.03762 there", 12, 2) ==
        "  see\n  https://arxiv.org/abs/1706.03762\n  there\n");
  CHECK(wrap("incomprehensibilities", 8, 0) == "incomprehensibilities\n");
}

TEST_CASE("wrap: no line begins with a small kana, which belongs to the one before it") {
  CHECK(wrap("キーとちょっと", 10, 0) == "キーと\nちょっと\n");
  CHECK(wrap("ちょっと", 2, 0) == "ちょっ\nと\n");
}

TEST_CASE("wrap: no line begins with a closing mark or ends with an opening one") {
  CHECK(wrap("猫が、魚", 4, 0) == "猫\nが、\n魚\n");
  CHECK(wrap("魚「猫」", 4, 0) == "魚\n「猫」\n");
  CHECK(wrap("キー", 2, 0) == "キー\n");
}

TEST_CASE("wrap: kinsoku holds at every width") {
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

TEST_CASE("wrap: a quotation mark stays with what it quotes") {
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

TEST_CASE("wrap: a wide mark stays with its neighbour across spaces, too") {
  CHECK(wrap("猫  が  。  それ", 8, 0) == "猫\nが  。\nそれ\n");
  CHECK(wrap("猫 「 魚 」", 8, 0) == "猫\n「 魚 」\n");
  CHECK(wrap("one .npy .csv", 8, 0) == "one .npy\n.csv\n");  // a narrow one may begin a word
}

TEST_CASE("wrap: a path that breaks keeps the marks behind it") {
  CHECK(wrap("(see examples/002/)", 12, 0) == "(see\nexamples/\n002/)\n");
  CHECK(wrap("「examples/002/」", 12, 0) == "「examples/\n002/」\n");
}

TEST_CASE("wrap: kinsoku holds for every text of ours") {
  const std::string never_first =
      "、。，」』）】〉》？！ー々・：；ぁぃぅぇぉっゃゅょァィゥェォッャュョ";
  const std::string never_last = "「『（【〈《“^√";
  const std::regex text("msgstr ((?:\"(?:[^\"\\\\\n]|\\\\.)*\"\\n)+)"), joint("\"\n\"");
  const std::string catalogue = content(fs::path(ATTN_SOURCE_DIR) / "src/locale/ja.po");
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

TEST_CASE("wrap: Japanese breaks between words") {
  CHECK(wrap("すべての段階を表示する", 20, 0) == "すべての段階を\n表示する\n");
  CHECK(wrap("マスクを作るコード", 16, 0) == "マスクを作る\nコード\n");
  CHECK(wrap("キーとバリューを", 12, 0) == "キーと\nバリューを\n");
  CHECK(wrap("小数第 2 位まで求める", 8, 0) == "小数\n第 2 位\nまで\n求める\n");
  CHECK(wrap("後半は前半のトークンだけを見ます。前半のトークンは 2 つです。", 54, 0) ==
        "後半は前半のトークンだけを見ます。前半のトークンは\n2 つです。\n");
}

TEST_CASE("wrap: Japanese breaks where a phrase begins") {
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

TEST_CASE("wrap: formulas stay together, in every language") {
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

TEST_CASE("wrap: an argument in quotation marks stays on one line") {
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

TEST_CASE("wrap: no text of ours breaks inside hiragana near the beginning of a phrase") {
  const std::regex text("msgstr ((?:\"(?:[^\"\\\\\n]|\\\\.)*\"\\n)+)"), joint("\"\n\"");
  const std::string catalogue = content(fs::path(ATTN_SOURCE_DIR) / "src/locale/ja.po");
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

TEST_CASE("wrap: no line of Japanese is a single character where it can be avoided") {
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

TEST_CASE("wrap: loses no word at any width") {
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

TEST_CASE("in_ascii: writes our symbols with plain letters") {
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

TEST_CASE("in_ascii: leaves the letters of every language alone") {
  for (const std::string text : {"", "plain", "猫が魚を食べた", "naïve", "ｶﾞ", "\xff\xe2\x88"})
    CHECK(in_ascii(text) == text);
}

TEST_CASE("in_ascii: knows every symbol the sources print") {
  std::size_t n_symbols = 0;
  for (const char* folder : {"src/render", "src/mechanisms", "src/trace"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(ATTN_SOURCE_DIR) / folder)) {
      if (!entry.is_regular_file() || entry.path().extension() == ".js" ||
          entry.path().extension() == ".css")  // of pages, which no terminal shows
        continue;
      for (const std::string& literal : string_literals(content(entry.path()))) {
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

TEST_CASE("unbroken: stays on one line, and shows plain spaces") {
  CHECK(wrap("a lot of " + unbroken("12.551 GiB"), 12, 0) == "a lot of\n12.551 GiB\n");
  CHECK(wrap(unbroken("much wider than a line"), 12, 0) == "much wider\nthan a line\n");
  CHECK(wrap(unbroken(""), 12, 0) == "\n");
  CHECK(wrap("合計は" + unbroken("個数 12"), 12, 0) == "合計は\n個数 12\n");
  CHECK(wrap("abc " + unbroken("d の倍数 2 d"), 14, 0) == "abc\nd の倍数 2 d\n");
}

TEST_CASE("wrap: what is too long to stay together starts on a line of its own") {
  const std::string text = "b = 2,  " + unbroken("N = n_parameters = 8,030,261,248");
  CHECK(wrap(text, 24, 0) == "b = 2,\nN = n_parameters =\n8,030,261,248\n");
  CHECK(wrap(text, 80, 0) == "b = 2,  N = n_parameters = 8,030,261,248\n");
}

TEST_CASE("wrap: a path or a product wider than a line breaks behind its signs") {
  CHECK(wrap("see examples/002/layer.json:x.", 16, 0) == "see\nexamples/002/\nlayer.json:x.\n");
  CHECK(wrap("see examples/002/layer.json:x.", 30, 0) == "see examples/002/layer.json:x.\n");
  CHECK(wrap("= (−2292.95)⋅(−6630.13)", 14, 0, 2) == "=\n  (−2292.95)⋅\n  (−6630.13)\n");
  CHECK(wrap("= (-2292.95)*(-6630.13)", 14, 0, 2) == "=\n  (-2292.95)*\n  (-6630.13)\n");
  CHECK(wrap("at https://example.org/a/b", 12, 0) == "at\nhttps://example.org/a/b\n");
}

TEST_CASE("wrap: a very long path is wrapped in time that grows with its length") {
  constexpr std::size_t kParts = 100'000;
  std::string path;
  for (std::size_t i = 0; i < kParts; ++i) path += "a/";
  const std::string wrapped = wrap("x " + path + " y", 40, 0);
  CHECK(n_of(wrapped, "a/") == kParts);
  CHECK(wrapped.find('\n', 2) <= 42);
  CHECK(wrapped.ends_with("\ny\n"));
}

constexpr unsigned kRoom = 60, kThird = 21;

unsigned cost(std::string_view before, std::string_view after, bool is_spaced = false) {
  return break_cost(before, after, is_spaced, kRoom);
}

TEST_CASE("break_cost: nothing where a phrase begins") {
  CHECK(cost("、", "各") == 0);
  CHECK(cost("を", "す") == 0);
  CHECK(cost("は", "影") == 0);
  CHECK(cost("は", "マ") == 0);
  CHECK(cost("は", "d_k", true) == 0);
  CHECK(cost("the", "word", true) == 0);
  CHECK(cost("は", "「") == 0);
}

TEST_CASE("break_cost: more than a third of the line inside a phrase") {
  for (const auto& [before, after] : {std::pair("示", "す"),
                                      {"段", "階"},
                                      {"ク", "を"},
                                      {"」", "を"},
                                      {"め", "込"},
                                      {"り", "出"},
                                      {"り", "除"},
                                      {"き", "取"},
                                      {"て", "く"}})
    CHECK(cost(before, after) == kThird);
  CHECK(cost("Q", "を", true) == kThird);
  CHECK(cost("だ", "さ") > kThird);
  CHECK(cost("Q、", "を", true) == 0);
}

TEST_CASE("break_cost: most inside katakana words and before counters") {
  const unsigned inside = cost("マ", "ス");
  CHECK(inside > cost("だ", "さ"));
  CHECK(cost("2", "つ", true) == inside);
  CHECK(cost("第", "2", true) == inside);
  CHECK(cost("ー", "ド") == inside);
  CHECK(cost("せ", "ん") == inside);
}

TEST_CASE("break_cost: a third of the line within a formula") {
  for (const auto& [before, after] : {std::pair("d", "="),
                                      {"=", "512"},
                                      {"p", "×"},
                                      {"√d_k", "≤"},
                                      {"5", "x"},
                                      {"x", "3"},
                                      {"2", "FLOP"},
                                      {"291.6", "GFLOP、"},
                                      {"12", "GiB."},
                                      {"3.6", "%"},
                                      {"Q", "Kᵀ"},
                                      {"2", "d_k,"},
                                      {"ln", "2"},
                                      {"Σ", "A⋅dA"},
                                      {"A", "∘"},
                                      {"S[sat,", "cat]"},
                                      {"--tokens", "\"a"},
                                      {"attn", "mha"},
                                      {"n", "個"}})
    CHECK(cost(before, after, true) == kThird);
  for (const auto& [before, after] : {std::pair("Q,", "K"),
                                      {"a", "key"},
                                      {"2", "heads"},
                                      {"a", "x"},
                                      {"(the", "mask)"},
                                      {"attn", "本"}})
    CHECK(cost(before, after, true) == 0);
}

Table parameters() {
  return {.id = "parameters",
          .title = "What a model would learn.",
          .columns = columns_named({"tensor", "shape", "count"}),
          .rows = rows_of_names({{"wq", "8 × 8", "64"}, {"bq", "8", "8"}, {"total", "", "1072"}}),
          .n_text_columns = 2,
          .note = "Half of it is in W_O."};
}

TEST_CASE("rows_text: text stands to the left and numbers to the right") {
  CHECK(rows_text(parameters(), layout_of(80), 1) ==
        " tensor  shape  count\n"
        " wq      8 × 8     64\n"
        " bq      8          8\n"
        " total           1072\n");
  Table numbers = parameters();
  numbers.n_text_columns = 1;
  CHECK(lines_of(rows_text(numbers, layout_of(80), 0))[2] == "bq          8      8");
}

TEST_CASE("rows_text: wide characters take their columns") {
  const Table table{.columns = columns_named({"語", "n"}),
                    .rows = rows_of_names({{"猫が", "7"}, {"a", "10"}})};
  CHECK(rows_text(table, layout_of(80), 0) == "語     n\n猫が   7\na     10\n");
}

TEST_CASE("rows_text: a table may have no header and rows of unlike length") {
  const Table table{.rows = rows_of_names({{"a", "1"}, {"total"}, {"b", "22", "3"}})};
  CHECK(rows_text(table, layout_of(80), 0) == "a       1\ntotal\nb      22  3\n");
}

TEST_CASE("rows_text: a table too wide by one column becomes records") {
  CHECK(rows_text(parameters(), layout_of(21), 1).starts_with(" tensor  shape  count\n"));
  CHECK(rows_text(parameters(), layout_of(20), 1) ==
        " wq\n"
        "   8 × 8  count 64\n"
        " bq\n"
        "   8  count 8\n"
        " total\n"
        "   count 1072\n");  // what is empty goes without its header
}

TEST_CASE("rows_text: a record without a name goes on with the one above") {
  const Table table{.columns = columns_named({"query", "key", "score"}),
                    .rows = rows_of_names({{"fruit", "apple", ".9"}, {"", "run", ".1"}}),
                    .n_text_columns = 2};
  CHECK(rows_text(table, layout_of(18), 1) ==
        " fruit\n"
        "   apple  score .9\n"
        "   run  score .1\n");
}

TEST_CASE("rows_text: no line is too wide or ends in a space") {
  Table table = parameters();
  table.rows.push_back(
      row_of_names({"the projection of every query head", "d_model × n_heads·d_k", "1"}));
  table.rows.push_back(row_of_names({"ソフトマックスの前のスコアの行列の大きさ", "8 × 8", "64"}));
  for (unsigned width = 40; width <= 90; ++width)
    for (const unsigned indent : {0U, 1U, 3U}) {
      CAPTURE(width, indent);
      CHECK(misfit(rows_text(table, layout_of(width), indent), width) == "");
    }
}

TEST_CASE("rows_text: phrases go on below in their columns, or under the name of the row") {
  const Table table{.columns = columns_named({"limit", "why"}),
                    .rows = rows_of_names({{"one", "aaaa bbbb cccc dddd"}, {"two", "eeee"}}),
                    .n_text_columns = 2,
                    .is_prose = true};
  CHECK(rows_text(table, layout_of(26), 0) ==
        "limit  why\n"
        "one    aaaa bbbb cccc dddd\n"
        "two    eeee\n");
  CHECK(rows_text(table, layout_of(18), 1) ==
        " limit  why\n"
        " one    aaaa bbbb\n"
        "        cccc dddd\n"
        " two    eeee\n");
  CHECK(rows_text(table, layout_of(14), 0) ==
        "one\n"
        "  why: aaaa\n"
        "    bbbb cccc\n"
        "    dddd\n"
        "two\n"
        "  why: eeee\n");
}

TEST_CASE("rows_text: a name too long for a line goes on below") {
  const Table table{
      .columns = columns_named({"what", "how much"}),
      .rows = rows_of_names({{"the keys and values of every layer and head", "2.5 GiB"}})};
  CHECK(rows_text(table, layout_of(40), 3) ==
        "   the keys and values of every layer\n"
        "   and head\n"
        "     how much 2.5 GiB\n");
}

TEST_CASE("rows_text: ASCII glyphs reach header and cells") {
  Table table = parameters();
  table.columns[1].title = "n × d";
  const std::string text = rows_text(table, layout_of(80, Glyphs::ascii), 1);
  CHECK(is_ascii(text));
  CHECK(contains(text, "wq      8 x 8     64"));
  CHECK(contains(text, "n x d"));
}

TEST_CASE("table_text: name, title, rows and note") {
  CHECK(table_text(parameters(), layout_of(80)) ==
        " parameters\n"
        "   What a model would learn.\n"
        "\n"
        "   tensor  shape  count\n"
        "   wq      8 × 8     64\n"
        "   bq      8          8\n"
        "   total           1072\n"
        "\n"
        "   Half of it is in W_O.\n");
  Layout bare = layout_of(80);
  bare.explain = 0;
  CHECK(table_text(parameters(), bare).starts_with(" parameters\n\n   tensor"));
  CHECK(table_text(parameters(), bare).ends_with("1072\n"));
  CHECK(table_text({.id = "t", .rows = rows_of_names({{"a", "1"}})}, layout_of(80)) ==
        " t\n\n   a  1\n");
}

TEST_CASE("table_text: names the columns that a narrow screen does without") {
  Table table = parameters();
  table.dispensable = {1};
  CHECK_FALSE(contains(table_text(table, layout_of(80)), "left out"));
  CHECK(table_text(table, layout_of(20)) ==
        " parameters\n"
        "   What a model\n"
        "   would learn.\n"
        "\n"
        "   tensor  count\n"
        "   wq         64\n"
        "   bq          8\n"
        "   total    1072\n"
        "\n"
        "   .. columns left\n"
        "   out: shape\n"
        "\n"
        "   Half of it is in\n"
        "   W_O.\n");
}

TEST_CASE("table_text: colour takes no columns") {
  Layout layout = layout_of(80);
  const std::string plain = table_text(parameters(), layout);
  layout.color = true;
  const std::string colored = table_text(parameters(), layout);
  CHECK(colored != plain);
  CHECK(without_escapes(colored) == plain);
}

const std::vector<TextRow> kPhrases{{"limit", "why"}, {"one", "aaaa bbbb cccc dddd"}};

TEST_CASE("prose_widths: who has the most to say gets the most, and nobody more than it takes") {
  CHECK(prose_widths(kPhrases, 19) == std::vector<unsigned>{5, 14});
  CHECK(prose_widths(kPhrases, 40) == std::vector<unsigned>{5, 19});
  CHECK(prose_widths({{"aaaa bbbb cccc dddd", "aaaa bbbb cccc dddd"}}, 30) ==
        std::vector<unsigned>{15, 15});
}

TEST_CASE("prose_widths: there are none where a column would be too narrow to read") {
  CHECK(prose_widths(kPhrases, 13) == std::vector<unsigned>{5, 8});
  CHECK_FALSE(prose_widths(kPhrases, 12));
  CHECK_FALSE(prose_widths({{"backpropagation", "a"}}, 15));
}

TEST_CASE("broken_row: each cell goes on below in its own column") {
  CHECK(broken_row(kPhrases[1], {5, 9}) ==
        std::vector<TextRow>{{"one", "aaaa bbbb"}, {"", "cccc dddd"}});
  CHECK(broken_row({"one", ""}, {5, 9}) == std::vector<TextRow>{{"one", ""}});
  CHECK(broken_row({"勾配が消失する"}, {8}) == std::vector<TextRow>{{"勾配が"}, {"消失する"}});
}

TEST_CASE("broken_row: no piece is wider than its column") {
  const std::vector<TextRow> rows{
      {"long distances", "T steps multiply T factors", "gradients vanish or explode"},
      {"長い距離", "T ステップで係数を T 回掛ける", "勾配が消失または発散する"}};
  for (unsigned room = 30; room < 90; ++room) {
    const auto widths = prose_widths(rows, room);
    if (!widths) continue;
    for (const TextRow& row : rows)
      for (const TextRow& line : broken_row(row, *widths))
        for (std::size_t i = 0; i < line.size(); ++i) {
          CAPTURE(room, line[i]);
          CHECK(display_width(line[i]) <= widths->at(i));
        }
  }
}

}  // namespace

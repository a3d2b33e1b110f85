#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

// One thing has one name in Japanese, that of the textbooks: docs/ja/glossary.md. This refuses the
// names and spellings that are discarded wherever a person reads them. Among the further spellings
// of an answer (`also = [...]`) they stay: what was right once is right for good.
namespace {

namespace fs = std::filesystem;
const std::string kSourceFolder = ATTN_SOURCE_DIR;

struct Term {
  std::string_view discarded, write;
  std::vector<std::string_view> but;  // compounds that have it in them, and are right
};

const std::vector<Term>& terms() {
  static const std::vector<Term> all{
      // words for what attn computes
      {"手で計算する注意", "注意機構を手で計算する", {}},
      {"マスク付き注意", "マスク付き注意機構", {"マスク付き注意機構"}},
      {"注意の計算量", "注意機構の計算量", {}},
      {"注意の射影", "注意機構の射影", {}},
      {"注意のパラメータ", "注意層のパラメータ", {"ヘッド注意のパラメータ"}},
      {"因果的な注意", "因果マスク付き自己注意", {}},
      {"融合した注意", "融合カーネル", {}},
      {"回転で表す位置", "回転位置埋め込み (RoPE)", {}},
      {"回転による位置", "回転位置埋め込み (RoPE)", {}},
      {"位置の表し方", "位置エンコーディング", {}},
      {"位置符号化", "位置エンコーディング", {}},
      {"三角関数", "正弦波", {}},
      {"学習する位置", "学習型の位置埋め込み", {}},
      {"学習する表", "学習型の位置埋め込み", {}},
      {"学習する数", "学習パラメータ (数)", {}},
      {"トークン番号", "トークン ID", {}},
      {"場所どうし", "位置どうし", {}},
      {"位置をずら", "位置をシフト", {}},
      {"位置のずらし", "位置のシフト", {}},
      {"回す", "回転させる", {}},
      {"回した", "回転させた", {"後回した"}},
      {"遮", "マスクする", {}},
      {"詰めもの", "パディング", {}},
      {"窓", "ウィンドウ", {}},
      {"離れ方", "位置の差", {}},
      {"流儀", "書き方", {}},
      {"見る数", "参照できるキーの数", {"見る数え方"}},
      {"未来が漏れ", "未来の情報が漏れ", {}},
      {"未来は漏れ", "未来の情報は漏れ", {}},
      {"キーとバリューのヘッド", "キー・バリューヘッド", {}},
      {"キー・バリューのヘッド", "キー・バリューヘッド", {}},
      {"クエリのヘッド", "クエリヘッド", {}},
      {"kv head", "KV ヘッド", {}},
      {"対ごと", "組ごと", {}},
      {"許された対", "許された組", {}},
      {"最も遅い組", "最も周期の長い組", {}},
      {"ヘッドの幅", "ヘッドの次元数", {}},
      {"ヘッド 1 つの幅", "ヘッド 1 つの次元数", {}},
      {"行の長さ", "行ベクトルのノルム", {}},
      {"長短期記憶", "長・短期記憶", {}},
      {"再帰ユニット", "回帰型ユニット", {}},
      {"再帰型の", "再帰層 (RNN)", {}},
      {"最終正規化 ", "最終正規化層", {}},
      {"(ゲート、上、下)", "(gate・up・down 射影)", {}},
      {"独自の数値", "重み非共有", {}},
      {"数の型", "データ型", {}},
      {"数値型", "データ型", {}},
      {"数の個数", "数値の個数", {"数の個数です"}},
      {"手で計算するソフトマックス", "ソフトマックスを手で計算する", {}},
      // words for the program
      {"動詞", "サブコマンド", {"名詞と動詞", "主語と動詞", "名詞、動詞", "(動詞)"}},
      {"フラグ", "オプション", {}},
      {"既定は", "既定値:", {}},
      {"既定値は", "既定値:", {}},
      {"(既定)", "(既定値)", {}},
      {"進み具合", "進捗", {}},
      {"のことですか", "もしかして ... ですか?", {}},
      {"段階なし", "途中の段階を保持しない", {}},
      {"さらに詳しく", "詳しく", {}},
      {"誰が誰を", "どのトークンがどのトークンを", {}},
      {"に数えさせ", "で数えて", {}},
      {"に表示させ", "で表示して", {}},
      {"作り物", "説明用に作ったもの", {}},
      // one word for one thing
      {"見てよ", "参照できる", {}},
      {"見てはいけ", "参照できない", {}},
      {"レシピ", "計算式", {}},
      {"訓練時の損失", "訓練損失", {}},
      {"学習時の損失", "訓練損失", {}},
      {"学習の損失", "訓練損失", {}},
      {"検証の損失", "検証損失", {}},
      {"KL 情報量", "KL ダイバージェンス", {}},
      {"当て推量", "チャンスレベル", {}},
      {"偶然の水準", "チャンスレベル", {}},
      {"偶然の値", "チャンスレベル", {}},
      {"このマシン", "このコンピューター", {}},
      {"この計算機", "このコンピューター", {}},
      {"別の読み方で正解", "別解で正解", {}},
      {"無解答", "未記入", {}},
      {"専門用語", "用語", {}},
      {"あなたの答え", "自分の答え", {}},
      {"教師向け", "教員向け", {}},
      {"教師用", "教員用", {}},
      {"教師だけ", "教員だけ", {}},
      {"エディタ", "エディター", {"エディター"}},
      {"オプティマイザ", "オプティマイザー", {"オプティマイザー"}},
      {"フィルタ", "フィルター", {"フィルター"}},
      {"べき乗", "累乗", {}},
      {"スコア乗", "e^スコア", {}},
      {"角速度", "角周波数", {}},
      {"つくる", "作る", {}},
      {"平均を取", "平均をとる", {}},
      {"内積を取", "内積をとる", {}},
      {"演習の id", "演習の ID", {}},
      {"写す課題", "コピー課題", {}},
      {"標本", "サンプル", {}},
      {"硬貨", "コイン", {}},
      {"正方形全体", "n² 組すべて", {}},
      {"価値", "勾配 (value の意味ならバリュー)", {}},
      {"見張", "監視する", {}},
      {"数でなくな", "NaN または無限大になる", {}},
      {"～", "〜", {}},
      // spelling
      {"エンコーダ", "エンコーダー", {"エンコーダー"}},
      {"デコーダ", "デコーダー", {"デコーダー"}},
      {"プーラ", "プーラー", {"プーラー"}},
      {"ルータ", "ルーター", {"ルーター"}},
      {"コンパイラ", "コンパイラー", {"コンパイラー"}},
      {"プロセッサ", "プロセッサー", {"プロセッサー"}},
      {"フォルダ", "フォルダー", {"フォルダー"}},
      {"ヘッダ", "ヘッダー", {"ヘッダー"}},
      {"メモリー", "メモリ", {}},
      {"ライブラリー", "ライブラリ", {}},
      {"つねに", "常に", {}},
      {"分かり", "わかり", {}},
      {"分かる", "わかる", {}},
      {"分からな", "わからな", {}},
      {"持つ", "もつ", {"受け持つ"}},
      {"持って", "もって", {}},
      {"他の", "ほかの", {"その他の"}},
      {"（", "(", {}},
      {"）", ")", {}},
  };
  return all;
}

bool is_part_of(std::string_view text, std::size_t at, const Term& term) {
  for (const std::string_view whole : term.but)
    for (std::size_t inside = whole.find(term.discarded); inside != std::string_view::npos;
         inside = whole.find(term.discarded, inside + 1))
      if (inside <= at && text.substr(at - inside).starts_with(whole)) return true;
  return false;
}

// A line for each discarded term of a text: "where: «term», write «...»".
std::string discarded_in(std::string_view text, const std::string& where) {
  std::string found;
  for (const Term& term : terms())
    for (std::size_t at = text.find(term.discarded); at != std::string_view::npos;
         at = text.find(term.discarded, at + 1)) {
      if (is_part_of(text, at, term)) continue;
      found += "\n  " + where + ": " + std::string(term.discarded) + ", write " +
               std::string(term.write);
      break;
    }
  return found;
}

std::vector<std::string> lines_of_file(const fs::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  INFO(path);
  REQUIRE_FALSE(lines.empty());
  return lines;
}

std::string place(const fs::path& path, std::size_t line) {
  return fs::relative(path, kSourceFolder).string() + ":" + std::to_string(line);
}

// What is written between the first and the last quotation mark.
std::string quoted(const std::string& line) {
  const std::size_t first = line.find('"'), last = line.rfind('"');
  return first == last ? "" : line.substr(first + 1, last - first - 1);
}

struct Translation {
  std::string text, place;  // the line in which it begins: a term may stand across two lines
};

std::vector<Translation> translations_of(const fs::path& path) {
  std::vector<Translation> all;
  bool is_inside = false;
  std::size_t number = 0;
  for (const std::string& line : lines_of_file(path)) {
    ++number;
    if (line.starts_with("msgstr"))
      all.push_back({quoted(line), place(path, number)});
    else if (line.starts_with('"') && is_inside)
      all.back().text += quoted(line);
    is_inside = line.starts_with("msgstr") || (line.starts_with('"') && is_inside);
  }
  return all;
}

std::string discarded_in_catalogue(const fs::path& path) {
  std::string found;
  for (const Translation& translation : translations_of(path))
    found += discarded_in(translation.text, translation.place);
  return found;
}

std::string discarded_in_page(const fs::path& path) {
  std::string found;
  std::size_t number = 0;
  for (const std::string& line : lines_of_file(path))
    found += discarded_in(line, place(path, ++number));
  return found;
}

// The Japanese texts of a line of a manifest: ja = "...".
std::string japanese_of(const std::string& line) {
  static const std::string start = "ja = \"";
  std::string texts;
  for (std::size_t at = line.find(start); at != std::string::npos; at = line.find(start, at)) {
    at += start.size();
    std::size_t end = at;
    while (end < line.size() && line[end] != '"') end += line[end] == '\\' ? 2 : 1;
    texts += line.substr(at, end - at) + '\n';
  }
  return texts;
}

std::string discarded_in_manifest(const fs::path& path) {
  std::string found;
  std::size_t number = 0;
  for (const std::string& line : lines_of_file(path))
    found += discarded_in(japanese_of(line), place(path, ++number));
  return found;
}

}  // namespace

TEST_CASE("terms: the translations use the names of the glossary", "[structure][terms]") {
  CHECK(discarded_in_catalogue(kSourceFolder + "/src/locale/ja.po") == "");
}

TEST_CASE("terms: the Japanese pages and manifests use them, too", "[structure][terms]") {
  std::string found;
  for (const char* folder : {"/docs/ja", "/exercises", "/solutions", "/src/examples/data"})
    for (const auto& file : fs::recursive_directory_iterator(kSourceFolder + folder)) {
      const std::string name = file.path().filename();
      const bool is_example =
          std::string_view(folder) == "/src/examples/data" && name.ends_with(".toml");
      if (is_example || name == "exercise.toml" ||
          file.path().parent_path().filename() == "mistakes")
        found += discarded_in_manifest(file.path());
      else if (name.ends_with(".ja.md") || std::string_view(folder) == "/docs/ja")
        found += discarded_in_page(file.path());
    }
  CHECK(found == "");
}

TEST_CASE("terms: what is discarded is noticed, and a compound is not", "[structure][terms]") {
  CHECK(discarded_in("スコアを遮る", "x:1") == "\n  x:1: 遮, write マスクする");
  CHECK(discarded_in("エンコーダとデコーダー", "x:2") == "\n  x:2: エンコーダ, write エンコーダー");
  CHECK(discarded_in("文の中の名詞と動詞", "x:3") == "");
  CHECK(discarded_in("その他の値", "x:4") == "");
  CHECK(discarded_in("名詞と動詞、つぎの動詞", "x:5") == "\n  x:5: 動詞, write サブコマンド");
}

// Where a sentence in Japanese ends as one in English does: 「ありません.」
std::string ascii_stops_in(std::string_view text) {
  constexpr std::string_view kKanaBegin = "\u3041", kKanjiEnd = "\u9FFF";
  for (std::size_t at = text.find('.'); at != std::string_view::npos; at = text.find('.', at + 1)) {
    const bool ends = at + 1 == text.size() || text[at + 1] == ' ' || text[at + 1] == '\n';
    if (!ends || at < 3) continue;
    const std::string_view before = text.substr(at - 3, 3);
    if (before >= kKanaBegin && before <= kKanjiEnd) return std::string(text.substr(at - 3, 4));
  }
  return "";
}

TEST_CASE("terms: sentences in Japanese end in 。", "[structure][terms]") {
  CHECK(ascii_stops_in("見つかりません. 次へ") == "ん.");
  CHECK(ascii_stops_in("a.b と 0.5。") == "");
  for (const Translation& translation : translations_of(kSourceFolder + "/src/locale/ja.po")) {
    INFO(translation.place << ": " << translation.text);
    CHECK(ascii_stops_in(translation.text) == "");
  }
}

TEST_CASE("terms: of a manifest, the Japanese texts are read and no spellings",
          "[structure][terms]") {
  CHECK(japanese_of(R"(  { id = "a", en = "A", ja = "あ\"い", also = ["窓"] },)") == "あ\\\"い\n");
  CHECK(japanese_of(R"(title = { en = "A" })") == "");
}

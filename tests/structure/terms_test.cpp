#include "base/text.hpp"
#include "support/catch.hpp"
#include "support/content.hpp"
#include "support/lines_of.hpp"

// One thing has one name in Japanese, that of the textbooks: docs/ja/glossary.md. This refuses the
// names and spellings of terms.tsv wherever a person reads them. Among the further spellings
// of an answer (`also = [...]`) they stay: what was right once is right for good.
namespace {

namespace fs = std::filesystem;
const std::string kSourceFolder = ATTN_SOURCE_DIR;

struct Term {
  std::string discarded, write;
  std::vector<std::string> but;  // compounds that have it in them, and are right
};

std::vector<std::string> lines_of_file(const fs::path& path) { return lines_of(content(path)); }

const std::vector<Term>& terms() {
  static const std::vector<Term> all = [] {
    std::vector<Term> read;
    for (const std::string& line : lines_of_file(kSourceFolder + "/tests/structure/terms.tsv")) {
      if (line.empty() || line.starts_with('#')) continue;
      const std::vector<std::string> fields = split(line, '\t');
      INFO(line);
      REQUIRE((fields.size() == 2 || fields.size() == 3));
      read.push_back({fields[0], fields[1],
                      fields.size() == 3 ? split(fields[2], ',') : std::vector<std::string>{}});
    }
    return read;
  }();
  return all;
}

bool is_part_of(std::string_view text, std::size_t at, const Term& term) {
  for (const std::string& whole : term.but)
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
      found += "\n  " + where + ": " + term.discarded + ", write " + term.write;
      break;
    }
  return found;
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
  std::string english;
};

std::vector<Translation> translations_of(const fs::path& path) {
  std::vector<Translation> all;
  std::string english;
  std::string* text = nullptr;  // what a further line goes on with
  std::size_t number = 0;
  for (const std::string& line : lines_of_file(path)) {
    ++number;
    if (line.starts_with("msgid")) {
      english = line.starts_with("msgid ") ? "" : english;
      text = &english;
    } else if (line.starts_with("msgstr")) {
      all.push_back({"", place(path, number), english});
      text = &all.back().text;
    } else if (!line.starts_with('"')) {
      text = nullptr;
    }
    if (text && !line.starts_with("msgid_plural")) *text += quoted(line);
  }
  return all;
}

struct GlossaryEntry {
  std::vector<std::string> japanese, english;
};

// The words of a cell: "クエリヘッド", "回転位置埋め込み" of 回転位置埋め込み (RoPE).
std::vector<std::string> words_of_cell(std::string cell, const std::string& comma) {
  for (std::size_t open = 0; (open = cell.find(" (")) != std::string::npos;)
    cell.erase(open, cell.find(')', open) + 1 - open);
  std::vector<std::string> words;
  for (std::size_t start = 0; start < cell.size();) {
    const std::size_t end = std::min(cell.find(comma, start), cell.size());
    words.emplace_back(trimmed(std::string_view(cell).substr(start, end - start)));
    start = end + comma.size();
  }
  return words;
}

// Its first table: Japanese and English.
std::vector<GlossaryEntry> glossary() {
  std::vector<GlossaryEntry> entries;
  for (const std::string& line : lines_of_file(kSourceFolder + "/docs/ja/glossary.md")) {
    const std::vector<std::string> cells = split(line, '|');
    if (cells.size() == 4)
      entries.push_back({words_of_cell(cells[1], "、"), words_of_cell(cells[2], ", ")});
    else if (!entries.empty())
      break;
  }
  return entries;
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

TEST_CASE("terms: the translations use the names of the glossary", "[structure]") {
  CHECK(discarded_in_catalogue(kSourceFolder + "/src/locale/ja.po") == "");
}

TEST_CASE("terms: the Japanese pages and manifests use them, too", "[structure]") {
  std::string found;
  for (const char* folder :
       {"/docs/ja", "/exercises", "/solutions", "/src/examples/data", "/src/practice/texts"})
    for (const auto& file : fs::recursive_directory_iterator(kSourceFolder + folder)) {
      const std::string name = file.path().filename();
      const bool is_of_program =
          std::string_view(folder).starts_with("/src/") && name.ends_with(".toml");
      if (is_of_program || name == "exercise.toml" ||
          file.path().parent_path().filename() == "mistakes")
        found += discarded_in_manifest(file.path());
      else if (name.ends_with(".ja.md") || std::string_view(folder) == "/docs/ja")
        found += discarded_in_page(file.path());
    }
  CHECK(found == "");
}

TEST_CASE("terms: a message that is a word of the glossary has its translation", "[structure]") {
  const std::vector<std::string> other_things{"width", "copy"};  // of a screen, to copy
  const std::vector<Translation> translations =
      translations_of(kSourceFolder + "/src/locale/ja.po");
  int n_found = 0;
  for (const GlossaryEntry& entry : glossary())
    for (const std::string& english : entry.english)
      for (const Translation& translation : translations) {
        if (translation.english != english ||
            std::count(other_things.begin(), other_things.end(), english) > 0)
          continue;
        INFO(translation.place << ": " << english << ": " << translation.text);
        const auto is_in = [&](const std::string& word) {
          return translation.text.find(word) != std::string::npos;
        };
        CHECK(std::any_of(entry.japanese.begin(), entry.japanese.end(), is_in));
        ++n_found;
      }
  constexpr int kAtLeast = 30;
  CHECK(n_found > kAtLeast);
}

TEST_CASE("terms: what is discarded is noticed, and a compound is not", "[structure]") {
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

TEST_CASE("terms: sentences in Japanese end in 。", "[structure]") {
  CHECK(ascii_stops_in("見つかりません. 次へ") == "ん.");
  CHECK(ascii_stops_in("a.b と 0.5。") == "");
  for (const Translation& translation : translations_of(kSourceFolder + "/src/locale/ja.po")) {
    INFO(translation.place << ": " << translation.text);
    CHECK(ascii_stops_in(translation.text) == "");
  }
}

TEST_CASE("terms: of a manifest, the Japanese texts are read and no spellings", "[structure]") {
  CHECK(japanese_of(R"(  { id = "a", en = "A", ja = "あ\"い", also = ["窓"] },)") == "あ\\\"い\n");
  CHECK(japanese_of(R"(title = { en = "A" })") == "");
}

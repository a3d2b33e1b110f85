#include "render/text/document.hpp"

#include "render/rendered.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/table_texts.hpp"

namespace {

using Mood = LabelledLine::Mood;

MarkedMatrix words_and_shares(const std::string& title, bool is_marked) {
  MarkedMatrix matrix{.title = title,
                      .value = {{0.401, 0.198, 0.401}, {0.28, 0.28, 0.44}},
                      .rows = {.name = "query", .labels = {"The", "sat"}},
                      .cols = {.name = "key", .labels = {"The", "cat", "sat"}}};
  if (is_marked) matrix.marked = arma::umat{{0, 0, 0}, {1, 1, 0}};
  return matrix;
}

Document example() {
  return {
      {Heading{"1 attention-by-hand — Attention by hand"},
       LabelledLine{"", "chapter 3", Mood::quiet},
       Paragraph{"Q has one row, K has three rows, and every score is divided by √d_k = 2."},
       MatrixRow{{words_and_shares("yours", true), words_and_shares("expected", false)}},
       Heading{"What is asked", 2},
       LabelledLine{"scores",
                    "The scores Q Kᵀ, as a product of two matrices, word by word.\n"
                    "2 × 3, to 2 decimals"},
       LabelledLine{"why", "Why is the third row the sharpest of all?\none of a, b"},
       ListItem{"a", "Its scores lie farther apart than those of the other two rows.", 1},
       ListItem{"b", "It is the last one.", 1}, LabelledLine{"total", "✓ right", Mood::good},
       CodeBlock{{"attn attend --q Q.csv", "", "  A = softmax(S / √d_k)  "}},
       ListItem{"1.", "The first step.", 0},
       ListItem{"10.", "The last step, which takes more words than there is room on a line.", 0},
       Table{.columns = columns_named({"d_k", "variance"}),
             .rows = rows_of_names({{"8", "7.9"}, {"128", "131.2"}})}}};
}

std::string text_of(const Document& document, const Layout& layout) {
  return document_text(document, layout);
}

}  // namespace

TEST_CASE("document_text: what a program printed goes on below where it is too wide") {
  const std::string wide(40, 'x');
  const Document page{
      {CodeBlock{.lines = {wide, "日本語日本語日本語日本語", "", "a"}, .wraps = true}}};
  CHECK(text_of(page, layout_of(25)) ==
        "     xxxxxxxxxxxxxxxxxxxx\n     xxxxxxxxxxxxxxxxxxxx\n     日本語日本語日本語日\n"
        "     本語\n\n     a\n");
  const Document code{{CodeBlock{{wide}}}};
  CHECK(text_of(code, layout_of(25)) == "     " + wide + "\n");
}

TEST_CASE("document_text: a page of everything at 80 columns") {
  CHECK(text_of(example(), layout_of(80)) == R"( 1 attention-by-hand — Attention by hand
   chapter 3

   Q has one row, K has three rows, and every score is divided by √d_k = 2.

                   yours                           expected
             The      cat      sat              The    cat    sat
   The ⎡  0.401    0.198    0.401  ⎤    The ⎡ 0.401  0.198  0.401 ⎤
   sat ⎣ [0.280]  [0.280]   0.440  ⎦    sat ⎣ 0.280  0.280  0.440 ⎦

 What is asked
   scores   The scores Q Kᵀ, as a product of two matrices, word by word.
            2 × 3, to 2 decimals
   why      Why is the third row the sharpest of all?
            one of a, b
            a  Its scores lie farther apart than those of the other two rows.
            b  It is the last one.
   total    ✓ right

     attn attend --q Q.csv

       A = softmax(S / √d_k)

   1.  The first step.
   10. The last step, which takes more words than there is room on a line.

   d_k  variance
   8         7.9
   128     131.2
)");
}

TEST_CASE("document_text: matrices stand one below the other where there is no room") {
  const std::string text = text_of(example(), layout_of(40));
  CHECK(contains(text, R"(
                   yours
             The      cat      sat
   The ⎡  0.401    0.198    0.401  ⎤
   sat ⎣ [0.280]  [0.280]   0.440  ⎦

              expected
           The    cat    sat
   The ⎡ 0.401  0.198  0.401 ⎤
   sat ⎣ 0.280  0.280  0.440 ⎦
)"));
  CHECK(contains(text, "   why      Why is the third row the\n            sharpest of all?\n"));
}

TEST_CASE("document_text: labels that leave no room stand above their text") {
  const Document page{{LabelledLine{"a_very_long_name", "What is it?\nA number"}}};
  CHECK(text_of(page, layout_of(40)) == "   a_very_long_name\n     What is it?\n     A number\n");
  CHECK(text_of(page, layout_of(80)) ==
        "   a_very_long_name   What is it?\n                      A number\n");
}

TEST_CASE("document_text: options stand under the text of their question") {
  Document page{{LabelledLine{"why", "Why?\none of a, b"}, ListItem{"a", "It is.", 1},
                 ListItem{"b", "It is not, and that takes words.", 1}}};
  CHECK(text_of(page, layout_of(40)) == R"(   why   Why?
         one of a, b
         a  It is.
         b  It is not, and that takes
            words.
)");
  std::get<LabelledLine>(page.pieces[0]).label = "why_it_is_as_it_is";
  CHECK(text_of(page, layout_of(40)) == R"(   why_it_is_as_it_is
     Why?
     one of a, b
     a  It is.
     b  It is not, and that takes words.
)");
  std::get<LabelledLine>(page.pieces[0]).label = "why_it_is";
  std::get<ListItem>(page.pieces[1]).marker = "anything_else";  // and the text needs room, too
  CHECK(contains(text_of(page, layout_of(40)), "\n          anything_else\n"));
}

TEST_CASE("document_text: a marked cell keeps its brackets in ASCII") {
  const std::string text = text_of(example(), layout_of(80, Glyphs::ascii));
  CHECK(is_ascii(text));
  CHECK(contains(text, "   sat [ [0.280]  [0.280]   0.440  ]"));
  CHECK(contains(text, "   total    + right\n"));
}

TEST_CASE("document_text: a list goes on under an item, and has lists in it") {
  const Document page{{ListItem{"-", "one"}, ListItem{"", "more of it"}, ListItem{"-", "in it", 1},
                       ListItem{"-", "as deep as that", 99}}};
  CHECK(text_of(page, layout_of(40)) ==
        "   - one\n     more of it\n     - in it\n           - as deep as that\n");
}

TEST_CASE("document_text: line ends stay, and blank texts take no line") {
  CHECK(text_of({{Paragraph{"one\ntwo\n"}}}, layout_of(40)) == "   one\n   two\n");
  CHECK(text_of({}, layout_of(40)).empty());
}

TEST_CASE("document_text: no line is too wide or ends in a space, and colour takes no columns") {
  Document japanese = example();
  japanese.pieces.emplace_back(
      Paragraph{"重みの各行の和は 1 です。スコアを √d_k で割るのを忘れていませんか。"});
  japanese.pieces.emplace_back(
      LabelledLine{"重み", "あなたのスコアに対しては正しい値です。", Mood::bad});
  japanese.pieces.emplace_back(LabelledLine{"判定", "もう一度見直しましょう", Mood::quiet});
  for (unsigned width = kMinWidth; width <= 100; ++width)
    for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii}) {
      Layout colored_layout = layout_of(width, glyphs);
      colored_layout.color = true;
      const std::string plain = text_of(japanese, layout_of(width, glyphs));
      const std::string colored = text_of(japanese, colored_layout);
      CAPTURE(width);
      CHECK(misfit(plain, width).empty());
      CHECK(colored != plain);
      CHECK(without_escapes(colored) == plain);
    }
}

TEST_CASE("document_text: takes time that grows with its length") {
  constexpr std::size_t kMany = 30'000;
  Document page;
  for (std::size_t i = 0; i < kMany; ++i) page.pieces.emplace_back(LabelledLine{"a", "text"});
  page.pieces.emplace_back(LabelledLine{"label", "text"});
  for (std::size_t i = 0; i < kMany; ++i) page.pieces.emplace_back(ListItem{"-", "item"});
  const std::string text = text_of(page, layout_of(40));
  CHECK(text.starts_with("   a       text\n"));
  CHECK(text.ends_with("   - item\n   - item\n"));
}

using Json = nlohmann::ordered_json;

TEST_CASE("json_document: what fits on a line stays on it") {
  CHECK(json_document(Json{{"a", 1}, {"b", {1, 2}}}) == "{\"a\":1,\"b\":[1,2]}\n");
  CHECK(json_document(Json::array()) == "[]\n");
}

TEST_CASE("json_document: what does not is broken into its members") {
  const Json json{{"short", {1, 2}}, {"long", {std::string(60, 'x'), std::string(60, 'y')}}};
  CHECK(json_document(json) == "{\n \"short\": [1,2],\n \"long\": [\n  \"" + std::string(60, 'x') +
                                   "\",\n  \"" + std::string(60, 'y') + "\"\n ]\n}\n");
}

TEST_CASE("json_document: says the same as the document it was made of") {
  Json json = Json::object();
  for (int i = 0; i < 30; ++i)
    json["key " + std::to_string(i)] = {
        {"n", i}, {"text", "a \"quoted\" word\n"}, {"none", nullptr}};
  CHECK(Json::parse(json_document(json)) == json);
}

TEST_CASE("json_document: a byte that is not UTF-8 does not stop it") {
  CHECK(json_document(Json{{"name", "a\xff"}}) == "{\"name\":\"a\xef\xbf\xbd\"}\n");
}

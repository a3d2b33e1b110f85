#include "render/figure/svg.hpp"

#include "render/figure/parsed_svg.hpp"
#include "render/figure/xml_text.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

// What a token, a label or a title may be called by whoever wants to be obeyed.
const std::vector<std::string> kHostile{"<script>x()</script>",
                                        "</script><script>x()",
                                        "</SCRIPT >",
                                        "<!--<script>",
                                        "-->",
                                        "]]>",
                                        "</style>",
                                        "</title>",
                                        "</text></svg>",
                                        "<svg onload=x()>",
                                        "<![CDATA[",
                                        "<?xml?>",
                                        "\"",
                                        "'",
                                        "`",
                                        "&lt;",
                                        "&amp;lt;",
                                        "\" onfocus=x() a=\"",
                                        "\\u003cb",
                                        "\\",
                                        "__DATA__",
                                        "$&",
                                        "${x()}",
                                        "{0}%n",
                                        "{}",
                                        "$(x)",
                                        "';x;'",
                                        "--help",
                                        "}*{display:none}",
                                        "javascript:x()",
                                        "\xE2\x80\xAE"
                                        "abc",
                                        "\xE2\x81\xA6",
                                        "\xE2\x80\xA8",
                                        "か\xE3\x82\x99",
                                        "👩\xE2\x80\x8D👩\xE2\x80\x8D👧",
                                        "&#0;",
                                        "%s%n",
                                        " two  spaces ",
                                        "a\nb\tc\rd",
                                        std::string(2000, 'x')};

}  // namespace

TEST_CASE("svg_text: words are data, whatever they say", "[render][figure]") {
  for (const std::string& word : kHostile) {
    CAPTURE(word);
    const ParsedSvg svg(svg_text(figure_of(word)));
    CHECK(svg.texts_of("text") == std::vector{word});
    CHECK(svg.texts_of("title") == std::vector{word});
    CHECK(svg.texts_of("desc") == std::vector{word});
    CHECK(svg.count("*") == 6);  // svg title desc path g text: no word is a tag
  }
}

TEST_CASE("svg_text: what XML cannot hold is replaced", "[render][figure]") {
  for (const std::string& word :
       {std::string("a\0b", 3), std::string("\xED\xA0\x80"), std::string("\x1b[2J")}) {
    const ParsedSvg svg(svg_text(figure_of(word)));
    CHECK(svg.texts_of("text") == std::vector{harmless_characters(word)});
  }
}

TEST_CASE("svg_text: a figure has its size in millimetres, and is a picture", "[render][figure]") {
  const ParsedSvg svg(svg_text(figure_of("猫")));
  CHECK(svg.root().attribute("width").as_string() == std::string("84mm"));
  CHECK(svg.root().attribute("height").as_string() == std::string("20mm"));
  CHECK(svg.root().attribute("viewBox").as_string() == std::string("0 0 840 200"));
  CHECK(svg.root().attribute("role").as_string() == std::string("img"));
  const std::string fonts = svg.root().attribute("font-family").as_string();
  for (const std::string font : {"Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic", "Meiryo"})
    CHECK(fonts.find(font) != std::string::npos);
  CHECK(fonts.ends_with("sans-serif"));
}

TEST_CASE("svg_text: spaces that a reader would drop are kept", "[render][figure]") {
  const auto keeps = [](const std::string& text) {
    return svg_text(figure_of(text)).find("white-space:pre") != std::string::npos;
  };
  CHECK(keeps(" cat"));
  CHECK(keeps("a  b"));
  CHECK(keeps("a\tb"));
  CHECK_FALSE(keeps("the cat"));
}

TEST_CASE("svg_text: a path says what a shape is", "[render][figure]") {
  Figure figure{.width = 10, .height = 10};
  figure.items.push_back(Shape{.fill = Shape::Fill::color,
                               .path = {{Step::Kind::move, {1, 2}},
                                        {Step::Kind::line, {3, 2}},
                                        {Step::Kind::line, {3, 4.25}},
                                        {Step::Kind::line, {1.01, 5}},
                                        {Step::Kind::curve, {1, 1}, {2, 2}, {3, 3}},
                                        {Step::Kind::close}},
                               .color = {Color::Kind::share, 9},
                               .stroke_width = 0.2,
                               .dashes = {1, 0.5}});
  const std::string svg = svg_text(figure);
  CHECK(svg.find(R"(<path fill="#08306b" stroke="#1a1a1a" stroke-width="2" stroke-dasharray="10 5")"
                 R"( d="M10 20H30V42.5L10.1 50C20 20 30 30 10 10Z"/>)") != std::string::npos);
}

TEST_CASE("svg_text: hatching is a pattern, and only where there is some", "[render][figure]") {
  Figure figure{.width = 10, .height = 10};
  CHECK(ParsedSvg(svg_text(figure)).count("pattern") == 0);
  figure.items.push_back(Shape{.fill = Shape::Fill::hatching});
  const std::string svg = svg_text(figure);
  CHECK(ParsedSvg(svg).count("pattern") == 1);
  CHECK(svg.find(R"svg(fill="url(#hatching)")svg") != std::string::npos);
}

TEST_CASE("svg_text: dots are a PNG inside", "[render][figure]") {
  Figure figure{.width = 10, .height = 10};
  figure.items.push_back(
      Raster{.box = {1, 2, 3, 4}, .n_rows = 1, .n_cols = 1, .cells = {{Color::Kind::paper}}});
  const ParsedSvg svg(svg_text(figure));
  const pugi::xml_node image = svg.root().child("image");
  CHECK(image.attribute("width").as_string() == std::string("30"));
  CHECK(std::string(image.attribute("xlink:href").as_string())
            .starts_with("data:image/png;base64,iVBORw0KGgo"));
}

TEST_CASE("svg_text: texts that look alike share what they have in common", "[render][figure]") {
  Figure figure = figure_of("a");
  figure.items.push_back(std::get<Text>(figure.items.front()));
  CHECK(ParsedSvg(svg_text(figure)).count("g") == 1);
  std::get<Text>(figure.items.back()).is_bold = true;
  CHECK(ParsedSvg(svg_text(figure)).count("g") == 2);
}

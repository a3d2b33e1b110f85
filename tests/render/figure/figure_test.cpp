#include "render/figure/figure.hpp"

#include <zlib.h>

#include "render/figure/parsed_svg.hpp"
#include "support/catch.hpp"

namespace {

double contrast(double a, double b) { return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05); }

TEST_CASE("rgb_of: each step of weights is darker than the one before") {
  for (int level = 1; level < kShareLevels; ++level)
    CHECK(luminance_of(rgb_of({Color::Kind::share, level})) <
          luminance_of(rgb_of({Color::Kind::share, level - 1})));
}

TEST_CASE("rgb_of: signed values of one size are about as dark as one another") {
  for (int size = 1; size <= kSignedZero; ++size) {
    const double minus = luminance_of(rgb_of({Color::Kind::signed_value, kSignedZero - size}));
    const double plus = luminance_of(rgb_of({Color::Kind::signed_value, kSignedZero + size}));
    CHECK(contrast(minus, plus) < 1.25);
  }
}

TEST_CASE("text_color_on: numbers can be read on every colour") {
  for (const auto& [kind, n] :
       {std::pair(Color::Kind::share, kShareLevels),
        std::pair(Color::Kind::signed_value, kSignedLevels), std::pair(Color::Kind::open, 1)})
    for (int level = 0; level < n; ++level) {
      const Color ground{kind, level};
      CAPTURE(static_cast<int>(kind), level);
      CHECK(contrast(luminance_of(rgb_of(ground)), luminance_of(rgb_of(text_color_on(ground)))) >=
            4.4);
    }
}

TEST_CASE("rgb_of: a level that does not exist is the nearest one") {
  CHECK(rgb_of({Color::Kind::share, 99}) == kShareColors.back());
  CHECK(rgb_of({Color::Kind::share, -1}) == kShareColors.front());
}

unsigned number_at(const std::string& bytes, std::size_t at) {
  unsigned number = 0;
  for (std::size_t i = 0; i < 4; ++i)
    number = number << 8 | static_cast<unsigned char>(bytes.at(at + i));
  return number;
}

// What a chunk of that name holds; its check sum has to be right.
std::string chunk_of(const std::string& png, const std::string& name) {
  for (std::size_t at = 8; at < png.size(); at += 12 + number_at(png, at)) {
    const unsigned size = number_at(png, at);
    const auto* checked = reinterpret_cast<const Bytef*>(png.data() + at + 4);
    CHECK(number_at(png, at + 8 + size) == crc32(0, checked, size + 4));
    if (png.substr(at + 4, 4) == name) return png.substr(at + 8, size);
  }
  return "none";
}

std::string unpacked(const std::string& packed, std::size_t size) {
  std::string bytes(size, '\0');
  uLongf n = size;
  CHECK(uncompress(reinterpret_cast<Bytef*>(bytes.data()), &n,
                   reinterpret_cast<const Bytef*>(packed.data()), packed.size()) == Z_OK);
  CHECK(n == size);
  return bytes;
}

TEST_CASE("png_bytes: size, dots and how many of them a metre has") {
  const std::string png =
      png_bytes(Pixels{.width = 2, .height = 1, .rgb = "abcdef", .per_metre = 7559});
  CHECK(png.starts_with("\x89PNG\r\n\x1a\n"));
  const std::string header = chunk_of(png, "IHDR");
  CHECK(number_at(header, 0) == 2);
  CHECK(number_at(header, 4) == 1);
  CHECK(number_at(chunk_of(png, "pHYs"), 0) == 7559);
  CHECK(unpacked(chunk_of(png, "IDAT"), 7) == std::string("\0abcdef", 7));
  CHECK(chunk_of(png, "IEND") == "");
}

TEST_CASE("png_bytes: a size that nobody knows is not written") {
  CHECK(chunk_of(png_bytes(Pixels{.width = 1, .height = 1, .rgb = "abc"}), "pHYs") == "none");
}

TEST_CASE("png_bytes: a cell of a raster is a place in a list of colours") {
  const Color dark{Color::Kind::share, 9}, paper{Color::Kind::paper};
  const std::string png =
      png_bytes(Raster{.n_rows = 2, .n_cols = 2, .cells = {dark, paper, paper, dark}});
  CHECK(chunk_of(png, "PLTE") == "\x08\x30\x6b\xff\xff\xff");
  CHECK(unpacked(chunk_of(png, "IDAT"), 6) == std::string("\0\0\1\0\1\0", 6));
}

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

TEST_CASE("svg_text: words are data, whatever they say") {
  for (const std::string& word : kHostile) {
    CAPTURE(word);
    const ParsedSvg svg(svg_text(figure_of(word)));
    CHECK(svg.texts_of("text") == std::vector{word});
    CHECK(svg.texts_of("title") == std::vector{word});
    CHECK(svg.texts_of("desc") == std::vector{word});
    CHECK(svg.count("*") == 6);  // svg title desc path g text: no word is a tag
  }
}

TEST_CASE("svg_text: what XML cannot hold is replaced") {
  for (const std::string& word :
       {std::string("a\0b", 3), std::string("\xED\xA0\x80"), std::string("\x1b[2J")}) {
    const ParsedSvg svg(svg_text(figure_of(word)));
    CHECK(svg.texts_of("text") == std::vector{harmless_characters(word)});
  }
}

TEST_CASE("svg_text: a figure has its size in millimetres, and is a picture") {
  const ParsedSvg svg(svg_text(figure_of("猫")));
  CHECK(svg.root().attribute("width").as_string() == std::string("84mm"));
  CHECK(svg.root().attribute("height").as_string() == std::string("20mm"));
  CHECK(svg.root().attribute("viewBox").as_string() == std::string("0 0 840 200"));
  CHECK(svg.root().attribute("role").as_string() == std::string("img"));
  const std::string fonts = svg.root().attribute("font-family").as_string();
  for (const std::string font : {"Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic", "Meiryo"})
    CHECK(contains(fonts, font));
  CHECK(fonts.ends_with("sans-serif"));
}

TEST_CASE("svg_text: spaces that a reader would drop are kept") {
  const auto keeps = [](const std::string& text) {
    return svg_text(figure_of(text)).find("white-space:pre") != std::string::npos;
  };
  CHECK(keeps(" cat"));
  CHECK(keeps("a  b"));
  CHECK(keeps("a\tb"));
  CHECK_FALSE(keeps("the cat"));
}

TEST_CASE("svg_text: a path says what a shape is") {
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
  CHECK(contains(svg,
                 R"(<path fill="#08306b" stroke="#1a1a1a" stroke-width="2" stroke-dasharray="10 5")"
                 R"( d="M10 20H30V42.5L10.1 50C20 20 30 30 10 10Z"/>)"));
}

TEST_CASE("svg_text: hatching is a pattern, and only where there is some") {
  Figure figure{.width = 10, .height = 10};
  CHECK(ParsedSvg(svg_text(figure)).count("pattern") == 0);
  figure.items.push_back(Shape{.fill = Shape::Fill::hatching});
  const std::string svg = svg_text(figure);
  CHECK(ParsedSvg(svg).count("pattern") == 1);
  CHECK(contains(svg, R"svg(fill="url(#hatching)")svg"));
}

TEST_CASE("svg_text: dots are a PNG inside") {
  Figure figure{.width = 10, .height = 10};
  figure.items.push_back(
      Raster{.box = {1, 2, 3, 4}, .n_rows = 1, .n_cols = 1, .cells = {{Color::Kind::paper}}});
  const ParsedSvg svg(svg_text(figure));
  const pugi::xml_node image = svg.root().child("image");
  CHECK(image.attribute("width").as_string() == std::string("30"));
  CHECK(std::string(image.attribute("xlink:href").as_string())
            .starts_with("data:image/png;base64,iVBORw0KGgo"));
}

TEST_CASE("svg_text: texts that look alike share what they have in common") {
  Figure figure = figure_of("a");
  figure.items.push_back(std::get<Text>(figure.items.front()));
  CHECK(ParsedSvg(svg_text(figure)).count("g") == 1);
  std::get<Text>(figure.items.back()).is_bold = true;
  CHECK(ParsedSvg(svg_text(figure)).count("g") == 2);
}

TEST_CASE("xml_text: what XML reads as its own is escaped") {
  CHECK(xml_text(R"(<a b="c">&'d'</a>)") == "&lt;a b=&quot;c&quot;&gt;&amp;&#39;d&#39;&lt;/a&gt;");
  CHECK(xml_text("&amp;lt;") == "&amp;amp;lt;");
  CHECK(xml_text("]]>") == "]]&gt;");
  CHECK(xml_text("a\tb\nc\rd") == "a&#9;b&#10;c&#13;d");
}

TEST_CASE("harmless_characters: what is no text of XML becomes U+FFFD") {
  const std::string bad = "\xEF\xBF\xBD";
  CHECK(harmless_characters(std::string("a\0b", 3)) == "a" + bad + "b");
  CHECK(harmless_characters("\x1b[0m") == bad + "[0m");
  CHECK(harmless_characters("\xED\xA0\x80") == bad + bad + bad);  // a lone surrogate
  CHECK(harmless_characters("\xff") == bad);
  CHECK(harmless_characters("\xEF\xBF\xBE") == bad);  // U+FFFE
  CHECK(harmless_characters("猫 \xE2\x80\xA8 \xE2\x80\xAE") == "猫 \xE2\x80\xA8 \xE2\x80\xAE");
}

}  // namespace

#include "cli/figure/figure_file.hpp"

#include "base/message.hpp"
#include "render/figure/parsed_svg.hpp"
#include "support/catch.hpp"
#include "support/figure_module_or_skip.hpp"

using namespace attn;

TEST_CASE("figure_format_of: by the end of the name", "[cli][figure]") {
  CHECK(figure_format_of("a.svg") == FigureFormat::svg);
  CHECK(figure_format_of("folder.pdf/a.PNG") == FigureFormat::png);
  CHECK_FALSE(figure_format_of("a.svgz"));
  CHECK_FALSE(figure_format_of("svg"));
  CHECK(has_figure({"a.json", "a.pdf"}));
  CHECK_FALSE(has_figure({"a.json"}));
}

TEST_CASE("figure_files: each in its own format", "[cli][figure]") {
  FIGURE_MODULE_OR_SKIP();
  const auto files = figure_files(figure_of("猫"), {"a.svg", "b.pdf", "c.png"});
  CHECK(files[0].second.starts_with("<svg "));
  CHECK(files[1].second.starts_with("%PDF-"));
  CHECK(files[2].second.starts_with("\x89PNG"));
}

TEST_CASE("figure_bytes: what is no UTF-8 harms nobody", "[cli][figure]") {
  FIGURE_MODULE_OR_SKIP();
  for (const FigureFormat format : {FigureFormat::pdf, FigureFormat::png})
    for (const std::string& text :
         {std::string("a\0b", 3), std::string("\xED\xA0\x80"), std::string("\xff\n\x1b[0m")})
      CHECK(figure_bytes(figure_of(text), format).size() > 100);
}

TEST_CASE("figure_bytes: a PNG has no room for everything", "[cli][figure]") {
  FIGURE_MODULE_OR_SKIP();
  Figure figure = figure_of("a");
  figure.height = 5000.0;
  CHECK_THROWS_AS(figure_bytes(figure, FigureFormat::png), InputError);
  CHECK_NOTHROW(figure_bytes(figure, FigureFormat::pdf));
}

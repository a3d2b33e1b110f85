#include "cli/figure/figure_width.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

FigureWidth width_of(const std::string& typed, const std::vector<std::string>& files = {"a.svg"}) {
  Flag flag("--figure-width");
  flag.give(typed);
  return read_figure_width(flag, files);
}

}  // namespace

TEST_CASE("read_figure_width: four units", "[cli][figure]") {
  CHECK(width_of("84mm").mm == 84.0);
  CHECK(width_of("8.4cm").mm == Approx(84.0));
  CHECK(width_of("3.3in").mm == Approx(83.82));
  CHECK(width_of("240pt").mm == Approx(84.666).margin(0.001));
  CHECK(width_of("84 mm").mm == 84.0);
  CHECK(width_of("84mm").is_exact);
}

TEST_CASE("read_figure_width: where it was not typed, as wide as is needed", "[cli][figure]") {
  CHECK_FALSE(read_figure_width(Flag("--figure-width"), {}).is_exact);
}

TEST_CASE("read_figure_width: what is no such length is refused", "[cli][figure]") {
  for (const std::string typed :
       {"84", "mm", "", "84px", "39mm", "1001mm", "-84mm", "nanmm", "infmm", "8,4cm", "84 m m"}) {
    CAPTURE(typed);
    CHECK_THROWS_AS(width_of(typed), InputError);
  }
}

TEST_CASE("read_figure_width: refused where there is no figure", "[cli][figure]") {
  CHECK_THROWS_WITH(width_of("84mm", {"a.json"}),
                    "--figure-width is for figures: it needs -o with a name that ends in .svg, "
                    ".pdf or .png.");
  CHECK_THROWS_AS(width_of("84mm", {}), InputError);
  CHECK_NOTHROW(width_of("84mm", {"a.json", "b.PNG"}));
}

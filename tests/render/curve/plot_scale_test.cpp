#include "render/curve/plot_scale.hpp"

#include <cmath>

#include "support/catch.hpp"

using namespace attn;

namespace {

using Counts = std::vector<Count>;
using Kind = PlotScale::Kind;

Count ten_to(unsigned exponent) { return Count("1" + std::string(exponent, '0')); }

}  // namespace

TEST_CASE("PlotScale: shares of a linear and of a logarithmic axis", "[render][plot_scale]") {
  const PlotScale even(Kind::linear, 0, 200), powers(Kind::logarithmic, 1, 10000);
  CHECK(even.share_of(50) == 0.25);
  CHECK(powers.share_of(1) == 0.0);
  CHECK(powers.share_of(100) == Approx(0.5));
  CHECK(powers.share_of(10000) == 1.0);
  CHECK(even.holds(0));
  CHECK_FALSE(powers.holds(0));
  CHECK(PlotScale(Kind::linear, 7, 7).share_of(7) == 0.5);
}

TEST_CASE("PlotScale: beyond the range of a double", "[render][plot_scale]") {
  const PlotScale powers(Kind::logarithmic, ten_to(100), ten_to(900));
  CHECK(powers.share_of(ten_to(500)) == Approx(0.5));
  const PlotScale even(Kind::linear, 0, ten_to(900));
  CHECK(even.share_of(ten_to(900) / 4) == Approx(0.25));
}

TEST_CASE("PlotScale: ticks of a logarithmic axis are powers of ten, or 1, 2, 5 times them",
          "[render][plot_scale]") {
  CHECK(PlotScale(Kind::logarithmic, 30, 70000).ticks(6) == Counts{100, 1000, 10000});
  CHECK(PlotScale(Kind::logarithmic, 3, 70000).ticks(2) == Counts{100, 10000});
  CHECK(PlotScale(Kind::logarithmic, 3, 70).ticks(6) == Counts{5, 10, 20, 50});
  CHECK(PlotScale(Kind::logarithmic, 101, 25800).ticks(6) == Counts{300, 1000, 3000, 10000});
  CHECK(PlotScale(Kind::logarithmic, 61, 69).ticks(6) == Counts{62, 64, 66, 68});
}

TEST_CASE("PlotScale: ticks of a linear axis stand in even steps", "[render][plot_scale]") {
  CHECK(PlotScale(Kind::linear, 0, 105).ticks(6) == Counts{0, 20, 40, 60, 80, 100});
  CHECK(PlotScale(Kind::linear, 1024, 8192).ticks(4) == Counts{2000, 4000, 6000, 8000});
  CHECK(PlotScale(Kind::linear, 5, 5).ticks(3) == Counts{5});
}

TEST_CASE("PlotScale: ticks rise, lie on the axis and are not too many",
          "[render][plot_scale][property]") {
  for (const Kind kind : {Kind::linear, Kind::logarithmic})
    for (unsigned low = 1; low < 40; low += 7)
      for (unsigned exponent = 0; exponent < 50; exponent += 3) {
        const Count least = low, greatest = low + 3 * ten_to(exponent);
        const Counts ticks = PlotScale(kind, least, greatest).ticks(6);
        CHECK(!ticks.empty());
        CHECK(ticks.size() <= 6);
        for (std::size_t i = 0; i < ticks.size(); ++i) {
          CHECK(ticks[i] >= least);
          CHECK(ticks[i] <= greatest);
          if (i > 0) CHECK(ticks[i] > ticks[i - 1]);
        }
      }
}

TEST_CASE("tick_text: a round number with a prefix", "[render][plot_scale]") {
  CHECK(tick_text(0) == "0");
  CHECK(tick_text(500) == "500");
  CHECK(tick_text(20000) == "20 k");
  CHECK(tick_text(1500000) == "1.5 M");
  CHECK(tick_text(ten_to(14)) == "100 T");
  CHECK(tick_text(ten_to(32)) == "100 Q");
  CHECK(tick_text(ten_to(33)) == "10^33");
  CHECK(tick_text(5 * ten_to(40)) == "5 10^40");
}

TEST_CASE("place_texts: K is 1,024 where every number is a multiple of it",
          "[render][plot_scale]") {
  using Texts = std::vector<std::string>;
  CHECK(place_texts({512, 1024, 131072, 1048576, 1310720}) ==
        Texts{"512", "1K", "128K", "1M", "1,280K"});
  CHECK(place_texts({1000, 2000, 4096}) == Texts{"1,000", "2,000", "4,096"});
  CHECK(place_texts({1, 2, 1023}) == Texts{"1", "2", "1,023"});
}

TEST_CASE("tick_text and place_texts: counts of a decimal part", "[render][plot_scale]") {
  CHECK(tick_text(250, 3) == "0.25");
  CHECK(tick_text(7, 3) == "0.007");
  CHECK(tick_text(1500, 3) == "1.5");
  CHECK(tick_text(0, 3) == "0");
  CHECK(tick_text(20'000'000, 3) == "20 k");
  CHECK(place_texts({100, 1000, 10000}, 3) == std::vector<std::string>{"0.1", "1", "10"});
}

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/figure_module_or_skip.hpp"

namespace {

unsigned big_endian(const std::string& bytes, std::size_t at) {
  unsigned number = 0;
  for (std::size_t i = 0; i < 4; ++i)
    number = number << 8 | static_cast<unsigned char>(bytes.at(at + i));
  return number;
}

const std::string kJapanese = "attn attend '猫 が 座った' --causal --quiet --figure-width 84mm ";

}  // namespace

TEST_CASE("attn_draw_figure: words of a PDF can be found and copied") {
  FIGURE_MODULE_OR_SKIP();
  const CommandResult result =
      run_command(kJapanese + "-o a.pdf && pdftotext a.pdf - && pdffonts a.pdf");
  REQUIRE(result.exit_code == 0);
  for (const std::string words : {"猫", "座った", "softmax"}) CHECK(contains(result.out, words));
  // Each font is embedded: emb, sub and uni are three words of its line.
  CHECK(contains(result.out, "yes yes yes"));
  CHECK_FALSE(contains(result.out, " no "));
}

TEST_CASE("attn_draw_figure: a PDF has the size that was asked for, and no date") {
  FIGURE_MODULE_OR_SKIP();
  const CommandResult result = run_command(kJapanese + "-o a.pdf && pdfinfo a.pdf");
  REQUIRE(result.exit_code == 0);
  CHECK(contains(result.out, "Page size:       238.11 x "));  // 84 mm in points
  CHECK(contains(result.out, "Pages:           1\n"));
  CHECK_FALSE(contains(result.out, "CreationDate"));
}

TEST_CASE("attn_draw_figure: a PNG has the size that was asked for") {
  FIGURE_MODULE_OR_SKIP();
  const TemporaryFolder folder;
  REQUIRE(run_command(kJapanese + "-o a.png -o a.svg", folder.path()).exit_code == 0);
  const std::string png = content(folder.path("a.png"));
  const std::size_t header = png.find("IHDR"), size = png.find("pHYs");
  REQUIRE(size != std::string::npos);
  const double per_metre = big_endian(png, size + 4);
  CHECK(big_endian(png, size + 8) == per_metre);
  CHECK(png.at(size + 12) == 1);  // metres
  CHECK(std::abs(1000.0 * big_endian(png, header + 4) / per_metre - 84.0) < 0.2);
}

TEST_CASE("attn_draw_figure: the same figure gives the same bytes") {
  FIGURE_MODULE_OR_SKIP();
  const TemporaryFolder folder;
  REQUIRE(run_command(
              kJapanese + "-o a.pdf -o a.png && sleep 1.1 && " + kJapanese + "-o b.pdf -o b.png",
              folder.path())
              .exit_code == 0);
  CHECK(content(folder.path("a.pdf")) == content(folder.path("b.pdf")));
  CHECK(content(folder.path("a.png")) == content(folder.path("b.png")));
  CHECK(content(folder.path("a.pdf")).size() > 1000);
}

TEST_CASE("attn_draw_figure: every kind of figure can be drawn") {
  FIGURE_MODULE_OR_SKIP();
  const TemporaryFolder folder;
  for (const std::string command :
       {"attend 'a b c d' --view arcs", "attend 'a b c d' --view both", "attend 'a b' --view waves",
        "mha 'a b c d' --d-model 8 --heads 4", "posenc --d-model 8 --length 100",
        "mask --causal --tokens 'a|b|c'", "complexity --model gpt2 --sweep tokens=512:4096",
        "learn copy --steps 20"}) {
    CAPTURE(command);
    const CommandResult result = run_command(
        "attn " + command + " -o a.pdf -o a.png -o a.svg --force > /dev/null", folder.path());
    CHECK(result.exit_code == 0);
    CHECK(content(folder.path("a.pdf")).size() > 5000);
    CHECK(content(folder.path("a.png")).size() > 3000);
  }
}

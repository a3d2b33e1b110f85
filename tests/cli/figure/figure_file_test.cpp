#include "cli/figure/figure.hpp"
#include "render/figure/parsed_svg.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/figure_module_or_skip.hpp"

TEST_CASE("figure_format_of: by the end of the name") {
  CHECK(figure_format_of("a.svg") == FigureFormat::svg);
  CHECK(figure_format_of("folder.pdf/a.PNG") == FigureFormat::png);
  CHECK_FALSE(figure_format_of("a.svgz"));
  CHECK_FALSE(figure_format_of("svg"));
  CHECK(has_figure({"a.json", "a.pdf"}));
  CHECK_FALSE(has_figure({"a.json"}));
}

TEST_CASE("figure_files: each in its own format") {
  FIGURE_MODULE_OR_SKIP();
  const auto files = figure_files(figure_of("猫"), {"a.svg", "b.pdf", "c.png"});
  CHECK(files[0].second.starts_with("<svg "));
  CHECK(files[1].second.starts_with("%PDF-"));
  CHECK(files[2].second.starts_with("\x89PNG"));
}

TEST_CASE("figure_bytes: what is no UTF-8 harms nobody") {
  FIGURE_MODULE_OR_SKIP();
  for (const FigureFormat format : {FigureFormat::pdf, FigureFormat::png})
    for (const std::string& text :
         {std::string("a\0b", 3), std::string("\xED\xA0\x80"), std::string("\xff\n\x1b[0m")})
      CHECK(figure_bytes(figure_of(text), format).size() > 100);
}

TEST_CASE("figure_bytes: a PNG has no room for everything") {
  FIGURE_MODULE_OR_SKIP();
  Figure figure = figure_of("a");
  figure.height = 5000.0;
  CHECK_THROWS_AS(figure_bytes(figure, FigureFormat::png), InputError);
  CHECK_NOTHROW(figure_bytes(figure, FigureFormat::pdf));
}

namespace {

FigureWidth width_of(const std::string& typed, const std::vector<std::string>& files = {"a.svg"}) {
  Flag flag("--figure-width");
  flag.give(typed);
  return read_figure_width(flag, files);
}

TEST_CASE("read_figure_width: four units") {
  CHECK(width_of("84mm").mm == 84.0);
  CHECK(width_of("8.4cm").mm == Approx(84.0));
  CHECK(width_of("3.3in").mm == Approx(83.82));
  CHECK(width_of("240pt").mm == Approx(84.666).margin(0.001));
  CHECK(width_of("84 mm").mm == 84.0);
  CHECK(width_of("84mm").is_exact);
}

TEST_CASE("read_figure_width: where it was not typed, as wide as is needed") {
  CHECK_FALSE(read_figure_width(Flag("--figure-width"), {}).is_exact);
}

TEST_CASE("read_figure_width: what is no such length is refused") {
  for (const std::string typed :
       {"84", "mm", "", "84px", "39mm", "1001mm", "-84mm", "nanmm", "infmm", "8,4cm", "84 m m"}) {
    CAPTURE(typed);
    CHECK_THROWS_AS(width_of(typed), InputError);
  }
}

TEST_CASE("read_figure_width: refused where there is no figure") {
  CHECK_THROWS_WITH(width_of("84mm", {"a.json"}),
                    "--figure-width is for figures: it needs -o with a name that ends in .svg, "
                    ".pdf or .png.");
  CHECK_THROWS_AS(width_of("84mm", {}), InputError);
  CHECK_NOTHROW(width_of("84mm", {"a.json", "b.PNG"}));
}

namespace fs = std::filesystem;

// A copy of attn that finds its translations, and its module where there is to be one.
fs::path copied_program(const fs::path& folder, bool has_module) {
  const fs::path program = ATTN_PROGRAM, build = program.parent_path().parent_path();
  fs::create_directories(folder / "bin");
  fs::copy_file(program, folder / "bin" / "attn");
  fs::create_directory_symlink(build / "share", folder / "share");
  if (has_module) fs::create_directory_symlink(build / "lib", folder / "lib");
  return folder / "bin" / "attn";
}

TEST_CASE("require_figure_module: nothing of Cairo is loaded for anything else") {
  const TemporaryFolder folder;
  const CommandResult result = run_command("ldd " ATTN_PROGRAM, folder.path());
  CHECK(result.exit_code == 0);
  for (const std::string library : {"cairo", "pango", "fontconfig", "glib"})
    CHECK_FALSE(contains(result.out, library));
  // Nor later: what a run opens is seen by the loader.
  const std::string traced = "LD_DEBUG=files attn attend 'a b' -o a.svg --quiet 2>&1";
  CHECK_FALSE(contains(run_command(traced, folder.path()).out, "libcairo"));
  FIGURE_MODULE_OR_SKIP();
  const std::string drawn = "LD_DEBUG=files attn attend 'a b' -o a.png --quiet 2>&1";
  CHECK(contains(run_command(drawn, folder.path()).out, "libcairo"));
}

TEST_CASE("require_figure_module: without it the message says what is missing") {
  const TemporaryFolder folder;
  const std::string attn = copied_program(folder.path(), false).string();
  const CommandResult result = run_command(attn + " attend 'a b' -o a.svg -o b.pdf", folder.path());
  CHECK(result.exit_code == 3);
  CHECK(result.out == "");
  CHECK(contains(result.err, "libpango1.0-dev"));
  CHECK_FALSE(fs::exists(folder.path() / "a.svg"));
  CHECK(run_command(attn + " attend 'a b' -o a.svg --quiet", folder.path()).exit_code == 0);
  const CommandResult japanese =
      run_command(attn + " attend 'a b' --lang ja -o b.png", folder.path());
  CHECK(contains(japanese.err, "ビルドされています"));
}

TEST_CASE("require_figure_module: a module that is none is refused") {
  FIGURE_MODULE_OR_SKIP();
  const TemporaryFolder folder;
  const std::string attn = copied_program(folder.path(), true).string();
  CHECK(run_command(attn + " attend 'a b' -o b.pdf --quiet", folder.path()).exit_code == 0);
  fs::remove(folder.path() / "lib");
  fs::create_directories(folder.path() / "lib" / "attn");
  folder.file("lib/attn/figures.so", "nothing that can be loaded");
  const CommandResult result = run_command(attn + " attend 'a b' -o b.pdf --force", folder.path());
  CHECK(result.exit_code == 3);
  CHECK(contains(result.err, "libpangocairo-1.0-0"));
}

}  // namespace

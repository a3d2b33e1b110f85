#include "cli/present/view_flags.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"

using namespace attn;

namespace {

ViewFlags with(Flag ViewFlags::*flag, const std::string& value) {
  ViewFlags flags;
  type(flags.width, "80");
  type(flags.*flag, value);
  return flags;
}

}  // namespace

TEST_CASE("ViewFlags::read: what is shown where nothing is asked for", "[cli][view_flags]") {
  const ViewChoice choice = with(&ViewFlags::color, "never").read();
  CHECK(choice.screen == Screen::text);
  CHECK_FALSE(choice.names_stages());
  CHECK(choice.files.empty());
  CHECK_FALSE(choice.overwrite);
  CHECK(choice.layout.width == 80);
  CHECK(choice.layout.precision == 3);
  CHECK(choice.layout.explain == 1);
  CHECK(choice.layout.glyphs == Glyphs::unicode);
  CHECK_FALSE(choice.layout.view.has_value());
  CHECK_FALSE(choice.layout.color);
  CHECK_FALSE(choice.layout.arithmetic);
}

TEST_CASE("ViewFlags::read: every value reaches the layout", "[cli][view_flags]") {
  CHECK(with(&ViewFlags::precision, "0").read().layout.precision == 0);
  CHECK(with(&ViewFlags::precision, "12").read().layout.precision == 12);
  CHECK(with(&ViewFlags::explain, "2").read().layout.explain == 2);
  CHECK(with(&ViewFlags::color, "always").read().layout.color);
  CHECK(with(&ViewFlags::glyphs, "ascii").read().layout.glyphs == Glyphs::ascii);
  CHECK(with(&ViewFlags::view, "numbers").read().layout.view == View::numbers);
  CHECK(with(&ViewFlags::view, "heat").read().layout.view == View::heat);
  CHECK(with(&ViewFlags::view, "both").read().layout.view == View::both);
  CHECK(with(&ViewFlags::width, "40").read().layout.width == 40);
  CHECK(with(&ViewFlags::width, "1000").read().layout.width == 1000);
}

TEST_CASE("ViewFlags::read: refuses values out of range", "[cli][view_flags][error]") {
  const auto [flag, value] = GENERATE(table<Flag ViewFlags::*, std::string>({
      {&ViewFlags::precision, "13"},
      {&ViewFlags::precision, "-1"},
      {&ViewFlags::explain, "3"},
      {&ViewFlags::color, "yes"},
      {&ViewFlags::glyphs, "latin"},
      {&ViewFlags::view, "colour"},
      {&ViewFlags::width, "39"},
      {&ViewFlags::width, "1001"},
  }));
  CAPTURE(value);
  CHECK_THROWS_AS(with(flag, value).read(), InputError);
}

TEST_CASE("ViewFlags::read: stages are named with commas, flags or both", "[cli][view_flags]") {
  ViewFlags flags;
  flags.stages.give("query,key");
  flags.stages.give("scores");
  const ViewChoice choice = flags.read();
  CHECK(choice.stages == std::vector<std::string>{"query", "key", "scores"});
  CHECK(choice.names_stages());
  CHECK(with(&ViewFlags::from, "scores").read().names_stages());
  CHECK(with(&ViewFlags::to, "scores").read().names_stages());
}

TEST_CASE("ViewFlags::read: stages by name and by range exclude each other",
          "[cli][view_flags][error]") {
  ViewFlags flags = with(&ViewFlags::to, "scores");
  type(flags.stages, "query");
  CHECK_THROWS_MATCHES(flags.read(), InputError,
                       Message("--stage and --from/--to cannot be used together."));
}

TEST_CASE("ViewFlags::read: one screen at a time", "[cli][view_flags][error]") {
  const std::vector<std::tuple<Flag ViewFlags::*, std::string, Screen>> screens{
      {&ViewFlags::step, "--step", Screen::step},
      {&ViewFlags::json, "--json", Screen::json},
      {&ViewFlags::plain, "--plain", Screen::plain},
      {&ViewFlags::summary, "--summary", Screen::summary},
      {&ViewFlags::shapes_only, "--shapes-only", Screen::shapes},
      {&ViewFlags::quiet, "--quiet", Screen::quiet}};
  for (std::size_t i = 0; i < screens.size(); ++i) {
    ViewFlags flags;
    type(flags.*std::get<0>(screens[i]));
    CHECK(flags.read().screen == std::get<Screen>(screens[i]));
    for (std::size_t j = i + 1; j < screens.size(); ++j) {
      const bool is_quiet_plain = std::get<Screen>(screens[i]) == Screen::plain &&
                                  std::get<Screen>(screens[j]) == Screen::quiet;
      if (is_quiet_plain) continue;  // one says how much, the other how
      ViewFlags both = flags;
      type(both.*std::get<0>(screens[j]));
      CHECK_THROWS_MATCHES(
          both.read(), InputError,
          Message(std::get<std::string>(screens[i]) + " and " + std::get<std::string>(screens[j]) +
                  " cannot be used together."));
    }
  }
}

TEST_CASE("ViewFlags::read: files are refused before anything is computed",
          "[cli][view_flags][error]") {
  ViewFlags flags;
  type(flags.files, "out.txt");
  CHECK_THROWS_MATCHES(flags.read(), InputError,
                       Message("cannot tell what to write to out.txt: its name must end in one of "
                               ".json, .npz, .npy, .safetensors, .csv, .html, .svg, .pdf, .png."));
  type(flags.files, "/nowhere/at/all/out.npz");
  CHECK_THROWS_AS(flags.read(), InputError);
}

TEST_CASE("ViewFlags::read: --quiet beside --plain asks for the records of the result",
          "[cli][view_flags]") {
  ViewFlags flags;
  flags.quiet.give();
  flags.plain.give();
  const ViewChoice choice = flags.read();
  CHECK(choice.screen == Screen::plain);
  CHECK(choice.result_alone);
  flags.json.give();
  CHECK_THROWS_AS(flags.read(), InputError);
}

TEST_CASE("ViewFlags::read: a heat map has room for more rows than numbers", "[cli][view_flags]") {
  CHECK(with(&ViewFlags::view, "heat").read().layout.max_rows == 64);
  CHECK(with(&ViewFlags::view, "both").read().layout.max_rows == 24);
}

TEST_CASE("ViewFlags::read: a row belongs to a picture of rows", "[cli][view_flags]") {
  ViewFlags flags = with(&ViewFlags::row, "it");
  const auto refused =
      Message("--row shows one row of a picture: it needs --view with rows, bars, arcs or chain.");
  CHECK_THROWS_MATCHES(flags.read(), InputError, refused);
  type(flags.view, "boxes");
  CHECK_THROWS_MATCHES(flags.read(), InputError, refused);
  type(flags.view, "chain");
  CHECK(flags.read().row == "it");
}

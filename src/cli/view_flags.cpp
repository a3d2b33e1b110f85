#include "cli/view_flags.hpp"

#include <CLI/App.hpp>

#include "cli/export.hpp"
#include "cli/flag_values.hpp"
#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "core/message.hpp"

namespace attn {
namespace {

constexpr unsigned kMaxPrecision = 12;

std::vector<std::string> split_at_commas(const std::vector<std::string>& texts) {
  std::vector<std::string> parts;
  for (const std::string& text : texts)
    for (std::size_t start = 0; start <= text.size();) {
      const std::size_t end = std::min(text.find(',', start), text.size());
      parts.push_back(text.substr(start, end - start));
      start = end + 1;
    }
  return parts;
}

// At most one of these may be chosen: each is a screen of its own.
Screen screen_of(const ViewFlags& flags) {
  const std::vector<std::tuple<bool, const char*, Screen>> choices{
      {flags.step, "--step", Screen::step},
      {flags.json, "--json", Screen::json},
      {flags.plain, "--plain", Screen::plain},
      {flags.summary, "--summary", Screen::summary},
      {flags.shapes_only, "--shapes-only", Screen::shapes},
      {flags.quiet, "--quiet", Screen::quiet}};
  const char* chosen = nullptr;
  Screen screen = Screen::text;
  for (const auto& [is_chosen, flag, its_screen] : choices) {
    if (!is_chosen) continue;
    if (chosen) throw InputError(message("{} and {} cannot be used together.", chosen, flag));
    chosen = flag;
    screen = its_screen;
  }
  return screen;
}

}  // namespace

void ViewFlags::add_to(CLI::App& app) {
  const char* group = translated("Stages");
  const auto value = [&app, &group](const char* name, std::string& target, const char* type,
                                    const char* description) {
    app.add_option(name, target, description)
        ->type_name(type)
        ->group(group)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  };
  const auto flag = [&app, &group](const char* name, bool& target, const char* description) {
    app.add_flag(name, target, description)->group(group)->disable_flag_override();
  };
  app.add_option("--stage", stages, translated("Only these stages; may be repeated"))
      ->type_name("NAME,...")
      ->group(group)
      ->allow_extra_args(false)  // the next argument may be the sentence
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  value("--from", from, "NAME", translated("From this stage on"));
  value("--to", to, "NAME", translated("Up to this stage"));
  flag("-s,--step", step, translated("Walk through the stages with the keyboard"));
  flag("--summary", summary, translated("One line of statistics a stage"));
  flag("--shapes-only", shapes_only, translated("One line with the shape of each stage"));
  flag("-q,--quiet", quiet, translated("Only the numbers of the last stage; with -o, nothing"));
  flag("--arithmetic", arithmetic, translated("Spell out how each cell is worked out"));
  value("--explain", explain, "0|1|2", translated("Words: none, a sentence a stage, or more"));

  group = translated("Screen");
  value("--view", view, "KIND", translated("numbers, heat or both"));
  value("--precision", precision, "N", translated("Decimals (default 3); whole numbers have none"));
  value("--color", color, "WHEN", translated("auto, always or never"));
  value("--glyphs", glyphs, "KIND", translated("unicode or ascii"));
  value("--width", width, "N", translated("Columns to fit into, 40 or more"));

  group = translated("For other programs");
  flag("--json", json, translated("One JSON document, schema attn.trace/1"));
  flag("--plain", plain, translated("Tab-separated records, one a cell"));
  app.add_option("-o,--output", files,
                 translated("Also write to FILE (.json .npz .npy .csv); may be repeated"))
      ->type_name("FILE")
      ->group(group)
      ->allow_extra_args(false)  // the next argument may be the sentence
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  flag("--force", force, translated("Overwrite files that exist"));
}

ViewChoice ViewFlags::read() const {
  ViewChoice choice;
  choice.screen = screen_of(*this);
  choice.stages = split_at_commas(stages);
  choice.from = from;
  choice.to = to;
  choice.files = files;
  choice.overwrite = force;
  if (!stages.empty() && (!from.empty() || !to.empty()))
    throw InputError(message("{} and {} cannot be used together.", "--stage", "--from/--to"));
  require_writable(choice);

  Layout& layout = choice.layout;
  choice_value("--color", color, {"auto", "always", "never"});
  layout.color = wants_color(color);
  layout.glyphs = static_cast<Glyphs>(choice_value("--glyphs", glyphs, {"unicode", "ascii"}));
  layout.precision = static_cast<int>(count_value("--precision", precision, 0, kMaxPrecision));
  layout.explain = static_cast<int>(count_value("--explain", explain, 0, 2));
  layout.arithmetic = arithmetic;
  if (!view.empty())
    layout.view = static_cast<View>(choice_value("--view", view, {"numbers", "heat", "both"}));
  layout.width = width.empty()
                     ? std::max(kMinWidth, terminal_width())
                     : static_cast<unsigned>(count_value("--width", width, kMinWidth, kMaxWidth));
  return choice;
}

}  // namespace attn

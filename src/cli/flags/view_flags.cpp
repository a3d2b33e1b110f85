#include "cli/flags/view_flags.hpp"

#include "base/error.hpp"
#include "base/message.hpp"
#include "cli/flags/flag_group.hpp"
#include "cli/flags/flag_values.hpp"
#include "cli/present/export.hpp"

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
  const FlagGroup which(app, translated("Stages"));
  which.values("--stage", stages, "NAME,...", translated("Only these stages; may be repeated"));
  which.value("--from", from, "NAME", translated("From this stage on"));
  which.value("--to", to, "NAME", translated("Up to this stage"));
  which.flag("--step", step, translated("Walk through the stages with the keyboard"));
  which.flag("--summary", summary, translated("One line of statistics a stage"));
  which.flag("--shapes-only", shapes_only, translated("One line with the shape of each stage"));
  which.flag("--quiet", quiet, translated("Only the numbers of the last stage; with -o, nothing"));
  which.flag("--arithmetic", arithmetic, translated("Spell out how each cell is worked out"));
  which.value("--explain", explain, "0|1|2",
              translated("Words: none, a sentence a stage, or more"));

  const FlagGroup screen(app, translated("Screen"));
  screen.value("--view", view, "KIND", translated("numbers, heat, both or waves"));
  screen.value("--precision", precision, "N",
               translated("Decimals (default 3); whole numbers have none"));
  add_screen_flags(screen);

  const FlagGroup programs(app, translated("For other programs"));
  programs.flag("--json", json, translated("One JSON document, schema attn.trace/1"));
  programs.flag("--plain", plain, translated("Tab-separated records, one a cell"));
  programs.values("--output", files, "FILE",
                  translated("Also write to FILE (.json .npz .npy .csv); may be repeated"));
  programs.flag("--force", force, translated("Overwrite files that exist"));
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
  layout = read_layout();
  layout.precision = static_cast<int>(count_value("--precision", precision, 0, kMaxPrecision));
  layout.arithmetic = arithmetic;
  if (!view.empty())
    layout.view =
        static_cast<View>(choice_value("--view", view, {"numbers", "heat", "both", "waves"}));
  return choice;
}

}  // namespace attn

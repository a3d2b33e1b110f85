#include <algorithm>
#include <memory>

#include "base/message.hpp"
#include "cli/commands.hpp"
#include "cli/flags/example_flags.hpp"
#include "cli/positions/position_flags.hpp"
#include "cli/present/batch_flag.hpp"
#include "cli/present/present.hpp"
#include "cli/present/select.hpp"
#include "cli/present/view_flags.hpp"

namespace attn {
namespace {

struct PosencFlags {
  PositionFlags positions;
  ViewFlags view;
  ExampleFlags example;
};

// What --positions and --dims choose is a stage of its own: where that is not shown, they would do
// nothing.
void require_choice_is_shown(const Trace& trace, const PosencFlags& flags, const ViewChoice& view) {
  const Flags given = given_among({flags.positions.positions, flags.positions.dims});
  if (given.empty()) return;
  const Selection shown = selected(trace, view);
  const auto is_chosen = [](const Stage* stage) { return stage->id == "chosen"; };
  const bool is_shown = view.screen == Screen::quiet || view.result_alone
                            ? shown.result && is_chosen(shown.result)
                            : std::any_of(shown.stages.begin(), shown.stages.end(), is_chosen);
  if (is_shown) return;
  throw InputError(
      message("{} chooses a part of the encoding, which is the stage \"chosen\", and that is not "
              "shown here. Add --stage chosen, or leave out {}.",
              given.front().name(), given.front().name()));
}

int posenc(const PosencFlags& flags, const TellExample& example) {
  const ViewChoice view = flags.view.read();
  const auto told = [&] {
    Trace trace = position_trace(flags.positions);
    example().add_to(trace);
    return trace;
  };
  const Trace trace = told();
  require_choice_is_shown(trace, flags, view);
  require_shapes_shown(flags.positions.batch, view, trace);
  return present(trace, view, {.again = told});
}

}  // namespace

Action add_posenc(FlagTable& table) {
  const auto flags = std::make_shared<PosencFlags>();
  flags->positions.add_to(table);
  flags->view.add_to(table);
  flags->example.add_to(table);
  return with_examples("posenc", table, flags->example, flags->view,
                       [flags](const TellExample& example) {
                         flags->positions.words.for_programs = flags->view.is_for_programs();
                         return posenc(*flags, example);
                       });
}

}  // namespace attn

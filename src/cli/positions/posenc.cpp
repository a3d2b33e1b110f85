#include <memory>

#include "cli/commands.hpp"
#include "cli/flags/batch_flag.hpp"
#include "cli/flags/example_flags.hpp"
#include "cli/flags/view_flags.hpp"
#include "cli/positions/position_flags.hpp"
#include "cli/present/present.hpp"

namespace attn {
namespace {

struct PosencFlags {
  PositionFlags positions;
  ViewFlags view;
  ExampleFlags example;
};

int posenc(const PosencFlags& flags, const ExampleWords& example) {
  const ViewChoice view = flags.view.read();
  Trace trace = position_trace(flags.positions);
  example.add_to(trace);
  require_shapes_shown(flags.positions.batch, view, trace);
  return present(trace, view);
}

}  // namespace

Action add_posenc(FlagTable& table) {
  const auto flags = std::make_shared<PosencFlags>();
  flags->positions.add_to(table);
  flags->view.add_to(table);
  flags->example.add_to(table);
  return with_examples("posenc", table, flags->example, flags->view,
                       [flags](const ExampleWords& example) {
                         flags->positions.words.for_programs = flags->view.is_for_programs();
                         return posenc(*flags, example);
                       });
}

}  // namespace attn

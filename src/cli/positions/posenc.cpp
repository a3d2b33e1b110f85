#include <memory>

#include "cli/commands.hpp"
#include "cli/flags/view_flags.hpp"
#include "cli/positions/position_flags.hpp"
#include "cli/present/present.hpp"

namespace attn {
namespace {

struct PosencFlags {
  PositionFlags positions;
  ViewFlags view;
};

int posenc(const PosencFlags& flags) {
  const ViewChoice view = flags.view.read();
  return present(position_trace(flags.positions), view);
}

}  // namespace

Action add_posenc(FlagTable& table) {
  const auto flags = std::make_shared<PosencFlags>();
  flags->positions.add_to(table);
  flags->view.add_to(table);
  return [flags] {
    flags->positions.words.for_programs = flags->view.is_for_programs();
    return posenc(*flags);
  };
}

}  // namespace attn

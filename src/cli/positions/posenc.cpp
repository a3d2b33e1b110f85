#include <CLI/App.hpp>
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

void add_posenc(CLI::App& app, Action& chosen) {
  const auto flags = std::make_shared<PosencFlags>();
  flags->positions.add_to(app);
  flags->view.add_to(app);
  app.callback([flags, &chosen] { chosen = [flags] { return posenc(*flags); }; });
}

}  // namespace attn

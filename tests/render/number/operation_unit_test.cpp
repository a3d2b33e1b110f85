#include "render/number/operation_unit.hpp"

#include <string>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("Operations: a MAC is two FLOP", "[render][operation_unit]") {
  const Operations flop(OperationUnit::flop), mac(OperationUnit::mac);
  CHECK(flop.base == std::string("FLOP"));
  CHECK(flop.rule == std::string("MAC = 2 FLOP"));
  CHECK(mac.base == std::string("MAC"));
  CHECK(mac.rule == std::string("MAC"));
  CHECK(mac.flops == 2 * flop.flops);
}

#pragma once

#include "base/named.hpp"

namespace attn {

/// What operations are counted in: multiplications and additions, or the two together.
enum class OperationUnit { flop, mac };
inline constexpr Named<OperationUnit> kOperationUnits[] = {{OperationUnit::flop, "flop"},
                                                           {OperationUnit::mac, "mac"}};

/// The same as its name and as how many FLOP one of them is.
struct Operations {
  const char* base;  ///< "FLOP", "MAC"
  unsigned flops;
  const char* rule;  ///< how titles say it: "MAC = 2 FLOP"

  explicit Operations(OperationUnit unit)
      : base(unit == OperationUnit::flop ? "FLOP" : "MAC"),
        flops(unit == OperationUnit::flop ? 1 : 2),
        rule(unit == OperationUnit::flop ? "MAC = 2 FLOP" : "MAC") {}
};

}  // namespace attn

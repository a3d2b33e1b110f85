#pragma once

#include "kernels/fused_attention.hpp"
#include "support/catch.hpp"

/// Ends a test that needs a device where there is none. CTest reads the line and calls the test
/// skipped.
#define DEVICE_OR_SKIP()                                                       \
  if (const attn::KernelFacts facts = attn::kernel_facts(); !facts.is_ready) { \
    WARN("skipped: " << facts.runs_on);                                        \
    return;                                                                    \
  }                                                                            \
  static_cast<void>(0)

/// The same for a test of what happens without one.
#define NO_DEVICE_OR_SKIP()                                                   \
  if (const attn::KernelFacts facts = attn::kernel_facts(); facts.is_ready) { \
    WARN("skipped: this machine has a device, " << facts.runs_on);            \
    return;                                                                   \
  }                                                                           \
  static_cast<void>(0)

#pragma once

#include "support/catch.hpp"

/// Where attn was built without its module for PDF and PNG, ends a test that needs it: as skipped.
#ifdef ATTN_HAS_FIGURE_MODULE
#define FIGURE_MODULE_OR_SKIP() static_cast<void>(0)
#else
#define FIGURE_MODULE_OR_SKIP()                                       \
  do {                                                                \
    WARN("skipped: figures in PDF and PNG were not built, no Pango"); \
    return;                                                           \
  } while (false)
#endif

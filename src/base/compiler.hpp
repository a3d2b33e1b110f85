#pragma once

namespace attn {

/// The compiler that this program was built with, and its version.
inline constexpr const char* kCompiler =
#if defined(__clang__)
    "clang++ " __clang_version__;
#else
    "g++ " __VERSION__;
#endif

}  // namespace attn

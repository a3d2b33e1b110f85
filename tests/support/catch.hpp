#pragma once

// Catch2 2 (Debian 12) and Catch2 3 (Debian 13) differ in their headers and in a name; nothing else
// in the tests knows.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
using Catch::Matchers::ContainsSubstring;
#else
#include <catch2/catch.hpp>
inline auto ContainsSubstring(const std::string& text) { return Catch::Matchers::Contains(text); }
#endif

using Catch::Matchers::Message;  // with CHECK_THROWS_MATCHES: the whole text of an exception

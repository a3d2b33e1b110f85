#pragma once

// Catch2 2 (Debian 12) and Catch2 3 differ in their headers; nothing else in the tests knows.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif

using Catch::Matchers::Message;  // with CHECK_THROWS_MATCHES: the whole text of an exception

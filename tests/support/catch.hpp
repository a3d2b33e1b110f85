// What every test needs, compiled once: Catch2, the usual headers of the standard library, the
// names of attn, and how it is checked that something is refused.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <numbers>
#include <numeric>
#include <optional>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/message.hpp"

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

namespace attn {

/// The message with which `action` is refused as the user's mistake; "accepted" if it is not.
template <std::invocable Action>
std::string refusal(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

inline bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [text](std::string_view part) { return contains(text, part); });
}

}  // namespace attn

using namespace attn;

/// That an expression is refused with this message, or with one that has this part.
#define CHECK_REFUSED(expression, message) \
  CHECK_THROWS_MATCHES(expression, attn::InputError, Message(message))
#define CHECK_REFUSED_FOR(expression, part) \
  CHECK_THAT(attn::refusal([&] { static_cast<void>(expression); }), ContainsSubstring(part))

#pragma once

#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace attn {

/// What every figure depends on: processor, threads, BLAS and its core, vector instructions,
/// compiler, and the settings in the environment. Names and values, in the order to print them.
std::vector<std::pair<std::string, std::string>> surroundings();

/// Until the BLAS's own threads are asleep. They look for more work for some 20 ms after each
/// product of several threads, and what runs meanwhile has fewer processors than it seems.
inline void pause_for_blas() { std::this_thread::sleep_for(std::chrono::milliseconds(60)); }

}  // namespace attn

#pragma once

namespace attn {

/// `attn_benchmarks ratios`: the table of docs/performance.md, each line as a ratio of two things
/// that were timed in turns.
int run_ratios(int argc, char** argv);

/// `attn_benchmarks serve`: attention on matrices from files, run once for every line `run` on the
/// standard input, so that another program can time it in turns with something else.
int run_serve(int argc, char** argv);

/// `attn_benchmarks learn`: steps of learning, as many as a line on the standard input says, for
/// the same reason.
int run_learn(int argc, char** argv);

/// `attn_benchmarks model`: forward passes of a model in a folder, for
/// tests/benchmark/model_peers.py.
int run_model_pass(int argc, char** argv);

/// Tells Google Benchmark of every kernel by size, the tiles, the threads and the products.
void register_benchmarks();

}  // namespace attn

#include <utility>

#include "base/message.hpp"
#include "cli/attention/expect.hpp"
#include "cli/flags/flag.hpp"
#include "cli/present/present.hpp"
#include "cli/terminal/terminal.hpp"
#include "kernels/fused_multi_head.hpp"
#include "kernels/machine.hpp"
#include "mechanisms/attention/stages.hpp"

namespace attn {
namespace {

void explain(const ResultAlone& how) {
  const KernelFacts facts = kernel_facts();
  std::string vectors, threads;
  if (!is_device(facts)) {
    vectors = translated(", ") + facts.vectors;
    threads = message(", threads {} at most", how.n_threads ? how.n_threads : usual_threads());
  }
  print_remark(
      message("attn: nothing here asks for a stage, so none was kept: scores came and went in "
              "tiles of queries and keys. {}, {}{}; numbers {}{}.",
              facts.blas, facts.runs_on, vectors, name_in(kPrecisions, how.precision), threads));
}

// The one stage. It has no rule: what it was made from was not kept.
template <class Problem>
Trace trace_of(const char* command, Problem& problem, Stage stage, arma::mat value) {
  Trace trace{.command = command,
              .query_tokens = std::move(problem.query_tokens),
              .key_tokens = std::move(problem.key_tokens)};
  trace.result = stage.id;
  stage.rule = Given{};
  stage.value = std::move(value);
  trace.record(std::move(stage));
  const arma::uvec empty =
      empty_queries(trace.query_tokens.size(), trace.key_tokens.size(), visible_keys(problem));
  warn_of_empty_rows(trace, empty, problem.empty_row);
  return trace;
}

// Kernels know a pattern by its cells.
void write_out_pattern(AttentionOptions& options, arma::uword n_q, arma::uword n_k) {
  if (!options.pattern) return;
  const BlockedCells blocked = blocked_cells(*options.pattern, n_q, n_k);
  options.pattern.reset();
  options.causal = false;
  if (!blocked.is_empty()) options.mask = arma::conv_to<Mask>::from(blocked == 0);
}

// What compute.operator()<Real>(run) returns in the numbers that were chosen, as double.
template <class Compute>
arma::mat computed(const ResultAlone& how, const Compute& compute) {
  const FusedRun run{.n_threads = how.n_threads, .tf32 = how.precision == Precision::tf32};
  if (how.precision == Precision::fp64) return compute.template operator()<double>(run);
  return arma::conv_to<arma::mat>::from(compute.template operator()<float>(run));
}

}  // namespace

void ResultAloneFlags::add_to(FlagTable& table) {
  const FlagGroup group(table,
                        translated("Result without stages (--quiet, with -o only .npy and .csv)"));
  group.value(
      dtype, "TYPE",
      translated("Compute it in fp64, fp32 or tf32 (default fp64, on a device and with --model "
                 "fp32)"));
  group.value(threads, "N", translated("Number of threads (default: all)"));
}

std::optional<ResultAlone> ResultAloneFlags::read(const ViewChoice& view,
                                                  const Flags& comparison) const {
  const Flags of_result = given_among({dtype, threads});
  for (const Flag& flag : of_result) refuse_beside(flag, comparison);
  const bool wants_stages = !given_among(comparison).empty() || view.screen != Screen::quiet ||
                            view.names_stages() || !hold_one_matrix_each(view.files);
  if (wants_stages && !of_result.empty())
    throw InputError(
        message("{} is for a result without stages: with --quiet, and with -o only .npy and .csv. "
                "Stages are always computed in fp64.",
                of_result.front().name()));
  if (wants_stages) return {};

  const KernelFacts facts = kernel_facts();
  if (threads && is_device(facts))
    throw InputError(
        message("--threads applies to the CPU only; a CUDA device divides its own work. Leave it "
                "out. This attn computes with {}.",
                facts.blas));
  ResultAlone how{.precision = facts.usual,
                  .n_threads = threads.threads().value_or(0),
                  .is_chosen = !of_result.empty(),
                  .explains = view.layout.explain >= 2};
  how.precision = dtype.choice(kPrecisions).value_or(how.precision);
  if (dtype && how.precision == Precision::tf32 && !facts.has_tf32)
    throw InputError(
        message("--dtype tf32 needs a CUDA device that has it, and this attn computes with {}, {}. "
                "Use fp32, or an attn that was built with -DATTN_BLAS=cuda.",
                facts.blas, facts.runs_on));
  return how;
}

bool keeps_stages(const std::optional<ResultAlone>& how, std::size_t n_q, std::size_t n_k,
                  arma::uword n_heads) {
  // Where the terms of a sum cancel, the stages have 0. A kernel that keeps no terms has what is
  // left of them, which in large results nobody looks for.
  constexpr std::size_t kMostByHand = 64;
  const bool is_by_hand = n_q <= kMostByHand && n_k <= kMostByHand;
  if (how)
    return !how->is_chosen && stages_fit(n_q, n_k, n_heads) &&
           ((is_by_hand && !how->explains) || !kernel_facts().is_ready);
  try {
    require_stages_fit(n_q, n_k, n_heads);
  } catch (const InputError& error) {
    std::string text = error.what();
    add_sentence(text, translated("Or let the result be computed alone, without stages: --quiet -o "
                                  "FILE.npy."));
    throw InputError(text);
  }
  return true;
}

Trace result_alone(AttentionProblem problem, const ResultAlone& how) {
  const auto check = [&problem](const arma::mat& queries, const arma::mat& keys) {
    require_one_label_per_row(problem.query_tokens, queries, "Q");
    require_one_label_per_row(problem.key_tokens, keys, "K");
  };
  std::visit([](const auto& tensors) { require_fitting_shapes(tensors); }, problem.tensors);
  if (const auto* given = std::get_if<Projected>(&problem.tensors)) check(given->Q, given->K);
  if (const auto* made = std::get_if<Embedded>(&problem.tensors))
    check(made->X, made->memory ? *made->memory : made->X);
  write_out_pattern(problem, problem.query_tokens.size(), problem.key_tokens.size());
  if (how.explains) explain(how);
  const Stage stage = output_stage({"query", problem.query_tokens});
  arma::mat value = std::visit(
      [&](auto& tensors) {
        return computed(how, [&]<class Real>(const FusedRun& run) {
          return fused_head<Real>(std::move(tensors), problem, run);
        });
      },
      problem.tensors);
  return trace_of("attend", problem, stage, std::move(value));
}

Trace result_alone(MultiHeadProblem problem, const ResultAlone& how) {
  require_fitting_shapes(problem);
  require_one_label_per_row(problem.query_tokens, problem.X, "X");
  require_one_label_per_row(problem.key_tokens, problem.keys_from(), problem.memory ? "M" : "X");
  write_out_pattern(problem, problem.query_tokens.size(), problem.key_tokens.size());
  if (how.explains) explain(how);
  const Axis query{"query", problem.query_tokens};
  const Stage stage = problem.weights.W_O.is_empty() ? concat_stage(query, problem.counts.n_heads)
                                                     : projected_stage(query);
  arma::mat value = computed(how, [&]<class Real>(const FusedRun& run) {
    return fused_multi_head<Real>(std::move(static_cast<MultiHeadLayer&>(problem)), problem, run);
  });
  return trace_of("mha", problem, stage, std::move(value));
}

}  // namespace attn

#include "cli/complexity/measure_flags.hpp"

#include "base/message.hpp"
#include "kernels/machine.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"

using namespace attn;

namespace {

struct PlanFlags {
  MeasureFlags measure{};
  Flag sweep{"--sweep"};
  LayerFlags layer{};
  ModelFlags model{};
  PassFlags pass{};

  MeasurePlan read() const { return read_plan(measure, sweep, layer, model, pass, {}); }
};

void refuses(const PlanFlags& flags, const std::string& reason) {
  CHECK_THROWS_MATCHES(flags.read(), InputError, Message(reason));
}

}  // namespace

TEST_CASE("read_plan: what is usual", "[cli][measure]") {
  const MeasurePlan plan = PlanFlags{}.read();
  CHECK(plan.tokens == std::vector<std::uint64_t>{64, 128, 256, 512, 1024, 2048});
  CHECK(plan.sizes.d_model == 512);
  CHECK(plan.sizes.n_heads == 8);
  CHECK(plan.d_head() == 64);
  CHECK(plan.d_hidden() == 512);
  CHECK(plan.dtype == RealType::fp32);
  CHECK_FALSE(plan.causal);
  CHECK(plan.n_threads == usual_threads());
}

TEST_CASE("read_plan: sizes, tokens and threads", "[cli][measure]") {
  PlanFlags flags;
  type(flags.sweep, "tokens=100:300:100");
  type(flags.model.d_model, "256");
  type(flags.model.heads, "4");
  type(flags.model.kv_heads, "2");
  type(flags.layer.hidden, "128");
  type(flags.pass.batch, "32");
  type(flags.pass.causal);
  type(flags.pass.dtype, "fp64");
  type(flags.measure.threads, "3");
  const MeasurePlan plan = flags.read();
  CHECK(plan.tokens == std::vector<std::uint64_t>{100, 200, 300});
  CHECK(plan.d_head() == 64);
  CHECK(plan.n_kv_heads() == 2);
  CHECK(plan.d_hidden() == 128);
  CHECK(plan.sizes.n_batch == 32);
  CHECK(plan.causal);
  CHECK(plan.dtype == RealType::fp64);
  CHECK(plan.n_threads == 3);
}

TEST_CASE("read_plan: one number of tokens", "[cli][measure]") {
  PlanFlags flags;
  type(flags.pass.tokens, "100");
  CHECK(flags.read().tokens == std::vector<std::uint64_t>{100});
}

TEST_CASE("read_plan: refuses what would change nothing", "[cli][measure][error]") {
  PlanFlags flags;
  type(flags.model.d_ff, "64");
  refuses(flags, "--measure and --d-ff cannot be used together.");
  flags = {};
  type(flags.pass.window, "8");
  refuses(flags, "--measure and --window cannot be used together.");
  flags = {};
  type(flags.layer.layers, "mha");
  refuses(flags, "--measure and --layer cannot be used together.");
  flags = {};
  CHECK_THROWS_MATCHES(read_plan(flags.measure, flags.sweep, {}, {}, {}, {typed("--compare")}),
                       InputError, Message("--measure and --compare cannot be used together."));
}

TEST_CASE("read_plan: refuses other sweeps, types and counts", "[cli][measure][error]") {
  PlanFlags flags;
  type(flags.sweep, "heads=1:8");
  refuses(
      flags,
      "--measure goes through numbers of tokens alone, for instance --sweep tokens=64:2048, but "
      "--sweep names n_heads.");
  type(flags.sweep, "tokens=1:8");
  type(flags.pass.tokens, "8");
  refuses(flags, "--sweep and --tokens cannot be used together.");
  flags = {};
  type(flags.pass.dtype, "fp16");
  CHECK_THROWS_AS(flags.read(), InputError);
  flags = {};
  type(flags.measure.threads, "0");
  CHECK_THROWS_AS(flags.read(), InputError);
  flags = {};
  type(flags.model.heads, "7");
  CHECK_THROWS_AS(flags.read(), InputError);
}

#include "cli/complexity/measure_flags.hpp"

#include "base/error.hpp"
#include "kernels/blas_threads.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

struct Flags {
  MeasureFlags measure{};
  std::string sweep{};
  LayerFlags layer{};
  ModelFlags model{};
  PassFlags pass{};

  MeasurePlan read() const { return read_plan(measure, sweep, layer, model, pass, {}); }
};

void refuses(const Flags& flags, const std::string& reason) {
  CHECK_THROWS_MATCHES(flags.read(), InputError, Message(reason));
}

}  // namespace

TEST_CASE("read_plan: what is usual", "[cli][measure]") {
  const MeasurePlan plan = Flags{}.read();
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
  Flags flags;
  flags.sweep = "tokens=100:300:100";
  flags.model.d_model = "256";
  flags.model.heads = "4";
  flags.model.kv_heads = "2";
  flags.layer.hidden = "128";
  flags.pass.batch = "32";
  flags.pass.causal = true;
  flags.pass.dtype = "fp64";
  flags.measure.threads = "3";
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
  Flags flags;
  flags.pass.tokens = "100";
  CHECK(flags.read().tokens == std::vector<std::uint64_t>{100});
}

TEST_CASE("read_plan: refuses what would change nothing", "[cli][measure][error]") {
  Flags flags;
  flags.model.d_ff = "64";
  refuses(flags, "--measure and --d-ff cannot be used together.");
  flags = {};
  flags.pass.window = "8";
  refuses(flags, "--measure and --window cannot be used together.");
  flags = {};
  flags.layer.layers = "mha";
  refuses(flags, "--measure and --layer cannot be used together.");
  flags = {};
  CHECK_THROWS_MATCHES(read_plan({}, "", {}, {}, {}, {{"--compare", true}}), InputError,
                       Message("--measure and --compare cannot be used together."));
}

TEST_CASE("read_plan: refuses other sweeps, types and counts", "[cli][measure][error]") {
  Flags flags;
  flags.sweep = "heads=1:8";
  refuses(
      flags,
      "--measure goes through numbers of tokens alone, for instance --sweep tokens=64:2048, but "
      "--sweep names n_heads.");
  flags.sweep = "tokens=1:8";
  flags.pass.tokens = "8";
  refuses(flags, "--sweep and --tokens cannot be used together.");
  flags = {};
  flags.pass.dtype = "fp16";
  CHECK_THROWS_AS(flags.read(), InputError);
  flags = {};
  flags.measure.threads = "0";
  CHECK_THROWS_AS(flags.read(), InputError);
  flags = {};
  flags.model.heads = "7";
  CHECK_THROWS_AS(flags.read(), InputError);
}

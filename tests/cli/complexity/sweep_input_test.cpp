#include "cli/complexity/sweep_input.hpp"

#include <map>
#include <tuple>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"

using namespace attn;

namespace {

ModelFlags small() {
  ModelFlags flags;
  type(flags.d_model, "8");
  type(flags.heads, "2");
  return flags;
}

SweepInput sweep(const std::string& text, const ModelFlags& model, const PassFlags& pass = {}) {
  return read_sweep(typed("--sweep", text), model, pass);
}

std::string refusal(const std::string& text, const ModelFlags& model = small(),
                    const PassFlags& pass = {}) {
  try {
    sweep(text, model, pass);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("read_sweep: doubling, and steps", "[cli][sweep_input]") {
  const SweepRange doubling = sweep("tokens=512:4096", small()).range;
  CHECK(doubling.parameter == "tokens");
  CHECK(doubling.from == 512);
  CHECK(doubling.to == 4096);
  CHECK_FALSE(doubling.step);
  CHECK(sweep("batch=1:10:3", small()).range.step == 3U);
  const SweepRange named = sweep("tokens=10,50,100", small()).range;
  CHECK(named.values == std::vector<std::uint64_t>{10, 50, 100});
  CHECK((named.from == 10 && named.to == 100));
  CHECK(sweep("tokens=10, 50 ,100", small()).range.values == named.values);
}

TEST_CASE("read_sweep: every number can be swept, under the name it has everywhere",
          "[cli][sweep_input]") {
  const std::vector<std::tuple<std::string, std::string, std::uint64_t>> swept{
      {"tokens", "tokens", 4}, {"keys", "keys", 7},          {"batch", "batch", 3},
      {"window", "window", 2}, {"d-head", "d_head", 5},      {"layers", "n_layers", 3},
      {"d-ff", "d_ff", 6},     {"vocab", "n_vocab", 11},     {"d-model", "d_model", 10},
      {"heads", "n_heads", 4}, {"kv-heads", "n_kv_heads", 1}};
  for (const auto& [flag, name, value] : swept) {
    ModelFlags flags;
    if (flag != "d-model") type(flags.d_model, "8");
    if (flag != "heads") type(flags.heads, "2");
    const SweepInput input = sweep(flag + "=1:64", flags);
    CHECK(input.range.parameter == name);
    const Costs costs = input.costs_at(value);
    const Model& model = costs.model;
    const std::map<std::string, std::uint64_t> found{{"tokens", costs.pass.n_tokens},
                                                     {"keys", costs.pass.n_keys},
                                                     {"batch", costs.pass.n_batch},
                                                     {"window", costs.pass.window.value_or(0)},
                                                     {"d_head", model.d_head},
                                                     {"n_layers", model.stacks[0].n_layers},
                                                     {"d_ff", model.d_ff},
                                                     {"n_vocab", model.n_vocab},
                                                     {"d_model", model.d_model},
                                                     {"n_heads", model.n_heads},
                                                     {"n_kv_heads", model.n_kv_heads}};
    CHECK(found.at(name) == value);
  }
}

TEST_CASE("read_sweep: refuses what is no sweep", "[cli][sweep_input]") {
  CHECK(refusal("tokens") ==
        "--sweep needs a name and a range, for instance --sweep tokens=512:131072, but it is "
        "tokens.");
  const std::string form =
      "--sweep goes from one number to another, for instance tokens=512:8192, in steps, "
      "tokens=512:8192:512, or through named values, tokens=512,768,1024, but it is ";
  CHECK(refusal("tokens=5") == form + "tokens=5.");
  CHECK(refusal("tokens=1:2:3:4") == form + "tokens=1:2:3:4.");
  const std::string number =
      "--sweep tokens must be a whole number from 1 to 1000000000000, but it is ";
  CHECK(refusal("tokens=0:8") == number + "0.");
  CHECK(refusal("tokens=1:8:0") == number + "0.");
  CHECK(refusal("tokens=1:") == number + "''.");
  CHECK(refusal("tokens=1.5:8") == number + "1.5.");
  CHECK(refusal("token=1:8").starts_with("--sweep "));
  CHECK(refusal("token=1:8").find("tokens") != std::string::npos);
}

TEST_CASE("read_sweep: what is swept cannot be given too", "[cli][sweep_input]") {
  PassFlags pass;
  type(pass.tokens, "5");
  CHECK(refusal("tokens=1:8", small(), pass) ==
        "--sweep tokens and --tokens cannot be used together.");
  CHECK(refusal("d-model=1:8") == "--sweep d-model and --d-model cannot be used together.");
  type(pass.batch, "2");
  CHECK(refusal("batch=1:8", small(), pass) ==
        "--sweep batch and --batch cannot be used together.");
}

TEST_CASE("read_sweep: there has to be a model", "[cli][sweep_input]") {
  const auto needs = [](const std::string& flag) {
    return flag +
           " needs a model to belong to: --d-model N by hand, --model NAME or --config FILE.";
  };
  CHECK(refusal("tokens=1:8", ModelFlags{}) == needs("--sweep tokens"));
  CHECK(refusal("heads=1:8", ModelFlags{}) == needs("--sweep heads"));
  CHECK(refusal("d-model=1:8", ModelFlags{}).empty());
}

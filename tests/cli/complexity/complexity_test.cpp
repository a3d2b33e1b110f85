#include "cli/complexity/complexity.hpp"

#include "costs/costs.hpp"
#include "kernels/machine.hpp"
#include "measure/workload.hpp"
#include "render/text/text.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/flags.hpp"
#include "support/json.hpp"
#include "support/pseudo_terminal.hpp"

namespace {

ModelFlags by_hand(const std::string& d_model, const std::string& heads = "") {
  ModelFlags flags;
  type(flags.d_model, d_model);
  type(flags.heads, heads);
  return flags;
}

ModelFlags named(const std::string& name) {
  ModelFlags flags;
  type(flags.model, name);
  return flags;
}

Count parameters(const ModelFlags& flags) {
  const Model model = read_model(flags);
  return total_of(parameters_of(model, arguments_of(model)));
}

TEST_CASE("read_model: one number makes one block") {
  const Model model = read_model(by_hand("512", "8"));
  CHECK(model.name.empty());
  CHECK(model.n_kv_heads == 8);
  CHECK(model.d_head == 64);
  CHECK(model.d_ff == 2048);
  CHECK(model.norm == Norm::layer);
  CHECK(model.stacks.front().n_layers == 1);
  CHECK_FALSE(model.stacks.front().final_norm);
  CHECK_FALSE(model.has_lm_head);
}

TEST_CASE("read_model: GPT-2 by hand is GPT-2 by name") {
  ModelFlags flags = by_hand("768", "12");
  type(flags.layers, "12");
  type(flags.vocab, "50257");
  type(flags.positions, "learned:1024");
  type(flags.bias);
  type(flags.tied);
  CHECK(parameters(flags) == 124'439'808);
  CHECK(parameters(named("gpt2")) == 124'439'808);
}

TEST_CASE("read_model: Llama 3 by hand is Llama 3 by name") {
  ModelFlags flags = by_hand("4096", "32");
  type(flags.kv_heads, "8");
  type(flags.layers, "32");
  type(flags.d_ff, "14336");
  type(flags.vocab, "128256");
  type(flags.norm, "rms");
  type(flags.gated);
  CHECK(parameters(flags) == Count("8030261248"));
  CHECK(parameters(named("llama-3-8b")) == Count("8030261248"));
}

TEST_CASE("read_model: numbers change a named model, and what follows from them") {
  ModelFlags flags = named("llama-2-7b");
  type(flags.kv_heads, "8");
  const Model grouped = read_model(flags);
  CHECK(grouped.n_kv_heads == 8);
  CHECK(grouped.d_head == 128);
  CHECK(grouped.name == "llama-2-7b, changed");
  CHECK(grouped.counted_as.empty());

  flags = named("gpt2");
  type(flags.d_model, "1024");
  type(flags.heads, "16");
  const Model wider = read_model(flags);
  CHECK(wider.n_kv_heads == 16);
  CHECK(wider.d_head == 64);
  CHECK(wider.d_ff == 4096);

  flags = named("llama-3-8b");
  type(flags.layers, "2");
  CHECK(read_model(flags).n_kv_heads == 8);
  CHECK(read_model(flags).stacks.front().n_layers == 2);
}

TEST_CASE("read_model: a width of heads that is not d_model / heads stays") {
  ModelFlags flags = named("gemma-7b");
  type(flags.d_model, "4096");
  CHECK(read_model(flags).d_head == 256);
}

TEST_CASE("read_model: biases, ties, norms and positions") {
  ModelFlags flags = named("gpt2");
  type(flags.no_bias);
  type(flags.untied);
  type(flags.norm, "layer-no-bias");
  type(flags.positions, "rotary");
  const Model model = read_model(flags);
  CHECK_FALSE(model.query_bias);
  CHECK_FALSE(model.mlp_bias);
  CHECK_FALSE(model.tied);
  CHECK(model.norm == Norm::layer_without_bias);
  CHECK(model.positions == Positions::rotary);
  CHECK(model.n_positions == 0);
}

TEST_CASE("read_model: a file that is no config is refused") {
  ModelFlags flags;
  type(flags.config, ATTN_SOURCE_DIR "/README.md");
  CHECK_THROWS_AS(read_model(flags), InputError);
  type(flags.model, "gpt2");
  CHECK_REFUSED(read_model(flags), "--model and --config cannot be used together.");
}

TEST_CASE("read_model: refusals name the flag and the way out") {
  const auto refused = [](const ModelFlags& flags, const std::string& text) {
    CHECK_REFUSED(read_model(flags), text);
  };
  ModelFlags flags;
  type(flags.heads, "8");
  refused(flags,
          "--heads needs a model to belong to: --d-model N by hand, --model NAME or --config "
          "FILE.");
  refused(named("gtp2"),
          "There is no model named gtp2. Did you mean gpt2? --list shows all of them.");
  refused(named("zzz"),
          "There is no model named zzz. --list shows those that are known; --config "
          "FILE reads any other, and so does --model DIR with its folder.");
  flags = by_hand("512");
  type(flags.tied);
  refused(flags,
          "--tied says where the LM head gets its weights, but this model has none. Leave it out; "
          "a model by hand has one with --vocab N.");
  type(flags.untied);
  refused(flags, "--tied and --untied cannot be used together.");
  flags = ModelFlags{};
  type(flags.model, "bert-base-uncased");
  type(flags.vocab, "9");
  type(flags.untied);
  refused(flags,
          "--untied says where the LM head gets its weights, but this model has none. Leave it "
          "out; a model by hand has one with --vocab N.");
  flags = by_hand("512");
  type(flags.bias);
  type(flags.no_bias);
  refused(flags, "--bias and --no-bias cannot be used together.");
  flags = by_hand("512");
  type(flags.gated);
  type(flags.d_ff, "0");
  refused(flags, "--gated is about the MLP, but with --d-ff 0 there is none.");
  flags = by_hand("512");
  type(flags.positions, "learned");
  refused(flags,
          "--positions learned needs the number of rows of its table: learned:1024, for "
          "instance.");
  type(flags.positions, "rotary:4");
  refused(flags, "--positions rotary has no table, so no number can follow it.");
  flags = by_hand("1000000000001");
  refused(flags,
          "--d-model must be a whole number from 1 to 1000000000000, but it is "
          "1000000000001.");
}

struct PlanFlags {
  MeasureFlags measure{};
  Flag sweep{"--sweep"};
  LayerFlags layer{};
  ModelFlags model{};
  PassFlags pass{};

  MeasurePlan read() const { return read_plan(measure, sweep, layer, model, pass, {}); }
};

void refuses(const PlanFlags& flags, const std::string& reason) {
  CHECK_REFUSED(flags.read(), reason);
}

TEST_CASE("read_plan: what is usual") {
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

TEST_CASE("read_plan: sizes, tokens and threads") {
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

TEST_CASE("read_plan: one number of tokens") {
  PlanFlags flags;
  type(flags.pass.tokens, "100");
  CHECK(flags.read().tokens == std::vector<std::uint64_t>{100});
}

TEST_CASE("read_plan: refuses what would change nothing") {
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
  CHECK_REFUSED(read_plan(flags.measure, flags.sweep, {}, {}, {}, {typed("--compare")}),
                "--measure and --compare cannot be used together.");
}

TEST_CASE("read_plan: refuses other sweeps, types and counts") {
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
  return attn::refusal([&] { sweep(text, model, pass); });
}

TEST_CASE("read_sweep: doubling, and steps") {
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

TEST_CASE("read_sweep: every number can be swept, under the name it has everywhere") {
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

TEST_CASE("read_sweep: refuses what is no sweep") {
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
  CHECK(contains(refusal("token=1:8"), "tokens"));
}

TEST_CASE("read_sweep: what is swept cannot be given too") {
  PassFlags pass;
  type(pass.tokens, "5");
  CHECK(refusal("tokens=1:8", small(), pass) ==
        "--sweep tokens and --tokens cannot be used together.");
  CHECK(refusal("d-model=1:8") == "--sweep d-model and --d-model cannot be used together.");
  type(pass.batch, "2");
  CHECK(refusal("batch=1:8", small(), pass) ==
        "--sweep batch and --batch cannot be used together.");
}

TEST_CASE("read_sweep: there has to be a model") {
  const auto needs = [](const std::string& flag) {
    return flag +
           " needs a model to belong to: --d-model N by hand, --model NAME or --config FILE.";
  };
  CHECK(refusal("tokens=1:8", ModelFlags{}) == needs("--sweep tokens"));
  CHECK(refusal("heads=1:8", ModelFlags{}) == needs("--sweep heads"));
  CHECK(refusal("d-model=1:8", ModelFlags{}) == "accepted");
}

std::string refusal(const std::string& text, std::uint64_t n_heads) {
  return attn::refusal([&] { read_variants(typed("--compare", text), n_heads); });
}

TEST_CASE("read_variants: every head, some, one") {
  const auto variants = read_variants(typed("--compare", "mha, gqa:08,mqa"), 32);
  REQUIRE(variants.size() == 3);
  CHECK(variants[0].name == "mha");
  CHECK(variants[0].n_kv_heads == 32);
  CHECK(variants[1].name == "gqa:8");
  CHECK(variants[1].n_kv_heads == 8);
  CHECK(variants[2].n_kv_heads == 1);
}

TEST_CASE("read_variants: refuses what cannot be") {
  CHECK(refusal("gqa:5", 12) ==
        "--compare gqa:5: 12 heads cannot share 5 key-value heads evenly. Numbers that divide 12 "
        "are 1, 2, 3, 4, 6, 12.");
  const std::string unknown = "--compare takes mha, gqa:N and mqa, separated by commas, but not ";
  const std::string meaning = " N is the number of key-value heads: 1 is mqa, 12 is mha.";
  CHECK(refusal("mla", 12) == unknown + "'mla'." + meaning);
  CHECK(refusal("mha,", 12) == unknown + "''." + meaning);
  CHECK(refusal("gqa:0", 12) ==
        "--compare gqa:N must be a whole number from 1 to 12, but it is 0.");
  CHECK(refusal("gqa:", 12) ==
        "--compare gqa:N must be a whole number from 1 to 12, but it is ''.");
  CHECK(refusal("gqa:13", 12) ==
        "--compare gqa:N must be a whole number from 1 to 12, but it is 13.");
  CHECK(refusal("mha,gqa:4,gqa:04", 12) == "--compare has gqa:4 twice.");
}

PageSettings settings_of(const ModelFlags& model, const PassFlags& pass = {}) {
  const Model read = read_model(model);
  return page_settings(model, pass, costs_of(read, pass.read_pass(read)));
}

std::string symbols_of(const PageSettings& page) {
  std::string symbols;
  for (const PageSetting& setting : page.settings)
    symbols += (symbols.empty() ? "" : " ") + setting.symbol;
  return symbols;
}

// What follows: "d_h = d / h, f = 4 d".
std::string following(const PageSettings& page) {
  std::string text;
  for (const FollowingNumber& number : page.following)
    text += (text.empty() ? "" : ", ") + number.symbol + " = " + number.formula.text();
  return text;
}

const PageSetting& setting_of(const PageSettings& page, const std::string& symbol) {
  for (const PageSetting& setting : page.settings)
    if (setting.symbol == symbol) return setting;
  throw std::out_of_range(symbol);
}

TEST_CASE("page_settings: what follows is what would follow from typed flags") {
  CHECK(following(settings_of(named("gpt2"))) == "d_h = d / h, f = 4 d");
  CHECK(following(settings_of(named("qwen3-0.6b"))).empty());           // heads of their own width
  CHECK(following(settings_of(named("llama-2-7b"))) == "d_h = d / h");  // another MLP
  ModelFlags by_hand;
  type(by_hand.d_model, "64");
  CHECK(following(settings_of(by_hand)) == "d_h = d / h, f = 4 d");
  type(by_hand.d_head, "32");
  type(by_hand.d_ff, "100");
  CHECK(following(settings_of(by_hand)).empty());
}

TEST_CASE("page_settings: key-value heads follow the heads unless they are shared") {
  CHECK(setting_of(settings_of(named("gpt2")), "h_kv").follows->text() == "h");
  CHECK_FALSE(setting_of(settings_of(named("llama-3-8b")), "h_kv").follows);
}

TEST_CASE("page_settings: tokens, keys and source, as the mode has them") {
  CHECK(symbols_of(settings_of(named("gpt2"))) == "T S d h h_kv B");
  CHECK(symbols_of(settings_of(named("t5-small"))) == "T M d h h_kv B");
  PassFlags decoding;
  type(decoding.mode, "decode");
  CHECK(symbols_of(settings_of(named("gpt2"), decoding)) == "S d h h_kv B");
  CHECK(symbols_of(settings_of(named("t5-small"), decoding)) == "S M d h h_kv B");
  CHECK(settings_of(named("gpt2"), decoding).tokens == "S");
  CHECK(setting_of(settings_of(named("gpt2"), decoding), "S").flag == "--tokens");
  PassFlags training;
  type(training.mode, "train");
  CHECK(symbols_of(settings_of(named("gpt2"), training)) == "T d h h_kv B");
  PassFlags masked;
  type(masked.mask, "1 0; 1 1");
  CHECK(symbols_of(settings_of(named("gpt2"), masked)) == "d h h_kv B");
  CHECK(settings_of(named("gpt2"), masked).tokens.empty());
}

TEST_CASE("words_beside: flags are left out with their values") {
  CHECK(words_beside({"--model", "gpt2", "--tokens", "8", "--unit=mac", "--elementwise"},
                     {"--tokens", "--unit"}) ==
        std::vector<std::string>{"--model", "gpt2", "--elementwise"});
}

std::string refused_files(const std::string& arguments) {
  const TemporaryFolder folder;
  folder.file("old.svg", "old");
  const CommandResult result = run_command("attn complexity " + arguments, folder.path());
  CHECK(result.exit_code == 2);
  CHECK(result.out == "");
  CHECK(folder.file_count() == 1);
  return result.err;
}

const std::string kSweep = "--model gpt2 --sweep tokens=512:4096 ";

TEST_CASE("CostFileFlags: files are of a sweep that was counted") {
  CHECK(contains(refused_files("--model gpt2 -o a.svg"), "--sweep"));
  CHECK(contains(refused_files(kSweep + "--force"), "--output"));
  CHECK(contains(refused_files("--measure -o a.svg"), "--sweep"));
  CHECK(contains(refused_files(kSweep + "--figure-width 84mm"), "--figure-width is for figures"));
}

TEST_CASE("CostFileFlags: a kind that is none, or a file that exists") {
  CHECK(contains(refused_files(kSweep + "-o a.npz"), ".html, .svg, .pdf, .png"));
  CHECK(contains(refused_files(kSweep + "-o old.svg"), "--force"));
}

TEST_CASE("write_cost_files: several at once, beside any screen") {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command("attn complexity " + kSweep + "--json -o a.svg -o b.html", folder.path());
  CHECK(result.exit_code == 0);
  CHECK(result.err == "wrote a.svg\nwrote b.html\n");
  CHECK(result.out.starts_with("{"));
  CHECK(run_command("attn complexity " + kSweep + "--json -o a.svg --force", folder.path())
            .exit_code == 0);
}

TEST_CASE("write_cost_files: a page that is only opened is a temporary one") {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command("TMPDIR=$PWD attn complexity --list --open | tail -1", folder.path());
  CHECK(result.out.starts_with(folder.path("attn-page-")));
  CHECK(result.out.ends_with("complexity.html\n"));
  const CommandResult named =
      run_command("attn complexity --list -o mine.html --open | tail -1", folder.path());
  CHECK(named.out.ends_with("/mine.html\n"));
}

TEST_CASE("progress_line: how far, and what is next") {
  const MeasureStep step{.n_done = 21,
                         .n_steps = 42,
                         .series = Series{Workload::lstm, RealType::fp32},
                         .tokens = 1024};
  CHECK(progress_line(step, {}, {}) == " measuring  ⣿⣿⣿⣿⣿⣿⣀⣀⣀⣀⣀⣀  22 of 42  n 1,024  lstm");
  CHECK(progress_line(step, {}, {.glyphs = Glyphs::ascii}) ==
        " measuring  ######......  22 of 42  n 1,024  lstm");
  CHECK(progress_line({.n_steps = 42}, {}, {.glyphs = Glyphs::ascii}) ==
        " measuring  ............  1 of 42  ceiling");
}

TEST_CASE("progress_line: never fills the line") {
  const MeasureStep step{.n_done = 5,
                         .n_steps = 42,
                         .series = Series{Workload::stages_kept, RealType::fp64},
                         .tokens = 1'000'000};
  for (const unsigned width : {10U, 24U, 40U, 80U})
    CHECK(display_width(progress_line(step, {}, {.width = width})) < width);
}

CommandResult run_measured(const std::string& arguments) {
  constexpr int kSeconds = 120;  // with sanitizers, on a machine that does other things too
  return run_command("attn complexity --measure " + arguments, kSeconds);
}

// Each run first asks what the machine can do, which takes seconds on all processors: so there is
// one for the numbers, and one for the screen.
TEST_CASE("complexity --measure: numbers that can be, and less memory where stages are not kept") {
  const CommandResult result =
      run_measured("--sweep tokens=256:512 --d-model 16 --heads 4 --threads 2 --dtype fp64 --json");
  CHECK_THAT(result.err, ContainsSubstring("this can take a minute."));
  REQUIRE(result.exit_code == 0);
  const auto json = json_of(result.out);
  CHECK(json["config"]["tokens"] == nlohmann::json{256, 512});
  REQUIRE(json["points"].size() == 2 * 6);
  for (const auto& point : json["points"])
    for (const char* name :
         {"median_seconds", "least_seconds", "flops_per_second", "share_of_ceiling"}) {
      CHECK(std::isfinite(point[name].get<double>()));
      CHECK(point[name].get<double>() > 0);
    }
  CHECK(json["crossovers"].size() == 5);

  const auto &kept = json["points"][6], &fused = json["points"][7];
  CHECK(kept["series"] == "stages_kept");
  CHECK(fused["series"] == "fused");
  const bool system_tells = peak_extra_bytes([] {}).has_value();
  REQUIRE(kept["peak_extra_bytes"].is_null() == !system_tells);
  if (system_tells)
    CHECK(fused["peak_extra_bytes"].get<std::uint64_t>() <
          kept["peak_extra_bytes"].get<std::uint64_t>());
}

TEST_CASE("complexity --measure: a screen") {
  const CommandResult screen = run_measured("--sweep tokens=16:32 --d-model 16 --heads 2 --causal");
  CHECK(screen.exit_code == 0);
  CHECK(contains(screen.out, " crossovers\n"));
  CHECK(contains(screen.out, "causal"));
}

TEST_CASE("complexity --measure: says how far it is, and Ctrl-C leaves no trace of that") {
  PseudoTerminal terminal("attn complexity --measure --sweep tokens=64:1000:1", 24, 60);
  REQUIRE(terminal.wait_for("measuring"));
  terminal.type("\x03");
  CHECK(terminal.exit_code() == 130);
  CHECK_FALSE(contains(terminal.screen().text(), "measuring"));
}

}  // namespace

#include <algorithm>
#include <array>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/complexity/complexity.hpp"
#include "cli/flags/flag.hpp"
#include "cli/flags/shared_flags.hpp"
#include "cli/terminal/terminal.hpp"
#include "kernels/machine.hpp"
#include "render/measure/measure.hpp"
#include "render/text/text.hpp"

namespace attn {

namespace {

// A flag that can be swept, and its name in machine output.
struct Swept {
  const char* name;
  Flag ModelFlags::*in_model;
  Flag PassFlags::*in_pass;

  const Flag& flag(const ModelFlags& model, const PassFlags& pass) const {
    return in_model ? model.*in_model : pass.*in_pass;
  }

  // As it is typed after the flag of the sweep: "d-model".
  std::string word() const {
    const ModelFlags model;
    const PassFlags pass;
    return flag(model, pass).name().substr(2);
  }
};

constexpr std::array<Swept, 11> kSwept{{{"tokens", nullptr, &PassFlags::tokens},
                                        {"keys", nullptr, &PassFlags::keys},
                                        {"batch", nullptr, &PassFlags::batch},
                                        {"window", nullptr, &PassFlags::window},
                                        {"d_model", &ModelFlags::d_model, nullptr},
                                        {"n_heads", &ModelFlags::heads, nullptr},
                                        {"n_kv_heads", &ModelFlags::kv_heads, nullptr},
                                        {"d_head", &ModelFlags::d_head, nullptr},
                                        {"n_layers", &ModelFlags::layers, nullptr},
                                        {"d_ff", &ModelFlags::d_ff, nullptr},
                                        {"n_vocab", &ModelFlags::vocab, nullptr}}};

const Swept& swept_named(const Flag& sweep, const std::string& word) {
  std::vector<std::string> words;
  for (const Swept& swept : kSwept) words.push_back(swept.word());
  return kSwept[choice_value(sweep.name(), word, words)];
}

std::size_t place_of_equals(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals != std::string::npos) return equals;
  throw InputError(
      message("--sweep needs a name and a range, for instance "
              "--sweep tokens=512:131072, but it is {}.",
              text.empty() ? "''" : preview(text)));
}

const Swept& swept_in(const Flag& sweep) {
  const std::string text = plain_value(sweep.text());
  return swept_named(sweep, text.substr(0, place_of_equals(text)));
}

// How messages name it: "--sweep d-model".
std::string named(const Flag& sweep, const Swept& swept) {
  return sweep.name() + " " + swept.word();
}

// "10,50,100".
SweepRange named_values(const Flag& sweep, const Swept& swept, const std::string& numbers) {
  SweepRange range{.parameter = swept.name};
  for (const std::string& number : split(numbers, ','))
    range.values.push_back(setting_value(named(sweep, swept), std::string(trimmed(number))));
  range.from = range.values.front();
  range.to = range.values.back();
  return range;
}

// "512:131072", "1024:8192:1024" or "10,50,100".
SweepRange range_of(const Flag& sweep, const Swept& swept, const std::string& numbers) {
  if (numbers.find(',') != std::string::npos) return named_values(sweep, swept, numbers);
  const std::vector<std::string> parts = split(numbers, ':');
  if (parts.size() < 2 || parts.size() > 3)
    throw InputError(
        message("--sweep goes from one number to another, for instance {0}=512:8192, "
                "in steps, {0}=512:8192:512, or through named values, {0}=512,768,1024, but it "
                "is {1}.",
                swept.word(), preview(sweep.text())));
  const std::string flag = named(sweep, swept);
  SweepRange range{.parameter = swept.name,
                   .from = setting_value(flag, parts[0]),
                   .to = setting_value(flag, parts[1])};
  if (parts.size() == 3) range.step = setting_value(flag, parts[2]);
  return range;
}

// A model by hand begins with d_model, so that can be swept without anything else.
void require_model(const Flag& sweep, const Swept& swept, const ModelFlags& model) {
  if (swept.in_model == &ModelFlags::d_model) return;
  require_model_for(named(sweep, swept), model);
}

}  // namespace

SweepRange read_sweep_range(const Flag& sweep) {
  const std::string text = plain_value(sweep.text());
  const std::size_t equals = place_of_equals(text);
  return range_of(sweep, swept_named(sweep, text.substr(0, equals)), text.substr(equals + 1));
}

SweepRange read_sweep_range(const Flag& sweep, const ModelFlags& model, const PassFlags& pass) {
  const Swept& swept = swept_in(sweep);
  if (const Flag& flag = swept.flag(model, pass)) refuse_together(named(sweep, swept), flag.name());
  return read_sweep_range(sweep);
}

void give_swept(const Flag& sweep, std::uint64_t value, ModelFlags& model, PassFlags& pass) {
  const Swept& swept = swept_in(sweep);
  (swept.in_model ? model.*swept.in_model : pass.*swept.in_pass).give(std::to_string(value));
}

SweepInput read_sweep(const Flag& sweep, const ModelFlags& model, const PassFlags& pass) {
  const Swept& swept = swept_in(sweep);
  if (const Flag& flag = swept.flag(model, pass)) refuse_together(named(sweep, swept), flag.name());
  require_model(sweep, swept, model);
  SweepInput input{.range = read_sweep_range(sweep), .costs_at = {}};
  if (swept.in_pass) {
    input.costs_at = [read = read_model(model), pass, &swept](std::uint64_t value) {
      PassFlags changed = pass;
      (changed.*swept.in_pass).give(std::to_string(value));
      return costs_of(read, changed.read_pass(read));
    };
  } else {
    input.costs_at = [model, pass, &swept](std::uint64_t value) {
      ModelFlags changed = model;
      (changed.*swept.in_model).give(std::to_string(value));
      const Model read = read_model(changed);
      return costs_of(read, pass.read_pass(read));
    };
  }
  return input;
}

namespace {

constexpr const char* kGrouped = "gqa:";

AttentionVariant variant_of(const std::string& word, std::uint64_t n_heads) {
  if (word == "mha") return {word, n_heads};
  if (word == "mqa") return {word, 1};
  if (!word.starts_with(kGrouped))
    throw InputError(message(
        "--compare takes mha, gqa:N and mqa, separated by commas, but not '{}'. N is the number of "
        "key-value heads: 1 is mqa, {} is mha.",
        preview(word), n_heads));
  const std::string number = word.substr(std::string(kGrouped).size());
  const std::uint64_t n_kv_heads = count_value("--compare gqa:N", number, 1, n_heads);
  if (n_heads % n_kv_heads != 0)
    throw InputError(message(
        "--compare {}: {} heads cannot share {} key-value heads evenly. Numbers that divide {} "
        "are {}.",
        word, n_heads, n_kv_heads, n_heads, divisors_text(n_heads)));
  return {kGrouped + std::to_string(n_kv_heads), n_kv_heads};
}

}  // namespace

std::vector<AttentionVariant> read_variants(const Flag& flag, std::uint64_t n_heads) {
  std::vector<AttentionVariant> variants;
  for (const std::string& word : list_items(plain_value(flag.text()))) {
    const AttentionVariant variant = variant_of(word, n_heads);
    for (const AttentionVariant& other : variants)
      if (other.name == variant.name)
        throw InputError(message("--compare has {} twice.", variant.name));
    variants.push_back(variant);
  }
  return variants;
}

namespace {

// Refuses flags for what attention, an RNN and an LSTM do not have, or that would change no time.
void refuse_unread(const MeasureFlags& flags, const Flag& sweep, const LayerFlags& layer,
                   const ModelFlags& model, const PassFlags& pass, const Flags& others) {
  const Form form{flags.measure,
                  {sweep, model.d_model, model.heads, model.kv_heads, model.d_head, layer.hidden,
                   pass.tokens, pass.batch, pass.dtype, pass.causal}};
  form.refuse_others(joined({others, flags_of(model), flags_of(pass), flags_of(layer)}));
}

LayerSizes sizes_of(LayerFlags layer, const ModelFlags& model, PassFlags pass) {
  layer.layers.give("sdpa,mha,rnn,lstm");
  pass.dtype.take_back();  // here a type that is computed in, not one that is stored
  return read_layers(layer, model, pass, {}).sizes;
}

std::vector<std::uint64_t> tokens_of(const Flag& sweep, const PassFlags& pass) {
  refuse_two_of({sweep, pass.tokens});
  if (const auto n_tokens = pass.tokens.setting()) return {*n_tokens};
  const SweepRange range =
      sweep ? read_sweep_range(sweep) : SweepRange{.parameter = "tokens", .from = 64, .to = 2048};
  if (range.parameter != "tokens")
    throw InputError(
        message("--measure goes through numbers of tokens alone, for instance "
                "--sweep tokens=64:2048, but --sweep names {}.",
                range.parameter));
  return values_of(range);
}

}  // namespace

void MeasureFlags::add_to(FlagTable& table) {
  const FlagGroup group(table, translated("On this machine"));
  group.flag(measure,
             translated("Measure attention, an RNN and an LSTM along --sweep tokens=FROM:TO, in "
                        "--dtype fp32 (default) or fp64, beside what the counts say"));
  group.value(threads, "N", translated("Number of threads (default: all)"));
}

MeasurePlan read_plan(const MeasureFlags& flags, const Flag& sweep, const LayerFlags& layer,
                      const ModelFlags& model, const PassFlags& pass, const Flags& others) {
  refuse_unread(flags, sweep, layer, model, pass, others);
  MeasurePlan plan{.sizes = sizes_of(layer, model, pass),
                   .tokens = tokens_of(sweep, pass),
                   .causal = bool(pass.causal),
                   .n_threads = usual_threads()};
  plan.dtype = pass.dtype.choice(kRealTypes).value_or(plan.dtype);
  plan.n_threads = flags.threads.threads().value_or(plan.n_threads);
  return plan;
}

namespace {

std::string repeated(const std::string& glyph, std::size_t n) {
  std::string text;
  for (std::size_t i = 0; i < n; ++i) text += glyph;
  return text;
}

std::string bar(const MeasureStep& step, Glyphs glyphs) {
  constexpr std::size_t kColumns = 12;
  const std::size_t n_done = kColumns * step.n_done / step.n_steps;
  const bool is_ascii = glyphs == Glyphs::ascii;
  return repeated(is_ascii ? "#" : "⣿", n_done) + repeated(is_ascii ? "." : "⣀", kColumns - n_done);
}

}  // namespace

std::string progress_line(const MeasureStep& step, const MeasurePlan& plan, const Layout& layout) {
  const std::string what =
      step.series ? message("n {}", count_text(step.tokens)) + "  " + label_of(*step.series, plan)
                  : translated("ceiling");
  std::string line;
  for (const std::string& part : {std::string(translated("measuring")), bar(step, layout.glyphs),
                                  message("{} of {}", step.n_done + 1, step.n_steps), what}) {
    // The last column stays free: a terminal may wrap the line there.
    if (display_width(line) + 2 + display_width(part) >= layout.width) break;
    line += (line.empty() ? " " : "  ") + part;
  }
  return line;
}

Measurement measured_with_progress(const MeasurePlan& plan, const Layout& layout) {
  leave_at_interrupt();
  if (!errors_are_redrawable())
    return measured(plan, this_machine(), [](const MeasureStep& step) {
      if (step.n_done == 0)
        print_remark(message("measuring, {} steps; this can take a minute.", step.n_steps));
    });
  Layout screen = layout;
  screen.width = terminal_width();
  LiveText line;
  return measured(plan, this_machine(),
                  [&](const MeasureStep& step) { line.show(progress_line(step, plan, screen)); });
}

}  // namespace attn

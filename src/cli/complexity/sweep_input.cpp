#include "cli/complexity/sweep_input.hpp"

#include <algorithm>
#include <array>

#include "base/message.hpp"
#include "base/text.hpp"

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

}  // namespace attn

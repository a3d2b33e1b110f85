#include "cli/complexity/sweep_input.hpp"

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
#include "base/text.hpp"
#include "cli/flags/flag_values.hpp"

namespace attn {
namespace {

// A flag that can be swept: as it is typed, as machine output calls it, and where it is kept.
struct Swept {
  const char* flag;
  const char* name;
  std::string ModelFlags::*in_model;
  std::string PassFlags::*in_pass;
};

constexpr std::array<Swept, 11> kSwept{{{"tokens", "tokens", nullptr, &PassFlags::tokens},
                                        {"keys", "keys", nullptr, &PassFlags::keys},
                                        {"batch", "batch", nullptr, &PassFlags::batch},
                                        {"window", "window", nullptr, &PassFlags::window},
                                        {"d-model", "d_model", &ModelFlags::d_model, nullptr},
                                        {"heads", "n_heads", &ModelFlags::heads, nullptr},
                                        {"kv-heads", "n_kv_heads", &ModelFlags::kv_heads, nullptr},
                                        {"d-head", "d_head", &ModelFlags::d_head, nullptr},
                                        {"layers", "n_layers", &ModelFlags::layers, nullptr},
                                        {"d-ff", "d_ff", &ModelFlags::d_ff, nullptr},
                                        {"vocab", "n_vocab", &ModelFlags::vocab, nullptr}}};

const Swept& swept_named(const std::string& flag) {
  std::vector<std::string> names;
  for (const Swept& swept : kSwept) names.emplace_back(swept.flag);
  return kSwept[choice_value("--sweep", flag, names)];
}

// "512:131072" or "1024:8192:1024".
SweepRange range_of(const std::string& text, const Swept& swept, const std::string& numbers) {
  const std::vector<std::string> parts = split(numbers, ':');
  if (parts.size() < 2 || parts.size() > 3)
    throw InputError(
        message("--sweep goes from one number to another, for instance {0}=512:8192, "
                "or in steps, {0}=512:8192:512, but it is {1}.",
                swept.flag, preview(text)));
  const std::string flag = std::string("--sweep ") + swept.flag;
  SweepRange range{.parameter = swept.name,
                   .from = setting_value(flag, parts[0]),
                   .to = setting_value(flag, parts[1])};
  if (parts.size() == 3) range.step = setting_value(flag, parts[2]);
  return range;
}

std::size_t place_of_equals(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals != std::string::npos) return equals;
  throw InputError(
      message("--sweep needs a name and a range, for instance "
              "--sweep tokens=512:131072, but it is {}.",
              text.empty() ? "''" : preview(text)));
}

// A model by hand begins with d_model, so that can be swept without anything else.
void require_model(const Swept& swept, const ModelFlags& model) {
  if (swept.in_model == &ModelFlags::d_model) return;
  require_model_for(std::string("--sweep ") + swept.flag, model);
}

void refuse_given_twice(const Swept& swept, const ModelFlags& model, const PassFlags& pass) {
  const std::string& value = swept.in_model ? model.*swept.in_model : pass.*swept.in_pass;
  const std::string flag = std::string("--") + swept.flag;
  if (given(value)) refuse_together(std::string("--sweep ") + swept.flag, flag);
}

}  // namespace

SweepRange read_sweep_range(const std::string& text) {
  const std::size_t equals = place_of_equals(text);
  return range_of(text, swept_named(text.substr(0, equals)), text.substr(equals + 1));
}

SweepInput read_sweep(const std::string& text, const ModelFlags& model, const PassFlags& pass) {
  const std::size_t equals = place_of_equals(text);
  const Swept& swept = swept_named(text.substr(0, equals));
  refuse_given_twice(swept, model, pass);
  require_model(swept, model);
  SweepInput input{.range = range_of(text, swept, text.substr(equals + 1)), .costs_at = {}};
  if (swept.in_pass) {
    input.costs_at = [read = read_model(model), pass, &swept](std::uint64_t value) {
      PassFlags changed = pass;
      changed.*swept.in_pass = std::to_string(value);
      return costs_of(read, changed.read_pass(read));
    };
  } else {
    input.costs_at = [model, pass, &swept](std::uint64_t value) {
      ModelFlags changed = model;
      changed.*swept.in_model = std::to_string(value);
      const Model read = read_model(changed);
      return costs_of(read, pass.read_pass(read));
    };
  }
  return input;
}

}  // namespace attn

// Models by the settings that a config.json gives.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/settings.hpp"
#include "costs/model/model.hpp"

namespace attn {

/// The model that the settings of a published config.json describe, read as its `model_type` says:
/// the same parameters, to the unit, as the framework's class (`counted_as`) has. What was assumed
/// stands in the model's notes.
/// Errors:  InputError naming the key that is missing, senseless or contradicts another, or listing
///          the known families if `model_type` is none of them.
/// Source:  the defaults of keys that are not given are those of the Transformers library 5.23
Model model_from(const Settings& settings);

/// What a config.json says of quantized weights, as evidence in a sentence:
/// `"quantization_config" (gptq, 4 bits)`. Nothing where it says nothing.
std::optional<std::string> stated_quantization(const Settings& settings);

/// The values of `model_type` that are known, in alphabetical order.
std::vector<std::string> families();

/// The whole numbers that a key may have.
struct CountRange {
  std::uint64_t least = 1;
  std::uint64_t most = 1'000'000'000'000;  // far above every model
};

/// Reads settings strictly: every refusal names the key, what was expected and what was given.
///
/// `names` are the spellings of one key, the family's own first. A key that is null counts as not
/// given.
class SettingReader {
 public:
  using Names = std::vector<std::string>;

  explicit SettingReader(const Settings& settings) : settings_(settings) {}

  /// A whole number.
  /// Errors: InputError if it is not given, given twice in different ways, or something else.
  std::uint64_t count(const Names& names, const CountRange& range = {}) const;

  /// The same, where it need not be given.
  std::optional<std::uint64_t> count_if_given(const Names& names,
                                              const CountRange& range = {}) const;

  /// The same with the value that the family has where the key is not given; a note says so.
  std::uint64_t count_or(const Names& names, std::uint64_t otherwise, const CountRange& range = {});

  /// Height and width: a whole number for both, or a list of the two. A note as count_or.
  std::array<std::uint64_t, 2> sides_or(const std::string& name, std::uint64_t otherwise,
                                        const CountRange& range = {});

  /// A finite number; nothing if it is not given.
  /// Errors: InputError if it is something else.
  std::optional<double> number(const std::string& name) const;

  /// true or false.
  /// Errors: InputError if it is something else.
  bool flag(const std::string& name, bool otherwise) const;

  /// A text; nothing if it is not given.
  /// Errors: InputError if it is something else.
  std::optional<std::string> text(const std::string& name) const;

  /// A list of texts; nothing if it is not given.
  /// Errors: InputError if it is something else.
  std::optional<std::vector<std::string>> texts(const std::string& name) const;

  /// The key is there, even if it is null.
  bool has(const std::string& name) const { return settings_.values.count(name) > 0; }

  /// The key is an object that has keys of its own.
  bool has_within(const std::string& name) const {
    const auto found = settings_.values.lower_bound(name + ".");
    return found != settings_.values.end() && found->first.starts_with(name + ".");
  }

  /// The key is there, and not null.
  bool is_given(const std::string& name) const { return given(name) != nullptr; }

  /// The key as refusals name it: `config.json: "n_layer"`.
  std::string place(const std::string& name) const;

  void note(const std::string& sentence) { notes_.push_back(sentence); }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  const SettingValue* given(const std::string& name) const;
  std::uint64_t count_of_setting(const std::string& name, const SettingValue& setting,
                                 const CountRange& range) const;

  const Settings& settings_;
  std::vector<std::string> notes_;
};

}  // namespace attn

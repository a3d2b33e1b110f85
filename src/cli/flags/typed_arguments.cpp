#include "cli/flags/typed_arguments.hpp"

#include "cli/flags/dashes.hpp"
#include "cli/flags/flag_group.hpp"
#include "cli/flags/letters.hpp"
#include "data/matrix/read_matrix.hpp"

namespace attn {
namespace {

class ArgumentWalk {
 public:
  ArgumentWalk(const std::vector<std::string>& arguments, const TakesValue& takes_value)
      : arguments_(arguments), takes_value_(takes_value) {}

  std::vector<TypedArgument> take_all() {
    while (at_ < arguments_.size()) take(arguments_[at_++]);
    return std::move(taken_);
  }

 private:
  void take(const std::string& argument) {
    if (!begins_as_flag(argument))
      taken_.push_back({.typed = {argument}});
    else if (argument[0] == '-' && argument[1] != '-')
      take_letters(argument);
    else
      take_flag(argument);
  }

  void take_flag(const std::string& argument) {
    const std::size_t equals = argument.find('=');
    TypedArgument& flag = add(argument, argument.substr(0, equals));
    if (equals != std::string::npos)
      flag.value = argument.substr(equals + 1);
    else if (flag.is_known && *takes_value_(flag.flag))
      take_value(flag);
  }

  // From the first letter on that nobody knows, what is left is one flag that nobody knows.
  void take_letters(const std::string& argument) {
    for (std::size_t at = 1; at < argument.size(); ++at) {
      const std::string rest = argument.substr(at);
      const std::string letter{'-', argument[at]};
      const std::string name = flag_of_letter(letter);
      if (name == letter || !takes_value_(name)) return take_flag("-" + rest);
      const bool has_value = *takes_value_(name);
      TypedArgument& flag = add(has_value ? "-" + rest : letter, name);
      if (!has_value) continue;
      if (rest.size() == 1) return take_value(flag);
      flag.value = rest.substr(1);
      return;
    }
  }

  TypedArgument& add(const std::string& argument, const std::string& name) {
    taken_.push_back(
        {.typed = {argument}, .flag = name, .is_known = takes_value_(name).has_value()});
    return taken_.back();
  }

  void take_value(TypedArgument& flag) {
    if (at_ == arguments_.size()) return;
    flag.value = arguments_[at_++];
    flag.typed.push_back(*flag.value);
  }

  const std::vector<std::string>& arguments_;
  const TakesValue& takes_value_;
  std::vector<TypedArgument> taken_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<bool> takes_value(const FlagTable& table, const std::string& flag) {
  using Kind = FlagTable::Entry::Kind;
  for (const FlagTable::Entry& entry : table.entries())
    if (entry.flag && entry.flag_name() == flag) return entry.kind != Kind::flag;
  return std::nullopt;
}

std::vector<TypedArgument> typed_arguments(const std::vector<std::string>& arguments,
                                           const TakesValue& takes_value) {
  return ArgumentWalk(arguments, takes_value).take_all();
}

bool begins_as_flag(const std::string& argument) {
  const std::string_view rest = without_dashes(argument);
  if (rest.size() == argument.size()) return false;
  if (rest.empty()) return argument.starts_with("--");
  return !written_number(with_ascii_dashes(argument));
}

}  // namespace attn

#include "cli/flags/flag_group.hpp"

#include <CLI/App.hpp>

namespace attn {

void FlagGroup::words(const char* name, std::vector<std::string>& target,
                      const char* description) const {
  app_.add_option(name, target, description)->group(title_);
}

void FlagGroup::value(const char* name, std::string& target, const char* type,
                      const char* description) const {
  app_.add_option(name, target, description)
      ->type_name(type)
      ->group(title_)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

void FlagGroup::values(const char* name, std::vector<std::string>& target, const char* type,
                       const char* description) const {
  app_.add_option(name, target, description)
      ->type_name(type)
      ->group(title_)
      ->allow_extra_args(false)  // the next argument may be the sentence
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void FlagGroup::flag(const char* name, bool& target, const char* description) const {
  app_.add_flag(name, target, description)->group(title_)->disable_flag_override();
}

}  // namespace attn

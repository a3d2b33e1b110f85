#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace attn {

/// One group of flags in the help of a subcommand. Names and types are CLI11's ("--output",
/// "FILE"), letters stand in cli/flags/letters; descriptions are translated already.
class FlagGroup {
 public:
  FlagGroup(CLI::App& app, std::string title) : app_(app), title_(std::move(title)) {}

  /// Words without a flag.
  void words(const char* name, std::vector<std::string>& target, const char* description) const;

  /// A flag with a value; given twice, the last one counts.
  void value(const char* name, std::string& target, const char* type,
             const char* description) const;

  /// A flag with a value that may be repeated.
  void values(const char* name, std::vector<std::string>& target, const char* type,
              const char* description) const;

  /// A flag without a value.
  void flag(const char* name, bool& target, const char* description) const;

 private:
  CLI::App& app_;
  std::string title_;
};

}  // namespace attn

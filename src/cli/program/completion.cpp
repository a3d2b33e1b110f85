#include "cli/program/completion.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>

#include "base/text.hpp"
#include "cli/program/option_table.hpp"

namespace attn {
namespace {

std::vector<OptionEntry> flags_of(const CLI::App& app) {
  std::vector<OptionEntry> flags;
  for (const OptionGroup& group : option_groups(app))
    for (const OptionEntry& option : group.entries)
      if (!option.flags.empty()) flags.push_back(option);
  return flags;
}

std::string flag_words(const CLI::App& app) {
  std::string words;
  for (const OptionEntry& option : flags_of(app))
    for (const std::string& flag : option.flags) words += (words.empty() ? "" : " ") + flag;
  return words;
}

// In single quotes, for any of the shells.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'')
      result += "'\\''";
    else
      result += c;
  }
  return result + "'";
}

constexpr std::string_view kExampleFlag = "--example";

// What prints the names of a command's examples: they are files, so the shell asks when it has to.
std::string example_names(const std::string& command) {
  return "attn " + command + " --list-examples --plain 2>/dev/null | cut -f1 | tail -n +2";
}

std::string zsh_value(const std::string& flag, bool takes_value) {
  if (flag == kExampleFlag) return ":value:_attn_examples";
  return takes_value ? ":value:_files" : "";
}

}  // namespace

std::string bash_completion(const CLI::App& app) {
  std::string cases, commands;
  for (const CLI::App* sub : subcommands_of(app)) {
    commands += sub->get_name() + " ";
    cases += fmt::format("    {}) words={} verbs={} ;;\n", sub->get_name(),
                         quoted(flag_words(*sub)), quoted(joined(verbs_of(*sub), " ")));
  }
  return "_attn() {\n  local words verbs word=${COMP_WORDS[COMP_CWORD]}\n"
         "  if [[ ${COMP_WORDS[COMP_CWORD-1]} == " +
         std::string(kExampleFlag) + " ]]; then\n    mapfile -t COMPREPLY < <(compgen -W \"$(" +
         example_names("\"${COMP_WORDS[1]}\"") +
         ")\" -- \"$word\")\n    return\n  fi\n"
         "  case ${COMP_WORDS[1]} in\n" +
         cases + fmt::format("    *) words={} ;;\n", quoted(commands + flag_words(app))) +
         "  esac\n"
         "  [[ $COMP_CWORD -eq 2 && -n $verbs && $word != -* ]] && words=$verbs\n"
         "  [[ $COMP_CWORD -eq 1 || $words == \"$verbs\" || $word == -* ]] || return\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
         "}\n"
         "complete -o default -F _attn attn\n";
}

std::string zsh_completion(const CLI::App& app) {
  std::string text = "#compdef attn\n\nlocal -a flags\n_attn_examples() { compadd -- ${(f)\"$(" +
                     example_names("$words[2]") + ")\"} }\ncase $words[2] in\n";
  for (const CLI::App* sub : subcommands_of(app)) {
    text += "  " + sub->get_name() + ")\n    flags=(\n";
    for (const OptionEntry& option : flags_of(*sub)) {
      std::string description = option.description;
      for (std::size_t at = 0; (at = description.find_first_of(":[]", at)) != std::string::npos;)
        description.replace(at, 1, " ");
      for (const std::string& flag : option.flags)
        text += "      " +
                quoted(flag + "[" + description + "]" + zsh_value(flag, option.takes_value)) + "\n";
    }
    const std::string verbs = joined(verbs_of(*sub), " ");
    const std::string first = verbs.empty() ? "" : "'2:verb:(" + verbs + ")' ";
    text += "    )\n    _arguments $flags " + first + "'*:text:_files' ;;\n";
  }
  std::string commands;
  for (const CLI::App* sub : subcommands_of(app))
    commands += " " + quoted(sub->get_name() + "[" + sub->get_description() + "]");
  return text + "  *) _values command" + commands + " ;;\nesac\n";
}

std::string fish_completion(const CLI::App& app) {
  std::string text;
  for (const CLI::App* sub : subcommands_of(app)) {
    text += fmt::format("complete -c attn -n __fish_use_subcommand -a {} -d {}\n", sub->get_name(),
                        quoted(sub->get_description()));
    if (const std::string verbs = joined(verbs_of(*sub), " "); !verbs.empty())
      text += fmt::format("complete -c attn -n '__fish_seen_subcommand_from {}' -a {}\n",
                          sub->get_name(), quoted(verbs));
    for (const OptionEntry& option : flags_of(*sub)) {
      text += fmt::format("complete -c attn -n '__fish_seen_subcommand_from {}'", sub->get_name());
      for (const std::string& flag : option.flags)
        text += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
      text += std::string(option.takes_value ? " -r" : "") + " -d " + quoted(option.description);
      if (option.flags.front() == kExampleFlag)
        text += " -f -a " + quoted("(" + example_names(sub->get_name()) + ")");
      text += "\n";
    }
  }
  return text;
}

}  // namespace attn
